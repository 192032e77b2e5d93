# Writes the C file behind base/embedded.h. SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: awk -v root=FOLDER -f embed.awk NAME...
# FOLDER/NAME are the files, in byte order of their names; NAME is what embedded_find() is asked for.
# The bytes come from od, so that any byte passes; they are numbers in an array, because C bounds the
# length of a string literal.

function fail(text) {
    print "embed.awk: " text >"/dev/stderr"
    failed = 1
    exit 1
}

# Writes one file as the array bytes_INDEX and returns its size.
function write_bytes(name, number,    command, line, size) {
    if (name !~ /^[A-Za-z0-9._\/-]+$/)
        fail("a name may have letters, digits, '.', '_', '-' and '/': " name)
    if (system("test -f '" root "/" name "'") != 0)
        fail("no such file: " root "/" name)
    command = "od -An -v -tu1 '" root "/" name "'"
    print "static const unsigned char bytes_" number "[] = {"
    while ((command | getline line) > 0) {
        size += gsub(/[0-9]+/, "&,", line)
        gsub(/ +/, " ", line)
        print "   " line
    }
    if (close(command) != 0)
        fail("cannot read " root "/" name)
    print "    0};\n"
    return size + 0
}

BEGIN {
    print "/* Written by embed.awk from the data files: change those. */"
    print "#include \"base/embedded.h\"\n"
    for (i = 1; i < ARGC; i++) {
        if (i > 1 && ARGV[i - 1] "" >= ARGV[i] "")
            fail("names out of order: " ARGV[i - 1] ", " ARGV[i])
        sizes[i] = write_bytes(ARGV[i], i)
    }
    print "const struct embedded embedded_table[] = {"
    for (i = 1; i < ARGC; i++)
        printf "    {\"%s\", bytes_%d, %d},\n", ARGV[i], i, sizes[i]
    print "    {NULL, NULL, 0},\n};\n"
    printf "const size_t embedded_count = %d;\n", ARGC - 1
    exit 0
}

END {
    if (failed)
        exit 1
}
