/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The board: pieces, whose turn it is, the history, and the rules of play on it.
 *
 * A board may hold pieces of unknown rank. The referee's board (game/position.h) has every rank that is
 * known to any side; a side's board (game/view.h) has only the ranks that this side knows. So a function on
 * a board works for both, and cannot read hidden ranks from a side's board.
 *
 * Pieces have a number: red's 0 .. 39, blue's 40 .. 79, in the order of their start squares (a1 first), so
 * that a number reveals nothing about a rank.
 *
 * `key` is a Zobrist key of the position. It covers the side to move; each piece on the board: its side, its
 * rank as known here, its square, and its state (unmoved, moved or known); the captured pieces of each side
 * and rank; and the counts of ranks of the unknown pieces. Positions that agree in these have the same key,
 * by whatever moves they were reached; different ones have the same key about once in 2^64.
 * The key leaves out four things, which a table of positions must handle itself:
 * - The repetition rules: board_repetition_matters returns whether earlier moves can forbid a move.
 * - The limits on moves: board_limit_matters.
 * - The rules (`rules`): use one table for one set of rules.
 * - The numbers of the pieces: if two pieces of the same side, rank and state change places, the key stays
 *   the same, because the rules make no difference between them. Beliefs do, because each unknown piece has
 *   its own history: use board_key_by_piece there. */
#ifndef VEDETTE_GAME_BOARD_H
#define VEDETTE_GAME_BOARD_H

#include "game/bitboard.h"
#include "game/move.h"
#include "game/placement.h"
#include "game/rules.h"

enum {
    NO_PIECE = PIECES,      /* in `at`: an empty square */
    LAKE = PIECES + 1,      /* in `at`: a lake */
    MOVES_MAX = PIECES_A_SIDE * 18, /* upper bound: forty unknown pieces, each with a scout's moves on an
                                     * empty board */
};

struct piece {
    uint8_t rank;   /* RANK_UNKNOWN if this board does not know it */
    uint8_t side;
    uint8_t square; /* SQUARE_NONE if captured or never on the board */
    uint8_t spare;  /* 0: fills the gap */
    uint8_t moved;  /* 1 once it has moved */
    uint8_t known;  /* 1 once the enemy knows its rank */
    uint16_t zobrist_row;  /* zobrist_row_of its side, rank, moved and known */
};

/* One ply of the history: the public event, and the state that board_unmake restores. */
struct ply {
    struct move move;
    uint8_t mover;        /* piece number */
    uint8_t victim;       /* the attacked piece's number, or NO_PIECE */
    uint8_t battle;       /* enum battle */
    uint8_t revealed;     /* bits REVEALED_MOVER, REVEALED_VICTIM: ranks that board_make_as revealed */
    uint8_t victim_known;               /* victim's `known` before the move; 0 if there is no victim */
    uint8_t spare;        /* 0: fills the gap */
    uint8_t mover_moved, mover_known;   /* mover's `moved` and `known` before the move */
    uint16_t mover_zobrist_row;         /* mover's row before the move */
    uint32_t last_attack;               /* of an attack: the board's value before it; of other moves: 0 */
    uint32_t chase_start[SIDES];        /* board's values before the move */
    uint64_t key;         /* the board's key before the move */
    uint64_t piece_key;   /* the board's piece_key after the move */
};

enum { REVEALED_MOVER = 1, REVEALED_VICTIM = 2 };

struct board {
    bitboard occupied[SIDES]; /* squares of each side's pieces */
    bitboard fixed[SIDES];   /* of those, the pieces that cannot move: flags, bombs, and unmoved unknown
                              * pieces if no unknown rank can move (board_mobile: the others) */
    bitboard far_movers[SIDES]; /* of the pieces that can move, those that may move more than one square:
                                 * scouts, and unknown pieces while an unknown rank of the side is scout */
    uint8_t at[SQUARES];     /* piece number, NO_PIECE or LAKE */
    struct piece piece[PIECES];
    uint8_t captured[SIDES][RANKS]; /* number of captured pieces by rank */
    uint8_t unknown_count[SIDES][RANKS]; /* number of unknown pieces by rank: it is known how many of each
                                          * rank they are, but not which piece has which rank */
    enum side to_move;
    uint8_t variant;         /* index of a row of variant_table */
    uint64_t key;            /* Zobrist key of the position: see above */
    uint64_t piece_key;      /* Zobrist key of the pieces by number, whatever their rank; the more-squares
                              * rule compares it */
    struct rules rules;
    uint32_t chase_start[SIDES]; /* index of the first ply of the side's more-squares list; the list goes up
                                  * to the last ply */
    uint32_t last_attack;    /* plies played after the last attack was made (its index + 1); 0: no attack */
    uint64_t first_piece_key; /* piece_key before the first ply */
    uint32_t revealed_at;        /* plies played when a rank was last revealed or hidden without a move; the
                                  * keys stored in the plies before may be out of date */
    struct ply *history;     /* `plies` entries; the board owns it */
    uint32_t plies;
    uint32_t played_before;  /* plies played before the first entry of `history` */
    uint32_t quiet_before;   /* how many of these, the last ones, followed the last attack */
    uint32_t prior_plies;    /* number of first entries of `history` that were played before the start
                              * position (board_set_prior_plies); only their move, mover and piece_key are
                              * filled in */
    size_t capacity;
};

