/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/rules_signature.h"

#include "game/position.h"
#include "game/view.h"

/* A game whose moves are drawn by a generator of its own (splitmix64), so that the signature depends on
 * nothing but the rules. */
struct drawn_game {
    uint64_t sum;        /* the hash so far */
    uint64_t random;
    const struct variant *variant;
    struct position position;
    struct view view;    /* what one side sees of it */
};

/* Returns a well mixed hash of a number (the output function of splitmix64). */
static uint64_t mix(uint64_t value)
{
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
    value = (value ^ value >> 27) * 0x94d049bb133111ebu;
    return value ^ value >> 31;
}

/* Returns the next random number of the game. */
static uint64_t draw(struct drawn_game *game)
{
    game->random += 0x9e3779b97f4a7c15u;
    return mix(game->random);
}

/* Adds a value to the hash. */
static void add_to_hash(struct drawn_game *game, uint64_t value)
{
    game->sum = mix(game->sum * 3 + value + 1);
}

/* Returns a hash of a set of moves, independent of their order. */
static uint64_t hash_of_moves(const struct move *moves, int count)
{
    uint64_t sum = (uint64_t)count;
    for (int i = 0; i < count; i++)
        sum += mix((uint64_t)moves[i].from * SQUARES + moves[i].to + 1);
    return sum;
}

/* Draws a move, independent of the order of the list. Half of the time it draws one that moves the last
 * moved piece on or back, if there is one, so that the repetition rules are used. */
static struct move draw_move(struct drawn_game *game, const struct move *moves, int count)
{
    const struct board *board = &game->position.board;
    uint64_t salt = draw(game), highest = 0;
    bool goes_on = salt % 2 && board->plies >= 2;
    struct move found = moves[0];
    for (int i = 0; i < count; i++) {
        /* Each move has a random priority; the top bit is for moves of the last moved piece. */
        uint64_t priority = mix(salt ^ ((uint64_t)moves[i].from * SQUARES + moves[i].to)) >> 1;
        if (goes_on && board->at[moves[i].from] == board->history[board->plies - 2].mover)
            priority |= UINT64_C(1) << 63;
        if (i == 0 || priority > highest) {
            highest = priority;
            found = moves[i];
        }
    }
    return found;
}

/* Adds the state of a board to the hash. */
static void add_board_to_hash(struct drawn_game *game, const struct board *board)
{
    for (int square = 0; square < SQUARES; square++) {
        if (board->at[square] >= PIECES)
            continue;
        const struct piece *piece = &board->piece[board->at[square]];
        add_to_hash(game, (uint64_t)square << 16 | (uint64_t)piece->rank << 8 | (uint64_t)piece->side << 2 |
                            (uint64_t)piece->moved << 1 | piece->known);
    }
    for (int side = RED; side <= BLUE; side++)
        for (int rank = 0; rank < RANKS; rank++)
            add_to_hash(game, (uint64_t)board->captured[side][rank] << 8 | board->unknown_count[side][rank]);
}

/* Plays a game to its end, or `limit` plies, and adds to the hash at each ply the outcome, the legal moves of
 * both the position and one side's view, and the battle. The first `length` moves are those of `line`, as far
 * as they are legal; the others are drawn. */
static void play(struct drawn_game *game, const struct placement *start, const struct rules *rules, int limit,
                 const struct move *line, int length)
{
    struct position *position = &game->position;
    struct board *seen = &game->view.board;
    struct move moves[MOVES_MAX];
    position_init(position, start, rules, NULL);
    view_init(&game->view, position, (enum side)(draw(game) % 2));
    for (int ply = 0; ply < limit; ply++) {
        /* Outcome, legal moves, and the move to play. */
        struct outcome outcome = position_outcome(position);
        add_to_hash(game, (uint64_t)outcome.result << 8 | (uint64_t)outcome.reason);
        if (outcome.result != RESULT_OPEN)
            break;
        int count = board_moves(&position->board, moves);
        add_to_hash(game, hash_of_moves(moves, count));
        struct move_with_ranks move = {draw_move(game, moves, count), RANK_UNKNOWN, RANK_UNKNOWN};
        if (ply < length && board_check(&position->board, line[ply]) == MOVE_LEGAL)
            move.move = line[ply];
        /* Attacks, moves in the view, leaves at every 32nd ply, and the battle. */
        add_to_hash(game, hash_of_moves(moves, board_attacks(&position->board, moves)));
        add_to_hash(game, hash_of_moves(moves, board_pseudo_legal_moves(seen, seen->to_move, moves)));
        if (ply % 32 == 0)
            add_to_hash(game, position_perft(position, 2));
        struct event event;
        position_play(position, move, &event, NULL);
        add_to_hash(game, (uint64_t)event.battle << 16 | (uint64_t)event.attacker << 8 | event.defender);
        view_apply(&game->view, &event);
    }
    add_board_to_hash(game, &position->board);
    add_board_to_hash(game, seen);
    view_free(&game->view);
    position_free(position);
}

