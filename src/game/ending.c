/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game/ending.h"

#include <string.h>

enum {
    RUNNERS_TRIED = 4, /* number of movers of a side that are tried as the runner, the strongest
                                    * first */
    MEMORIES = 1 + 2 * DIRECTIONS, /* what is remembered of the runner's last move. 0: nothing; 1 + 2 *
                                    * direction, and 1 more if that move went straight back */
};

/* The pieces of a side, grouped by what they can do. */
struct force {
    uint8_t mover[PIECES_A_SIDE]; /* squares of the pieces that move, the highest rank first */
    int movers;                   /* number of `mover` */
    bitboard moving, miners;      /* squares of all movers, and of the miners */
    bitboard flags, bombs;        /* squares of pieces that are or may be a flag, a bomb; a piece may be in
                                   * both */
};

struct ending_scene {
    uint8_t rank[SQUARES];        /* by square; RANK_UNKNOWN for a piece that does not move and is unknown */
    struct force force[SIDES];
};

/* Returns the squares of a side's pieces that do not move. */
static bitboard obstacles_of(const struct force *force)
{
    return force->flags | force->bombs;
}

/* Returns the rank of a side's unknown pieces that can move: all have the same rank if the counts leave no
 * other. BOMB if no unknown piece can move. RANK_UNKNOWN if several ranks are possible, or if an unmoved
 * unknown piece may move too. */
static int find_unknown_mover_rank(const struct board *board, enum side side)
{
    int moved = 0, count = 0, rank = BOMB;
    for (bitboard squares = board->occupied[side]; squares;) {
        const struct piece *piece = &board->piece[board->at[bits_pop(&squares)]];
        moved += piece->rank == RANK_UNKNOWN && piece->moved;
    }
    for (int r = SPY; r < RANKS; r++) {
        if (!board->unknown_count[side][r])
            continue;
        rank = count ? RANK_UNKNOWN : r;
        count += board->unknown_count[side][r];
    }
    return count == moved ? rank : RANK_UNKNOWN;
}

/* Fills in scene->force[side] and the ranks of its pieces. False if this board does not show which unknown
 * pieces can move, or not their rank. */
static bool fill_force(const struct board *board, enum side side, struct ending_scene *scene)
{
    struct force *force = &scene->force[side];
    int unknown = find_unknown_mover_rank(board, side);
    if (unknown == RANK_UNKNOWN)
        return false;
    for (bitboard squares = board->occupied[side]; squares;) {
        int square = bits_pop(&squares);
        const struct piece *piece = &board->piece[board->at[square]];
        bool hidden = piece->rank == RANK_UNKNOWN;
        int rank = hidden && piece->moved ? unknown : piece->rank;
        scene->rank[square] = (uint8_t)rank;
        if (rank != RANK_UNKNOWN && rank_moves(rank)) {
            int place = force->movers++; /* insert, sorted by falling rank */
            for (; place > 0 && scene->rank[force->mover[place - 1]] < rank; place--)
                force->mover[place] = force->mover[place - 1];
            force->mover[place] = (uint8_t)square;
            force->moving |= bit(square);
            force->miners |= rank == MINER ? bit(square) : 0;
        }
        if (rank == FLAG || (rank == RANK_UNKNOWN && board->unknown_count[side][FLAG]))
            force->flags |= bit(square);
        if (rank == BOMB || (rank == RANK_UNKNOWN && board->unknown_count[side][BOMB]))
            force->bombs |= bit(square);
    }
    return true;
}

/* Fills in the pieces of both sides. False if fill_force is false for one of them. */
static bool fill_scene(const struct board *board, struct ending_scene *scene)
{
    memset(scene, 0, sizeof *scene);
    return fill_force(board, RED, scene) && fill_force(board, BLUE, scene);
}

/* Returns all squares that can be reached from `from` by steps over squares of `open`, with `from` itself. */
static bitboard flood(bitboard from, bitboard open)
{
    bitboard reached = from, before;
    do {
        before = reached;
        reached |= bits_around(reached) & open;
    } while (reached != before);
    return reached;
}

/* Returns whether `side` might take the enemy's flag (the first proof in ending.h). Both sides' miners remove
 * bombs until no miner reaches another bomb. */
