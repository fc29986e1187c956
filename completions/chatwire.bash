_chatwire() {
    local i cur prev opts cmd
    COMPREPLY=()
    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
        cur="$2"
    else
        cur="${COMP_WORDS[COMP_CWORD]}"
    fi
    prev="$3"
    cmd=""
    opts=""

    for i in "${COMP_WORDS[@]:0:COMP_CWORD}"
    do
        case "${cmd},${i}" in
            ",$1")
                cmd="chatwire"
                ;;
            chatwire,completions)
                cmd="chatwire__subcmd__completions"
                ;;
            chatwire,detect)
                cmd="chatwire__subcmd__detect"
                ;;
            chatwire,diff)
                cmd="chatwire__subcmd__diff"
                ;;
            chatwire,explain)
                cmd="chatwire__subcmd__explain"
                ;;
            chatwire,fold)
                cmd="chatwire__subcmd__fold"
                ;;
            chatwire,formats)
                cmd="chatwire__subcmd__formats"
                ;;
            chatwire,validate)
                cmd="chatwire__subcmd__validate"
                ;;
            *)
                ;;
        esac
    done

    case "${cmd}" in
        chatwire)
            opts="-f -j -o -q -v -h -V --to --from --on-error --at --rejects --jobs --max-frame --out-dir --framing --pretty --carry --on-loss --output --report --color --quiet --verbose --help --version fold validate diff detect formats explain completions"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 1 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --to)
                    COMPREPLY=($(compgen -W "openai-messages openai-request openai-response openai-stream anthropic-messages anthropic-request anthropic-response anthropic-stream vercel-messages vercel-request vercel-stream vercel-stream@agenta ag-ui-messages ag-ui-request ag-ui-stream ag-ui-stream@stackbone agenta-messages agenta-request agenta-response agenta-request@vercel agenta-response@vercel agenta-stream terminal-use-messages terminal-use-response native native-stream openai anthropic vercel ag-ui agenta terminal-use native" -- "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "openai-messages openai-request openai-response openai-stream anthropic-messages anthropic-request anthropic-response anthropic-stream vercel-messages vercel-request vercel-stream vercel-stream@agenta ag-ui-messages ag-ui-request ag-ui-stream ag-ui-stream@stackbone agenta-messages agenta-request agenta-response agenta-request@vercel agenta-response@vercel agenta-stream terminal-use-messages terminal-use-response native native-stream openai anthropic vercel ag-ui agenta terminal-use native" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "openai-messages openai-request openai-response openai-stream anthropic-messages anthropic-request anthropic-response anthropic-stream vercel-messages vercel-request vercel-stream vercel-stream@agenta ag-ui-messages ag-ui-request ag-ui-stream ag-ui-stream@stackbone agenta-messages agenta-request agenta-response agenta-request@vercel agenta-response@vercel agenta-stream terminal-use-messages terminal-use-response native native-stream openai anthropic vercel ag-ui agenta terminal-use native" -- "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "skip keep stop" -- "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-frame)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --out-dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --framing)
                    COMPREPLY=($(compgen -W "sse ndjson json" -- "${cur}"))
                    return 0
                    ;;
                --on-loss)
                    COMPREPLY=($(compgen -W "report ignore fail" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -W "text json github sarif junit" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chatwire__subcmd__completions)
            opts="-o -q -v -h --output --report --color --quiet --verbose --help bash elvish fish powershell zsh"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -W "text json github sarif junit" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chatwire__subcmd__detect)
            opts="-o -q -v -h --max-frame --output --report --color --quiet --verbose --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --max-frame)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -W "text json github sarif junit" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chatwire__subcmd__diff)
            opts="-f -o -q -v -h --exact --events --ignore --from --max-frame --output --report --color --quiet --verbose --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --ignore)
                    COMPREPLY=($(compgen -W "text reasoning refusals calls results files sources data approvals errors raw finish usage model names tools params state interrupts ids times metadata borders" -- "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "openai-messages openai-request openai-response openai-stream anthropic-messages anthropic-request anthropic-response anthropic-stream vercel-messages vercel-request vercel-stream vercel-stream@agenta ag-ui-messages ag-ui-request ag-ui-stream ag-ui-stream@stackbone agenta-messages agenta-request agenta-response agenta-request@vercel agenta-response@vercel agenta-stream terminal-use-messages terminal-use-response native native-stream openai anthropic vercel ag-ui agenta terminal-use native" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "openai-messages openai-request openai-response openai-stream anthropic-messages anthropic-request anthropic-response anthropic-stream vercel-messages vercel-request vercel-stream vercel-stream@agenta ag-ui-messages ag-ui-request ag-ui-stream ag-ui-stream@stackbone agenta-messages agenta-request agenta-response agenta-request@vercel agenta-response@vercel agenta-stream terminal-use-messages terminal-use-response native native-stream openai anthropic vercel ag-ui agenta terminal-use native" -- "${cur}"))
                    return 0
                    ;;
                --max-frame)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -W "text json github sarif junit" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chatwire__subcmd__explain)
            opts="-o -q -v -h --output --report --color --quiet --verbose --help frame/too-long frame/noise frame/event-not-separated frame/glued frame/bare-json frame/keepalive-as-data frame/not-a-field frame/two-values frame/cut-short frame/trailing-data frame/not-json frame/brackets frame/open-string frame/comma frame/arguments-not-json frame/arguments-not-object frame/arguments-resent frame/empty frame/no-reply frame/not-utf8 json/cut-short json/invalid json/unexpected-kind frame/tie json/duplicate-key json/lone-surrogate frame/call-id-repeated frame/success-after-error frame/usage-shrinks frame/carry-changed frame/carry-cut-short frame/carry-late frame/carry-refused frame/unknown-format frame/several-documents frame/no-member openai/missing-member openai/wrong-type openai/unknown-word openai/unknown-kind openai/unknown-role openai/part-in-other-role openai/null openai/null-read openai/empty-list openai/unknown-member openai/misspelt-member openai/not-a-message openai/role-missing openai/tool-call-id-missing openai/vendor-part openai/vendor-spelling openai/vendor-word openai/vendor-tool openai/type-missing openai/content-in-parts openai/header-missing openai/other-object openai/other-tier openai/other-annotation openai/data-url openai/call-unanswered openai/result-without-call openai/answered-twice openai/call-id-twice openai/function-without-call openai/empty-tool-calls openai/says-nothing openai/system-late openai/system-twice openai/name-illegal openai/tool-name-repeated openai/tool-choice-unknown openai/tool-choice-alone openai/parameters-not-object openai/stream-options-alone openai/max-tokens-twice openai/top-logprobs-alone openai/out-of-range openai/json-not-mentioned openai/error-body openai/message-missing openai/finish-unknown openai/tool-calls-missing openai/finish-with-calls openai/choice-repeated openai/usage-total openai/not-a-chunk openai/choices-missing openai/choices-null openai/choice-index openai/choice-index-counts openai/choice-gap openai/chunk-member-missing openai/chunk-type openai/chunk-word openai/id-changes openai/second-reply openai/usage-without-id openai/tool-index-missing openai/tool-gap openai/tool-type-missing openai/tool-body-missing openai/tool-nameless openai/tool-id-missing openai/tool-id-changes openai/tool-name-late openai/arguments-after-finish openai/function-call-nameless openai/error-in-stream openai/delta-role-missing openai/finish-missing openai/finish-twice openai/content-after-finish openai/end-missing openai/no-choices openai/choices-empty openai/after-done anthropic/missing-member anthropic/wrong-type anthropic/unknown-word anthropic/unknown-kind anthropic/unknown-role anthropic/null anthropic/null-read anthropic/empty-list anthropic/unknown-member anthropic/misspelt-member anthropic/role-missing anthropic/content-kind anthropic/tool-name-missing anthropic/max-tokens-missing anthropic/signature-missing anthropic/beta-block anthropic/block-in-other-role anthropic/first-not-user anthropic/role-twice anthropic/call-unanswered anthropic/result-without-call anthropic/result-late anthropic/answered-twice anthropic/result-not-first anthropic/call-id-twice anthropic/server-call-unanswered anthropic/server-result-without-call anthropic/id-illegal anthropic/name-illegal anthropic/blank-message anthropic/blank-text anthropic/empty-content anthropic/trailing-space anthropic/system-misplaced anthropic/cached-thinking anthropic/tool-name-repeated anthropic/tool-choice-unknown anthropic/tool-choice-alone anthropic/schema-not-object anthropic/thinking-budget anthropic/thinking-with-limits anthropic/thinking-left-out anthropic/out-of-range anthropic/blank-stop anthropic/too-many-breakpoints anthropic/error-body anthropic/calls-missing anthropic/stop-with-calls anthropic/stop-reason-missing anthropic/stop-sequence-stray anthropic/block-missing anthropic/block-started-twice anthropic/blocks-interleaved anthropic/index-gap anthropic/index-missing anthropic/delta-outside-block anthropic/delta-of-other-kind anthropic/stop-outside-block anthropic/block-not-closed anthropic/input-twice anthropic/signature-twice anthropic/thinking-unsealed anthropic/unknown-block anthropic/unknown-delta anthropic/unknown-event anthropic/event-member-missing anthropic/event-type anthropic/unknown-stop-reason anthropic/message-role anthropic/message-start-missing anthropic/message-start-twice anthropic/message-inside-message anthropic/several-messages anthropic/event-outside-message anthropic/after-stop anthropic/message-delta-missing anthropic/message-delta-early anthropic/message-stop-missing anthropic/error-in-stream anthropic/event-name-missing anthropic/event-name-differs anthropic/done anthropic/done-named vercel/missing-member vercel/wrong-type vercel/unknown-word vercel/null vercel/empty-list vercel/unknown-member vercel/misspelt-member vercel/flat-metadata vercel/forbidden-key vercel/no-type vercel/unknown-chunk vercel/full-stream vercel/unknown-part vercel/old-part vercel/chunk-in-message vercel/finish-reason vercel/no-name vercel/kind-without-provider vercel/padded-sentinel vercel/delta-without-start vercel/end-without-start vercel/start-without-end vercel/delta-after-step vercel/open-at-end vercel/step-open vercel/step-not-open vercel/second-start vercel/before-start vercel/after-finish vercel/after-sentinel vercel/after-error vercel/no-finish vercel/abort vercel/metadata-clash vercel/metadata-not-object vercel/output-without-call vercel/output-before-input vercel/output-twice vercel/goes-back vercel/renamed vercel/kind-changes vercel/call-unfinished vercel/preliminary-left vercel/answer-without-request vercel/answered-twice vercel/asked-again vercel/approval-id-repeated vercel/output-unapproved vercel/denied-unasked vercel/input-encoded-twice vercel/no-id vercel/no-role vercel/unknown-role vercel/no-parts vercel/plain-message vercel/old-member vercel/message-id-repeated vercel/call-id-repeated vercel/call-without-result vercel/call-left-streaming vercel/pending-approval vercel/unknown-trigger vercel/part-of-other-role vercel/text-after-result vercel/file-url vercel/media-type-differs vercel/no-state vercel/unknown-state vercel/other-state vercel/approval-contradicts vercel/old-raw-input ag-ui/missing-member ag-ui/wrong-type ag-ui/unknown-word ag-ui/null ag-ui/null-read ag-ui/empty-list ag-ui/unknown-member ag-ui/misspelt-member ag-ui/unknown-kind ag-ui/unknown-event ag-ui/old-event ag-ui/unknown-role ag-ui/unknown-part ag-ui/unknown-call ag-ui/unknown-outcome ag-ui/no-type ag-ui/outside-run ag-ui/nested-run ag-ui/after-end ag-ui/no-end ag-ui/sentinel ag-ui/not-open ag-ui/already-open ag-ui/open-at-end ag-ui/already-running ag-ui/not-running ag-ui/other-run-id ag-ui/chunk-without-id ag-ui/chunk-conflict ag-ui/ambiguous-chunk ag-ui/call-again ag-ui/message-again ag-ui/interrupt-twice ag-ui/other-speaker ag-ui/parent-role ag-ui/unknown-call-id ag-ui/result-before-end ag-ui/result-twice ag-ui/patch-failed ag-ui/unknown-operation ag-ui/unknown-activity ag-ui/unknown-entity ag-ui/message-id-repeated ag-ui/call-id-twice ag-ui/result-without-call ag-ui/tool-name-repeated ag-ui/other-owner ag-ui/subagent-again ag-ui/unknown-parent-subagent ag-ui/reserved-metadata agenta/missing-member agenta/event-member-kind agenta/wrong-type agenta/unknown-word agenta/null agenta/unknown-member agenta/misspelt-member agenta/snake-case agenta/two-spellings agenta/unknown-event agenta/unknown-block agenta/unknown-role agenta/type-missing agenta/sentinel agenta/done-missing agenta/goes-on agenta/id-missing agenta/delta-not-text agenta/delta-without-start agenta/end-without-start agenta/start-twice agenta/text-left-open agenta/file-without-url agenta/data-without-name agenta/unknown-stop-reason agenta/paused-without-request agenta/no-output agenta/name-changed agenta/call-without-id agenta/call-without-name agenta/result-without-call agenta/result-twice agenta/call-id-twice agenta/approval-without-call agenta/approval-of-unknown-call agenta/request-twice agenta/role-missing agenta/role-kind agenta/content-kind agenta/block-kind agenta/text-not-string agenta/file-without-place agenta/folded-message agenta/foreign-calls agenta/messages-missing agenta/outputs-missing agenta/pending-without-pause agenta/paused-without-pending terminal-use/missing-member terminal-use/wrong-type terminal-use/null terminal-use/empty-parts terminal-use/unknown-member terminal-use/misspelt-member terminal-use/snake-case terminal-use/file-incomplete terminal-use/data-missing terminal-use/type-missing terminal-use/part-unknown terminal-use/vercel-part terminal-use/id-missing terminal-use/role-missing terminal-use/role-unknown terminal-use/parts-missing terminal-use/created-at terminal-use/message-id-repeated terminal-use/more-pages terminal-use/no-cursor terminal-use/tool-without-id terminal-use/input-not-object terminal-use/state-unknown terminal-use/output-missing terminal-use/error-text-missing terminal-use/early-output terminal-use/call-id-repeated terminal-use/call-without-result native/version native/missing-member native/wrong-type native/unknown-word native/unknown-part native/unknown-member native/other-member native/call-id-twice native/result-without-call native/tool-name-repeated native/error-and-stop native/unknown-event native/outside-run native/run-in-run native/left-open native/no-end native/repeated-key native/message-not-started native/part-not-open native/delta-kind native/extra loss/dropped loss/narrowed loss/invented loss/moved frame json frame json frame openai anthropic vercel ag-ui agenta terminal-use native loss"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -W "text json github sarif junit" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chatwire__subcmd__fold)
            opts="-f -j -o -q -v -h --to --from --on-error --at --rejects --jobs --max-frame --out-dir --framing --pretty --carry --on-loss --output --report --color --quiet --verbose --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --to)
                    COMPREPLY=($(compgen -W "openai-messages openai-request openai-response openai-stream anthropic-messages anthropic-request anthropic-response anthropic-stream vercel-messages vercel-request vercel-stream vercel-stream@agenta ag-ui-messages ag-ui-request ag-ui-stream ag-ui-stream@stackbone agenta-messages agenta-request agenta-response agenta-request@vercel agenta-response@vercel agenta-stream terminal-use-messages terminal-use-response native native-stream openai anthropic vercel ag-ui agenta terminal-use native" -- "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "openai-messages openai-request openai-response openai-stream anthropic-messages anthropic-request anthropic-response anthropic-stream vercel-messages vercel-request vercel-stream vercel-stream@agenta ag-ui-messages ag-ui-request ag-ui-stream ag-ui-stream@stackbone agenta-messages agenta-request agenta-response agenta-request@vercel agenta-response@vercel agenta-stream terminal-use-messages terminal-use-response native native-stream openai anthropic vercel ag-ui agenta terminal-use native" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "openai-messages openai-request openai-response openai-stream anthropic-messages anthropic-request anthropic-response anthropic-stream vercel-messages vercel-request vercel-stream vercel-stream@agenta ag-ui-messages ag-ui-request ag-ui-stream ag-ui-stream@stackbone agenta-messages agenta-request agenta-response agenta-request@vercel agenta-response@vercel agenta-stream terminal-use-messages terminal-use-response native native-stream openai anthropic vercel ag-ui agenta terminal-use native" -- "${cur}"))
                    return 0
                    ;;
                --on-error)
                    COMPREPLY=($(compgen -W "skip keep stop" -- "${cur}"))
                    return 0
                    ;;
                --at)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --rejects)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --jobs)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-frame)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --out-dir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --framing)
                    COMPREPLY=($(compgen -W "sse ndjson json" -- "${cur}"))
                    return 0
                    ;;
                --on-loss)
                    COMPREPLY=($(compgen -W "report ignore fail" -- "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -W "text json github sarif junit" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chatwire__subcmd__formats)
            opts="-o -q -v -h --output --report --color --quiet --verbose --help openai-messages openai-request openai-response openai-stream anthropic-messages anthropic-request anthropic-response anthropic-stream vercel-messages vercel-request vercel-stream vercel-stream@agenta ag-ui-messages ag-ui-request ag-ui-stream ag-ui-stream@stackbone agenta-messages agenta-request agenta-response agenta-request@vercel agenta-response@vercel agenta-stream terminal-use-messages terminal-use-response native native-stream openai anthropic vercel ag-ui agenta terminal-use native openai-messages openai-request openai-response openai-stream anthropic-messages anthropic-request anthropic-response anthropic-stream vercel-messages vercel-request vercel-stream vercel-stream@agenta ag-ui-messages ag-ui-request ag-ui-stream ag-ui-stream@stackbone agenta-messages agenta-request agenta-response agenta-request@vercel agenta-response@vercel agenta-stream terminal-use-messages terminal-use-response native native-stream openai anthropic vercel ag-ui agenta terminal-use native"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -W "text json github sarif junit" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
        chatwire__subcmd__validate)
            opts="-f -o -q -v -h --max-frame --from --strict --partial --select --ignore --severity --max-warnings --show-config --output --report --color --quiet --verbose --help"
            if [[ ${cur} == -* || ${COMP_CWORD} -eq 2 ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --max-frame)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --from)
                    COMPREPLY=($(compgen -W "openai-messages openai-request openai-response openai-stream anthropic-messages anthropic-request anthropic-response anthropic-stream vercel-messages vercel-request vercel-stream vercel-stream@agenta ag-ui-messages ag-ui-request ag-ui-stream ag-ui-stream@stackbone agenta-messages agenta-request agenta-response agenta-request@vercel agenta-response@vercel agenta-stream terminal-use-messages terminal-use-response native native-stream openai anthropic vercel ag-ui agenta terminal-use native" -- "${cur}"))
                    return 0
                    ;;
                -f)
                    COMPREPLY=($(compgen -W "openai-messages openai-request openai-response openai-stream anthropic-messages anthropic-request anthropic-response anthropic-stream vercel-messages vercel-request vercel-stream vercel-stream@agenta ag-ui-messages ag-ui-request ag-ui-stream ag-ui-stream@stackbone agenta-messages agenta-request agenta-response agenta-request@vercel agenta-response@vercel agenta-stream terminal-use-messages terminal-use-response native native-stream openai anthropic vercel ag-ui agenta terminal-use native" -- "${cur}"))
                    return 0
                    ;;
                --select)
                    COMPREPLY=($(compgen -W "frame/too-long frame/noise frame/event-not-separated frame/glued frame/bare-json frame/keepalive-as-data frame/not-a-field frame/two-values frame/cut-short frame/trailing-data frame/not-json frame/brackets frame/open-string frame/comma frame/arguments-not-json frame/arguments-not-object frame/arguments-resent frame/empty frame/no-reply frame/not-utf8 json/cut-short json/invalid json/unexpected-kind frame/tie json/duplicate-key json/lone-surrogate frame/call-id-repeated frame/success-after-error frame/usage-shrinks frame/carry-changed frame/carry-cut-short frame/carry-late frame/carry-refused frame/unknown-format frame/several-documents frame/no-member openai/missing-member openai/wrong-type openai/unknown-word openai/unknown-kind openai/unknown-role openai/part-in-other-role openai/null openai/null-read openai/empty-list openai/unknown-member openai/misspelt-member openai/not-a-message openai/role-missing openai/tool-call-id-missing openai/vendor-part openai/vendor-spelling openai/vendor-word openai/vendor-tool openai/type-missing openai/content-in-parts openai/header-missing openai/other-object openai/other-tier openai/other-annotation openai/data-url openai/call-unanswered openai/result-without-call openai/answered-twice openai/call-id-twice openai/function-without-call openai/empty-tool-calls openai/says-nothing openai/system-late openai/system-twice openai/name-illegal openai/tool-name-repeated openai/tool-choice-unknown openai/tool-choice-alone openai/parameters-not-object openai/stream-options-alone openai/max-tokens-twice openai/top-logprobs-alone openai/out-of-range openai/json-not-mentioned openai/error-body openai/message-missing openai/finish-unknown openai/tool-calls-missing openai/finish-with-calls openai/choice-repeated openai/usage-total openai/not-a-chunk openai/choices-missing openai/choices-null openai/choice-index openai/choice-index-counts openai/choice-gap openai/chunk-member-missing openai/chunk-type openai/chunk-word openai/id-changes openai/second-reply openai/usage-without-id openai/tool-index-missing openai/tool-gap openai/tool-type-missing openai/tool-body-missing openai/tool-nameless openai/tool-id-missing openai/tool-id-changes openai/tool-name-late openai/arguments-after-finish openai/function-call-nameless openai/error-in-stream openai/delta-role-missing openai/finish-missing openai/finish-twice openai/content-after-finish openai/end-missing openai/no-choices openai/choices-empty openai/after-done anthropic/missing-member anthropic/wrong-type anthropic/unknown-word anthropic/unknown-kind anthropic/unknown-role anthropic/null anthropic/null-read anthropic/empty-list anthropic/unknown-member anthropic/misspelt-member anthropic/role-missing anthropic/content-kind anthropic/tool-name-missing anthropic/max-tokens-missing anthropic/signature-missing anthropic/beta-block anthropic/block-in-other-role anthropic/first-not-user anthropic/role-twice anthropic/call-unanswered anthropic/result-without-call anthropic/result-late anthropic/answered-twice anthropic/result-not-first anthropic/call-id-twice anthropic/server-call-unanswered anthropic/server-result-without-call anthropic/id-illegal anthropic/name-illegal anthropic/blank-message anthropic/blank-text anthropic/empty-content anthropic/trailing-space anthropic/system-misplaced anthropic/cached-thinking anthropic/tool-name-repeated anthropic/tool-choice-unknown anthropic/tool-choice-alone anthropic/schema-not-object anthropic/thinking-budget anthropic/thinking-with-limits anthropic/thinking-left-out anthropic/out-of-range anthropic/blank-stop anthropic/too-many-breakpoints anthropic/error-body anthropic/calls-missing anthropic/stop-with-calls anthropic/stop-reason-missing anthropic/stop-sequence-stray anthropic/block-missing anthropic/block-started-twice anthropic/blocks-interleaved anthropic/index-gap anthropic/index-missing anthropic/delta-outside-block anthropic/delta-of-other-kind anthropic/stop-outside-block anthropic/block-not-closed anthropic/input-twice anthropic/signature-twice anthropic/thinking-unsealed anthropic/unknown-block anthropic/unknown-delta anthropic/unknown-event anthropic/event-member-missing anthropic/event-type anthropic/unknown-stop-reason anthropic/message-role anthropic/message-start-missing anthropic/message-start-twice anthropic/message-inside-message anthropic/several-messages anthropic/event-outside-message anthropic/after-stop anthropic/message-delta-missing anthropic/message-delta-early anthropic/message-stop-missing anthropic/error-in-stream anthropic/event-name-missing anthropic/event-name-differs anthropic/done anthropic/done-named vercel/missing-member vercel/wrong-type vercel/unknown-word vercel/null vercel/empty-list vercel/unknown-member vercel/misspelt-member vercel/flat-metadata vercel/forbidden-key vercel/no-type vercel/unknown-chunk vercel/full-stream vercel/unknown-part vercel/old-part vercel/chunk-in-message vercel/finish-reason vercel/no-name vercel/kind-without-provider vercel/padded-sentinel vercel/delta-without-start vercel/end-without-start vercel/start-without-end vercel/delta-after-step vercel/open-at-end vercel/step-open vercel/step-not-open vercel/second-start vercel/before-start vercel/after-finish vercel/after-sentinel vercel/after-error vercel/no-finish vercel/abort vercel/metadata-clash vercel/metadata-not-object vercel/output-without-call vercel/output-before-input vercel/output-twice vercel/goes-back vercel/renamed vercel/kind-changes vercel/call-unfinished vercel/preliminary-left vercel/answer-without-request vercel/answered-twice vercel/asked-again vercel/approval-id-repeated vercel/output-unapproved vercel/denied-unasked vercel/input-encoded-twice vercel/no-id vercel/no-role vercel/unknown-role vercel/no-parts vercel/plain-message vercel/old-member vercel/message-id-repeated vercel/call-id-repeated vercel/call-without-result vercel/call-left-streaming vercel/pending-approval vercel/unknown-trigger vercel/part-of-other-role vercel/text-after-result vercel/file-url vercel/media-type-differs vercel/no-state vercel/unknown-state vercel/other-state vercel/approval-contradicts vercel/old-raw-input ag-ui/missing-member ag-ui/wrong-type ag-ui/unknown-word ag-ui/null ag-ui/null-read ag-ui/empty-list ag-ui/unknown-member ag-ui/misspelt-member ag-ui/unknown-kind ag-ui/unknown-event ag-ui/old-event ag-ui/unknown-role ag-ui/unknown-part ag-ui/unknown-call ag-ui/unknown-outcome ag-ui/no-type ag-ui/outside-run ag-ui/nested-run ag-ui/after-end ag-ui/no-end ag-ui/sentinel ag-ui/not-open ag-ui/already-open ag-ui/open-at-end ag-ui/already-running ag-ui/not-running ag-ui/other-run-id ag-ui/chunk-without-id ag-ui/chunk-conflict ag-ui/ambiguous-chunk ag-ui/call-again ag-ui/message-again ag-ui/interrupt-twice ag-ui/other-speaker ag-ui/parent-role ag-ui/unknown-call-id ag-ui/result-before-end ag-ui/result-twice ag-ui/patch-failed ag-ui/unknown-operation ag-ui/unknown-activity ag-ui/unknown-entity ag-ui/message-id-repeated ag-ui/call-id-twice ag-ui/result-without-call ag-ui/tool-name-repeated ag-ui/other-owner ag-ui/subagent-again ag-ui/unknown-parent-subagent ag-ui/reserved-metadata agenta/missing-member agenta/event-member-kind agenta/wrong-type agenta/unknown-word agenta/null agenta/unknown-member agenta/misspelt-member agenta/snake-case agenta/two-spellings agenta/unknown-event agenta/unknown-block agenta/unknown-role agenta/type-missing agenta/sentinel agenta/done-missing agenta/goes-on agenta/id-missing agenta/delta-not-text agenta/delta-without-start agenta/end-without-start agenta/start-twice agenta/text-left-open agenta/file-without-url agenta/data-without-name agenta/unknown-stop-reason agenta/paused-without-request agenta/no-output agenta/name-changed agenta/call-without-id agenta/call-without-name agenta/result-without-call agenta/result-twice agenta/call-id-twice agenta/approval-without-call agenta/approval-of-unknown-call agenta/request-twice agenta/role-missing agenta/role-kind agenta/content-kind agenta/block-kind agenta/text-not-string agenta/file-without-place agenta/folded-message agenta/foreign-calls agenta/messages-missing agenta/outputs-missing agenta/pending-without-pause agenta/paused-without-pending terminal-use/missing-member terminal-use/wrong-type terminal-use/null terminal-use/empty-parts terminal-use/unknown-member terminal-use/misspelt-member terminal-use/snake-case terminal-use/file-incomplete terminal-use/data-missing terminal-use/type-missing terminal-use/part-unknown terminal-use/vercel-part terminal-use/id-missing terminal-use/role-missing terminal-use/role-unknown terminal-use/parts-missing terminal-use/created-at terminal-use/message-id-repeated terminal-use/more-pages terminal-use/no-cursor terminal-use/tool-without-id terminal-use/input-not-object terminal-use/state-unknown terminal-use/output-missing terminal-use/error-text-missing terminal-use/early-output terminal-use/call-id-repeated terminal-use/call-without-result native/version native/missing-member native/wrong-type native/unknown-word native/unknown-part native/unknown-member native/other-member native/call-id-twice native/result-without-call native/tool-name-repeated native/error-and-stop native/unknown-event native/outside-run native/run-in-run native/left-open native/no-end native/repeated-key native/message-not-started native/part-not-open native/delta-kind native/extra loss/dropped loss/narrowed loss/invented loss/moved frame json frame json frame openai anthropic vercel ag-ui agenta terminal-use native loss" -- "${cur}"))
                    return 0
                    ;;
                --ignore)
                    COMPREPLY=($(compgen -W "frame/too-long frame/noise frame/event-not-separated frame/glued frame/bare-json frame/keepalive-as-data frame/not-a-field frame/two-values frame/cut-short frame/trailing-data frame/not-json frame/brackets frame/open-string frame/comma frame/arguments-not-json frame/arguments-not-object frame/arguments-resent frame/empty frame/no-reply frame/not-utf8 json/cut-short json/invalid json/unexpected-kind frame/tie json/duplicate-key json/lone-surrogate frame/call-id-repeated frame/success-after-error frame/usage-shrinks frame/carry-changed frame/carry-cut-short frame/carry-late frame/carry-refused frame/unknown-format frame/several-documents frame/no-member openai/missing-member openai/wrong-type openai/unknown-word openai/unknown-kind openai/unknown-role openai/part-in-other-role openai/null openai/null-read openai/empty-list openai/unknown-member openai/misspelt-member openai/not-a-message openai/role-missing openai/tool-call-id-missing openai/vendor-part openai/vendor-spelling openai/vendor-word openai/vendor-tool openai/type-missing openai/content-in-parts openai/header-missing openai/other-object openai/other-tier openai/other-annotation openai/data-url openai/call-unanswered openai/result-without-call openai/answered-twice openai/call-id-twice openai/function-without-call openai/empty-tool-calls openai/says-nothing openai/system-late openai/system-twice openai/name-illegal openai/tool-name-repeated openai/tool-choice-unknown openai/tool-choice-alone openai/parameters-not-object openai/stream-options-alone openai/max-tokens-twice openai/top-logprobs-alone openai/out-of-range openai/json-not-mentioned openai/error-body openai/message-missing openai/finish-unknown openai/tool-calls-missing openai/finish-with-calls openai/choice-repeated openai/usage-total openai/not-a-chunk openai/choices-missing openai/choices-null openai/choice-index openai/choice-index-counts openai/choice-gap openai/chunk-member-missing openai/chunk-type openai/chunk-word openai/id-changes openai/second-reply openai/usage-without-id openai/tool-index-missing openai/tool-gap openai/tool-type-missing openai/tool-body-missing openai/tool-nameless openai/tool-id-missing openai/tool-id-changes openai/tool-name-late openai/arguments-after-finish openai/function-call-nameless openai/error-in-stream openai/delta-role-missing openai/finish-missing openai/finish-twice openai/content-after-finish openai/end-missing openai/no-choices openai/choices-empty openai/after-done anthropic/missing-member anthropic/wrong-type anthropic/unknown-word anthropic/unknown-kind anthropic/unknown-role anthropic/null anthropic/null-read anthropic/empty-list anthropic/unknown-member anthropic/misspelt-member anthropic/role-missing anthropic/content-kind anthropic/tool-name-missing anthropic/max-tokens-missing anthropic/signature-missing anthropic/beta-block anthropic/block-in-other-role anthropic/first-not-user anthropic/role-twice anthropic/call-unanswered anthropic/result-without-call anthropic/result-late anthropic/answered-twice anthropic/result-not-first anthropic/call-id-twice anthropic/server-call-unanswered anthropic/server-result-without-call anthropic/id-illegal anthropic/name-illegal anthropic/blank-message anthropic/blank-text anthropic/empty-content anthropic/trailing-space anthropic/system-misplaced anthropic/cached-thinking anthropic/tool-name-repeated anthropic/tool-choice-unknown anthropic/tool-choice-alone anthropic/schema-not-object anthropic/thinking-budget anthropic/thinking-with-limits anthropic/thinking-left-out anthropic/out-of-range anthropic/blank-stop anthropic/too-many-breakpoints anthropic/error-body anthropic/calls-missing anthropic/stop-with-calls anthropic/stop-reason-missing anthropic/stop-sequence-stray anthropic/block-missing anthropic/block-started-twice anthropic/blocks-interleaved anthropic/index-gap anthropic/index-missing anthropic/delta-outside-block anthropic/delta-of-other-kind anthropic/stop-outside-block anthropic/block-not-closed anthropic/input-twice anthropic/signature-twice anthropic/thinking-unsealed anthropic/unknown-block anthropic/unknown-delta anthropic/unknown-event anthropic/event-member-missing anthropic/event-type anthropic/unknown-stop-reason anthropic/message-role anthropic/message-start-missing anthropic/message-start-twice anthropic/message-inside-message anthropic/several-messages anthropic/event-outside-message anthropic/after-stop anthropic/message-delta-missing anthropic/message-delta-early anthropic/message-stop-missing anthropic/error-in-stream anthropic/event-name-missing anthropic/event-name-differs anthropic/done anthropic/done-named vercel/missing-member vercel/wrong-type vercel/unknown-word vercel/null vercel/empty-list vercel/unknown-member vercel/misspelt-member vercel/flat-metadata vercel/forbidden-key vercel/no-type vercel/unknown-chunk vercel/full-stream vercel/unknown-part vercel/old-part vercel/chunk-in-message vercel/finish-reason vercel/no-name vercel/kind-without-provider vercel/padded-sentinel vercel/delta-without-start vercel/end-without-start vercel/start-without-end vercel/delta-after-step vercel/open-at-end vercel/step-open vercel/step-not-open vercel/second-start vercel/before-start vercel/after-finish vercel/after-sentinel vercel/after-error vercel/no-finish vercel/abort vercel/metadata-clash vercel/metadata-not-object vercel/output-without-call vercel/output-before-input vercel/output-twice vercel/goes-back vercel/renamed vercel/kind-changes vercel/call-unfinished vercel/preliminary-left vercel/answer-without-request vercel/answered-twice vercel/asked-again vercel/approval-id-repeated vercel/output-unapproved vercel/denied-unasked vercel/input-encoded-twice vercel/no-id vercel/no-role vercel/unknown-role vercel/no-parts vercel/plain-message vercel/old-member vercel/message-id-repeated vercel/call-id-repeated vercel/call-without-result vercel/call-left-streaming vercel/pending-approval vercel/unknown-trigger vercel/part-of-other-role vercel/text-after-result vercel/file-url vercel/media-type-differs vercel/no-state vercel/unknown-state vercel/other-state vercel/approval-contradicts vercel/old-raw-input ag-ui/missing-member ag-ui/wrong-type ag-ui/unknown-word ag-ui/null ag-ui/null-read ag-ui/empty-list ag-ui/unknown-member ag-ui/misspelt-member ag-ui/unknown-kind ag-ui/unknown-event ag-ui/old-event ag-ui/unknown-role ag-ui/unknown-part ag-ui/unknown-call ag-ui/unknown-outcome ag-ui/no-type ag-ui/outside-run ag-ui/nested-run ag-ui/after-end ag-ui/no-end ag-ui/sentinel ag-ui/not-open ag-ui/already-open ag-ui/open-at-end ag-ui/already-running ag-ui/not-running ag-ui/other-run-id ag-ui/chunk-without-id ag-ui/chunk-conflict ag-ui/ambiguous-chunk ag-ui/call-again ag-ui/message-again ag-ui/interrupt-twice ag-ui/other-speaker ag-ui/parent-role ag-ui/unknown-call-id ag-ui/result-before-end ag-ui/result-twice ag-ui/patch-failed ag-ui/unknown-operation ag-ui/unknown-activity ag-ui/unknown-entity ag-ui/message-id-repeated ag-ui/call-id-twice ag-ui/result-without-call ag-ui/tool-name-repeated ag-ui/other-owner ag-ui/subagent-again ag-ui/unknown-parent-subagent ag-ui/reserved-metadata agenta/missing-member agenta/event-member-kind agenta/wrong-type agenta/unknown-word agenta/null agenta/unknown-member agenta/misspelt-member agenta/snake-case agenta/two-spellings agenta/unknown-event agenta/unknown-block agenta/unknown-role agenta/type-missing agenta/sentinel agenta/done-missing agenta/goes-on agenta/id-missing agenta/delta-not-text agenta/delta-without-start agenta/end-without-start agenta/start-twice agenta/text-left-open agenta/file-without-url agenta/data-without-name agenta/unknown-stop-reason agenta/paused-without-request agenta/no-output agenta/name-changed agenta/call-without-id agenta/call-without-name agenta/result-without-call agenta/result-twice agenta/call-id-twice agenta/approval-without-call agenta/approval-of-unknown-call agenta/request-twice agenta/role-missing agenta/role-kind agenta/content-kind agenta/block-kind agenta/text-not-string agenta/file-without-place agenta/folded-message agenta/foreign-calls agenta/messages-missing agenta/outputs-missing agenta/pending-without-pause agenta/paused-without-pending terminal-use/missing-member terminal-use/wrong-type terminal-use/null terminal-use/empty-parts terminal-use/unknown-member terminal-use/misspelt-member terminal-use/snake-case terminal-use/file-incomplete terminal-use/data-missing terminal-use/type-missing terminal-use/part-unknown terminal-use/vercel-part terminal-use/id-missing terminal-use/role-missing terminal-use/role-unknown terminal-use/parts-missing terminal-use/created-at terminal-use/message-id-repeated terminal-use/more-pages terminal-use/no-cursor terminal-use/tool-without-id terminal-use/input-not-object terminal-use/state-unknown terminal-use/output-missing terminal-use/error-text-missing terminal-use/early-output terminal-use/call-id-repeated terminal-use/call-without-result native/version native/missing-member native/wrong-type native/unknown-word native/unknown-part native/unknown-member native/other-member native/call-id-twice native/result-without-call native/tool-name-repeated native/error-and-stop native/unknown-event native/outside-run native/run-in-run native/left-open native/no-end native/repeated-key native/message-not-started native/part-not-open native/delta-kind native/extra loss/dropped loss/narrowed loss/invented loss/moved frame json frame json frame openai anthropic vercel ag-ui agenta terminal-use native loss" -- "${cur}"))
                    return 0
                    ;;
                --severity)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --max-warnings)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --output)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -o)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --report)
                    COMPREPLY=($(compgen -W "text json github sarif junit" -- "${cur}"))
                    return 0
                    ;;
                --color)
                    COMPREPLY=($(compgen -W "auto always never" -- "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
            return 0
            ;;
    esac
}

if [[ "${BASH_VERSINFO[0]}" -eq 4 && "${BASH_VERSINFO[1]}" -ge 4 || "${BASH_VERSINFO[0]}" -gt 4 ]]; then
    complete -F _chatwire -o nosort -o bashdefault -o default chatwire
else
    complete -F _chatwire -o bashdefault -o default chatwire
fi