/* Draws a setup with the pieces of the variant in random order. If the variant allows any army: with a flag,
 * a scout, and each other piece with probability 1/2. */
static void draw_setup(struct drawn_game *game, struct setup *setup)
{
    int n = 0;
    for (int rank = 0; rank < RANKS; rank++)
        for (int i = 0; i < game->variant->count[rank]; i++) {
            bool needed = !game->variant->any_army || (i == 0 && (rank == FLAG || rank == SCOUT));
            if (needed || draw(game) % 2)
                setup->rank[n++] = (uint8_t)rank;
        }
    while (n < PIECES_A_SIDE)
        setup->rank[n++] = PLACE_EMPTY;
    /* Shuffle the places (Fisher and Yates). */
    for (int i = PIECES_A_SIDE - 1; i > 0; i--) {
        int j = (int)(draw(game) % (uint64_t)(i + 1));
        uint8_t kept = setup->rank[i];
        setup->rank[i] = setup->rank[j];
        setup->rank[j] = kept;
    }
}

/* Draws up to four pieces a side, on the 6 x 6 squares at one corner. In one of four positions 1150 plies are
 * played, 150 of them without an attack, so that the limits of both are near. */
static void draw_few(struct drawn_game *game, struct placement *start)
{
    placement_clear(start);
    start->variant = variant_index(game->variant);
    start->to_move = (enum side)(draw(game) % 2);
    start->played = (uint32_t)(draw(game) % 4 ? 0 : 1150);
    start->quiet = start->played ? 150 : 0;
    for (int i = 0; i < 8; i++) {
        /* One draw per statement: C does not define the order of two draws in one expression. */
        int row = (int)(draw(game) % 6);
        int square = square_at((int)(draw(game) % 6), row);
        int rank = (int)(draw(game) % 14);
        if (square_is_lake(square) || start->cell[square].side != SIDES)
            continue;
        /* More scouts than others: their long moves matter for the repetition rules. */
        rank = rank >= RANKS || !game->variant->count[rank] ? SCOUT : rank;
        bool moved = rank_moves(rank) && draw(game) % 2;
        bool known = draw(game) % 2;
        start->cell[square] = (struct cell){.rank = (uint8_t)rank, .side = i % 2 ? BLUE : RED,
                                            .moved = moved, .known = known};
    }
}

/* Plays chases that return to their start, red after blue: two scouts on a line, two other pieces around a
 * square, and pieces that move back and forth. A square is the number 10 x row + file. */
static void play_chases(struct drawn_game *game, const struct rules *rules)
{
    static const struct move along[] = {{10, 11}, {21, 22}, {11, 12}, {22, 23},
                                        {12, 13}, {23, 21}, {13, 11}};
    static const struct move round[] = {{10, 0}, {1, 11}, {0, 1}, {11, 10}, {1, 11},
                                        {10, 0}, {11, 10}, {0, 1}, {10, 0}};
    static const struct move to_and_fro[] = {{10, 0}, {1, 11}, {0, 10}, {11, 1}, {10, 0},
                                             {1, 11}, {0, 10}, {11, 1}, {10, 0}};
    struct placement start;
    placement_clear(&start);
    start.cell[10] = (struct cell){.rank = SCOUT, .side = RED};
    start.cell[21] = (struct cell){.rank = SCOUT, .side = BLUE};
    play(game, &start, rules, 40, along, sizeof along / sizeof along[0]);
    placement_clear(&start);
    start.cell[10] = (struct cell){.rank = MAJOR, .side = RED};
    start.cell[1] = (struct cell){.rank = CAPTAIN, .side = BLUE};
    play(game, &start, rules, 40, round, sizeof round / sizeof round[0]);
    play(game, &start, rules, 40, to_and_fro, sizeof to_and_fro / sizeof to_and_fro[0]);
}

uint32_t rules_signature(const struct variant *variant)
{
    struct drawn_game drawn = {.variant = variant};
    struct placement start;
    for (size_t row = 0; row < rules_count; row++) {
        play_chases(&drawn, &rules_table[row]);
        for (int game = 0; game < 3; game++) {
            /* A whole game, from two setups. */
            struct setup setups[SIDES];
            draw_setup(&drawn, &setups[RED]);
            draw_setup(&drawn, &setups[BLUE]);
            placement_from_setups(&start, drawn.variant, &setups[RED], &setups[BLUE]);
            play(&drawn, &start, &rules_table[row], 5000, NULL, 0);
        }
        /* Games from a few pieces; a start that is not allowed is skipped. */
        for (int game = 0; game < 100; game++) {
            draw_few(&drawn, &start);
            if (placement_check(&start, NULL) == STATUS_OK)
                play(&drawn, &start, &rules_table[row], 150, NULL, 0);
        }
    }
    return (uint32_t)drawn.sum;
}
