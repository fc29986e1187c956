# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_chatwire_global_optspecs
    string join \n to= f/from= on-error= at= rejects= j/jobs= max-frame= out-dir= framing= pretty carry on-loss= o/output= report= color= q/quiet v/verbose h/help V/version
end

function __fish_chatwire_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_chatwire_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_chatwire_using_subcommand
    set -l cmd (__fish_chatwire_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c chatwire -n "__fish_chatwire_needs_command" -l to -d 'Format or family to write' -r
complete -c chatwire -n "__fish_chatwire_needs_command" -s f -l from -d 'Format or family of the input [default: found out]' -r
complete -c chatwire -n "__fish_chatwire_needs_command" -l on-error -d 'A record that can\'t be read is left out, written as it was, or ends the run' -r -f -a "skip\t''
keep\t''
stop\t''"
complete -c chatwire -n "__fish_chatwire_needs_command" -l at -d 'Convert only this member of each record, and copy the rest; may be given again' -r
complete -c chatwire -n "__fish_chatwire_needs_command" -l rejects -d 'File for the records that can\'t be read: each as a JSON object with the reason' -r -F
complete -c chatwire -n "__fish_chatwire_needs_command" -s j -l jobs -d 'Cores to read a log on [default: all; one for a live input]' -r
complete -c chatwire -n "__fish_chatwire_needs_command" -l max-frame -d 'Longest frame to read; K, M and G are understood' -r
complete -c chatwire -n "__fish_chatwire_needs_command" -l out-dir -d 'Directory to write a file to for each input, named like it; INPUT may be directories' -r -F
complete -c chatwire -n "__fish_chatwire_needs_command" -l framing -d 'Framing of the output [default: the format\'s own]' -r -f -a "sse\t''
ndjson\t''
json\t''"
complete -c chatwire -n "__fish_chatwire_needs_command" -l on-loss -d 'What the target can\'t say is reported, ignored, or reported with exit code 1' -r -f -a "report\t''
ignore\t''
fail\t''"
complete -c chatwire -n "__fish_chatwire_needs_command" -s o -l output -d 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz' -r -F
complete -c chatwire -n "__fish_chatwire_needs_command" -l report -d 'Reports as text for a person, a JSON object a line, or what CI servers read' -r -f -a "text\t''
json\t''
github\t''
sarif\t''
junit\t''"
complete -c chatwire -n "__fish_chatwire_needs_command" -l color -d 'When to colour reports' -r -f -a "auto\t''
always\t''
never\t''"
complete -c chatwire -n "__fish_chatwire_needs_command" -l pretty -d 'Indent documents'
complete -c chatwire -n "__fish_chatwire_needs_command" -l carry -d 'Let what the target can\'t say ride along in it, so that converting back with --carry gives the input again'
complete -c chatwire -n "__fish_chatwire_needs_command" -s q -l quiet -d 'Tell errors only'
complete -c chatwire -n "__fish_chatwire_needs_command" -s v -l verbose -d 'Tell each loss, not their sum'
complete -c chatwire -n "__fish_chatwire_needs_command" -s h -l help -d 'Print help'
complete -c chatwire -n "__fish_chatwire_needs_command" -s V -l version -d 'Print version'
complete -c chatwire -n "__fish_chatwire_needs_command" -a "fold" -d 'Write a stream as the messages it adds up to'
complete -c chatwire -n "__fish_chatwire_needs_command" -a "validate" -d 'Tell what is wrong with a stream or document'
complete -c chatwire -n "__fish_chatwire_needs_command" -a "diff" -d 'Tell whether two inputs say the same, in any two formats'
complete -c chatwire -n "__fish_chatwire_needs_command" -a "detect" -d 'Tell the wire format and framing, and why'
complete -c chatwire -n "__fish_chatwire_needs_command" -a "formats" -d 'List the wire formats, or tell what a pair keeps and loses'
complete -c chatwire -n "__fish_chatwire_needs_command" -a "explain" -d 'Tell what a rule of validate is about, or list all rules'
complete -c chatwire -n "__fish_chatwire_needs_command" -a "completions" -d 'Write a completion script for a shell'
complete -c chatwire -n "__fish_chatwire_using_subcommand fold" -l to -d 'Format or family to write [default: the family of the stream]' -r
complete -c chatwire -n "__fish_chatwire_using_subcommand fold" -s f -l from -d 'Format or family of the input [default: found out]' -r
complete -c chatwire -n "__fish_chatwire_using_subcommand fold" -l on-error -d 'A record that can\'t be read is left out, written as it was, or ends the run' -r -f -a "skip\t''
keep\t''
stop\t''"
complete -c chatwire -n "__fish_chatwire_using_subcommand fold" -l at -d 'Convert only this member of each record, and copy the rest; may be given again' -r
complete -c chatwire -n "__fish_chatwire_using_subcommand fold" -l rejects -d 'File for the records that can\'t be read: each as a JSON object with the reason' -r -F
complete -c chatwire -n "__fish_chatwire_using_subcommand fold" -s j -l jobs -d 'Cores to read a log on [default: all; one for a live input]' -r
complete -c chatwire -n "__fish_chatwire_using_subcommand fold" -l max-frame -d 'Longest frame to read; K, M and G are understood' -r
complete -c chatwire -n "__fish_chatwire_using_subcommand fold" -l out-dir -d 'Directory to write a file to for each input, named like it; INPUT may be directories' -r -F
complete -c chatwire -n "__fish_chatwire_using_subcommand fold" -l framing -d 'Framing of the output [default: the format\'s own]' -r -f -a "sse\t''
ndjson\t''
json\t''"
complete -c chatwire -n "__fish_chatwire_using_subcommand fold" -l on-loss -d 'What the target can\'t say is reported, ignored, or reported with exit code 1' -r -f -a "report\t''
ignore\t''
fail\t''"
complete -c chatwire -n "__fish_chatwire_using_subcommand fold" -s o -l output -d 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz' -r -F
complete -c chatwire -n "__fish_chatwire_using_subcommand fold" -l report -d 'Reports as text for a person, a JSON object a line, or what CI servers read' -r -f -a "text\t''
json\t''
github\t''
sarif\t''
junit\t''"
complete -c chatwire -n "__fish_chatwire_using_subcommand fold" -l color -d 'When to colour reports' -r -f -a "auto\t''
always\t''
never\t''"
complete -c chatwire -n "__fish_chatwire_using_subcommand fold" -l pretty -d 'Indent documents'
complete -c chatwire -n "__fish_chatwire_using_subcommand fold" -l carry -d 'Let what the target can\'t say ride along in it, so that converting back with --carry gives the input again'
complete -c chatwire -n "__fish_chatwire_using_subcommand fold" -s q -l quiet -d 'Tell errors only'
complete -c chatwire -n "__fish_chatwire_using_subcommand fold" -s v -l verbose -d 'Tell each loss, not their sum'
complete -c chatwire -n "__fish_chatwire_using_subcommand fold" -s h -l help -d 'Print help'
complete -c chatwire -n "__fish_chatwire_using_subcommand validate" -l max-frame -d 'Longest frame to read; K, M and G are understood' -r
complete -c chatwire -n "__fish_chatwire_using_subcommand validate" -s f -l from -d 'Format or family of the input [default: found out]' -r
complete -c chatwire -n "__fish_chatwire_using_subcommand validate" -l select -d 'Tell these rules or families alone' -r
complete -c chatwire -n "__fish_chatwire_using_subcommand validate" -l ignore -d 'Do not tell these rules or families' -r
complete -c chatwire -n "__fish_chatwire_using_subcommand validate" -l severity -d 'Give a rule or family another level: error, warning, note or off' -r
complete -c chatwire -n "__fish_chatwire_using_subcommand validate" -l max-warnings -d 'Exit with 1 where there are more warnings than this' -r
complete -c chatwire -n "__fish_chatwire_using_subcommand validate" -s o -l output -d 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz' -r -F
complete -c chatwire -n "__fish_chatwire_using_subcommand validate" -l report -d 'Reports as text for a person, a JSON object a line, or what CI servers read' -r -f -a "text\t''
json\t''
github\t''
sarif\t''
junit\t''"
complete -c chatwire -n "__fish_chatwire_using_subcommand validate" -l color -d 'When to colour reports' -r -f -a "auto\t''
always\t''
never\t''"
complete -c chatwire -n "__fish_chatwire_using_subcommand validate" -l strict -d 'Refuse also what a tolerant client lets pass: unknown fields, nulls'
complete -c chatwire -n "__fish_chatwire_using_subcommand validate" -l partial -d 'The input is a piece of a stream: its start and end may be missing'
complete -c chatwire -n "__fish_chatwire_using_subcommand validate" -l show-config -d 'Print the settings that hold here, as chatwire.toml would have them'
complete -c chatwire -n "__fish_chatwire_using_subcommand validate" -s q -l quiet -d 'Tell errors only'
complete -c chatwire -n "__fish_chatwire_using_subcommand validate" -s v -l verbose -d 'Tell each loss, not their sum'
complete -c chatwire -n "__fish_chatwire_using_subcommand validate" -s h -l help -d 'Print help'
complete -c chatwire -n "__fish_chatwire_using_subcommand diff" -l ignore -d 'What to leave out, such as `usage,reasoning`' -r -f -a "text\t''
reasoning\t''
refusals\t''
calls\t''
results\t''
files\t''
sources\t''
data\t''
approvals\t''
errors\t''
raw\t''
finish\t''
usage\t''
model\t''
names\t''
tools\t''
params\t''
state\t''
interrupts\t''
ids\t''
times\t''
metadata\t''
borders\t''"
complete -c chatwire -n "__fish_chatwire_using_subcommand diff" -s f -l from -d 'Format or family of both, or `A,B` of each [default: found out]' -r
complete -c chatwire -n "__fish_chatwire_using_subcommand diff" -l max-frame -d 'Longest frame to read; K, M and G are understood' -r
complete -c chatwire -n "__fish_chatwire_using_subcommand diff" -s o -l output -d 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz' -r -F
complete -c chatwire -n "__fish_chatwire_using_subcommand diff" -l report -d 'Reports as text for a person, a JSON object a line, or what CI servers read' -r -f -a "text\t''
json\t''
github\t''
sarif\t''
junit\t''"
complete -c chatwire -n "__fish_chatwire_using_subcommand diff" -l color -d 'When to colour reports' -r -f -a "auto\t''
always\t''
never\t''"
complete -c chatwire -n "__fish_chatwire_using_subcommand diff" -l exact -d 'Compare every leaf: ids, times and metadata too'
complete -c chatwire -n "__fish_chatwire_using_subcommand diff" -l events -d 'Compare event by event, chunk by chunk, in constant memory'
complete -c chatwire -n "__fish_chatwire_using_subcommand diff" -s q -l quiet -d 'Tell errors only'
complete -c chatwire -n "__fish_chatwire_using_subcommand diff" -s v -l verbose -d 'Tell each loss, not their sum'
complete -c chatwire -n "__fish_chatwire_using_subcommand diff" -s h -l help -d 'Print help'
complete -c chatwire -n "__fish_chatwire_using_subcommand detect" -l max-frame -d 'Longest frame to read; K, M and G are understood' -r
complete -c chatwire -n "__fish_chatwire_using_subcommand detect" -s o -l output -d 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz' -r -F
complete -c chatwire -n "__fish_chatwire_using_subcommand detect" -l report -d 'Reports as text for a person, a JSON object a line, or what CI servers read' -r -f -a "text\t''
json\t''
github\t''
sarif\t''
junit\t''"
complete -c chatwire -n "__fish_chatwire_using_subcommand detect" -l color -d 'When to colour reports' -r -f -a "auto\t''
always\t''
never\t''"
complete -c chatwire -n "__fish_chatwire_using_subcommand detect" -s q -l quiet -d 'Tell errors only'
complete -c chatwire -n "__fish_chatwire_using_subcommand detect" -s v -l verbose -d 'Tell each loss, not their sum'
complete -c chatwire -n "__fish_chatwire_using_subcommand detect" -s h -l help -d 'Print help'
complete -c chatwire -n "__fish_chatwire_using_subcommand formats" -s o -l output -d 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz' -r -F
complete -c chatwire -n "__fish_chatwire_using_subcommand formats" -l report -d 'Reports as text for a person, a JSON object a line, or what CI servers read' -r -f -a "text\t''
json\t''
github\t''
sarif\t''
junit\t''"
complete -c chatwire -n "__fish_chatwire_using_subcommand formats" -l color -d 'When to colour reports' -r -f -a "auto\t''
always\t''
never\t''"
complete -c chatwire -n "__fish_chatwire_using_subcommand formats" -s q -l quiet -d 'Tell errors only'
complete -c chatwire -n "__fish_chatwire_using_subcommand formats" -s v -l verbose -d 'Tell each loss, not their sum'
complete -c chatwire -n "__fish_chatwire_using_subcommand formats" -s h -l help -d 'Print help'
complete -c chatwire -n "__fish_chatwire_using_subcommand explain" -s o -l output -d 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz' -r -F
complete -c chatwire -n "__fish_chatwire_using_subcommand explain" -l report -d 'Reports as text for a person, a JSON object a line, or what CI servers read' -r -f -a "text\t''
json\t''
github\t''
sarif\t''
junit\t''"
complete -c chatwire -n "__fish_chatwire_using_subcommand explain" -l color -d 'When to colour reports' -r -f -a "auto\t''
always\t''
never\t''"
complete -c chatwire -n "__fish_chatwire_using_subcommand explain" -s q -l quiet -d 'Tell errors only'
complete -c chatwire -n "__fish_chatwire_using_subcommand explain" -s v -l verbose -d 'Tell each loss, not their sum'
complete -c chatwire -n "__fish_chatwire_using_subcommand explain" -s h -l help -d 'Print help'
complete -c chatwire -n "__fish_chatwire_using_subcommand completions" -s o -l output -d 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz' -r -F
complete -c chatwire -n "__fish_chatwire_using_subcommand completions" -l report -d 'Reports as text for a person, a JSON object a line, or what CI servers read' -r -f -a "text\t''
json\t''
github\t''
sarif\t''
junit\t''"
complete -c chatwire -n "__fish_chatwire_using_subcommand completions" -l color -d 'When to colour reports' -r -f -a "auto\t''
always\t''
never\t''"
complete -c chatwire -n "__fish_chatwire_using_subcommand completions" -s q -l quiet -d 'Tell errors only'
complete -c chatwire -n "__fish_chatwire_using_subcommand completions" -s v -l verbose -d 'Tell each loss, not their sum'
complete -c chatwire -n "__fish_chatwire_using_subcommand completions" -s h -l help -d 'Print help'
