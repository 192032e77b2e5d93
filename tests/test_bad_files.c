/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hostile files: cut off, garbled, oversized, binary, no files at all. One error line, nothing left
 * behind, little time and memory. */
#include "base/clock.h"
#include "base/rng.h"
#include "boards.h"
#include "cmocka_all.h"
#include "file/source.h"
#include "files.h"
#include "shortcuts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
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

/* --- whatever the kind --- */

TEST(test_nothing)
{
    static const char nothing[] = "found an empty file, expected a setup, a position or a game";
    static const struct {
        const char *text, *place;
    } rows[] = {{"", "1:1"}, {"\n", "2:1"}, {"  \r\n\t\n", "3:1"}, {"# 9 X B\n", "2:1"},
                {"\xef\xbb\xbf", "1:4"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char error[128];
        snprintf(error, sizeof error, "f:%s: %s", rows[i].place, nothing);
        assert_refused(rows[i].text, strlen(rows[i].text), error);
    }
}

TEST(test_foreign)
{
    static const struct refusal rows[] = {
        {"hello world\n", "f:1:1: found 'h', expected a setup, a position or a game"},
        {"\n\n  \x1b[31mred\n", "f:3:3: found byte 0x1b, expected a setup, a position or a game"},
        {"\x89PNG\r\n", "f:1:1: found byte 0x89, expected a setup, a position or a game"},
        {"HELLO WORLD\n", "f:1:7: found 'W', expected the line's end"},
        {"{}\n", "f:1:1: found no key \"format\", expected \"format: vedette-position/1\" or \"format: "
                 "vedette-game/1\""},
        {"title: a book\n", "f:1:1: found no key \"format\", expected \"format: vedette-position/1\" or "
                            "\"format: vedette-game/1\""},
        {"format: vedette-profile/1\n",
         "f:1:9: found another format, expected vedette-position/1 or vedette-game/1"},
        {"format: {a: b}\n", "f:1:9: found another format, expected vedette-position/1 or vedette-game/1"},
    };
    assert_all_refused(rows, sizeof rows / sizeof *rows);
    assert_refused("9\0X", 3, "f:1:2: found byte 0x00, expected a text file");
    assert_refused("<stratego>\n\0</stratego>", 23, "f:2:1: found byte 0x00, expected a text file");
}

/* One sound file of each kind that file_parse reads. */
static struct text sample(enum file_kind kind, struct rng *rng)
{
    struct record record = {0};
    struct position position = {0};
    struct setup setups[SIDES];
    struct text out = {0};
    record_clear(&record);
    placement_random_game(&record.start, rng);
    assert_true(placement_to_setups(&record.start, setups));
    record_play_random(&record, 40, &position, rng);
    record.outcome = (struct outcome){RESULT_BLUE, REASON_RESIGNED};
    switch (kind) {
    case FILE_SETUP: setup_write(&setups[RED], NULL, &out); break;
    case FILE_LETTERS: setup_write_letters(&setups[BLUE], BLUE, &out); break;
    case FILE_POSITION: position_write(&position, &out); break;
    case FILE_FIELD: position_write_field(&position, &out, NULL); break;
    case FILE_GAME: game_write(&record, &out); break;
    case FILE_XML: game_write_xml(&record, &out, NULL); break;
    case FILE_GSN: game_write_gsn(&record, &out, NULL); break;
    case FILE_ATARAXOS: game_write_ataraxos(&record, &out, NULL); break;
    case FILE_MSGPACK: game_write_msgpack(&record, &out, NULL); break;
    case FILE_EVALUATOR: game_write_evaluator(&record, &out, NULL); break;
    default: break;
    }
    position_free(&position);
    record_clear(&record);
    return out;
}

/* Reads what may or may not be sound; it must be a clean answer either way. */
static bool clean_answer(const char *bytes, size_t size)
{
    struct file_content content;
    struct error error = {0};
    char *exact = malloc(size ? size : 1); /* so that a sanitizer sees a byte too far */
    memcpy(exact, bytes, size);
    enum status status = file_parse("f", exact, size, &content, &error);
    free(exact);
    if (status) {
        assert_int_equal(status, STATUS_BAD);
        assert_memory_equal(error.text, "f:", 2);
        for (const char *at = error.text; *at; at++)
            assert_true((unsigned char)*at >= ' ' && *at != 0x7f);
        assert_int_equal(content.kind, FILE_KINDS);
        assert_int_equal(content.record.plies, 0);
    }
    file_content_free(&content);
    return status == STATUS_OK;
}

/* Cut off at each byte. What is cut off in the middle of what must be there is refused. */
TEST(test_cut_off)
{
    static const size_t spare[] = { /* bytes at the end without which the file is still sound */
        [FILE_SETUP] = 1, [FILE_LETTERS] = 0, [FILE_FIELD] = 0, [FILE_XML] = 1, [FILE_GSN] = 1,
        [FILE_MSGPACK] = 0, [FILE_EVALUATOR] = 1};
    struct rng rng;
    rng_seed(&rng, 71, 0);
    for (int kind = 0; kind < FILE_KINDS; kind++) {
        if (kind == FILE_TSV) /* read line by line */
            continue;
        struct text text = sample((enum file_kind)kind, &rng);
        const char *whole = text.bytes;
        size_t size = text.size;
        assert_true(clean_answer(whole, size));
        for (size_t cut = 0; cut < size; cut++) {
            bool sound = clean_answer(whole, cut);
            if (kind != FILE_POSITION && kind != FILE_GAME && kind != FILE_ATARAXOS)
                assert_int_equal(sound, cut + spare[kind] >= size);
        }
        text_free(&text);
    }
}

/* Bytes changed, left out, doubled. */
TEST(test_garbled)
{
    struct rng rng;
    size_t refused = 0, tries = 0;
    rng_seed(&rng, 72, 0);
    for (int kind = 0; kind < FILE_KINDS; kind++) {
        if (kind == FILE_TSV) /* read line by line */
            continue;
        struct text text = sample((enum file_kind)kind, &rng);
        const char *whole = text.bytes;
        size_t size = text.size;
        for (int i = 0; i < 600; i++, tries++) {
            char *bad = malloc(size + 1);
            size_t at = rng_below(&rng, (uint32_t)size), length = size;
            memcpy(bad, whole, size);
            if (i % 3 == 0) {
                bad[at] = (char)rng_below(&rng, 256);
            } else if (i % 3 == 1) {
                memmove(bad + at, bad + at + 1, --length - at);
            } else {
                memmove(bad + at + 1, bad + at, length++ - at);
            }
            refused += !clean_answer(bad, length);
            free(bad);
        }
        text_free(&text);
    }
    assert_true(refused > tries / 3);
}

TEST(test_binary)
{
    struct rng rng;
    rng_seed(&rng, 73, 0);
    for (int i = 0; i < 2000; i++) {
        char bytes[200];
        size_t size = 1 + rng_below(&rng, sizeof bytes);
        for (size_t at = 0; at < size; at++)
            bytes[at] = (char)rng_below(&rng, 256);
        assert_false(clean_answer(bytes, size));
    }
}

/* --- what costs a careless reader dear --- */

/* Repeats `piece` behind `head` up to `size` bytes. */
static char *long_text(const char *head, const char *piece, size_t size)
{
    char *text = malloc(size + 1);
    size_t used = strlen(head), length = strlen(piece);
    memcpy(text, head, used);
    for (; used + length <= size; used += length)
        memcpy(text + used, piece, length);
    text[used] = '\0';
    return text;
}

TEST(test_dear)
{
    static const struct {
        const char *head, *piece;
        const char *error; /* how the line begins */
    } rows[] = {
        {"a: &a x\nb: [", "*a,", "f:"},
        {"", "[", "f:1:"},
        {"", "{", "f:1:"},
        {"", "- ", "f:1:"},
        {"", "? ", "f:1:"},
        {"format: vedette-game/1\nmoves: [", "a,", "f:"},
        {"format: vedette-game/1\nmoves: ", "a4-a5 ", "f:1:1: found no setup"},
        {"format: vedette-position/1\nto_move: red\nboard: |\n", "  r2", "f:4:43: found an eleventh cell"},
        {"format: vedette-position/1\nto_move: red\nboard: |\n  ", "r", "f:4:4: found 'r'"},
        {"format: vedette-position/1\nto_move: ", "red", "f:2:10: found \"redred"},
        {"", "\"", "f:"},
        {"", "'", "f:"},
        {"", "&a ", "f:"},
        {"", "!", "f:"},
        {"%", "%", "f:"},
        {"", "<a>", "f:1:1: found the element"},
        {"<stratego>", "<game>", "f:1:17: found"},
        {"<stratego><game ", "a='' ", "f:1:10485"}, /* where it ends */
        {"<stratego><game type=\"", "x", "f:1:10485"},
        {"<stratego><!--", "-", "f:"},
        {"<!DOCTYPE a [", "<!ENTITY a \"&b;\">", "f:1:13: found a document type"},
        {"", "B", "f:1:1"}, /* letters of a field */
        {"", "2 ", "f:1:81: found a 41st piece"},
        {"#", "#", "f:1:"},
        {"", "\n", "f:"},
        {"#X38FA11 Stratego-Notation v1\ntype 0\n", "\n", "f:"},
        {"", "\t", "f:"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = long_text(rows[i].head, rows[i].piece, FILE_LIMIT);
        struct file_content content;
        struct error error = {0};
        double before = clock_thread();
        assert_int_equal(file_parse("f", text, strlen(text), &content, &error), STATUS_BAD);
        assert_true(SANITIZED || clock_thread() - before < 0.1);
        assert_memory_equal(error.text, rows[i].error, strlen(rows[i].error));
        file_content_free(&content);
        free(text);
    }
}

TEST(test_larger)
{
    char *text = long_text("", "2 ", FILE_LIMIT + 2);
    assert_refused(text, FILE_LIMIT + 2,
                   "f:1:1: found more than 1048576 bytes, expected a smaller file");
    free(text);
}

/* --- files --- */

static enum status visit(void *context, const struct record *record, const char *place,
                         struct error *error)
{
    (void)record, (void)place, (void)error;
    ++*(int *)context;
    return STATUS_OK;
}

static enum status visit_setup(void *context, const struct setup *setup, enum side side,
                               const struct record *game, const char *place, struct error *error)
{
    (void)setup, (void)side, (void)game, (void)place, (void)error;
    ++*(int *)context;
    return STATUS_OK;
}

/* Reads a path in each way there is: all must refuse it with a line that begins with its name, '' where it
 * has none, and so. */
static void expect_path(const char *path, const char *begin)
{
    const char *name = *path ? path : "''";
    struct file_content content;
    struct position position;
    int seen = 0;
    struct error error[4];
    assert_int_equal(file_read(path, &content, &error[0]), STATUS_BAD);
    assert_int_equal(file_position(path, &position, &error[1]), STATUS_BAD);
    assert_int_equal(games_read(path, visit, NULL, &seen, &error[2]), STATUS_BAD);
    assert_int_equal(setups_read(path, visit_setup, &seen, &error[3]), STATUS_BAD);
    assert_int_equal(seen, 0);
    for (int i = 0; i < 4; i++) {
        assert_memory_equal(error[i].text, name, strlen(name));
        assert_memory_equal(error[i].text + strlen(name), begin, strlen(begin));
    }
    file_content_free(&content);
    position_free(&position);
}

TEST(test_no_file)
{
    expect_path("./no/such/file", ": No such file or directory");
    expect_path(".", ": Is a directory");
    expect_path("", ": No such file or directory");
}

/* A line of a gigabyte, which the file system need not hold. */
TEST(test_gigabyte)
{
    static const struct {
        const char *head, *piece, *error;
    } rows[] = {
        {"", "", ":1:1: found byte 0x00"},
        {"", "9 ", ":1:1: found more than 1048576 bytes"},
        {"format: vedette-game/1\nmoves: ", "a4-a5 ", ":1:1: found more than 1048576 bytes"},
        {"", "<a>", ":1:1: found more than 1048576 bytes"},
    };
    struct rusage before, after;
    double start = clock_thread();
    getrusage(RUSAGE_SELF, &before);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = *rows[i].piece ? long_text(rows[i].head, rows[i].piece, 100000) : calloc(1, 1);
        char *path = file_make(text, strlen(text));
        assert_int_equal(truncate(path, (off_t)1 << 30), 0);
        expect_path(path, rows[i].error);
        unlink(path);
        free(path);
        free(text);
    }
    getrusage(RUSAGE_SELF, &after);
    assert_true(SANITIZED || clock_thread() - start < 0.1);
    assert_true(SANITIZED || after.ru_maxrss - before.ru_maxrss < 16 << 10);
}

/* The same in files that are read line by line. */
TEST(test_endless_line)
{
    static const char *const heads[] = {"#file\tfield\n", "MLKJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBB\n"};
    struct rusage before, after;
    double start = clock_thread();
    getrusage(RUSAGE_SELF, &before);
    for (int i = 0; i < 2; i++) {
        char *text = long_text(heads[i], "A", 1 << 17);
        char *path = file_make(text, strlen(text));
        struct error error;
        int seen = 0;
        assert_int_equal(truncate(path, (off_t)1 << 30), 0);
        assert_int_equal(i ? setups_read(path, visit_setup, &seen, &error)
                           : games_read(path, visit, NULL, &seen, &error), STATUS_BAD);
        assert_int_equal(seen, i);
        assert_string_equal(error.text + strlen(path),
                            ":2:262145: found a line of more than 262144 bytes, expected its end");
        unlink(path);
        free(path);
        free(text);
    }
    getrusage(RUSAGE_SELF, &after);
    assert_true(SANITIZED || clock_thread() - start < 0.1); /* the rest of the line is not read */
    assert_true(SANITIZED || after.ru_maxrss - before.ru_maxrss < 16 << 10);
}

/* After a line that is too long comes the next one. */
TEST(test_after_long_line)
{
    static const char end[] = "\nnext\n";
    char *text = long_text("", "A", 3 * SOURCE_LINE), *path;
    memcpy(text + 3 * SOURCE_LINE - strlen(end), end, strlen(end));
    path = file_make(text, 3 * SOURCE_LINE);
    struct source source;
    struct error error;
    const char *bytes;
    size_t size;
    assert_int_equal(source_open(&source, path, true, &error), STATUS_OK);
    assert_int_equal(source_read_line(&source, &bytes, &size, &error), STATUS_BAD);
    assert_int_equal(source.line, 1);
    assert_int_equal(source_read_line(&source, &bytes, &size, &error), STATUS_OK);
    assert_int_equal(size, 4);
    assert_memory_equal(bytes, "next", size);
    assert_int_equal(source.line, 2);
    assert_int_equal(source_read_line(&source, &bytes, &size, &error), STATUS_OK);
    assert_null(bytes);
    source_close(&source);
    unlink(path);
    free(path);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gigabyte), /* first, while little memory has ever been used */
        cmocka_unit_test(test_endless_line), cmocka_unit_test(test_after_long_line),
        cmocka_unit_test(test_nothing),      cmocka_unit_test(test_foreign),
        cmocka_unit_test(test_cut_off),      cmocka_unit_test(test_garbled),
        cmocka_unit_test(test_binary),       cmocka_unit_test(test_dear),
        cmocka_unit_test(test_larger),       cmocka_unit_test(test_no_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
