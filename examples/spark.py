"""usage: spark-submit spark.py LOG OUT REJECTS [OPTION...]

Converts a log of any size with Spark: each partition is piped through chatwire. A row comes out for each row in, in the
same order; a row that can't be converted is written as it was, and named in a file under REJECTS with the reason.
LOG and OUT are what Spark reads and writes; REJECTS is a directory that all workers see. OPTIONs go to chatwire, such
as `--from openai-messages --to anthropic-messages`; $CHATWIRE names the program where it is not on the PATH."""
import os
import shlex
import sys

from pyspark.sql import SparkSession


def command(rejects, options):
    """One run of chatwire for each partition; the number of the shell makes its file of rejects its own. Rows that were
    rejected are no failure of the partition (exit code 1); a chatwire that is not there, or that could not write, is."""
    program = os.environ.get("CHATWIRE", "chatwire")
    words = [program, "-", "--on-error", "keep", "--quiet", "-j", "1", *options, "--rejects"]
    line = f"{shlex.join(words)} {shlex.quote(rejects)}/$$.ndjson; test $? -le 1"
    return shlex.join(["sh", "-c", line])


def main(log, out, rejects, *options):
    os.makedirs(rejects, exist_ok=True)
    spark = SparkSession.builder.appName("chatwire").getOrCreate()
    rows = spark.sparkContext.textFile(log)
    rows.pipe(command(rejects, options), env=dict(os.environ), checkCode=True).saveAsTextFile(out)
    spark.stop()


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
