/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weaknesses counted in small games that are made up for it. */
#include "boards.h"
#include "cmocka_all.h"
#include "lab/weakness.h"

#include <stdlib.h>
#include <string.h>

/* Red's known captain b4 and unknown lieutenant e3, red's known marshal i6; blue's unknown colonel b6, known
 * general e4, and spy i7, that has never moved. */
static const char *const scene =
    "bF  .    .   .   .    .   .   .   .    .\n"
    ".   .    .   .   .    .   .   .   .    .\n"
    ".   .    .   .   .    .   .   .   .    .\n"
    ".   .    .   .   .    .   .   .   bS   .\n"
    ".   b8*  ~   ~   .    .   ~   ~   rX*! .\n"
    ".   .    ~   ~   .    .   ~   ~   .    .\n"
    ".   r6*! .   .   b9*! .   .   .   .    .\n"
    ".   .    .   .   r5*  .   .   .   .    .\n"
    ".   .    .   .   .    .   .   .   .    .\n"
    "rF  .    .   .   .    .   .   .   .    .\n";

/* Blue's piece 0 stands near red's flag; the rest of the armies is filled in for the digits. */
static const char *const siege =
    "bF  .    .   .   .    .   .   .   .    1\n"
    ".   .    .   .   .    .   .   .   .    2\n"
    ".   .    .   .   .    .   .   .   .    3\n"
    ".   .    .   .   .    .   .   .   .    .\n"
    ".   .    ~   ~   .    .   ~   ~   .    .\n"
    ".   .    ~   ~   .    .   ~   ~   .    .\n"
    ".   rX*  .   .   .    .   .   .   .    4\n"
    ".   .    .   .   .    .   .   .   .    5\n"
    ".   .    .   r6* r6*  r5* r5* .   .    6\n"
    "rF  .    0   .   .    .   .   .   .    .\n";

static const struct outcome open_game = {RESULT_OPEN, REASON_NONE};

static int square_of(const char *name)
{
    return square_at(name[0] - 'a', atoi(name + 1) - 1);
}

/* What `side` does wrong where these moves, "b6-b5 b4-b5", are played. */
static struct weaknesses count(const char *picture, enum side to_move, const char *moves, enum side side,
                               struct outcome outcome)
{
    struct record record = {.rules = *rules_find("free"), .outcome = outcome};
    struct worth_options options;
    struct weaknesses found = {0};
    struct error error = {0};
    worth_options_init(&options);
    placement_draw(&record.start, to_move, picture);
    for (const char *at = moves; *at; at += strcspn(at, " "), at += strspn(at, " ")) {
        const struct move move = {(uint8_t)square_of(at), (uint8_t)square_of(strchr(at, '-') + 1)};
        record_append(&record, (struct move_with_ranks){move, RANK_UNKNOWN, RANK_UNKNOWN});
    }
    if (weaknesses_count(&record, side, &options, &found, &error) != STATUS_OK)
        fail_msg("%s: %s", moves, error.text);
    record_clear(&record);
    return found;
}

/* The picture with `from` replaced by `to`, once; free() gives it back. */
static char *replaced(const char *picture, const char *from, const char *to)
{
    const char *at = strstr(picture, from);
    assert_non_null(at);
    char *text = malloc(strlen(picture) + strlen(to) + 1);
    size_t before = (size_t)(at - picture);
    memcpy(text, picture, before);
    strcpy(text + before, to);
    strcat(text, at + strlen(from));
    return text;
}

/* Counts for both sides in a scene with one cell changed ("" for none). */
struct scene_case {
    const char *cell, *changed;
    enum side to_move;
    const char *moves;
    size_t red[WEAKNESSES], blue[WEAKNESSES];
};

