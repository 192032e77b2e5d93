/* SPDX-License-Identifier: GPL-3.0-or-later */
/* YAML made to hurt: each input gets one line with a place, in little memory and time. */
#include "cmocka_all.h"
#include "option_rows.h"

#include "profile/profile.h"
#include "profile/yaml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

enum { MEMORY_KB = 16 * 1024, SECONDS = 20, MEGABYTE = YAML_SIZE };

/* `before`, then `unit` again and again, then `after`: `size` bytes in all. An '@' in the unit is
 * its number. */
struct hostile_input {
    const char *name;
    const char *before, *unit, *after;
    size_t size;
};

static const struct hostile_input inputs[] = {
    {"a million aliases", "a: &a b\nc: [*a", ",*a", "]\n", 3 * 1000 * 1000},
    {"aliases", "a: [", "*a,", "]\n", MEGABYTE},
    {"aliases for keys", "{", "*a : b,", "}\n", MEGABYTE},
    {"billion laughs", "a: &a [x,x,x]\nb: &b [*a,*a,*a]\n", "c@: &c@ [*b,*b,*b]\n", "", 100000},
    {"anchors", "a: [", "&a@ b,", "]\n", MEGABYTE},
    {"one long anchor", "a: &", "a", " b\n", MEGABYTE},
    {"one long alias", "a: *", "a", "\n", MEGABYTE},
    {"tags", "a: [", "!t@ b,", "]\n", MEGABYTE},
    {"one long tag", "a: !", "t", " b\n", MEGABYTE},
    {"exclamation marks", "a: ", "!", "\n", MEGABYTE},
    {"escapes in a tag", "a: !<", "%41", "> b\n", MEGABYTE},
    {"tag directives", "", "%TAG !t@! x\n", "---\na: b\n", MEGABYTE},
    {"tag directives after a comment", "# x\n", "%TAG !t@! x\n", "---\na: b\n", MEGABYTE},
    {"tag directives after the end", "a: b\n...\n", "%TAG !t@! x\n", "---\na: b\n", MEGABYTE},
    {"unknown directives", "", "%X\n", "---\na: b\n", MEGABYTE},
    {"lists in lists, 100,000 deep", "a: ", "[", "", 100003},
    {"lists in lists", "", "[", "", MEGABYTE},
    {"lists in lists, line by line", "", "[\n", "", MEGABYTE},
    {"lists in lists with a key", "", "[a,", "", MEGABYTE},
    {"mappings in mappings", "", "{", "", MEGABYTE},
    {"mappings in mappings with keys", "", "{a: ", "", MEGABYTE},
    {"mappings in lists", "", "[{a: ", "", MEGABYTE},
    {"keys in keys", "", "? ", "", MEGABYTE},
    {"flow keys in keys", "", "{? ", "", MEGABYTE},
    {"block lists in lists", "", "- ", "x\n", MEGABYTE},
    {"list items in one line", "", "- - - - - - -\n", "", MEGABYTE},
    {"pairs in a list", "a: [", "b: c,", "]\n", MEGABYTE},
    {"pairs with lists for keys", "[", "[a]: b,", "]\n", MEGABYTE},
    {"empty lists", "a: [", "[],", "]\n", MEGABYTE},
    {"empty mappings", "a: [", "{},", "]\n", MEGABYTE},
    {"commas", "a: [", ",", "]\n", MEGABYTE},
    {"colons", "", ":", "", MEGABYTE},
    {"colons with blanks", "", ": ", "", MEGABYTE},
    {"closing brackets", "a: ", "]", "\n", MEGABYTE},
    {"items", "", "- a\n", "", MEGABYTE},
    {"items of a flow list", "a: [", "b,", "]\n", MEGABYTE},
    {"many keys", "", "k@: v\n", "", MEGABYTE},
    {"many keys of one group", "weights:\n", " k@: v\n", "", MEGABYTE},
    {"many keys of a flow mapping", "weights: {", "k@: v,", "}\n", MEGABYTE},
    {"long keys that begin alike", "",
     "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk@: v\n", "", MEGABYTE},
    {"one key a million times", "", "k: v\n", "", MEGABYTE},
    {"one key, few enough to count", "", "k: v\n", "", 80000},
    {"keys without values", "", "? k@\n", "", MEGABYTE},
    {"merge keys", "", "<<: {a: b}\n", "", MEGABYTE},
    {"one long key", "", "k", ": v\n", MEGABYTE},
    {"one long quoted key", "\"", "k", "\": v\n", MEGABYTE},
    {"one long explicit key", "? ", "k", "\n: v\n", MEGABYTE},
    {"one long value", "weights: {depth: ", "1", "}\n", MEGABYTE},
    {"one long quoted value", "weights: {depth: \"", "1", "\"}\n", MEGABYTE},
    {"one long block", "rules: |\n", " isf isf\n", "", MEGABYTE},
    {"one long folded block", "rules: >-\n", " isf\n\n", "", MEGABYTE},
    {"one long word over lines", "rules: a\n", " b\n", "", MEGABYTE},
    {"a quote that stays open", "a: '", "b ", "", MEGABYTE},
    {"a quote that stays open over lines", "a: \"b", "\n", "", MEGABYTE},
    {"quotes in quotes", "a: '", "''", "", MEGABYTE},
    {"escapes", "a: \"", "\\u0041", "\"\n", MEGABYTE},
    {"escaped line ends", "a: \"", "\\\n", "\"\n", MEGABYTE},
    {"comments", "", "# x\n", "", MEGABYTE},
    {"one long comment", "#", "x", "", MEGABYTE},
    {"comments before a mistake", "a: b\n", "# x\n", "@\n", MEGABYTE},
    {"line ends", "", "\n", "", MEGABYTE},
    {"carriage returns", "a: b", "\r", "@", MEGABYTE},
    {"blanks", "", " ", "", MEGABYTE},
    {"tabs", "a:", "\t", "b\n", MEGABYTE},
    {"blank lines in a block", "a: |\n", "\n", "", MEGABYTE},
    {"growing lines in a block", "a: |\n", " @ \n\n", "", MEGABYTE},
    {"documents", "", "--- a\n", "", MEGABYTE},
    {"empty documents", "", "---\n", "", MEGABYTE},
    {"ends of documents", "", "...\n", "", MEGABYTE},
    {"ends of documents after one", "a: b\n", "...\n", "c: d\n", MEGABYTE},
    {"byte order marks", "", "\xef\xbb\xbf", "", MEGABYTE},
    {"bytes that are no UTF-8", "a: ", "\xff", "", MEGABYTE},
    {"UTF-8 that is cut off", "a: ", "\xf0\x9f\x98\x80", "\xf0\x9f\x98", MEGABYTE},
    {"large letters", "a: \"", "\xf0\x9f\x98\x80", "", MEGABYTE},
    {"one line of 8 MB", "a: ", "x", "\n", 8 * MEGABYTE},
};

