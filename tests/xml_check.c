/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For tests: whether files are well-formed XML, by the library's own parser.
 *
 *     xml_check FILE...    prints each element with its attributes, a line each; exit status 1, with the
 *                          place on stderr, for a file that is not well-formed */
#include <expat.h>
#include <stdio.h>

static void print_element(void *context, const XML_Char *name, const XML_Char **attributes)
{
    (void)context;
    printf("%s", name);
    for (; *attributes; attributes += 2)
        printf(" %s=%s", attributes[0], attributes[1]);
    printf("\n");
}

/* Parses one file. Returns whether it is well-formed. */
static int is_well_formed(const char *path)
{
    char bytes[4096];
    size_t size;
    enum XML_Status status = XML_STATUS_OK;
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return 0;
    }
    XML_Parser parser = XML_ParserCreate(NULL);
    XML_SetStartElementHandler(parser, print_element);
    do {
        size = fread(bytes, 1, sizeof bytes, file);
        status = XML_Parse(parser, bytes, (int)size, size < sizeof bytes);
    } while (status == XML_STATUS_OK && size == sizeof bytes);
    if (status != XML_STATUS_OK)
        fprintf(stderr, "%s:%lu:%lu: %s\n", path, (unsigned long)XML_GetCurrentLineNumber(parser),
                (unsigned long)XML_GetCurrentColumnNumber(parser) + 1,
                XML_ErrorString(XML_GetErrorCode(parser)));
    XML_ParserFree(parser);
    fclose(file);
    return status == XML_STATUS_OK;
}

int main(int argc, char **argv)
{
    int failed = argc < 2;
    for (int i = 1; i < argc; i++)
        failed |= !is_well_formed(argv[i]);
    return failed;
}
