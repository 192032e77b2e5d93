/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The YAML reader: the tree, the places in it, and one plain sentence for each mistake. */
#include "cmocka_all.h"

#include "base/text.h"
#include "profile/yaml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct yaml *parse(const char *text)
{
    struct yaml *root;
    struct error error = {0};
    if (yaml_parse("f", text, strlen(text), &root, &error))
        fail_msg("%s\nin:\n%s", error.text, text);
    return root;
}

TEST(test_tree)
{
    struct yaml *root = parse("a: 1\nb: {c: two words, d: 'x: y'}\ne:\n- f\n- |\n  g\n  h\ni:\n");
    assert_int_equal(root->kind, YAML_MAPPING);
    assert_int_equal(root->size, 4);
    assert_null(root->key);
    assert_string_equal(yaml_get(root, "a")->text, "1");
    const struct yaml *b = yaml_get(root, "b");
    assert_int_equal(b->kind, YAML_MAPPING);
    assert_int_equal(b->size, 2);
    assert_string_equal(b->child->key, "c");
    assert_string_equal(b->child->text, "two words");
    assert_int_equal(b->child->size, 9);
    assert_false(b->child->quoted);
    assert_string_equal(b->child->next->text, "x: y");
    assert_true(b->child->next->quoted);
    assert_null(b->child->next->next);
    const struct yaml *e = yaml_get(root, "e");
    assert_int_equal(e->kind, YAML_SEQUENCE);
    assert_string_equal(e->child->text, "f");
    assert_false(e->child->block);
    assert_string_equal(e->child->next->text, "g\nh\n");
    assert_true(e->child->next->block);
    const struct yaml *i = yaml_get(root, "i");
    assert_int_equal(i->kind, YAML_SCALAR);
    assert_string_equal(i->text, "");
    assert_null(yaml_get(root, "j"));
    assert_null(yaml_get(e, "f"));
    assert_null(yaml_get(NULL, "f"));
    yaml_drop(root);
    yaml_drop(NULL);

    root = parse("--- only text\n...\n# the end\n...\n");
    assert_int_equal(root->kind, YAML_SCALAR);
    assert_string_equal(root->text, "only text");
    yaml_drop(root);
}

/* Holds each value's place against the bytes that stand there, where the text is as in the file. */
static void check_places(const struct yaml *node, const char *text, const char *line_start[])
{
    for (; node; node = node->next) {
        assert_ptr_equal(line_start[node->line] + node->column - 1, text + node->offset);
        if (node->kind == YAML_SCALAR)
            assert_memory_equal(text + node->offset + node->quoted, node->text, node->size);
        if (node->key)
            assert_memory_equal(line_start[node->key_line] + node->key_column - 1, node->key,
                                strlen(node->key));
        check_places(node->child, text, line_start);
    }
}

TEST(test_places)
{
    static const char *const texts[] = {
        "a: 1\nlong key: {b: 2, c: [d, \"e f\", {g: h}]}\ni:\n  - j\n  -   k\n",
        "a: 1\r\nb: 2\r\nc:\r\n  d: 3\r\n",
        "a: 1\rb: 2\rc:\r  d: 3\r",
        ("# gr\xc3\xbc\xc3\x9f\nstra\xc3\x9f" "e: \xe2\x82\xac\xf0\x9f\x98\x80 \xc3\xa4\nn: "
         "{\xc3\xb6: \xc3\xbc, z: q}\n"),
        "\xef\xbb\xbf" "a: 1\nb: \xc3\xa4\nc: [d, e]\n",
        "---\n{a: b,\nc:\n  d}\n...\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const char *line_start[20], *text = texts[i];
        size_t line = 1;
        line_start[1] = text + (memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0);
        for (const char *at = text; *at; at++)
            if (*at == '\n' || (*at == '\r' && at[1] != '\n'))
                line_start[++line] = at + 1;
        struct yaml *root = parse(text);
        assert_true(root->child != NULL);
        check_places(root, text, line_start);
        yaml_drop(root);
    }
}

/* Holds the place of each byte of each word against the file. */
static void check_words(const struct yaml *scalar, const char *text)
{
    size_t word = 0, index = 0;
    for (size_t i = 0; i < scalar->size; i++) {
        if (strchr(" \n", scalar->text[i])) {
            word += index > 0;
            index = 0;
            continue;
        }
        size_t line, column;
        yaml_word_place(scalar, text, strlen(text), word, index, &line, &column);
        const char *at = text;
        for (size_t n = 1; n < line; n++)
            at = strchr(at, '\n') + 1;
        assert_int_equal(at[column - 1], scalar->text[i]);
        index++;
    }
    assert_true(word + (index > 0) >= 3); /* the texts below have words, all of them different */
}

