mod stream;