static bool flag_in_reach(const struct ending_scene *scene, enum side side)
{
    const struct force *red = &scene->force[RED], *blue = &scene->force[BLUE];
    bitboard bombs[SIDES] = {red->bombs, blue->bombs}, before, open;
    /* Squares that are certainly a flag stay obstacles. One that may be a bomb too can be opened by a
     * miner. */
    bitboard flags = (red->flags & ~red->bombs) | (blue->flags & ~blue->bombs);
    do {
        before = bombs[RED] | bombs[BLUE];
        open = BITS_BOARD & ~(BITS_LAKES | before | flags);
        for (enum side miner = RED; miner <= BLUE; miner++)
            bombs[side_other(miner)] &= ~bits_around(flood(scene->force[miner].miners, open));
    } while ((bombs[RED] | bombs[BLUE]) != before);
    bitboard reached = flood(scene->force[side].moving, open);
    return (bits_around(reached) & scene->force[side_other(side)].flags) != 0;
}

/* The state of the second proof in ending.h: one runner that evades one chaser. */
struct pursuit {
    const struct ending_scene *scene;
    const struct force *own, *enemy;   /* the runner's side, the chaser's side */
    int runner, chaser;                /* their ranks */
    bitboard runner_squares;           /* squares on which the runner may stand */
    bitboard has_step[MEMORIES];       /* by memory: squares from which the runner has a step that does not
                                        * go straight back twice in a row */
    /* By the chaser's square and memory: the runner's squares from which it is not lost, with the runner or
     * the chaser to move. Shrinks until nothing changes. */
    bitboard runner_to_move[SQUARES][MEMORIES], chaser_to_move[SQUARES][MEMORIES];
};

/* Returns the set moved one step in a direction. */
static bitboard shift_set(bitboard set, enum direction direction)
{
    switch (direction) {
    case NORTH: return bits_north(set);
    case EAST: return bits_east(set);
    case SOUTH: return bits_south(set);
    default: return bits_west(set);
    }
}

/* Returns what is remembered after a step in `direction`, by the scale of MEMORIES: 1 + 2 x direction, + 1 if
 * the step went back. Returns -1 if the step would go straight back for the second time in a row. *back:
 * whether it goes straight back. */
static int next_memory(int memory, enum direction direction, bool *back)
{
    *back = memory > 0 && direction == OPPOSITE((memory - 1) / 2);
    bool went_back = memory > 0 && (memory - 1) % 2;
    return *back && went_back ? -1 : 1 + 2 * (int)direction + *back;
}

/* Returns the runner's squares from which one of its steps leads to a state that is not lost. The runner is
 * to move, the chaser stands on `chaser_square`. `memory`: what is remembered of the runner's last step
 * (next_memory). */
static bitboard safe_with_runner_to_move(const struct pursuit *chase, int chaser_square, int memory)
{
    enum battle battle = battle_result(chase->runner, chase->chaser);
    bitboard safe = 0, chaser_bit = bit(chaser_square);
    for (int direction = NORTH; direction < DIRECTIONS; direction++) {
        bool back;
        int memory_after = next_memory(memory, (enum direction)direction, &back);
        if (memory_after < 0)
            continue;
        bitboard targets = chase->chaser_to_move[chaser_square][memory_after];
        targets &= chase->runner_squares & ~chaser_bit;
        /* Only a step straight back may end beside the chaser (more-squares rule). */
        if (!back)
            targets &= ~bits_around(chaser_bit);
        if (battle == BATTLE_WON || battle == BATTLE_BOTH)
            targets |= chaser_bit; /* without its only mover the enemy cannot win */
        safe |= shift_set(targets, OPPOSITE(direction));
    }
    return safe & chase->runner_squares & ~chaser_bit;
}

/* Returns the squares of `safe` from which the runner is still not lost after the chaser moves to `to`. `to`
 * is empty, or the runner or another mover of its side stands on it. */
static bitboard safe_after_chaser_step(const struct pursuit *chase, int to, int memory, bitboard safe)
{
    bitboard target_bit = bit(to), met = safe & target_bit;
    enum battle battle = battle_result(chase->chaser, chase->runner);
    /* `met`: the runner is on `to` and survives the attack. If both are lost, another mover of its side
     * must remain; if only the chaser is lost, the runner only needs a step. */
    if (battle == BATTLE_WON || (battle == BATTLE_BOTH && chase->own->movers > 1))
        met = 0;
    else if (battle == BATTLE_LOST)
        met &= chase->has_step[memory];
    safe &= chase->runner_to_move[to][memory] & ~target_bit;
    if (target_bit & chase->own->moving) /* the chaser may be lost there: then the runner only needs a step */
        safe &= chase->has_step[memory];
    return safe | met;
}

