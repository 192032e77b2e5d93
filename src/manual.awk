# Puts a new section COMMANDS into the manual page. SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: vedette help --man | awk -f manual.awk - doc/vedette.1
# The section lasts from the line ".SH COMMANDS" to the next ".SH".

FNR == 1 { part++ }

part == 1 {
    section = section $0 "\n"
    next
}

/^\.SH / { skip = 0 }

/^\.SH COMMANDS$/ {
    printf "%s", section
    skip = 1
}

!skip
