//! What goes wrong around the program: full disks, broken inputs, kills, limits of memory, odd names. Each with the real
//! thing, not a stand-in; what it takes of a system is there on Linux.
#![cfg(target_os = "linux")]

#[path = "common/program.rs"]
mod program;

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::cargo_bin;
use flate2::Compression;
use flate2::write::GzEncoder;
use program::scratch_folder;

const TOOLS: &str = "examples/openai-tools.sse";

/// Runs a line of shell, in which `$CHATWIRE` is the program.
fn shell(line: &str) -> Output {
    Command::new("sh")
        .args(["-c", line])
        .env("CHATWIRE", cargo_bin("chatwire"))
        .env("NO_COLOR", "1")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("a shell")
}

/// The exit code, and what was said.
fn said(done: &Output) -> (Option<i32>, String) {
    (done.status.code(), String::from_utf8_lossy(&done.stderr).into_owned())
}

fn zipped(bytes: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(bytes).expect("memory takes all");
    gzip.finish().expect("memory takes all")
}

/// A stream of many text deltas, of at least this many bytes.
fn long_stream(bytes: usize) -> String {
    let delta = "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"low tide \"},\"finish_reason\":null}]}\n\n";
    let end = "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    delta.repeat(bytes / delta.len() + 1) + end
}

#[test]
fn a_full_disk_is_told_and_exits_2() {
    for line in [
        "$CHATWIRE examples/openai-tools.sse --to native >/dev/full",
        "$CHATWIRE validate examples/ag-ui-faults.ndjson >/dev/full",
        "$CHATWIRE formats >/dev/full",
    ] {
        let (code, told) = said(&shell(line));
        assert_eq!(code, Some(2), "{line}: {told}");
        assert!(told.contains("can't write stdout"), "{line}: {told}");
    }
}

#[test]
fn a_file_that_may_not_grow_leaves_the_old_one_whole() {
    let folder = scratch_folder("faults-quota");
    let (input, out) = (folder.join("in.sse"), folder.join("out.sse"));
    fs::write(&input, long_stream(1 << 20)).unwrap();
    fs::write(&out, "the old file").unwrap();
    let done = shell(&format!(
        "ulimit -f 8; exec $CHATWIRE {} --to anthropic -q -o {}",
        input.display(),
        out.display()
    ));
    assert!(!done.status.success());
    assert_eq!(fs::read_to_string(&out).unwrap(), "the old file");
}

#[test]
fn places_that_take_no_file_exit_2() {
    for place in ["/proc/out.sse", "/dev/null/out.sse", "no-such-folder/out.sse", "src"] {
        let (code, told) = said(&shell(&format!("$CHATWIRE {TOOLS} --to native -q -o {place}")));
        assert_eq!(code, Some(2), "{place}: {told}");
        assert!(told.contains(&format!("can't write `{place}`")), "{told}");
    }
}

#[test]
fn an_input_that_fails_midway_gives_what_could_be_read() {
    let folder = scratch_folder("faults-midway");
    let mut bytes = zipped(long_stream(2 << 20).as_bytes());
    let (whole, half) = (bytes.len(), bytes.len() / 2);
    let cut = folder.join("cut.sse.gz");
    fs::write(&cut, &bytes[..half]).unwrap();
    bytes[half..whole - 8].fill(0xff);
    let broken = folder.join("broken.sse.gz");
    fs::write(&broken, &bytes).unwrap();
    for path in [cut, broken] {
        let done = shell(&format!("$CHATWIRE {} --to anthropic", path.display()));
        let (code, told) = said(&done);
        assert_eq!(code, Some(2), "{told}");
        assert!(told.contains("can't read"), "{told}");
        assert!(told.contains(path.to_str().unwrap()), "{told}");
        let written = String::from_utf8_lossy(&done.stdout);
        assert!(written.matches("text_delta").count() > 1000, "what came before the fault is written");
    }
    let (code, told) = said(&shell("$CHATWIRE /proc/self/mem --to native"));
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("can't read `/proc/self/mem`"), "{told}");
}

