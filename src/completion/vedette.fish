# fish completion for vedette(1): the program tells what may follow. SPDX-License-Identifier: GPL-3.0-or-later

function __vedette_complete
    set -l line (commandline -cp | string collect)
    set -l rest (string replace -r '^\s*\S+\s' '' -- $line)
    set -l program (string match -r '\S+' -- $line)
    # A blank behind a backslash is a part of the word: the program knows quotes, fish wants the words without.
    $program complete -- (string replace -a '\\ ' '" "' -- $rest) 2>/dev/null | string trim -r -c ' ' | string unescape
end

complete -c vedette -f -a '(__vedette_complete)'
