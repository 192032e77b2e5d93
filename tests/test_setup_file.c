/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Setup files and setups in letters. */
#include "boards.h"
#include "cmocka_all.h"
#include "files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Forty pieces in an order that no table has. */
#define ROW_1 "2 9 2 7 X 2 4 4 B 2\n"
#define ROW_2 "8 6 3 S 2 6 8 B 7 6\n"
#define ROW_3 "3 5 5 5 4 B 4 F B 5\n"
#define ROW_4 "2 2 3 7 2 3 6 B 3 B\n"
static const char plain[] = ROW_1 ROW_2 ROW_3 ROW_4;

TEST(test_forms)
{
    static const char *const same[] = {
        plain,
        "# a comment\n" ROW_1 "\n\n# another: 9 9 9\n" ROW_2 ROW_3 "2 2 3 7 2 3 6 B 3 B # the end",
        "2 9 2 7 X 2 4 4 B 2 # front: the marshal\n" ROW_2 ROW_3 ROW_4,
        "2927X244B2 863S268B76 35554B4FB5 2237236B3B",
        "2927x244b2\r\n863s268b76\r\n35554b4fb5\r\n2237236b3b\r\n",
        "\xef\xbb\xbf" ROW_1 ROW_2 ROW_3 ROW_4,
        "2\t9\t2\t7\tX\t2\t4\t4\tB\t2\n" ROW_2 ROW_3 ROW_4,
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        struct file_content content;
        struct text out = {0};
        assert_read(same[i], FILE_SETUP, &content);
        setup_write(&content.setup, NULL, &out);
        assert_string_equal(text_string(&out), plain);
        text_free(&out);
        file_content_free(&content);
    }
}

TEST(test_setup_file_faults)
{
    static const struct refusal rows[] = {
        {ROW_1 ROW_2 ROW_3 "2 2 3 7 2 3 6 B 3", "f:4:18: found the end after 39 pieces, expected 40"},
        {"2\n", "f:2:1: found the end after 1 piece, expected 40"},
        {ROW_1 ROW_2 ROW_3 ROW_4 "2", "f:5:1: found a 41st piece, expected 40"},
        {ROW_1 "8 6 3 S 2 Q 8 B 7 6\n" ROW_3 ROW_4, "f:2:11: found 'Q', expected a rank F B S 2-9 X"},
        {ROW_1 "8 6 3 S 2 10 8 B 7 6\n" ROW_3 ROW_4, "f:2:11: found '1', expected a rank F B S 2-9 X"},
        {ROW_1 "8 6 3 S 2 \x1b 8 B 7 6\n" ROW_3 ROW_4,
         "f:2:11: found byte 0x1b, expected a rank F B S 2-9 X"},
        {ROW_1 ROW_2 ROW_3 "2 2 3 7 2 3 6 B 3 ?", "f:4:19: found '?', expected a rank F B S 2-9 X"},
        {ROW_1 ROW_2 "3 5 5 5 4 B B F B 5\n" ROW_4,
         "f:4:19: found 7 pieces of rank B (bomb), expected 6"},
        {"F 9 2 7 X 2 4 4 B 2\n" ROW_2 ROW_3 ROW_4, "f:3:15: found 2 pieces of rank F (flag), expected 1"},
    };
    assert_all_refused(rows, sizeof rows / sizeof *rows);
}

TEST(test_letters)
{
    struct rng rng;
    rng_seed(&rng, 31, 0);
    for (int i = 0; i < 400; i++) {
        struct placement start;
        struct setup pair[SIDES], again;
        struct file_content content;
        struct text out = {0};
        enum side side = i % 2 ? BLUE : RED, whose;
        placement_random_game(&start, &rng);
        assert_true(placement_to_setups(&start, pair));
        setup_write_letters(&pair[side], side, &out);
        assert_int_equal(out.size, PIECES_A_SIDE);
        assert_int_equal(setup_read_letters(text_string(&out), &again, &whose, NULL), STATUS_OK);
        assert_int_equal(whose, side);
        assert_memory_equal(&again, &pair[side], sizeof again);
        text_add(&out, " # game: none\n");
        assert_read(text_string(&out), FILE_LETTERS, &content);
        assert_int_equal(content.setup_side, side);
        assert_memory_equal(&content.setup, &pair[side], sizeof again);
        file_content_free(&content);
        text_clear(&out);
        setup_write(&pair[side], NULL, &out);
        assert_read(text_string(&out), FILE_SETUP, &content);
        assert_memory_equal(&content.setup, &pair[side], sizeof again);
        file_content_free(&content);
        text_free(&out);
    }
}