static void check_weaknesses(const struct scene_case *row)
{
    char *picture = replaced(scene, row->cell, row->changed);
    const struct weaknesses red = count(picture, row->to_move, row->moves, RED, open_game);
    const struct weaknesses blue = count(picture, row->to_move, row->moves, BLUE, open_game);
    for (int i = 0; i < WEAKNESSES; i++)
        if (red.count[i] != row->red[i] || blue.count[i] != row->blue[i])
            fail_msg("%s with %s for %s, %s: red %zu, blue %zu", row->moves, row->changed, row->cell,
                     weakness_table[i].name, red.count[i], blue.count[i]);
    free(picture);
}

TEST(test_stepped)
{
    static const struct scene_case cases[] = {
        {"b8*", "b8*", BLUE, "b6-b5 b4-b5", {[WEAK_STEPPED] = 1, [WEAK_STEPPED_LOST] = 1}, {0}},
        {"b8*", "b6*", BLUE, "b6-b5 b4-b5", {[WEAK_STEPPED] = 1}, {0}}, /* both are gone */
        {"b8*", "b4*", BLUE, "b6-b5 b4-b5", {[WEAK_STEPPED] = 1}, {[WEAK_UNBELIEVED] = 1}},
        {"b8*", "b8*", BLUE, "b6-b5 i6-j6 i7-i8 b4-b5", {0}, {0}},      /* not just now */
        {"b8*", "b8*!", BLUE, "b6-b5 b4-b5", {0}, {0}},                 /* it knew the piece */
        {"r6*!", "r6*", BLUE, "b6-b5 b4-b5", {0}, {0}},                 /* nobody knew the captain */
        {"r6*!", "r2*!", BLUE, "b6-a6 b4-b5 a6-a5 b5-a5", {[WEAK_STEPPED] = 1, [WEAK_STEPPED_LOST] = 1}, {0}},
        {"r6*!", "r2*!", BLUE, "b6-b7 b4-b7", {0}, {0}},                /* from afar */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_weaknesses(&cases[i]);
}

TEST(test_unbelieved)
{
    static const struct scene_case cases[] = {
        {"r5*", "r5*", RED, "b4-b3 e4-e3", {[WEAK_UNBELIEVED] = 1}, {0}},
        {"r5*", "r5*!", RED, "b4-b3 e4-e3", {0}, {0}},     /* it was known */
        {"r5*", "r5", RED, "b4-b3 e4-e3", {0}, {0}},       /* it had not moved */
        {"r5*", "r9*", RED, "b4-b3 e4-e3", {0}, {0}},      /* both are gone */
        {"b9*!", "b9*", RED, "b4-b3 e4-e3", {0}, {0}},     /* nobody knew the general */
        {"r5*", "r5*", BLUE, "e4-e3", {0}, {0}},           /* red had no move before */
        {"r5*", "r5*", RED, "e3-f3 e4-f4 b4-b3 f4-f3", {[WEAK_UNBELIEVED] = 1}, {0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_weaknesses(&cases[i]);
}

TEST(test_spy)
{
    static const struct scene_case cases[] = {
        {"bS", "bS", BLUE, "i7-i6", {[WEAK_SPY] = 1}, {0}},
        {"bS", "bS*", BLUE, "i7-i6", {0}, {0}},            /* one that came */
        {"bS", "bS", BLUE, "i7-i8 b4-b3 i8-i7 b3-b4 i7-i6", {0}, {0}},
        {"bS", "bS", RED, "i6-i7", {0}, {0}},              /* the marshal takes the spy */
        {"rX*!", "r9*!", BLUE, "i7-i6", {0}, {0}},         /* the spy is lost */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_weaknesses(&cases[i]);
}

/* The siege with the taker and six more pieces. */
static char *besiege(const char *const piece[7])
{
    char *picture = NULL;
    for (int i = 0; i < 7; i++) {
        const char digit[] = {' ', (char)('0' + i), i ? '\n' : ' ', '\0'};
        char cell[8] = " ";
        strcat(cell, piece[i]);
        strcat(cell, i ? "\n" : " ");
        char *next = replaced(picture ? picture : siege, digit, cell);
        free(picture);
        picture = next;
    }
    return picture;
}

TEST(test_end)
{
    static const struct outcome by_flag = {RESULT_BLUE, REASON_FLAG},
                                no_moves = {RESULT_BLUE, REASON_NO_MOVES},
                                drawn = {RESULT_DRAW, REASON_NO_ATTACK_LIMIT},
                                agreed = {RESULT_DRAW, REASON_AGREED};
    static const char *const take = "c1-b1 b4-b5 b1-a1", *const wait = "c1-b1 b4-b5";
    const struct {
        const char *piece[7];
        const char *moves;
        struct outcome outcome;
        size_t flag, far, miner, drawn;
    } cases[] = {
        {{"b3*", "b4*", ".", ".", "r9*", "r8*", "."}, take, by_flag, 1, 1, 1, 0},
        {{"b4*", "b4*", ".", ".", "r9*", "r8*", "."}, take, by_flag, 1, 1, 0, 0},
        {{"b3*", "b8*", ".", ".", "r9*", "r8*", "."}, take, by_flag, 1, 0, 1, 0},
        {{"b3*", "bX*", "b9*", "b8*", "r9*", "r8*", "r7*"}, take, by_flag, 0, 0, 0, 0},
        {{"b3*", "b4*", ".", ".", "r9*", "r8*", "."}, take, no_moves, 0, 0, 0, 0},
        {{"b3*", "b4*", ".", ".", "r9*", "r8*", "."}, wait, drawn, 0, 0, 0, 1},
        {{"b3*", "b4*", ".", ".", "r9*", "r8*", "."}, wait, agreed, 0, 0, 0, 1},
        {{"b3*", "b8*", ".", ".", "r9*", "r8*", "."}, wait, drawn, 0, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *picture = besiege(cases[i].piece);
        const struct weaknesses red = count(picture, BLUE, cases[i].moves, RED, cases[i].outcome);
        const struct weaknesses blue = count(picture, BLUE, cases[i].moves, BLUE, cases[i].outcome);
        if (red.count[WEAK_FLAG] != cases[i].flag || red.count[WEAK_FLAG_FAR] != cases[i].far ||
            red.count[WEAK_FLAG_MINER] != cases[i].miner || red.count[WEAK_DRAWN] != cases[i].drawn)
            fail_msg("case %zu: flag %zu, far %zu, to a miner %zu, drawn %zu", i, red.count[WEAK_FLAG],
                     red.count[WEAK_FLAG_FAR], red.count[WEAK_FLAG_MINER], red.count[WEAK_DRAWN]);
        assert_int_equal(red.drawn_by[cases[i].outcome.reason], cases[i].drawn);
        for (int k = 0; k < WEAKNESSES; k++)
            assert_int_equal(blue.count[k], 0);
        free(picture);
    }
}

/* Sums are of all counts; a record that cannot be played is refused. */
TEST(test_sum)
{
    struct weaknesses sum = {0}, more = {0};
    struct record record = {.rules = *rules_find("free")};
    struct worth_options options;
    struct error error = {0};
    for (size_t i = 0; i < WEAKNESSES; i++)
        more.count[i] = i + 1;
    more.drawn_by[REASON_AGREED] = 3;
    weaknesses_add(&sum, &more);
    weaknesses_add(&sum, &more);
    for (size_t i = 0; i < WEAKNESSES; i++)
        assert_int_equal(sum.count[i], 2 * (i + 1));
    assert_int_equal(sum.drawn_by[REASON_AGREED], 6);
    worth_options_init(&options);
    placement_draw(&record.start, RED, scene);
    record_append(&record, (struct move_with_ranks){{0, 1}, RANK_UNKNOWN, RANK_UNKNOWN}); /* the flag */
    assert_int_not_equal(weaknesses_count(&record, RED, &options, &sum, &error), STATUS_OK);
    assert_int_equal(sum.count[WEAK_STEPPED], 2);
    record_clear(&record);
}

TESTS_MAIN(NULL, NULL)
