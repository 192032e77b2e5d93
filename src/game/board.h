/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The board: pieces, whose turn it is, the history, and the rules of play on it.
 *
 * A board may hold pieces of unknown rank. The referee's board (game/position.h) has every rank that
 * anybody knows; a side's board (game/view.h) has only those that side knows. Whatever works on a board
 * works on both and cannot read what is not there.
 *
 * Pieces have a number: red's 0 .. 39, blue's 40 .. 79, given out by start square (a1 first), so that
 * a number tells nothing of a rank. */
#ifndef VEDETTE_GAME_BOARD_H
#define VEDETTE_GAME_BOARD_H

#include "game/bitboard.h"
#include "game/move.h"
#include "game/placement.h"
#include "game/rules.h"

enum {
    NO_PIECE = PIECES,      /* in `at`: an empty square */
    LAKE = PIECES + 1,      /* in `at`: a lake */
    MOVES_MAX = PIECES_A_SIDE * 18, /* all forty unknown, each moving like a scout on an open board */
};

struct piece {
    uint8_t rank;   /* RANK_UNKNOWN where the holder of this board does not know it */
    uint8_t side;
    uint8_t square; /* SQUARE_NONE when captured or never there */
    uint8_t moved;  /* 1 once it has moved */
    uint8_t known;  /* 1 once the enemy knows its rank */
};

/* One ply of the history: the public event, and what unmake needs. */
struct ply {
    struct move move;
    uint8_t mover;        /* piece number */
    uint8_t victim;       /* the attacked piece's number, or NO_PIECE */
    uint8_t battle;       /* enum battle */
    uint8_t mover_moved, mover_known;   /* before the move */
    uint8_t victim_known;               /* before the move */
    uint64_t placing;     /* the placing key after the move: which piece stands where */
    uint32_t chase_start[SIDES];        /* before the move */
    uint32_t last_attack;               /* before the move */
};

struct board {
    bitboard of[SIDES];      /* squares of each side's pieces */
    bitboard mobile[SIDES];  /* of those, the ones that may move: not flag, not bomb */
    bitboard runners[SIDES]; /* of those, the ones that may move far: scouts, and unknown pieces while
                              * the side may have a scout among its unknown ones */
    uint8_t at[SQUARES];     /* piece number, NO_PIECE or LAKE */
    struct piece piece[PIECES];
    uint8_t captured[SIDES][RANKS]; /* taken, with known rank */
    uint8_t pool[SIDES][RANKS]; /* ranks left for the pieces whose rank this board does not know */
    enum side to_move;
    uint64_t key;            /* Zobrist key: side to move and, for each piece on the board, side, rank
                              * as known here, square and state (unmoved, moved, known) */
    uint64_t placing;        /* Zobrist key of the pieces by number, whatever their rank: what the
                              * more-squares rule compares */
    struct rules rules;
    uint32_t chase_start[SIDES]; /* the side's more-squares list are its plies from here on */
    uint32_t last_attack;    /* plies played when the last attack had been made; 0 at the start */
    struct ply *history;     /* `plies` long; the board owns it */
    uint32_t plies;
    uint32_t played_before;  /* plies played before the first of them; the last of those were without */
    uint32_t quiet_before;   /* an attack: so many */
    uint32_t recalled;       /* so many of them were not played here but told (board_recall): of those
                              * only move, mover and placing are filled in */
    size_t room;
};

/* A ply that was played before the position a board starts from. */
struct recalled {
    struct move move;
    bool attack;
};

/* Fills `board` from a sound placement (placement_check). board_free gives its memory back; a board
 * of all zero may be freed. board_copy makes `to` (all zero, or a board before) equal to `from`. */
void board_init(struct board *board, const struct placement *placement, const struct rules *rules);
void board_free(struct board *board);

/* The same where it is public how many of each rank the '?' pieces of `side` are (the forty less what
 * was seen, or in a free position what a referee counted): `pool` in place of placement_pool. */
