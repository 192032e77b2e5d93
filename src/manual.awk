# Puts new sections into the manual page. SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: vedette help --man | awk -f manual.awk - doc/vedette.1
# Each section that comes first in, ".SH COMMANDS" say, takes the place of the one of that heading, which lasts to
# the next ".SH".

FNR == 1 { part++ }

part == 1 && /^\.SH / { heading = $0 }

part == 1 {
    section[heading] = section[heading] $0 "\n"
    next
}

/^\.SH / {
    skip = $0 in section
    if (skip)
        printf "%s", section[$0]
}

!skip
