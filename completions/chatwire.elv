
use builtin;
use str;

set edit:completion:arg-completer[chatwire] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'chatwire'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'chatwire'= {
            cand --to 'Format or family to write'
            cand -f 'Format or family of the input [default: found out]'
            cand --from 'Format or family of the input [default: found out]'
            cand --on-error 'A record that can''t be read is left out, written as it was, or ends the run'
            cand --at 'Convert only this member of each record, and copy the rest; may be given again'
            cand --rejects 'File for the records that can''t be read: each as a JSON object with the reason'
            cand -j 'Cores to read a log on [default: all; one for a live input]'
            cand --jobs 'Cores to read a log on [default: all; one for a live input]'
            cand --max-frame 'Longest frame to read; K, M and G are understood'
            cand --out-dir 'Directory to write a file to for each input, named like it; INPUT may be directories'
            cand --framing 'Framing of the output [default: the format''s own]'
            cand --on-loss 'What the target can''t say is reported, ignored, or reported with exit code 1'
            cand -o 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz'
            cand --output 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz'
            cand --report 'Reports as text for a person, a JSON object a line, or what CI servers read'
            cand --color 'When to colour reports'
            cand --pretty 'Indent documents'
            cand --carry 'Let what the target can''t say ride along in it, so that converting back with --carry gives the input again'
            cand -q 'Tell errors only'
            cand --quiet 'Tell errors only'
            cand -v 'Tell each loss, not their sum'
            cand --verbose 'Tell each loss, not their sum'
            cand -h 'Print help'
            cand --help 'Print help'
            cand -V 'Print version'
            cand --version 'Print version'
            cand fold 'Write a stream as the messages it adds up to'
            cand validate 'Tell what is wrong with a stream or document'
            cand diff 'Tell whether two inputs say the same, in any two formats'
            cand detect 'Tell the wire format and framing, and why'
            cand formats 'List the wire formats, or tell what a pair keeps and loses'
            cand explain 'Tell what a rule of validate is about, or list all rules'
            cand completions 'Write a completion script for a shell'
        }
        &'chatwire;fold'= {
            cand --to 'Format or family to write [default: the family of the stream]'
            cand -f 'Format or family of the input [default: found out]'
            cand --from 'Format or family of the input [default: found out]'
            cand --on-error 'A record that can''t be read is left out, written as it was, or ends the run'
            cand --at 'Convert only this member of each record, and copy the rest; may be given again'
            cand --rejects 'File for the records that can''t be read: each as a JSON object with the reason'
            cand -j 'Cores to read a log on [default: all; one for a live input]'
            cand --jobs 'Cores to read a log on [default: all; one for a live input]'
            cand --max-frame 'Longest frame to read; K, M and G are understood'
            cand --out-dir 'Directory to write a file to for each input, named like it; INPUT may be directories'
            cand --framing 'Framing of the output [default: the format''s own]'
            cand --on-loss 'What the target can''t say is reported, ignored, or reported with exit code 1'
            cand -o 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz'
            cand --output 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz'
            cand --report 'Reports as text for a person, a JSON object a line, or what CI servers read'
            cand --color 'When to colour reports'
            cand --pretty 'Indent documents'
            cand --carry 'Let what the target can''t say ride along in it, so that converting back with --carry gives the input again'
            cand -q 'Tell errors only'
            cand --quiet 'Tell errors only'
            cand -v 'Tell each loss, not their sum'
            cand --verbose 'Tell each loss, not their sum'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'chatwire;validate'= {
            cand --max-frame 'Longest frame to read; K, M and G are understood'
            cand -f 'Format or family of the input [default: found out]'
            cand --from 'Format or family of the input [default: found out]'
            cand --select 'Tell these rules or families alone'
            cand --ignore 'Do not tell these rules or families'
            cand --severity 'Give a rule or family another level: error, warning, note or off'
            cand --max-warnings 'Exit with 1 where there are more warnings than this'
            cand -o 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz'
            cand --output 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz'
            cand --report 'Reports as text for a person, a JSON object a line, or what CI servers read'
            cand --color 'When to colour reports'
            cand --strict 'Refuse also what a tolerant client lets pass: unknown fields, nulls'
            cand --partial 'The input is a piece of a stream: its start and end may be missing'
            cand --show-config 'Print the settings that hold here, as chatwire.toml would have them'
            cand -q 'Tell errors only'
            cand --quiet 'Tell errors only'
            cand -v 'Tell each loss, not their sum'
            cand --verbose 'Tell each loss, not their sum'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'chatwire;diff'= {
            cand --ignore 'What to leave out, such as `usage,reasoning`'
            cand -f 'Format or family of both, or `A,B` of each [default: found out]'
            cand --from 'Format or family of both, or `A,B` of each [default: found out]'
            cand --max-frame 'Longest frame to read; K, M and G are understood'
            cand -o 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz'
            cand --output 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz'
            cand --report 'Reports as text for a person, a JSON object a line, or what CI servers read'
            cand --color 'When to colour reports'
            cand --exact 'Compare every leaf: ids, times and metadata too'
            cand --events 'Compare event by event, chunk by chunk, in constant memory'
            cand -q 'Tell errors only'
            cand --quiet 'Tell errors only'
            cand -v 'Tell each loss, not their sum'
            cand --verbose 'Tell each loss, not their sum'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'chatwire;detect'= {
            cand --max-frame 'Longest frame to read; K, M and G are understood'
            cand -o 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz'
            cand --output 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz'
            cand --report 'Reports as text for a person, a JSON object a line, or what CI servers read'
            cand --color 'When to colour reports'
            cand -q 'Tell errors only'
            cand --quiet 'Tell errors only'
            cand -v 'Tell each loss, not their sum'
            cand --verbose 'Tell each loss, not their sum'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'chatwire;formats'= {
            cand -o 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz'
            cand --output 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz'
            cand --report 'Reports as text for a person, a JSON object a line, or what CI servers read'
            cand --color 'When to colour reports'
            cand -q 'Tell errors only'
            cand --quiet 'Tell errors only'
            cand -v 'Tell each loss, not their sum'
            cand --verbose 'Tell each loss, not their sum'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'chatwire;explain'= {
            cand -o 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz'
            cand --output 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz'
            cand --report 'Reports as text for a person, a JSON object a line, or what CI servers read'
            cand --color 'When to colour reports'
            cand -q 'Tell errors only'
            cand --quiet 'Tell errors only'
            cand -v 'Tell each loss, not their sum'
            cand --verbose 'Tell each loss, not their sum'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'chatwire;completions'= {
            cand -o 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz'
            cand --output 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz'
            cand --report 'Reports as text for a person, a JSON object a line, or what CI servers read'
            cand --color 'When to colour reports'
            cand -q 'Tell errors only'
            cand --quiet 'Tell errors only'
            cand -v 'Tell each loss, not their sum'
            cand --verbose 'Tell each loss, not their sum'
            cand -h 'Print help'
            cand --help 'Print help'
        }
    ]
    $completions[$command]
}