/* A ply that was played before the position from which a board starts. */
struct prior_ply {
    struct move move;
    bool attack;
};

/* Initialises `board` from a sound placement (placement_check). Call board_free to free its memory; a board
 * of all zero may be freed too. */
void board_init(struct board *board, const struct placement *placement, const struct rules *rules);
void board_free(struct board *board);

/* Counts by rank the pieces of a side that the board knows of: captured, of known rank on the board, and
 * unknown ones. */
void board_army(const struct board *board, enum side side, uint8_t army[RANKS]);

/* Returns in `army` the army of the variant. If the variant allows any army, returns what board_army
 * counts. */
void board_listed_army(const struct board *board, enum side side, uint8_t army[RANKS]);

/* Initialises `board` from a sound placement, with given counts: unknown_count says how many of each rank the
 * unknown pieces of `side` are. board_init instead computes these counts from the placement
 * (placement_unknown). */
void board_init_unknown(struct board *board, const struct placement *placement,
                        const struct rules *rules, enum side side, const uint8_t unknown_count[RANKS]);
/* Makes `to` equal to `from`. `to` must be all zero or an initialised board. */
void board_copy(struct board *to, const struct board *from);

/* Reserves memory for `plies` more plies: making them then allocates no memory. */
void board_reserve(struct board *board, uint32_t plies);

/* Sets the plies that led to the position of a new board, in the order they were played, so that the
 * repetition rules and limits count them. The plies are undone from the position to find who moved; the
 * victim of an attack stays unknown. STATUS_BAD if they cannot have led to this position; the board is then
 * unchanged. */
enum status board_set_prior_plies(struct board *board, const struct prior_ply *plies, size_t count,
                                  struct error *error);

/* Returns how many of the last plies the repetition rules may still need, whatever rules are chosen. A new
 * board of the same position that gets these plies (board_set_prior_plies) forbids the same moves from here
 * on. */
uint32_t board_needed_history(const struct board *board);

/* Returns the squares of the side's pieces that can move. */
static inline bitboard board_mobile(const struct board *board, enum side side)
{
    return board->occupied[side] & ~board->fixed[side];
}

/* Returns the number of plies played in the game, which the move limit counts. */
static inline uint32_t board_played(const struct board *board)
{
    return board->plies + board->played_before;
}

/* Returns the number of plies played since the last attack, which the limit without attacks counts. */
static inline uint32_t board_quiet(const struct board *board)
{
    return board->last_attack ? board->plies - board->last_attack
                              : board->plies + board->quiet_before;
}

/* Returns the limit that makes the game a draw now, or REASON_NONE. */
static inline enum reason board_limit(const struct board *board)
{
    const struct rules *rules = &board->rules;
    if (rules->move_limit && board_played(board) >= (uint32_t)rules->move_limit)
        return REASON_MOVE_LIMIT;
    if (rules->no_attack_limit && board_quiet(board) >= (uint32_t)rules->no_attack_limit)
        return REASON_NO_ATTACK_LIMIT;
    return REASON_NONE;
}

/* Returns whether a limit can end the game within the next `plies` plies. */
static inline bool board_limit_matters(const struct board *board, uint32_t plies)
{
    const struct rules *rules = &board->rules;
    return (rules->move_limit && board_played(board) + plies >= (uint32_t)rules->move_limit) ||
           (rules->no_attack_limit && board_quiet(board) + plies >= (uint32_t)rules->no_attack_limit);
}

/* Returns whether, within the next `plies` plies, a repetition rule may forbid a move because of earlier
 * plies. False means: the same position without a history has the same legal moves. True may be a false
 * alarm. */
bool board_repetition_matters(const struct board *board, uint32_t plies);

/* Returns a key that, unlike `key`, also depends on the number of the piece on each square. */
static inline uint64_t board_key_by_piece(const struct board *board)
{
    return board->key ^ board->piece_key;
}

