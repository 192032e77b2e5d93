/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game/ending.h"

#include <string.h>

enum {
    RUNNERS_TRIED = 4,             /* movers of a side, the strongest first */
    MEMORIES = 1 + 2 * DIRECTIONS, /* of the runner's last move: none, or a direction and whether back */
};

/* The pieces of a side by what they can do. */
struct force {
    uint8_t mover[PIECES_A_SIDE]; /* squares, the strongest first */
    int movers;
    bitboard moving, miners;      /* squares of movers; of those, miners */
    bitboard flags, bombs;        /* squares of what may be one; a piece may be in both */
};

struct ending_scene {
    uint8_t rank[SQUARES];        /* RANK_UNKNOWN of what does not move and is not known */
    struct force force[SIDES];
};

static bitboard fixed_of(const struct force *force)
{
    return force->flags | force->bombs;
}

/* The rank that every moved unknown piece of a side must have, or RANK_UNKNOWN where the counts do not tell,
 * or an unmoved one may be a mover too. BOMB where no unknown piece is a mover. */
static int mover_rank(const struct board *board, enum side side)
{
    int moved = 0, count = 0, rank = BOMB;
    for (bitboard squares = board->of[side]; squares;) {
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

/* Fills in a side's pieces; false where it is not known which of them move, or what a mover is. */
static bool take_force(const struct board *board, enum side side, struct ending_scene *scene)
{
    struct force *force = &scene->force[side];
    int unknown = mover_rank(board, side);
    if (unknown == RANK_UNKNOWN)
        return false;
    for (bitboard squares = board->of[side]; squares;) {
        int square = bits_pop(&squares);
        const struct piece *piece = &board->piece[board->at[square]];
        bool hidden = piece->rank == RANK_UNKNOWN;
        int rank = hidden && piece->moved ? unknown : piece->rank;
        scene->rank[square] = (uint8_t)rank;
        if (rank != RANK_UNKNOWN && rank_moves(rank)) {
            int place = force->movers++; /* the highest rank first */
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

static bool take_scene(const struct board *board, struct ending_scene *scene)
{
    memset(scene, 0, sizeof *scene);
    return take_force(board, RED, scene) && take_force(board, BLUE, scene);
}

/* All squares that can be come to from `from` over squares of `open`, those of `from` among them. */
static bitboard flood(bitboard from, bitboard open)
{
    bitboard reached = from, before;
    do {
        before = reached;
        reached |= bits_around(reached) & open;
    } while (reached != before);
    return reached;
}

/* Whether `side` could take the enemy's flag: the first proof in the header. */
static bool flag_in_reach(const struct ending_scene *scene, enum side side)
{
    const struct force *red = &scene->force[RED], *blue = &scene->force[BLUE];
    bitboard bombs[SIDES] = {red->bombs, blue->bombs}, before, open;
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

/* The second proof: one runner before one chaser. */
struct pursuit {
    const struct ending_scene *scene;
    const struct force *own, *enemy;   /* of the runner, of the chaser */
    int runner, chaser;                /* ranks */
    bitboard ground;                   /* where the runner may stand */
    bitboard can_go[MEMORIES];         /* where it has a step that is not a second turn straight back */
    /* By square of the chaser and memory: the squares of the runner that are not lost. */
    bitboard to_run[SQUARES][MEMORIES], to_chase[SQUARES][MEMORIES];
};

static bitboard shifted(bitboard set, enum direction way)
{
    switch (way) {
    case NORTH:
        return bits_north(set);
    case EAST:
        return bits_east(set);
    case SOUTH:
        return bits_south(set);
    default:
        return bits_west(set);
    }
}

/* What the runner remembers behind a step, or -1 where it would turn straight back for the second time. */
static int remember(int memory, enum direction way, bool *back)
{
    *back = memory > 0 && way == OPPOSITE((memory - 1) / 2);
    bool turned = memory > 0 && (memory - 1) % 2;
    return *back && turned ? -1 : 1 + 2 * (int)way + *back;
}

/* Where the runner, to move, is not lost. */
static bitboard safe_to_run(const struct pursuit *chase, int at, int memory)
{
    enum battle battle = battle_result(chase->runner, chase->chaser);
    bitboard safe = 0, here = bit(at);
    for (int way = NORTH; way < DIRECTIONS; way++) {
        bool back;
        int next = remember(memory, (enum direction)way, &back);
        if (next < 0)
            continue;
        bitboard to = chase->to_chase[at][next] & chase->ground & ~here;
        if (!back)
            to &= ~bits_around(here);
        if (battle == BATTLE_WON || battle == BATTLE_BOTH)
            to |= here;
        safe |= shifted(to, OPPOSITE(way));
    }
    return safe & chase->ground & ~here;
}

/* What is left of `safe` when the chaser goes to an empty square, to the runner's or to a friend's of it. */
static bitboard after_step(const struct pursuit *chase, int to, int memory, bitboard safe)
{
    bitboard there = bit(to), met = safe & there;
    enum battle battle = battle_result(chase->chaser, chase->runner);
    if (battle == BATTLE_WON || (battle == BATTLE_BOTH && chase->own->movers > 1))
        met = 0;
    else if (battle == BATTLE_LOST)
        met &= chase->can_go[memory];
    safe &= chase->to_run[to][memory] & ~there;
    if (there & chase->own->moving) /* it may be lost there */
        safe &= chase->can_go[memory];
    return safe | met;
}

/* Where the runner is not lost with the chaser to move. */
static bitboard safe_to_chase(const struct pursuit *chase, int at, int memory)
{
    bitboard safe = chase->ground & ~bit(at), walls = BITS_LAKES | fixed_of(chase->enemy);
    for (int way = NORTH; way < DIRECTIONS; way++) {
        int to = square_next[at][way];
        for (; to != SQUARE_NONE && !bit_in(walls, to); to = square_next[to][way]) {
            if (bit_in(chase->own->flags, to) || (bit_in(chase->own->bombs, to) && chase->chaser == MINER))
                return 0;
            if (bit_in(chase->own->bombs, to)) { /* the chaser is lost there */
                safe &= chase->can_go[memory];
                break;
            }
            safe = after_step(chase, to, memory, safe);
            if (chase->chaser != SCOUT)
                break;
        }
    }
    return safe;
}

static void prepare(struct pursuit *chase)
{
    for (int memory = 0; memory < MEMORIES; memory++) {
        chase->can_go[memory] = 0;
        for (int way = NORTH; way < DIRECTIONS; way++) {
            bool back;
            if (remember(memory, (enum direction)way, &back) >= 0)
                chase->can_go[memory] |= shifted(chase->ground, OPPOSITE(way));
        }
        for (int at = 0; at < SQUARES; at++)
            chase->to_run[at][memory] = chase->to_chase[at][memory] = chase->ground & ~bit(at);
    }
}

/* Takes lost states away until nothing changes. The chaser may be anywhere that it could come to. */
static void settle(struct pursuit *chase, bitboard chased)
{
    bool changes = true;
    while (changes) {
        changes = false;
        for (bitboard squares = chased; squares;) {
            int at = bits_pop(&squares);
            for (int memory = 0; memory < MEMORIES; memory++) {
                bitboard run = chase->to_run[at][memory] & safe_to_run(chase, at, memory);
                bitboard follow = chase->to_chase[at][memory] & safe_to_chase(chase, at, memory);
                changes |= run != chase->to_run[at][memory] || follow != chase->to_chase[at][memory];
                chase->to_run[at][memory] = run;
                chase->to_chase[at][memory] = follow;
            }
        }
    }
}

static enum direction way_of(struct move move)
{
    if (square_file(move.from) == square_file(move.to))
        return move.to > move.from ? NORTH : SOUTH;
    return move.to > move.from ? EAST : WEST;
}

/* What the piece on a square has to remember of its side's last moves. */
static int memory_of(const struct board *board, enum side side, int square)
{
    uint32_t last = board->plies - (board->to_move == side ? 2 : 1);
    int number = board->at[square];
    if (last >= board->plies || board->history[last].mover != number)
        return 0;
    struct move move = board->history[last].move;
    int way = way_of(move);
    bool back = last >= 2 && board->history[last - 2].mover == number &&
                way_of(board->history[last - 2].move) == OPPOSITE(way);
    return 1 + 2 * way + (back || square_distance(move.from, move.to) > 1); /* after a run no step is free */
}

/* Whether one mover of a side can keep out of the way of the enemy's only one. */
static bool can_run(const struct board *board, const struct ending_scene *scene, enum side side)
{
    const struct force *own = &scene->force[side], *enemy = &scene->force[side_other(side)];
    struct pursuit chase = {.scene = scene, .own = own, .enemy = enemy};
    int chaser = enemy->mover[0], rows = board->rules.two_squares;
    bool listed = own->movers > 1 && board->plies >= board->chase_start[side] + 4;
    if (rows == 1 || (board->rules.more_squares && listed))
        return false;
    chase.chaser = scene->rank[chaser];
    bitboard chased = flood(bit(chaser), BITS_BOARD & ~(BITS_LAKES | fixed_of(own) | fixed_of(enemy)));
    for (int i = 0; i < own->movers && i < RUNNERS_TRIED; i++) {
        int runner = own->mover[i], memory = memory_of(board, side, runner);
        chase.runner = scene->rank[runner];
        chase.ground = BITS_BOARD & ~(BITS_LAKES | fixed_of(own) | fixed_of(enemy) |
                                      (own->moving & ~bit(runner)));
        prepare(&chase);
        settle(&chase, chased);
        if (bit_in(board->to_move == side ? chase.to_run[chaser][memory] : chase.to_chase[chaser][memory],
                   runner))
            return true;
    }
    return false;
}

/* Whether a side's strongest mover takes every enemy mover, is taken by none, and stands where it always has
 * two ways to go. */
static bool is_strongest(const struct ending_scene *scene, enum side side)
{
    const struct force *own = &scene->force[side], *enemy = &scene->force[side_other(side)];
    int square = own->mover[0], rank = scene->rank[square];
    for (int i = 0; i < enemy->movers; i++) {
        int other = scene->rank[enemy->mover[i]];
        if (battle_result(rank, other) != BATTLE_WON || battle_result(other, rank) != BATTLE_LOST)
            return false;
    }
    bitboard ground = BITS_BOARD & ~(BITS_LAKES | fixed_of(own) | fixed_of(enemy) | own->moving);
    ground |= bit(square);
    for (bitboard area = flood(bit(square), ground); area;)
        if (bits_count(bits_around(bit(bits_pop(&area))) & ground) < 2)
            return false;
    return true;
}

enum ending ending_of(const struct board *board)
{
    struct ending_scene scene;
    if (board->captured[RED][FLAG] || board->captured[BLUE][FLAG] || !take_scene(board, &scene))
        return ENDING_OPEN;
    int red = scene.force[RED].movers, blue = scene.force[BLUE].movers;
    if (!red || !blue || (red > 1 && blue > 1))
        return ENDING_OPEN;
    bool dead = true;
    for (enum side side = RED; side <= BLUE; side++) {
        bool reached = flag_in_reach(&scene, side_other(side));
        bool runs = scene.force[side_other(side)].movers == 1 && can_run(board, &scene, side);
        if (!runs && (reached || !is_strongest(&scene, side)))
            return ENDING_OPEN;
        dead &= runs && !reached;
    }
    return dead ? ENDING_DEAD : ENDING_HELD;
}

bool ending_flag_in_reach(const struct board *board, enum side side)
{
    struct ending_scene scene;
    return !take_scene(board, &scene) || flag_in_reach(&scene, side);
}

bool ending_can_run(const struct board *board, enum side side)
{
    struct ending_scene scene;
    return take_scene(board, &scene) && scene.force[side_other(side)].movers == 1 &&
           can_run(board, &scene, side);
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