/* Returns the runner's squares from which no move of the chaser from `chaser_square` wins. */
static bitboard safe_with_chaser_to_move(const struct pursuit *chase, int chaser_square, int memory)
{
    bitboard safe = chase->runner_squares & ~bit(chaser_square),
        walls = BITS_LAKES | obstacles_of(chase->enemy);
    for (int direction = NORTH; direction < DIRECTIONS; direction++) {
        int to = square_next[chaser_square][direction];
        for (; to != SQUARE_NONE && !bit_in(walls, to); to = square_next[to][direction]) {
            /* The chaser takes the flag, or as a miner a bomb: lost for all squares. */
            if (bit_in(chase->own->flags, to) || (bit_in(chase->own->bombs, to) && chase->chaser == MINER))
                return 0;
            if (bit_in(chase->own->bombs, to)) { /* the chaser is lost on a bomb: the runner only needs a
                                                  * step */
                safe &= chase->has_step[memory];
                break;
            }
            safe = safe_after_chaser_step(chase, to, memory, safe);
            if (chase->chaser != SCOUT)
                break;
        }
    }
    return safe;
}

/* Computes has_step, and marks no state as lost: the runner may be on any of its squares, but not on the
 * chaser's. */
static void init_pursuit(struct pursuit *chase)
{
    for (int memory = 0; memory < MEMORIES; memory++) {
        chase->has_step[memory] = 0;
        for (int direction = NORTH; direction < DIRECTIONS; direction++) {
            bool back;
            if (next_memory(memory, (enum direction)direction, &back) >= 0)
                chase->has_step[memory] |= shift_set(chase->runner_squares, OPPOSITE(direction));
        }
        for (int chaser_square = 0; chaser_square < SQUARES; chaser_square++)
            chase->runner_to_move[chaser_square][memory] = chase->chaser_to_move[chaser_square][memory] =
                chase->runner_squares & ~bit(chaser_square);
    }
}

/* Removes lost states until nothing changes. `chaser_squares`: the squares that the chaser can ever reach. */
static void eliminate_lost_states(struct pursuit *chase, bitboard chaser_squares)
{
    bool changes = true;
    while (changes) {
        changes = false;
        for (bitboard squares = chaser_squares; squares;) {
            int chaser_square = bits_pop(&squares);
            for (int memory = 0; memory < MEMORIES; memory++) {
                bitboard *run = &chase->runner_to_move[chaser_square][memory];
                bitboard *follow = &chase->chaser_to_move[chaser_square][memory];
                bitboard run_set = *run & safe_with_runner_to_move(chase, chaser_square, memory);
                bitboard chase_set = *follow & safe_with_chaser_to_move(chase, chaser_square, memory);
                changes |= run_set != *run || chase_set != *follow;
                *run = run_set;
                *follow = chase_set;
            }
        }
    }
}

/* Returns the direction of a move. */
static enum direction direction_of(struct move move)
{
    if (square_file(move.from) == square_file(move.to))
        return move.to > move.from ? NORTH : SOUTH;
    return move.to > move.from ? EAST : WEST;
}

/* Returns what the second proof remembers (MEMORIES) of the last move of the piece on `square`. Returns 0 if
 * another piece made its side's last move. */
static int current_memory(const struct board *board, enum side side, int square)
{
    /* The side's last ply; wraps around to a large number if it has made none. */
    uint32_t last = board->plies - (board->to_move == side ? 2 : 1);
    int number = board->at[square];
    if (last >= board->plies || board->history[last].mover != number)
        return 0;
    struct move move = board->history[last].move;
    int direction = direction_of(move);
    bool back = last >= 2 && board->history[last - 2].mover == number &&
                direction_of(board->history[last - 2].move) == OPPOSITE(direction);
    /* After a move of several squares no step leads back to its start. */
    return 1 + 2 * direction + (back || square_distance(move.from, move.to) > 1);
}

/* Returns whether one of the side's movers can evade the enemy's only mover for ever: the second proof in
 * ending.h. */
