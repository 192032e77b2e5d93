/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes review_kept_parse: the input stands behind the keys that name the game and the options, and is made
 * whole by the last line. What is read are moves of the game. */
#include "agent/kinds.h"
#include "analysis/review_keep.h"
#include "base/digest.h"
#include "base/disk.h"
#include "base/rng.h"
#include "fuzz/content.h"
#include "fuzz/files.h"

enum { PLIES = 12 };
static struct record game;
static struct settings settings;
static struct text head; /* the keys before `judged` */
static double chance[PLIES + 1];

static const struct review empty = {.plies = PLIES, .own_chance = {chance, chance},
                                    .outcome = {RESULT_RED, REASON_RESIGNED}, .judged = true};

static struct review_request request(void)
{
    return (struct review_request){.record = &game, .worlds = 48, .settings = &settings, .seed = 1};
}

/* Two armies and twelve moves. */
static void make_game(void)
{
    struct position position = {0};
    struct rng rng;
    record_clear(&game);
    rng_seed(&rng, 5, 0);
    game.rules = *rules_find("isf");
    for (int square = 0; square < SQUARES; square++)
        game.start.cell[square].side = SIDES;
    for (enum side side = RED; side <= BLUE; side++)
        for (int rank = 0, i = PIECES_A_SIDE; rank < RANKS; rank++)
            for (int left = rank_table[rank].count; left > 0; left--)
                game.start.cell[setup_square(side, --i)] =
                    (struct cell){.side = (uint8_t)side, .rank = (uint8_t)rank};
    fuzz_demand(record_replay(&game, 0, &position, NULL, NULL) == STATUS_OK, "the game begins");
    for (int ply = 0; ply < PLIES; ply++) {
        struct move moves[MOVES_MAX];
        int count = board_moves(&position.board, moves);
        struct move_with_ranks move = {moves[rng_below(&rng, (uint32_t)count)], RANK_UNKNOWN, RANK_UNKNOWN};
        fuzz_demand(position_play(&position, move, NULL, NULL) == STATUS_OK, "a legal move is played");
        record_append(&game, move);
    }
    position_free(&position);
}

/* Makes the game, and the keys of its file up to the judged moves. */
static void make_head(void)
{
    char path[300];
    const struct review_request empty_request = request();
    make_game();
    settings_init(&settings, option_groups);
    fuzz_file("kept.review", NULL, 0, path);
    fuzz_demand(review_keep(&empty, &empty_request, path, NULL) == STATUS_OK, "a review is kept");
    fuzz_demand(disk_read(path, FILE_LIMIT, &head, NULL) == STATUS_OK, "it can be read");
    head.size = (size_t)(strstr(head.bytes, "judged: ") - head.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text file = {0};
    struct error error = {.text = ""};
    struct review review = empty;
    if (!head.size)
        make_head();
    const struct review_request wanted = request();
    text_append(&file, head.bytes, head.size);
    text_append(&file, (const char *)data, size);
    text_printf(&file, "check: %016llx\n", (unsigned long long)digest(file.bytes, file.size));
    enum status status = review_kept_parse("f", file.bytes, file.size, &wanted, &review, &error);
    if (status)
        fuzz_check_error(status, &error);
    fuzz_demand(!status || review.count == 0, "nothing is left of a bad file");
    for (size_t i = 0; i < review.count; i++) {
        const struct review_move *move = &review.moves[i];
        fuzz_demand(move->ply < PLIES && (i == 0 || move->ply > move[-1].ply), "moves are in their order");
        fuzz_demand(move_equal(move->played, game.moves[move->ply].move), "they are those of the game");
        fuzz_demand(move->grade < REVIEW_GRADES && move->cost >= review_grade_cost[move->grade] &&
                    move->cost <= 1, "the cost fits the grade");
        fuzz_demand((move->grade == REVIEW_GOOD) == move_equal(move->better, move->played),
                    "a graded move has a better one");
    }
    free(review.moves);
    text_free(&file);
    return 0;
}