/* Why a move is illegal. */
enum illegal {
    MOVE_LEGAL,
    MOVE_NOT_ON_BOARD,
    MOVE_NO_PIECE,       /* the start square is empty */
    MOVE_NOT_YOURS,
    MOVE_IMMOBILE,       /* flag or bomb */
    MOVE_ONTO_LAKE,
    MOVE_ONTO_OWN,
    MOVE_NOT_STRAIGHT,   /* not along a row or column, or both squares are the same */
    MOVE_TOO_FAR,        /* only a scout may move more than one square */
    MOVE_BLOCKED,        /* a piece or lake is between the squares */
    MOVE_TWO_SQUARES,
    MOVE_MORE_SQUARES,
    MOVE_GAME_OVER,
};

/* Returns a sentence without a full stop: "the two-squares rule forbids it". */
const char *illegal_text(enum illegal why);

/* Checks a move of the side to move against all rules, but not whether the game is over. Returns the first
 * reason why it is illegal, or MOVE_LEGAL. */
enum illegal board_check(const struct board *board, struct move move);

/* Writes all legal moves of the side to move into `moves`, which needs MOVES_MAX entries; returns their
 * number. The order depends only on the board. Does not check whether the game is over. */
int board_moves(const struct board *board, struct move *moves);

/* Writes only the legal moves that attack a piece, in the order of board_moves; returns their number. */
int board_attacks(const struct board *board, struct move *moves);

/* Writes the moves that `side` could make if it were to move and there were no repetition rules into `moves`,
 * which needs MOVES_MAX entries; returns their number. */
int board_pseudo_legal_moves(const struct board *board, enum side side, struct move *moves);

/* Returns whether the side to move has a legal move. */
bool board_can_move(const struct board *board);

/* Returns true only if no quiet one-square move of the side to move can end the game: after each of them the
 * enemy certainly has a legal move, and no limit is near. False may be a false alarm. */
bool board_stays_open(const struct board *board);

/* Returns whether a repetition rule forbids a move that is legal otherwise. */
bool board_repeats(const struct board *board, struct move move);

/* Sets the rank of an unknown piece on the board; unknown_count must contain the rank. Leaves the plies
 * before unchanged: board_unmake does not undo it. */
void board_reveal(struct board *board, int piece, int rank);
/* Makes a piece unknown again that the enemy does not know. board_unmake does not undo it. */
void board_hide(struct board *board, int piece);

/* Sets the ranks of all unknown pieces of `side` at once, as in a sampled world: piece n of the side (0 ..
 * 39, also for blue) gets rank[n]; entries of other pieces are not read. unknown_count must contain the
 * ranks, and a piece that has moved needs a rank that can move. Returns the pieces that were revealed, as
 * bits n. */
uint64_t board_reveal_all(struct board *board, enum side side, const uint8_t rank[PIECES_A_SIDE]);
/* Makes the pieces unknown again that board_reveal_all returned. */
void board_hide_all(struct board *board, enum side side, uint64_t revealed);

/* Plays a legal move. In an attack both ranks must be known: if not, call board_reveal before, or
 * board_make_as instead. Marks the pieces as moved and known and updates all derived values. */
void board_make(struct board *board, struct move move);

/* Plays a legal move that may involve unknown pieces. An unknown mover and the unknown piece it attacks get
 * the given ranks, which unknown_count must contain; board_unmake makes these pieces unknown again. The rank
 * given for a known piece is not read. Give RANK_UNKNOWN for the victim of a quiet move, and for a mover that
 * is to remain unknown. An unknown piece that moves more than one square becomes a scout. */
void board_make_as(struct board *board, struct move move, int mover_rank, int victim_rank);

/* Passes the turn to the other side, for games whose referee does so. A pass is not a ply: the history
 * stays the same, the repetition rules do not count it, and earlier plies can no longer be unmade. */
void board_pass(struct board *board);

/* Undoes the last ply, including the ranks that board_make_as revealed; ranks set by board_reveal stay.
 * Debug builds recompute the derived values after these functions (board_fault). */
void board_unmake(struct board *board);

/* Returns the public event of ply `index` (prior_plies .. plies-1): what both sides saw. */
struct event board_event(const struct board *board, uint32_t index);

/* Returns the number of a ply as people count: one for red's and blue's move together, from 1. `ply` may be
 * that of the next move. */
unsigned board_move_number(const struct board *board, uint32_t ply);

/* Returns the result of the game by the rules, RESULT_OPEN if it goes on. The board must know all ranks of
 * the side to move. */
struct outcome board_outcome(const struct board *board);

/* Computes the derived values from scratch. Returns a sentence on the first one that is wrong, or NULL. */
const char *board_fault(const struct board *board);

#endif