/* The first letter is the left end of the front row as the owner sees it: a4 for red, j7 for blue. */
TEST(test_front_row)
{
    struct setup red, blue;
    struct placement start;
    enum side side;
    assert_int_equal(setup_read_letters("MLKJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBB", &red, &side, NULL),
                     STATUS_OK);
    assert_int_equal(side, RED);
    assert_int_equal(setup_read_letters("YXWVVUUUTTTTSSSSRRRRQQQQQPPPPPPPPONNNNNN", &blue, &side, NULL),
                     STATUS_OK);
    assert_int_equal(side, BLUE);
    placement_from_setups(&start, variant_at(VARIANT_STANDARD), &red, &blue);
    assert_int_equal(start.cell[30].rank, FLAG);   /* a4 */
    assert_int_equal(start.cell[31].rank, MARSHAL);
    assert_int_equal(start.cell[9].rank, BOMB);    /* j1 */
    assert_int_equal(start.cell[69].rank, FLAG);   /* j7 */
    assert_int_equal(start.cell[68].rank, MARSHAL);
    assert_int_equal(start.cell[90].rank, BOMB);   /* a10 */
}

TEST(test_letter_faults)
{
    static const struct refusal rows[] = {
        {"MLKJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBB", "f:1:40: found 39 letters, expected 40"},
        {"MLKJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBBB", "f:1:41: found 41 letters, expected 40"},
        {"# red\n\n MLKJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBN",
         "f:3:41: found 'N', blue's, among red's letters"},
        {"MLKJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBZ",
         "f:1:40: found 'Z', expected a Gravon letter A-Y"},
        {"MMKJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBB",
         "f:1:2: found 2 pieces of rank F (flag), expected 1"},
        {"MLKJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBB\nMLKJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBB",
         "f:2:1: found a second word, expected one setup or field alone"},
        {"MLKJJIIIHHHHGGGGFFFF EEEEEDDDDDDDDCBBBBBB", "f:1:22: found 'E', expected the line's end"},
    };
    assert_all_refused(rows, sizeof rows / sizeof *rows);
    struct setup setup;
    struct error error;
    assert_int_equal(setup_read_letters("MLKJ?", &setup, NULL, &error), STATUS_BAD);
    assert_string_equal(error.text, "letter 5: found '?', expected a Gravon letter A-Y");
}

struct setups_seen {
    int count;
    enum side sides[8];
    char places[8][64];
    int games;
};

static enum status note(void *context, const struct setup *setup, enum side side,
                        const struct record *game, const char *place, struct error *error)
{
    struct setups_seen *seen = context;
    if (seen->count == 7)
        return error_set(error, STATUS_NO, "enough");
    assert_int_equal(setup_check(setup, variant_at(VARIANT_STANDARD), NULL), STATUS_OK);
    seen->sides[seen->count] = side;
    seen->games += game != NULL;
    snprintf(seen->places[seen->count++], sizeof seen->places[0], "%s", strrchr(place, '/') + 1);
    return STATUS_OK;
}

static void expect_setups(const char *bytes, struct setups_seen *seen, enum status expected)
{
    char *path = file_make(bytes, strlen(bytes));
    struct error error = {0};
    *seen = (struct setups_seen){0};
    assert_int_equal(setups_read(path, note, seen, &error), expected);
    unlink(path);
    free(path);
}

TEST(test_many)
{
#define RED_LINE "MLKJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBB\n"
#define BLUE_LINE "YXWVVUUUTTTTSSSSRRRRQQQQQPPPPPPPPONNNNNN\n"
    struct setups_seen seen;
    expect_setups("# two\n" RED_LINE "\n" BLUE_LINE, &seen, STATUS_OK);
    assert_int_equal(seen.count, 2);
    assert_int_equal(seen.sides[0], RED);
    assert_int_equal(seen.sides[1], BLUE);
    assert_string_equal(strchr(seen.places[0], ':'), ":2");
    assert_string_equal(strchr(seen.places[1], ':'), ":4");
    expect_setups(plain, &seen, STATUS_OK);
    assert_int_equal(seen.count, 1);
    assert_int_equal(seen.games, 0);
    expect_setups(RED_LINE BLUE_LINE "MLK\n", &seen, STATUS_BAD);
    assert_int_equal(seen.count, 2);
    expect_setups(RED_LINE RED_LINE RED_LINE RED_LINE RED_LINE RED_LINE RED_LINE RED_LINE, &seen,
                  STATUS_NO); /* the visitor's word ends it */
    expect_setups("\n", &seen, STATUS_BAD);
}

TESTS_MAIN(NULL, NULL)
