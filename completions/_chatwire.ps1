
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'chatwire' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'chatwire'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'chatwire' {
            [CompletionResult]::new('--to', '--to', [CompletionResultType]::ParameterName, 'Format or family to write')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Format or family of the input [default: found out]')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Format or family of the input [default: found out]')
            [CompletionResult]::new('--on-error', '--on-error', [CompletionResultType]::ParameterName, 'A record that can''t be read is left out, written as it was, or ends the run')
            [CompletionResult]::new('--at', '--at', [CompletionResultType]::ParameterName, 'Convert only this member of each record, and copy the rest; may be given again')
            [CompletionResult]::new('--rejects', '--rejects', [CompletionResultType]::ParameterName, 'File for the records that can''t be read: each as a JSON object with the reason')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Cores to read a log on [default: all; one for a live input]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Cores to read a log on [default: all; one for a live input]')
            [CompletionResult]::new('--max-frame', '--max-frame', [CompletionResultType]::ParameterName, 'Longest frame to read; K, M and G are understood')
            [CompletionResult]::new('--out-dir', '--out-dir', [CompletionResultType]::ParameterName, 'Directory to write a file to for each input, named like it; INPUT may be directories')
            [CompletionResult]::new('--framing', '--framing', [CompletionResultType]::ParameterName, 'Framing of the output [default: the format''s own]')
            [CompletionResult]::new('--on-loss', '--on-loss', [CompletionResultType]::ParameterName, 'What the target can''t say is reported, ignored, or reported with exit code 1')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Reports as text for a person, a JSON object a line, or what CI servers read')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour reports')
            [CompletionResult]::new('--pretty', '--pretty', [CompletionResultType]::ParameterName, 'Indent documents')
            [CompletionResult]::new('--carry', '--carry', [CompletionResultType]::ParameterName, 'Let what the target can''t say ride along in it, so that converting back with --carry gives the input again')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Tell errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Tell errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Tell each loss, not their sum')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Tell each loss, not their sum')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('fold', 'fold', [CompletionResultType]::ParameterValue, 'Write a stream as the messages it adds up to')
            [CompletionResult]::new('validate', 'validate', [CompletionResultType]::ParameterValue, 'Tell what is wrong with a stream or document')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Tell whether two inputs say the same, in any two formats')
            [CompletionResult]::new('detect', 'detect', [CompletionResultType]::ParameterValue, 'Tell the wire format and framing, and why')
            [CompletionResult]::new('formats', 'formats', [CompletionResultType]::ParameterValue, 'List the wire formats, or tell what a pair keeps and loses')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Tell what a rule of validate is about, or list all rules')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Write a completion script for a shell')
            break
        }
        'chatwire;fold' {
            [CompletionResult]::new('--to', '--to', [CompletionResultType]::ParameterName, 'Format or family to write [default: the family of the stream]')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Format or family of the input [default: found out]')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Format or family of the input [default: found out]')
            [CompletionResult]::new('--on-error', '--on-error', [CompletionResultType]::ParameterName, 'A record that can''t be read is left out, written as it was, or ends the run')
            [CompletionResult]::new('--at', '--at', [CompletionResultType]::ParameterName, 'Convert only this member of each record, and copy the rest; may be given again')
            [CompletionResult]::new('--rejects', '--rejects', [CompletionResultType]::ParameterName, 'File for the records that can''t be read: each as a JSON object with the reason')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Cores to read a log on [default: all; one for a live input]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Cores to read a log on [default: all; one for a live input]')
            [CompletionResult]::new('--max-frame', '--max-frame', [CompletionResultType]::ParameterName, 'Longest frame to read; K, M and G are understood')
            [CompletionResult]::new('--out-dir', '--out-dir', [CompletionResultType]::ParameterName, 'Directory to write a file to for each input, named like it; INPUT may be directories')
            [CompletionResult]::new('--framing', '--framing', [CompletionResultType]::ParameterName, 'Framing of the output [default: the format''s own]')
            [CompletionResult]::new('--on-loss', '--on-loss', [CompletionResultType]::ParameterName, 'What the target can''t say is reported, ignored, or reported with exit code 1')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Reports as text for a person, a JSON object a line, or what CI servers read')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour reports')
            [CompletionResult]::new('--pretty', '--pretty', [CompletionResultType]::ParameterName, 'Indent documents')
            [CompletionResult]::new('--carry', '--carry', [CompletionResultType]::ParameterName, 'Let what the target can''t say ride along in it, so that converting back with --carry gives the input again')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Tell errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Tell errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Tell each loss, not their sum')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Tell each loss, not their sum')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'chatwire;validate' {
            [CompletionResult]::new('--max-frame', '--max-frame', [CompletionResultType]::ParameterName, 'Longest frame to read; K, M and G are understood')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Format or family of the input [default: found out]')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Format or family of the input [default: found out]')
            [CompletionResult]::new('--select', '--select', [CompletionResultType]::ParameterName, 'Tell these rules or families alone')
            [CompletionResult]::new('--ignore', '--ignore', [CompletionResultType]::ParameterName, 'Do not tell these rules or families')
            [CompletionResult]::new('--severity', '--severity', [CompletionResultType]::ParameterName, 'Give a rule or family another level: error, warning, note or off')
            [CompletionResult]::new('--max-warnings', '--max-warnings', [CompletionResultType]::ParameterName, 'Exit with 1 where there are more warnings than this')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Reports as text for a person, a JSON object a line, or what CI servers read')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour reports')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Refuse also what a tolerant client lets pass: unknown fields, nulls')
            [CompletionResult]::new('--partial', '--partial', [CompletionResultType]::ParameterName, 'The input is a piece of a stream: its start and end may be missing')
            [CompletionResult]::new('--show-config', '--show-config', [CompletionResultType]::ParameterName, 'Print the settings that hold here, as chatwire.toml would have them')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Tell errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Tell errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Tell each loss, not their sum')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Tell each loss, not their sum')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'chatwire;diff' {
            [CompletionResult]::new('--ignore', '--ignore', [CompletionResultType]::ParameterName, 'What to leave out, such as `usage,reasoning`')
            [CompletionResult]::new('-f', '-f', [CompletionResultType]::ParameterName, 'Format or family of both, or `A,B` of each [default: found out]')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Format or family of both, or `A,B` of each [default: found out]')
            [CompletionResult]::new('--max-frame', '--max-frame', [CompletionResultType]::ParameterName, 'Longest frame to read; K, M and G are understood')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Reports as text for a person, a JSON object a line, or what CI servers read')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour reports')
            [CompletionResult]::new('--exact', '--exact', [CompletionResultType]::ParameterName, 'Compare every leaf: ids, times and metadata too')
            [CompletionResult]::new('--events', '--events', [CompletionResultType]::ParameterName, 'Compare event by event, chunk by chunk, in constant memory')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Tell errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Tell errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Tell each loss, not their sum')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Tell each loss, not their sum')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'chatwire;detect' {
            [CompletionResult]::new('--max-frame', '--max-frame', [CompletionResultType]::ParameterName, 'Longest frame to read; K, M and G are understood')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Reports as text for a person, a JSON object a line, or what CI servers read')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour reports')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Tell errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Tell errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Tell each loss, not their sum')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Tell each loss, not their sum')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'chatwire;formats' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Reports as text for a person, a JSON object a line, or what CI servers read')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour reports')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Tell errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Tell errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Tell each loss, not their sum')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Tell each loss, not their sum')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'chatwire;explain' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Reports as text for a person, a JSON object a line, or what CI servers read')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour reports')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Tell errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Tell errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Tell each loss, not their sum')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Tell each loss, not their sum')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'chatwire;completions' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz')
            [CompletionResult]::new('--report', '--report', [CompletionResultType]::ParameterName, 'Reports as text for a person, a JSON object a line, or what CI servers read')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour reports')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Tell errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Tell errors only')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Tell each loss, not their sum')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Tell each loss, not their sum')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
