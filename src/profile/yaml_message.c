/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/yaml_message.h"

#include <stdio.h>
#include <string.h>

/* How a row's sentence goes on after "found X, expected Y". */
enum about {
    PLAIN,
    AT_START, /* the mistake is where the construct starts, not where libyaml noticed it */
    OPENED,   /* ", for what was opened at line L, column C" */
    COLUMN    /* " in column C" */
};

struct phrase {
    const char *problem;  /* libyaml's own text */
    const char *expected;
    enum about about;
};

/* libyaml 0.2's problems, scanner.c and parser.c; the text of a newer one is shown as it is. */
static const struct phrase phrases[] = {
    {"could not find expected ':'", "':' after the key", AT_START},
    {"mapping values are not allowed in this context",
     "the end of the value (text with ': ' in it goes in quotes)", PLAIN},
    {"mapping keys are not allowed in this context", "the key on a line of its own", PLAIN},
    {"block sequence entries are not allowed in this context",
     "a value (a list of '-' lines starts on a line of its own)", PLAIN},
    {"found character that cannot start any token",
     "a key or a value (other text goes in quotes)", PLAIN},
    {"did not find expected key", "a key", COLUMN},
    {"did not find expected '-' indicator", "'-'", COLUMN},
    {"did not find expected ',' or ']'", "',' or ']'", OPENED},
    {"did not find expected ',' or '}'", "',' or '}'", OPENED},
    {"did not find expected node content", "a value", PLAIN},
    {"did not find expected <document start>", "the end of the document", PLAIN},
    {"found unexpected end of stream", "the closing quote", OPENED},
    {"found unexpected document indicator", "the closing quote", OPENED},
    {"found unexpected ':'", "quotes around text with ':' in it", PLAIN},
    {"found unknown escape character", "an escape such as \\n, \\\" or \\\\", PLAIN},
    {"did not find expected hexdecimal number", "hexadecimal digits", PLAIN},
    {"found invalid Unicode character escape code", "the number of a character", PLAIN},
    {"found a tab character where an indentation space is expected", "blanks as indentation",
     PLAIN},
    {"found a tab character that violates indentation", "blanks as indentation", PLAIN},
    {"found an indentation indicator equal to 0", "an indentation from 1 to 9", PLAIN},
    {"did not find expected comment or line break", "the end of the line", PLAIN},
    {"did not find expected alphabetic or numeric character",
     "a plain value (text that starts with '&' or '*' goes in quotes)", AT_START},
    {"found undefined tag handle", "a value without a tag", AT_START},
    {"did not find expected tag URI", "a value without a tag", AT_START},
    {"did not find expected '!'", "a value without a tag", AT_START},
    {"did not find the expected '>'", "a value without a tag", AT_START},
    {"did not find URI escaped octet", "a value without a tag", AT_START},
    {"found an incorrect leading UTF-8 octet", "a value without a tag", AT_START},
    {"found an incorrect trailing UTF-8 octet", "a value without a tag", AT_START},
    {"did not find expected whitespace or line break", "a value without a tag", AT_START},
};

enum status yaml_message(const yaml_parser_t *parser, struct yaml_source *source, struct error *error)
{
    if (parser->error == YAML_MEMORY_ERROR)
        return error_set(error, STATUS_FAILED, "%s: out of memory", source->name);
    const char *problem = parser->problem ? parser->problem : "this cannot be read";
    const struct phrase *phrase = NULL;
    for (size_t i = 0; i < sizeof phrases / sizeof phrases[0] && !phrase; i++)
        if (strcmp(phrases[i].problem, problem) == 0)
            phrase = &phrases[i];
    enum about about = phrase ? phrase->about : PLAIN;
    if (!parser->context) /* without one context_mark is not set */
        about = PLAIN;
    char tail[80] = "", found[64];
    yaml_source_seek(source, parser->context_mark.index);
    size_t line = source->line, column = yaml_source_column(source);
    if (about == OPENED)
        snprintf(tail, sizeof tail, " for what opens at line %zu, column %zu", line, column);
    else if (about == COLUMN)
        snprintf(tail, sizeof tail, " in column %zu, as in line %zu", column, line);
    if (about != AT_START) /* otherwise the source stays where the construct starts */
        yaml_source_seek(source, parser->problem_mark.index);
    yaml_source_found(source, found, sizeof found);
    if (strcmp(found, "a tab") == 0)
        return yaml_source_error(source, error,
                                 "found a tab, expected blanks: YAML is indented with those alone");
    if (!phrase)
        return yaml_source_error(source, error, "found %s: %s", found, problem);
    return yaml_source_error(source, error, "found %s, expected %s%s", found, phrase->expected, tail);
}
