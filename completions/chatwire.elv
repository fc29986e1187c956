
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
            cand -j 'Cores to read a log on [default: all; one for a live input]'
            cand --jobs 'Cores to read a log on [default: all; one for a live input]'
            cand --max-frame 'Longest frame to read; K, M and G are understood'
            cand --framing 'Framing of the output [default: the format''s own]'
            cand --on-loss 'What the target can''t say is reported, ignored, or reported with exit code 1'
            cand -o 'File to write, not stdout; it is replaced when all is well'
            cand --output 'File to write, not stdout; it is replaced when all is well'
            cand --report 'Reports as text for a person, or as a JSON object a line'
            cand --color 'When to colour reports'
            cand --pretty 'Indent documents'
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
            cand detect 'Tell the wire format and framing, and why'
            cand formats 'List the wire formats'
            cand completions 'Write a completion script for a shell'
        }
        &'chatwire;fold'= {
            cand --to 'Format or family to write [default: the family of the stream]'
            cand -f 'Format or family of the input [default: found out]'
            cand --from 'Format or family of the input [default: found out]'
            cand --on-error 'A record that can''t be read is left out, written as it was, or ends the run'
            cand -j 'Cores to read a log on [default: all; one for a live input]'
            cand --jobs 'Cores to read a log on [default: all; one for a live input]'
            cand --max-frame 'Longest frame to read; K, M and G are understood'
            cand --framing 'Framing of the output [default: the format''s own]'
            cand --on-loss 'What the target can''t say is reported, ignored, or reported with exit code 1'
            cand -o 'File to write, not stdout; it is replaced when all is well'
            cand --output 'File to write, not stdout; it is replaced when all is well'
            cand --report 'Reports as text for a person, or as a JSON object a line'
            cand --color 'When to colour reports'
            cand --pretty 'Indent documents'
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
            cand -o 'File to write, not stdout; it is replaced when all is well'
            cand --output 'File to write, not stdout; it is replaced when all is well'
            cand --report 'Reports as text for a person, or as a JSON object a line'
            cand --color 'When to colour reports'
            cand -q 'Tell errors only'
            cand --quiet 'Tell errors only'
            cand -v 'Tell each loss, not their sum'
            cand --verbose 'Tell each loss, not their sum'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'chatwire;detect'= {
            cand --max-frame 'Longest frame to read; K, M and G are understood'
            cand -o 'File to write, not stdout; it is replaced when all is well'
            cand --output 'File to write, not stdout; it is replaced when all is well'
            cand --report 'Reports as text for a person, or as a JSON object a line'
            cand --color 'When to colour reports'
            cand -q 'Tell errors only'
            cand --quiet 'Tell errors only'
            cand -v 'Tell each loss, not their sum'
            cand --verbose 'Tell each loss, not their sum'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'chatwire;formats'= {
            cand -o 'File to write, not stdout; it is replaced when all is well'
            cand --output 'File to write, not stdout; it is replaced when all is well'
            cand --report 'Reports as text for a person, or as a JSON object a line'
            cand --color 'When to colour reports'
            cand -q 'Tell errors only'
            cand --quiet 'Tell errors only'
            cand -v 'Tell each loss, not their sum'
            cand --verbose 'Tell each loss, not their sum'
            cand -h 'Print help'
            cand --help 'Print help'
        }
        &'chatwire;completions'= {
            cand -o 'File to write, not stdout; it is replaced when all is well'
            cand --output 'File to write, not stdout; it is replaced when all is well'
            cand --report 'Reports as text for a person, or as a JSON object a line'
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