static bool can_evade(const struct board *board, const struct ending_scene *scene, enum side side)
{
    const struct force *own = &scene->force[side], *enemy = &scene->force[side_other(side)];
    struct pursuit chase = {.scene = scene, .own = own, .enemy = enemy};
    int chaser = enemy->mover[0], two_squares = board->rules.two_squares;
    bool has_list = own->movers > 1 && board->plies >= board->chase_start[side] + 4;
    /* The proof needs going straight back once to be legal, and no long more-squares list if another mover
     * may have been chasing. One of fewer than four plies is emptied before it forbids anything. */
    if (two_squares == 1 || (board->rules.more_squares && has_list))
        return false;
    chase.chaser = scene->rank[chaser];
    bitboard chaser_squares = flood(bit(chaser),
                                    BITS_BOARD & ~(BITS_LAKES | obstacles_of(own) | obstacles_of(enemy)));
    for (int i = 0; i < own->movers && i < RUNNERS_TRIED; i++) {
        int runner = own->mover[i], memory = current_memory(board, side, runner);
        chase.runner = scene->rank[runner];
        chase.runner_squares = BITS_BOARD & ~(BITS_LAKES | obstacles_of(own) | obstacles_of(enemy) |
                                              (own->moving & ~bit(runner)));
        init_pursuit(&chase);
        eliminate_lost_states(&chase, chaser_squares);
        bitboard safe = board->to_move == side ? chase.runner_to_move[chaser][memory]
                                               : chase.chaser_to_move[chaser][memory];
        if (bit_in(safe, runner))
            return true;
    }
    return false;
}

/* Returns whether no enemy can stop the side's strongest mover. It must win every battle with an enemy mover,
 * whoever attacks. It must also always have a second way out: no square that it can reach past immovable
 * pieces and its own movers is a dead end. */
static bool stays_free_by_strength(const struct ending_scene *scene, enum side side)
{
    const struct force *own = &scene->force[side], *enemy = &scene->force[side_other(side)];
    int square = own->mover[0], rank = scene->rank[square];
    for (int i = 0; i < enemy->movers; i++) {
        int other = scene->rank[enemy->mover[i]];
        if (battle_result(rank, other) != BATTLE_WON || battle_result(other, rank) != BATTLE_LOST)
            return false;
    }
    bitboard open = BITS_BOARD & ~(BITS_LAKES | obstacles_of(own) | obstacles_of(enemy) | own->moving);
    open |= bit(square);
    for (bitboard area = flood(bit(square), open); area;)
        if (bits_count(bits_around(bit(bits_pop(&area))) & open) < 2)
            return false;
    return true;
}

enum ending ending_of(const struct board *board)
{
    struct ending_scene scene;
    if (board->captured[RED][FLAG] || board->captured[BLUE][FLAG] || !fill_scene(board, &scene))
        return ENDING_OPEN;
    int red = scene.force[RED].movers, blue = scene.force[BLUE].movers;
    /* The game is over, or no side can be shown to run from a single mover. */
    if (!red || !blue || (red > 1 && blue > 1))
        return ENDING_OPEN;
    bool dead = true;
    for (enum side side = RED; side <= BLUE; side++) {
        /* The side is safe if it can evade for ever, or if its flag is out of reach and its mover is the
         * strongest. */
        bool reached = flag_in_reach(&scene, side_other(side));
        bool runs = scene.force[side_other(side)].movers == 1 && can_evade(board, &scene, side);
        if (!runs && (reached || !stays_free_by_strength(&scene, side)))
            return ENDING_OPEN;
        dead &= runs && !reached;
    }
    return dead ? ENDING_DEAD : ENDING_HELD;
}

bool ending_flag_in_reach(const struct board *board, enum side side)
{
    struct ending_scene scene;
    return !fill_scene(board, &scene) || flag_in_reach(&scene, side);
}

bool ending_can_run(const struct board *board, enum side side)
{
    struct ending_scene scene;
    return fill_scene(board, &scene) && scene.force[side_other(side)].movers == 1 &&
           can_evade(board, &scene, side);
}

const char *ending_text(enum ending ending)
{
    static const char *const text[] = {
        [ENDING_OPEN] = "",
        [ENDING_HELD] = "Neither side can force a win any more",
        [ENDING_DEAD] = "Nobody can win any more",
    };
    return text[ending];
}

const char *ending_name(enum ending ending)
{
    static const char *const name[] = {
        [ENDING_OPEN] = "open", [ENDING_HELD] = "held", [ENDING_DEAD] = "dead"};
    return name[ending];
}