TEST(test_word_places)
{
    static const char *const texts[] = {
        "m: abc def\n  ghi   jkl\nn: x\n",
        "m: >-\n  abc def\n\n  ghi jkl\nn: x\n",
        "m: |2  # said so\n  abc def\n  ghi jkl\nn: x\n",
        "m: 'abc def\n  ghi jkl'\nn: x\n",
        "m: \"  abc def\n  ghi jkl\"\nn: x\n",
        "n: x\nm: {n: x, m: abc def\n   ghi, o: p}\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct yaml *root = parse(texts[i]);
        const struct yaml *scalar = yaml_get(root, "m");
        check_words(scalar->kind == YAML_MAPPING ? yaml_get(scalar, "m") : scalar, texts[i]);
        yaml_drop(root);
    }
}

TEST(test_word_places_found)
{
    static const struct {
        const char *text;
        size_t word, index, line, column;
    } rows[] = {
        {"m: ab cd\nn: x\n", 1, 2, 1, 9},   /* just after a word */
        {"m: ab cd\nn: x\n", 1, 9, 1, 9},   /* further: the same */
        {"m: ab cd\nn: x\n", 2, 0, 1, 9},   /* a word past the last */
        {"m: \"ab cd\"\nn: x\n", 7, 0, 1, 10},
        {"m: >-\n  ab\n  cd\nn: x\n", 9, 0, 3, 5},
        {"m:\nn: x\n", 0, 0, 1, 3},         /* nothing there */
        {"m: ''\nn: x\n", 3, 3, 1, 4},
        {"m: \"a\\tb\\x20c \\u00e9d\"\n", 1, 0, 1, 8},
        {"m: \"a\\tb\\x20c \\u00e9d\"\n", 2, 0, 1, 13},
        {"m: \"a\\tb\\x20c \\u00e9d\"\n", 3, 1, 1, 15}, /* the second byte of the escape's letter */
        {"m: \"a\\tb\\x20c \\u00e9d\"\n", 3, 2, 1, 21},
        {"m: \"ab\\\n   cd ef\"\n", 0, 2, 2, 4}, /* a line folded inside a word */
        {"m: \"ab\\\n   cd ef\"\n", 1, 1, 2, 8},
        {"m: 'it''s me'\n", 0, 3, 1, 9},
        {"m: 'it''s me'\n", 1, 0, 1, 11},
        {"m: \xc3\xa4\xc3\xb6 \xc3\xbcx\n", 1, 2, 1, 11},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t line, column;
        struct yaml *root = parse(rows[i].text);
        yaml_word_place(root->child, rows[i].text, strlen(rows[i].text), rows[i].word,
                        rows[i].index, &line, &column);
        if (line != rows[i].line || column != rows[i].column)
            fail_msg("row %zu: %zu:%zu", i, line, column);
        yaml_drop(root);
    }
}

static void check_error(const char *bytes, size_t size, const char *expected)
{
    struct yaml *root = (struct yaml *)&root;
    struct error error = {0};
    assert_int_equal(yaml_parse("f", bytes, size, &root, &error), STATUS_BAD);
    assert_null(root);
    assert_string_equal(error.text, expected);
    assert_int_equal(yaml_parse("f", bytes, size, &root, NULL), STATUS_BAD);
}