#[test]
fn a_kill_while_a_file_is_written_leaves_the_old_one_whole() {
    let folder = scratch_folder("faults-killed");
    let out = folder.join("out.sse");
    fs::write(&out, "the old file").unwrap();
    // `INT` is not among them: who runs the tests in the background has it ignored, and so has the program.
    for signal in ["KILL", "TERM"] {
        let mut child = Command::new(cargo_bin("chatwire"))
            .args(["--to", "anthropic", "-q", "-o"])
            .arg(&out)
            .stdin(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut stdin = child.stdin.take().expect("it is piped");
        stdin.write_all(long_stream(1 << 20).as_bytes()).expect("it reads");
        let kill = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
        assert!(kill.expect("kill").success());
        assert!(!child.wait().expect("it ends").success(), "{signal}");
        assert_eq!(fs::read_to_string(&out).unwrap(), "the old file", "{signal}");
    }
}

#[test]
fn memory_is_bounded() {
    let folder = scratch_folder("faults-memory");
    // A bomb: a line of a hundred megabytes in a few of gzip.
    let bomb = folder.join("bomb.sse.gz");
    let mut gzip = GzEncoder::new(fs::File::create(&bomb).unwrap(), Compression::fast());
    gzip.write_all(b"data: {\"type\":\"text-delta\",\"id\":\"t\",\"delta\":\"").unwrap();
    let block = vec![b'a'; 1 << 20];
    (0..96).for_each(|_| gzip.write_all(&block).unwrap());
    gzip.write_all(b"\"}\n\n").unwrap();
    gzip.finish().unwrap();
    let line =
        format!("ulimit -v 80000; $CHATWIRE {} -f vercel-stream --to native --max-frame 1M", bomb.display());
    let (code, told) = said(&shell(&line));
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("frame/too-long"), "{told}");
    // A stream that is longer than the memory.
    let stream = folder.join("long.sse");
    fs::write(&stream, long_stream(64 << 20)).unwrap();
    for words in ["--to anthropic -q -j 1", "fold -q -j 1", "validate -q"] {
        let line = format!("ulimit -v 50000; $CHATWIRE {words} {} >/dev/null", stream.display());
        let (code, told) = said(&shell(&line));
        assert_eq!((code, told.as_str()), (Some(0), ""), "{words}");
    }
}

#[test]
fn what_the_input_says_never_reaches_the_terminal_raw() {
    let folder = scratch_folder("faults-escapes");
    let path = folder.join("in.ndjson");
    fs::write(
        &path,
        "{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"r\"}\n{\"type\":\"\\u001b]0;owned\\u0007\\u009b31m\",\"\\u001b[2J\":1}\n\u{1b}[2J\u{9b}31m\n{\"type\":\"RUN_FINISHED\",\"threadId\":\"t\",\"runId\":\"\\u001b[31m\"}\n",
    )
    .unwrap();
    for words in ["--to native -v", "--to openai -v", "validate --strict", "detect", "fold -v"] {
        let to_a_person = if words.starts_with(['v', 'd']) { "2>&1" } else { "2>&1 >/dev/null" };
        let done = shell(&format!("$CHATWIRE {words} {} {to_a_person}", path.display()));
        let told = String::from_utf8_lossy(&done.stdout);
        assert!(!told.is_empty(), "{words}");
        assert!(!told.contains(['\u{1b}', '\u{9b}', '\u{7}']), "{words}: {told:?}");
    }
}

#[test]
fn odd_names_are_names() {
    let folder = scratch_folder("faults-names");
    let names: [&[u8]; 5] =
        [b"with space.sse", b"-dash.sse", b"new\nline.sse", b"caf\xe9.sse", "ebb \u{1f30a}.sse".as_bytes()];
    for name in names {
        let path = folder.join(OsStr::from_bytes(name));
        fs::copy(TOOLS, &path).unwrap();
        let out = folder.join("out.sse");
        let done = Command::new(cargo_bin("chatwire"))
            .args(["--to", "anthropic", "-q", "-o"])
            .arg(&out)
            .arg("--")
            .arg(OsStr::from_bytes(name))
            .current_dir(&folder)
            .output()
            .unwrap();
        assert!(done.status.success(), "{name:?}: {}", String::from_utf8_lossy(&done.stderr));
        assert!(fs::read_to_string(&out).unwrap().contains("message_stop"));
    }
}

#[test]
fn the_locale_and_line_ends_change_nothing() {
    let folder = scratch_folder("faults-lines");
    let plain = fs::read_to_string(TOOLS).unwrap();
    let windows = folder.join("windows.sse");
    fs::write(&windows, plain.replace('\n', "\r\n")).unwrap();
    let first = shell(&format!("$CHATWIRE {TOOLS} --to anthropic")).stdout;
    assert_eq!(shell(&format!("LC_ALL=C $CHATWIRE {TOOLS} --to anthropic")).stdout, first);
    assert_eq!(shell(&format!("env -i $CHATWIRE {TOOLS} --to anthropic")).stdout, first);
    assert_eq!(shell(&format!("$CHATWIRE {} --to anthropic", windows.display())).stdout, first);
}