void board_init_pool(struct board *board, const struct placement *placement,
                     const struct rules *rules, enum side side, const uint8_t pool[RANKS]);
void board_copy(struct board *to, const struct board *from);

/* Tells a fresh board which plies, in order, led to where it stands, so that the repetition rules and
 * limits count them: quiet moves are traced back from the board, an attack's victim is not known any
 * more. STATUS_BAD where they cannot have led here; the board is then unchanged. */
enum status board_recall(struct board *board, const struct recalled *plies, size_t count,
                         struct error *error);

/* How many of the last plies the repetition rules, under whatever row of them, may still need: what
 * board_recall must be told for a board set up anew from here to forbid the same moves ever after. */
uint32_t board_memory(const struct board *board);

/* What the limits of the rules count: the moves played in all, and those since the last attack. */
static inline uint32_t board_played(const struct board *board)
{
    return board->plies + board->played_before;
}

static inline uint32_t board_quiet(const struct board *board)
{
    return board->last_attack ? board->plies - board->last_attack
                              : board->plies + board->quiet_before;
}

/* The limit that has drawn the game, or REASON_NONE. */
static inline enum reason board_limit(const struct board *board)
{
    const struct rules *rules = &board->rules;
    if (rules->move_limit && board_played(board) >= (uint32_t)rules->move_limit)
        return REASON_MOVE_LIMIT;
    if (rules->no_attack_limit && board_quiet(board) >= (uint32_t)rules->no_attack_limit)
        return REASON_NO_ATTACK_LIMIT;
    return REASON_NONE;
}

/* What is wrong with a move. */
enum illegal {
    MOVE_LEGAL,
    MOVE_NOT_ON_BOARD,
    MOVE_NO_PIECE,       /* the start square is empty */
    MOVE_NOT_YOURS,
    MOVE_IMMOBILE,       /* flag or bomb */
    MOVE_ONTO_LAKE,
    MOVE_ONTO_OWN,
    MOVE_NOT_STRAIGHT,   /* not along a row or column, or not at all */
    MOVE_TOO_FAR,        /* only a scout may */
    MOVE_BLOCKED,        /* something stands between */
    MOVE_TWO_SQUARES,
    MOVE_MORE_SQUARES,
    MOVE_GAME_OVER,
};

/* A sentence without a full stop: "the two-squares rule forbids it". */
const char *illegal_text(enum illegal why);

/* Checks one move of the side to move against all rules (but not whether the game is over). */
enum illegal board_check(const struct board *board, struct move move);

/* All legal moves of the side to move into `moves` (room for MOVES_MAX); returns how many. Same board,
 * same order. Does not look whether the game is over. */
int board_moves(const struct board *board, struct move *moves);

/* The same without the repetition rules, for either side. */
int board_steps(const struct board *board, enum side side, struct move *moves);

/* Whether the side to move has a legal move. */
bool board_can_move(const struct board *board);

/* True where a repetition rule forbids the otherwise legal move. */
bool board_repeats(const struct board *board, struct move move);

/* Tells this board the rank of a piece it did not know. The rank must be left in the pool. */
void board_tell(struct board *board, int piece, int rank);

/* Plays a legal move; an attack needs both ranks known (board_tell first). Marks the pieces as moved
 * and known, keeps every derived value right. board_unmake takes the last one back (ranks told stay
 * told). In a debug build every derived value is computed anew after both. */
void board_make(struct board *board, struct move move);
void board_unmake(struct board *board);

/* The event of ply `index` (recalled .. plies-1) as everybody saw it. */
struct event board_event(const struct board *board, uint32_t index);

/* Whether the game is over by the rules, on a board that knows all ranks of the side to move. */
struct outcome board_outcome(const struct board *board);

/* A sentence where a derived value differs from what is computed from scratch; NULL when all is well. */
const char *board_fault(const struct board *board);

#endif
