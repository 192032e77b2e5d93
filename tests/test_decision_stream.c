/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stream of decisions holds what the player saw, what was legal and what was chosen, number for number;
 * games that others played become the same moves. */
#include "base/memory.h"
#include "cmocka_all.h"
#include "engine.h"
#include "lab/self_play.h"
#include "learn/decision_stream.h"
#include "learn/played_decisions.h"
#include "learn/policy_actor.h"

#include <stdlib.h>
#include <string.h>

/* Reads bytes of a stream in their order. */
struct stream_reader {
    const char *bytes;
    size_t size, at;
};

static const void *read_bytes(struct stream_reader *reader, size_t size)
{
    assert_true(reader->size - reader->at >= size);
    reader->at += size;
    return reader->bytes + reader->at - size;
}

static bool bit_of(const unsigned char *bytes, int index)
{
    return bytes[index / 8] >> index % 8 & 1;
}

/* Holds the block of a game against the game itself. Returns the result it has. */
static float check_block(struct stream_reader *reader, const struct policy_record *record,
                         const struct variant *variant, const struct rules *rules)
{
    struct policy_game game = {0};
    uint32_t head[4];
    float result, number, cell[OBSERVATION_CELLS];
    memcpy(head, read_bytes(reader, sizeof head), sizeof head);
    memcpy(&result, &head[2], sizeof result);
    size_t count = head[0], used = 0;
    assert_int_equal(count, record->count);
    const char *behaviour = read_bytes(reader, count * sizeof(float));
    const char *values = read_bytes(reader, count * sizeof(float));
    const char *numbers = read_bytes(reader, head[1] * sizeof(float));
    const unsigned char *legal = read_bytes(reader, count * DECISION_LEGAL_BYTES);
    const unsigned char *seen = read_bytes(reader, count * DECISION_SEEN_BYTES);
    const unsigned char *heads = read_bytes(reader, count), *actions = read_bytes(reader, count);
    const unsigned char *players = read_bytes(reader, count);
    policy_game_begin(&game, variant, rules);
    for (size_t i = 0; i < count; i++) {
        bitboard squares = policy_game_legal(&game);
        memcpy(&number, behaviour + i * sizeof number, sizeof number);
        assert_true(number == record->actions[i].behaviour);
        memcpy(&number, values + i * sizeof number, sizeof number);
        assert_true(number == record->actions[i].value);
        assert_int_equal(heads[i], policy_game_head(&game));
        assert_int_equal(actions[i], record->actions[i].square);
        assert_int_equal(players[i], policy_game_side(&game));
        for (int square = 0; square < SQUARES; square++)
            assert_int_equal(bit_of(legal + i * DECISION_LEGAL_BYTES, square), bit_in(squares, square));
        policy_game_observe(&game, cell);
        for (int c = 0; c < OBSERVATION_CELLS; c++) {
            number = 0;
            if (bit_of(seen + i * DECISION_SEEN_BYTES, c))
                memcpy(&number, numbers + used++ * sizeof number, sizeof number);
            assert_true(number == cell[c]);
        }
        policy_game_act(&game, record->actions[i].square);
    }
    assert_int_equal(used, head[1]);
    assert_int_equal(head[3], policy_game_plies(&game));
    policy_game_free(&game);
    return result;
}

static void check_head(struct stream_reader *reader)
{
    assert_memory_equal(read_bytes(reader, 8), "Vedette", 8);
    assert_string_equal(read_bytes(reader, 16), "decisions");
    read_bytes(reader, 8);
}

TEST(test_self_play)
{
    enum { GAMES = 3 };
    struct policy_actor_options options = {.variant = variant_find("barrage"),
                                           .rules = *rules_find("deepnash"),
                                           .games = POLICY_ACTOR_GROUP, .seed = 3, .jobs = 1, .values = true};
    const struct policy_shape shape = {0, 0, 2, 2};
    struct net_row *rows = memory_new(POLICY_ROWS_MAX, sizeof *rows);
    struct policy_record records[GAMES] = {{0}};
    struct policy_layers layers;
    struct text bytes = {0};
    struct error error;
    options.rules.move_limit = 20;
    assert_int_equal(policy_net_write_rows(&shape, rows, &layers, &error), STATUS_OK);
    struct net *net = net_new(rows, layers.count, &error);
    net_start(net, 1);
    struct policy_actor *actor = policy_actor_new(&options, net, &layers, &error);
    struct decision_stream *stream = decision_stream_new(options.variant, &options.rules);
    assert_int_equal(policy_actor_play(actor, GAMES, records, &error), STATUS_OK);
    decision_stream_add_head(&bytes);
    for (int g = 0; g < GAMES; g++)
        decision_stream_add_game(stream, &records[g], g ? RESULT_BLUE : RESULT_OPEN, &bytes);
    struct stream_reader reader = {bytes.bytes, bytes.size, 0};
    check_head(&reader);
    for (int g = 0; g < GAMES; g++) {
        float result = check_block(&reader, &records[g], options.variant, &options.rules);
        assert_true(result == (g ? -1 : 0)); /* the first was drawn by the limit of moves */
        policy_record_free(&records[g]);
    }
    assert_int_equal(reader.at, reader.size);
    text_free(&bytes);
    decision_stream_free(stream);
    policy_actor_free(actor);
    net_free(net);
    free(rows);
}