static struct text make_input(const struct hostile_input *input)
{
    struct text text = {0};
    size_t tail = strlen(input->after), number = 0;
    text.capacity = input->size + 100; /* at once, so that no garbage counts as the reader's memory */
    text.bytes = malloc(text.capacity);
    if (!text.bytes)
        abort();
    text_add(&text, input->before);
    for (;;) {
        char unit[100], *out = unit;
        for (const char *c = input->unit; *c; c++)
            out += *c == '@' ? sprintf(out, "%zu", number) : (*out = *c, 1);
        number++;
        size_t size = (size_t)(out - unit);
        if (text.size + size + tail > input->size)
            break;
        text_append(&text, unit, size);
    }
    text_add(&text, input->after);
    return text;
}

/* In a process of its own: 0 where the input is refused as it should be. */
static int try_input(const struct hostile_input *input)
{
    struct settings settings;
    struct error error = {0};
    size_t line = 0, column = 0, lines = 1;
    struct text text = make_input(input);
    settings_init(&settings, small_table);
    enum status status = profile_parse(&settings, "f", text.bytes, text.size, &error);
    for (size_t i = 0; i < text.size; i++)
        lines += text.bytes[i] == '\n' || text.bytes[i] == '\r';
    bool placed = sscanf(error.text, "f:%zu:%zu: found ", &line, &column) == 2 && line >= 1 &&
                  column >= 1 && line <= lines && column <= text.size + 1;
    for (size_t i = 0; i < settings.count; i++)
        placed = placed && strcmp(settings.origins[i], "default") == 0;
    for (const char *c = error.text; *c; c++)
        placed = placed && *c != '\n';
    if (status != STATUS_BAD || !placed)
        fprintf(stderr, "%s: status %d, '%s'\n", input->name, status, error.text);
    text_free(&text);
    settings_free(&settings);
    return status != STATUS_BAD || !placed;
}

TEST(test_hostile)
{
    double slowest = 0;
    long largest = 0;
    const char *slowest_name = "", *largest_name = "";
    /* valgrind keeps its own books in the same process */
    const char *preload = getenv("LD_PRELOAD");
    bool counts_memory = !SANITIZED && !(preload && strstr(preload, "vgpreload"));
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        struct rusage used;
        int status;
        fflush(NULL);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            alarm(SECONDS);
            _exit(try_input(&inputs[i]));
        }
        assert_int_equal(wait4(child, &status, 0, &used), child);
        if (!WIFEXITED(status) || WEXITSTATUS(status))
            fail_msg("%s: %s %d", inputs[i].name, WIFEXITED(status) ? "status" : "signal",
                     WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
        if (counts_memory && used.ru_maxrss > MEMORY_KB)
            fail_msg("%s: %ld KB", inputs[i].name, used.ru_maxrss);
        double seconds = (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                         (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
        if (seconds > slowest) {
            slowest = seconds;
            slowest_name = inputs[i].name;
        }
        if (used.ru_maxrss > largest) {
            largest = used.ru_maxrss;
            largest_name = inputs[i].name;
        }
    }
    print_message("%zu inputs; most time %.0f ms (%s), most memory %ld KB (%s)\n",
                  sizeof inputs / sizeof inputs[0], slowest * 1e3, slowest_name, largest,
                  largest_name);
}

/* What is long and sound is read, in the same bounds: a game of a hundred thousand moves. */
TEST(test_long_and_sound)
{
    static const struct hostile_input game = {"game", "format: x\nmoves: >-\n", "  a4-a5 b7-b6 c4-c5\n", "",
                                              MEGABYTE};
    struct text text = make_input(&game);
    struct yaml *root;
    struct error error = {0};
    size_t line, column, words = 1;
    assert_int_equal(yaml_parse("f", text.bytes, text.size, &root, &error), 0);
    const struct yaml *moves = yaml_get(root, "moves");
    for (size_t i = 0; i < moves->size; i++)
        words += moves->text[i] == ' ';
    assert_true(words > 140000);
    yaml_word_place(moves, text.bytes, text.size, words - 1, 3, &line, &column);
    assert_int_equal(line, 2 + words / 3);
    assert_int_equal(column, 18);
    yaml_drop(root);
    text_free(&text);
}

TESTS_MAIN(NULL, NULL)