TEST(test_errors)
{
    static const struct {
        const char *text, *error;
    } rows[] = {
        {"", "f:1:1: found no key, expected lines of 'key: value'"},
        {" \n\n# only this\n", "f:1:1: found no key, expected lines of 'key: value'"},
        {"---\n", "f:2:1: found an empty document, expected lines of 'key: value'"},
        {"...\n", "f:1:1: found '...', expected a value"},
        {"a: 1\nb\nc: 2\n", "f:2:1: found 'b', expected ':' after the key"},
        {"a: b: c\n", "f:1:5: found ':', expected the end of the value "
                      "(text with ': ' in it goes in quotes)"},
        {"a: 1\n b: 2\n", "f:2:3: found ':', expected the end of the value "
                          "(text with ': ' in it goes in quotes)"},
        {"a:\n  b: 1\n c: 2\n", "f:3:2: found 'c:', expected a key in column 1, as in line 1"},
        {"a:\n\tb: 1\n",
         "f:2:1: found a tab, expected blanks: YAML is indented with those alone"},
        {"a: @b\n", "f:1:4: found '@b', expected a key or a value (other text goes in quotes)"},
        {"a: - b\n",
         "f:1:4: found '-', expected a value (a list of '-' lines starts on a line of its "
         "own)"},
        {"- a\nb: c\n", "f:2:1: found 'b:', expected '-' in column 1, as in line 1"},
        {"a: [b, c\nd: e\n",
         "f:2:2: found ':', expected ',' or ']' for what opens at line 1, column 4"},
        {"a: {b: c\n", "f:2:1: found the end of the file, expected ',' or '}' for what opens at "
                       "line 1, column 4"},
        {"a: [,]\n", "f:1:5: found ',]', expected a value"},
        {"a: 'b\n",
         "f:2:1: found the end of the file, expected the closing quote for what opens at "
         "line 1, column 4"},
        {"a: \"b\n---\n",
         "f:2:1: found '---', expected the closing quote for what opens at line 1, "
         "column 4"},
        {"a: \"\\q\"\n", "f:1:5: found '\\q\"', expected an escape such as \\n, \\\" or \\\\"},
        {"a: \"\\xzz\"\n", "f:1:7: found 'zz\"', expected hexadecimal digits"},
        {"a: |x\n", "f:1:5: found 'x', expected the end of the line"},
        {"a: |0\n", "f:1:5: found '0', expected an indentation from 1 to 9"},
        {"a: &b c\n", "f:1:4: found the anchor '&b', expected a plain value"},
        {"a: &b {c: d}\n", "f:1:4: found the anchor '&b', expected a plain value"},
        {"a: &b\n- c\n", "f:1:4: found the anchor '&b', expected a plain value"},
        {"&a b: c\n", "f:1:1: found the anchor '&a', expected a plain value"},
        {"a: 1\nb: *a\n", "f:2:4: found the alias '*a', expected a plain value"},
        {"*a : b\n", "f:1:1: found the alias '*a', expected a plain value"},
        {"a: *\n",
         "f:1:4: found '*', expected a plain value (text that starts with '&' or '*' goes in "
         "quotes)"},
        {"a: !b c\n", "f:1:4: found the tag '!b', expected a plain value"},
        {"a: !!str c\n", "f:1:4: found the tag 'tag:yaml.org,2002:str', expected a plain value"},
        {"a: !b [c]\n", "f:1:4: found the tag '!b', expected a plain value"},
        {"!b {a: c}\n", "f:1:1: found the tag '!b', expected a plain value"},
        {"a: !b!c d\n", "f:1:4: found '!b!c', expected a value without a tag"},
        {"<<: {a: b}\n", "f:1:1: found a merge key '<<', expected each key written out"},
        {"a: 1\nb: 2\na: 3\nb: 4\n",
         "f:3:1: found the key 'a' again, expected it once (it is in line 1)"},
        {"x: {a: 1, b: 2, b: 3,\n b: 4}\n",
         "f:1:17: found the key 'b' again, expected it once (it is in line 1)"},
        {"? [a]\n: b\n", "f:1:3: found a list, expected a key"},
        {"{a: b}: c\n", "f:1:1: found a mapping, expected a key"},
        {"? |\n  a\n: b\nc: 'd\n",
         "f:5:1: found the end of the file, expected the closing quote for "
         "what opens at line 4, column 4"},
        {": b\n", "f:1:1: found ':', expected a key in column 1, as in line 1"},
        {"'': b\n", "f:1:1: found no text for a key, expected a key"},
        {"\"a\\0\": b\n", "f:1:1: found a NUL byte in a key, expected text"},
        {"a: \"b\\0c\"\n", "f:1:4: found a text with a NUL byte in it, expected text"},
        {"a: [[[[[[b]]]]]]\n", "f:1:9: found a list inside 6 others, expected at most 6 levels"},
        {"a: {b: {c: {d: {e: {f: {g: h}}}}}}\n",
         "f:1:24: found a mapping inside 6 others, expected at most 6 levels"},
        {"%YAML 1.1\n---\na: b\n", "f:1:1: found a directive, expected lines of 'key: value'"},
        {"# x\n\n%TAG ! a\n---\na: b\n",
         "f:3:1: found a directive, expected lines of 'key: value'"},
        {"a: b\n---\nc: d\n",
         "f:2:1: found '---' after the document, expected the end of the file"},
        {"a: b\n...\n# x\n%TAG ! a\n",
         "f:4:1: found '%TAG' after the document, expected the end of the file"},
        {"a: b\n...\nc\n", "f:3:1: found 'c' after the document, expected the end of the file"},
        {"'a' b\n", "f:1:5: found 'b' after the document, expected the end of the file"},
        {"a: \x01\n", "f:1:4: found the control character U+0001, expected text"},
        {"a: \x7f\n", "f:1:4: found the control character U+007F, expected text"},
        {"\xc3\xa4: \xc2\x85\n", "f:1:5: found the control character U+0085, expected text"},
        {"a: b\xe2\x80\xa8"
         "c\n",
         "f:1:5: found the control character U+2028, expected text"},
        {"a: \xef\xbb\xbf\n", "f:1:4: found the control character U+FEFF, expected text"},
        {"a: \xff\n", "f:1:4: found the byte 0xff, expected text in UTF-8"},
        {"a: \x80\n", "f:1:4: found the byte 0x80, expected text in UTF-8"},
        {"a: \xc0\xaf\n", "f:1:4: found the byte 0xc0, expected text in UTF-8"},
        {"a: \xe0\x80\xaf\n", "f:1:4: found the byte 0xe0, expected text in UTF-8"},
        {"a: \xed\xa0\x80\n", "f:1:4: found the byte 0xed, expected text in UTF-8"},
        {"a: \xf4\x90\x80\x80\n", "f:1:4: found the byte 0xf4, expected text in UTF-8"},
        {"a: b\nc: \xe2\x82", "f:2:4: found the byte 0xe2, expected text in UTF-8"},
        {"\xff\xfe"
         "a",
         "f:1:1: found the byte 0xff, expected text in UTF-8"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_error(rows[i].text, strlen(rows[i].text), rows[i].error);
    check_error("a: b\0c\n", 7, "f:1:5: found a NUL byte, expected text");
    check_error("\0", 1, "f:1:1: found a NUL byte, expected text");
    check_error(NULL, 0, "f:1:1: found no key, expected lines of 'key: value'");
}

/* The limits are exact: what is within them is read, one more is refused. */
TEST(test_yaml_limits)
{
    struct text text = {0};
    struct yaml *root;
    for (int extra = 0; extra < 2; extra++) {
        text_clear(&text);
        for (int i = 0; i < YAML_KEY + extra; i++)
            text_add(&text, "k");
        text_add(&text, ": v\n");
        assert_int_equal(yaml_parse("f", text.bytes, text.size, &root, NULL), extra ? 2 : 0);
        yaml_drop(root);

        text_clear(&text);
        for (int i = 0; i < YAML_NODES - 1 + extra; i++) /* the list itself is one more */
            text_add(&text, "- v\n");
        assert_int_equal(yaml_parse("f", text.bytes, text.size, &root, NULL), extra ? 2 : 0);
        yaml_drop(root);

        text_clear(&text);
        text_add(&text, "a: ");
        while (text.size < YAML_SIZE_MAX + (size_t)extra)
            text_add(&text, "x");
        assert_int_equal(yaml_parse("f", text.bytes, text.size, &root, NULL), extra ? 2 : 0);
        if (root)
            assert_int_equal(root->child->size, YAML_SIZE_MAX - 3);
        yaml_drop(root);
    }
    check_error(text.bytes, text.size, "f:1:1: found 3145729 bytes, expected at most 3145728");
    text_free(&text);
}

/* Every beginning of a file gives a tree or one line with a place in it. */
TEST(test_cut)
{
    static const char text[] =
        "format: x/1\n# c\na: {b: [1, '2', \"\\x33\"], d: >-\n  \xc3\xa4 e}\n"
        "g:\n- |\n  h\n  i\n- j: k\n  l: m\n? n\n: o\n...\n";
    size_t good = 0;
    for (size_t size = 0; size < sizeof text; size++) {
        char *copy = malloc(size + 1); /* of the very size, for the sanitizers */
        struct yaml *root;
        struct error error = {0};
        size_t line = 0, column = 0;
        assert_non_null(copy);
        memcpy(copy, text, size);
        enum status status = yaml_parse("f", copy, size, &root, &error);
        if (status) {
            assert_int_equal(status, STATUS_BAD);
            assert_int_equal(sscanf(error.text, "f:%zu:%zu: ", &line, &column), 2);
            assert_in_range(line, 1, 13);
            assert_in_range(column, 1, 60);
        }
        good += !status;
        yaml_drop(root);
        free(copy);
    }
    assert_in_range(good, 5, sizeof text - 20);
}

TESTS_MAIN(NULL, NULL)