/* The record, played again, is the game: its setups, moves and result. */
static void check_moves(const struct training_game *game, const struct policy_record *record,
                        const struct rules *rules)
{
    struct policy_game walk = {0};
    struct setup setups[SIDES];
    assert_true(training_game_setups(game, setups));
    policy_game_begin(&walk, variant_at(game->variant), rules);
    for (size_t i = 0; i < record->count; i++) {
        assert_true(record->actions[i].behaviour == 0 && bits_count(policy_game_legal(&walk)) > 1);
        policy_game_act(&walk, record->actions[i].square);
    }
    for (enum side side = RED; side <= BLUE; side++)
        assert_memory_equal(walk.setup[side].rank, setups[side].rank, sizeof setups[side].rank);
    assert_int_equal(policy_game_plies(&walk), game->count);
    assert_int_equal(record->plies, game->count);
    for (uint32_t ply = 0; ply < game->count; ply++)
        assert_true(move_equal(board_event(&walk.position.board, ply).move, game->events[ply].move));
    assert_int_equal(walk.outcome.result, game->outcome.result);
    policy_game_free(&walk);
}

/* Games that programs play by some rules. */
static void play_games(const char *variant, const struct rules *rules, size_t games, struct dataset *dataset)
{
    const char *const players[] = {"random"};
    struct error error;
    const struct self_play_terms terms = {.players = players, .player_count = 1, .games = games,
                                          .rules = *rules, .seed = 2, .jobs = 1, .settings = &settings,
                                          .variant = variant_index(variant_find(variant)),
                                          .library = library};
    assert_int_equal(self_play(&terms, dataset, &error), STATUS_OK);
    assert_int_equal(dataset->count, games);
}

/* Of both kinds of armies: the last place of a full one is no decision. */
TEST(test_played_games)
{
    static const char *const variants[] = {"classic", "barrage"};
    struct rules rules = *rules_find("deepnash");
    struct policy_game walk = {0};
    struct policy_record record = {0};
    rules.move_limit = 300; /* some Barrage games are over before, with few pieces left */
    for (int v = 0; v < 2; v++) {
        struct dataset dataset = {0};
        play_games(variants[v], &rules, 6, &dataset);
        for (size_t g = 0; g < dataset.count; g++) {
            assert_true(played_decisions(&dataset.items[g], &rules, &walk, &record));
            check_moves(&dataset.items[g], &record, &rules);
            policy_record_free(&record);
        }
        dataset_free(&dataset);
    }
    policy_game_free(&walk);
}

/* What ends a record early, and what makes it none. */
TEST(test_other_games)
{
    struct rules rules = *rules_find("deepnash");
    struct dataset dataset = {0};
    struct policy_game walk = {0};
    struct policy_record record = {0};
    rules.move_limit = 60;
    play_games("barrage", &rules, 1, &dataset);
    struct rules short_rules = rules;
    short_rules.move_limit = 10; /* the game ends there */
    assert_true(played_decisions(&dataset.items[0], &short_rules, &walk, &record));
    assert_int_equal(record.plies, 10);
    policy_record_free(&record);
    struct training_game other = dataset.items[0];
    other.outcome = (struct outcome){RESULT_OPEN, REASON_NONE};
    assert_false(played_decisions(&other, &rules, &walk, &record));
    assert_int_equal(record.count, 0);
    struct event *events = memory_new(other.count, sizeof *events); /* a move that is none */
    memcpy(events, dataset.items[0].events, other.count * sizeof *events);
    events[5].move.to = events[5].move.from;
    other.outcome = dataset.items[0].outcome;
    other.events = events;
    assert_false(played_decisions(&other, &rules, &walk, &record));
    assert_int_equal(record.count, 0);
    free(events);
    policy_game_free(&walk);
    dataset_free(&dataset);
}

TESTS_MAIN(engine_set_up, engine_tear_down)
