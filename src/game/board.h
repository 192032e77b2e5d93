/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The board: pieces, whose turn it is, the history, and the rules of play on it.
 *
 * A board may hold pieces of unknown rank. The referee's board (game/position.h) has every rank that
 * anybody knows; a side's board (game/view.h) has only those that side knows. Whatever works on a board
 * works on both and cannot read what is not there.
 *
 * Pieces have a number: red's 0 .. 39, blue's 40 .. 79, given out by start square (a1 first), so that
 * a number tells nothing of a rank.
 *
 * `key` is a Zobrist key of all that decides the future, with four exceptions. It covers the side to move;
 * each piece on the board: its side, its rank as known here, its square, and whether it is unmoved, moved or
 * known; the captured pieces of each side and rank; and the ranks left for the unknown pieces. Boards that
 * agree in these have the same key, however they were reached; others have the same key about once in 2^64.
 * What it leaves out, and a table of positions must therefore look to by itself:
 * - The repetition rules: board_repetition_matters tells where the way here can forbid a move.
 * - The limits on moves: board_limit_matters.
 * - The rules themselves (`rules`): one table, one set of rules.
 * - Which piece is which. Two pieces that look the same may change places without changing the key: for the
 *   rules they are one. For beliefs they are not, as each unknown piece has a past of its own: whoever values
 *   them by piece uses board_key_by_piece. */
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
    uint8_t spare;  /* 0 */
    uint8_t moved;  /* 1 once it has moved */
    uint8_t known;  /* 1 once the enemy knows its rank */
    uint16_t look;  /* all these but the square, as the key sees them (zobrist_look) */
};

/* One ply of the history: the public event, and what unmake needs. */
struct ply {
    struct move move;
    uint8_t mover;        /* piece number */
    uint8_t victim;       /* the attacked piece's number, or NO_PIECE */
    uint8_t battle;       /* enum battle */
    uint8_t revealed;         /* REVEALED_MOVER, REVEALED_VICTIM: rank learnt by board_make_as */
    uint8_t victim_known;               /* before the move; 0 in a quiet one */
    uint8_t spare;        /* 0 */
    uint8_t mover_moved, mover_known;   /* before the move */
    uint16_t mover_look;                /* before the move */
    uint32_t last_attack;               /* before the move, if it is an attack; else 0 */
    uint32_t chase_start[SIDES];        /* before the move */
    uint64_t key;         /* the board's key before the move */
    uint64_t piece_key;   /* the board's piece_key after the move: which piece stands where */
};

enum { REVEALED_MOVER = 1, REVEALED_VICTIM = 2 };

struct board {
    bitboard of[SIDES];      /* squares of each side's pieces */
    bitboard fixed[SIDES];   /* of those, the ones that may not move: flag, bomb, and unmoved unknown pieces
                              * where all ranks left are such (board_mobile has the others) */
    bitboard far_movers[SIDES]; /* of the others, the ones that may move far: scouts, and unknown pieces while
                                 * the side may have a scout among its unknown ones */
    uint8_t at[SQUARES];     /* piece number, NO_PIECE or LAKE */
    struct piece piece[PIECES];
    uint8_t captured[SIDES][RANKS]; /* taken, with known rank */
    uint8_t unknown_count[SIDES][RANKS]; /* ranks of the pieces whose rank this board does not know */
    enum side to_move;
    uint8_t variant;         /* index of a row of variant_table: which model knows such armies */
    uint64_t key;            /* what decides the future: see above */
    uint64_t piece_key;      /* Zobrist key of the pieces by number, whatever their rank: what the
                              * more-squares rule compares */
    struct rules rules;
    uint32_t chase_start[SIDES]; /* the side's more-squares list are its plies from here on */
    uint32_t last_attack;    /* plies played when the last attack had been made; 0 at the start */
    uint64_t first_piece_key; /* before the first ply */
    uint32_t revealed_at;        /* plies played when a rank was last told or taken back by itself: the keys
                              * in the plies before may be out of date */
    struct ply *history;     /* `plies` long; the board owns it */
    uint32_t plies;
    uint32_t played_before;  /* plies played before the first of them; the last of those were without */
    uint32_t quiet_before;   /* an attack: so many */
    uint32_t prior_plies;    /* so many of them came before the start (board_set_prior_plies): of
                              * those only move, mover and piece_key are filled in */
    size_t capacity;
};

/* A ply that was played before the position a board starts from. */
struct prior_ply {
    struct move move;
    bool attack;
};

/* Fills `board` from a sound placement (placement_check). board_free gives its memory back; a board
 * of all zero may be freed. board_copy makes `to` (all zero, or a board before) equal to `from`. */
void board_init(struct board *board, const struct placement *placement, const struct rules *rules);
void board_free(struct board *board);

/* The army that a side had at the start, as far as the board tells: the captured, those on the board whose
 * rank is known here, and what the unknown ones are. */
void board_army(const struct board *board, enum side side, uint8_t army[RANKS]);

/* The army that is listed for `side`: the variant's, or where the variant takes any army, board_army. */
void board_listed_army(const struct board *board, enum side side, uint8_t army[RANKS]);

/* The same where it is public how many of each rank the '?' pieces of `side` are (the forty less what
 * was seen, or in a free position what a referee counted): `unknown_count` in place of
 * placement_unknown. */
void board_init_unknown(struct board *board, const struct placement *placement,
                        const struct rules *rules, enum side side, const uint8_t unknown_count[RANKS]);
void board_copy(struct board *to, const struct board *from);

/* Makes room for `plies` more plies: so many can be made without any memory being asked for. */
void board_reserve(struct board *board, uint32_t plies);

/* Tells a fresh board which plies, in order, led to where it stands, so that the repetition rules and
 * limits count them: quiet moves are traced back from the board, an attack's victim is not known any
 * more. STATUS_BAD where they cannot have led here; the board is then unchanged. */
enum status board_set_prior_plies(struct board *board, const struct prior_ply *plies, size_t count,
                                  struct error *error);

/* How many of the last plies the repetition rules, under whatever row of them, may still need: what
 * board_set_prior_plies must be given for a board set up anew from here to forbid the same moves ever
 * after. */
uint32_t board_memory(const struct board *board);

/* The squares of the side's pieces that may move. */
static inline bitboard board_mobile(const struct board *board, enum side side)
{
    return board->of[side] & ~board->fixed[side];
}

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

/* Whether a limit may draw the game within the next `plies` plies. */
static inline bool board_limit_matters(const struct board *board, uint32_t plies)
{
    const struct rules *rules = &board->rules;
    return (rules->move_limit && board_played(board) + plies >= (uint32_t)rules->move_limit) ||
           (rules->no_attack_limit && board_quiet(board) + plies >= (uint32_t)rules->no_attack_limit);
}

/* Whether, within the next `plies` plies, a repetition rule may forbid a move because of the plies before:
 * false where the same position without a past would allow exactly the same. May be true in vain. */
bool board_repetition_matters(const struct board *board, uint32_t plies);

/* The key with the pieces told apart by number. */
static inline uint64_t board_key_by_piece(const struct board *board)
{
    return board->key ^ board->piece_key;
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

/* The legal moves among them that attack a piece, in their order. */
int board_attacks(const struct board *board, struct move *moves);

/* All moves without the repetition rules, for either side. */
int board_steps(const struct board *board, enum side side, struct move *moves);

/* Whether the side to move has a legal move. */
bool board_can_move(const struct board *board);

/* True only where no quiet step of the side to move can end the game: the enemy has a piece that no rule
 * watches with a neighbour it may enter, which such a step cannot take away, and no limit is near. */
bool board_stays_open(const struct board *board);

/* True where a repetition rule forbids the otherwise legal move. */
bool board_repeats(const struct board *board, struct move move);

/* Tells this board the rank of a piece on it that it did not know; the rank must be left in
 * unknown_count. board_hide takes that back, while the enemy does not know the piece. Both leave the plies
 * before as they are: what was told stays told when they are unmade. */
void board_reveal(struct board *board, int piece, int rank);
void board_hide(struct board *board, int piece);

/* Tells all unknown pieces of `side` on the board at once, as in a sampled world: the side's piece n
 * (0 .. 39, blue's too) has rank[n]; of the other pieces it is not read. The ranks told must be left in
 * unknown_count, and what has moved must be one that moves. Returns which were told, bit n for piece n;
 * board_hide_all takes just these back. */
uint64_t board_reveal_all(struct board *board, enum side side, const uint8_t rank[PIECES_A_SIDE]);
void board_hide_all(struct board *board, enum side side, uint64_t revealed);

/* Plays a legal move; an attack needs both ranks known (board_reveal first, or board_make_as). Marks the
 * pieces as moved and known, keeps every derived value right. */
void board_make(struct board *board, struct move move);

/* Plays a legal move as if the unknown mover and the unknown piece it attacks had these ranks, which must be
 * left in unknown_count: told for as long as the move stands. Where a rank is known the argument is not read;
 * RANK_UNKNOWN where none is to be told: the victim's of a quiet move, and the mover's if it is to
 * remain unknown. An unknown piece that moves far is told to be a scout, whatever the argument. */
void board_make_as(struct board *board, struct move move, int mover_rank, int victim_rank);

/* The side to move loses its turn, which is no move: the history stays as it is. For games whose referee does
 * so; plies before it can be unmade no more, and repetition rules do not count it. */
void board_pass(struct board *board);

/* Takes the last ply back, with the ranks that board_make_as revealed; those of board_reveal stay. In a debug
 * build every derived value is computed anew after each of these. */
void board_unmake(struct board *board);

/* The event of ply `index` (prior_plies .. plies-1) as everybody saw it. */
struct event board_event(const struct board *board, uint32_t index);

/* Whether the game is over by the rules, on a board that knows all ranks of the side to move. */
struct outcome board_outcome(const struct board *board);

/* A sentence where a derived value differs from what is computed from scratch; NULL when all is well. */
const char *board_fault(const struct board *board);

#endif
