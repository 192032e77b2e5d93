/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/review_words.h"

#include "base/decimal.h"
#include "base/plural.h"
#include "report/play_words.h"

#include <math.h>
#include <stdio.h>

static const double POINT = 0.01;           /* of chance; less is called nothing */
static const double SECOND_TURN_MIN = 0.1;        /* min change of a second turning point that is mentioned */
static const double LUCK_SAID = 0.05;       /* min luck of a fight that is mentioned */

/* What the sentences are about. */
struct words_terms {
    const struct review *review;
    const struct board *board;
    enum side seat;
    bool you;
    enum notation notation;
    struct text *out;
};

/* Returns what the seat is called at the beginning of a sentence, and as an owner. */
static const char *subject(const struct words_terms *terms)
{
    return terms->you ? "You" : terms->seat == RED ? "Red" : "Blue";
}
static const char *owner(const struct words_terms *terms)
{
    return terms->you ? "Your" : terms->seat == RED ? "Red's" : "Blue's";
}

/* Returns what `viewer` is for words_write_event and words_write_outcome. */
static enum side viewer_of(const struct words_terms *terms)
{
    return terms->you ? terms->seat : SIDES;
}

/* Writes a move with its number: "24. b4-b5". */
static const char *numbered_move(const struct words_terms *terms, const struct review_move *move,
                                 char text[MOVE_NUMBER_TEXT + MOVE_TEXT])
{
    char number[MOVE_NUMBER_TEXT], name[MOVE_TEXT];
    snprintf(text, MOVE_NUMBER_TEXT + MOVE_TEXT, "%s %s",
             words_move(terms->board, terms->board->prior_plies + (uint32_t)move->ply, number),
             move_write(move->played, move->played_attacks, terms->notation, name));
    return text;
}

/* Appends the result and the number of moves. */
static void add_result(const struct words_terms *terms)
{
    char words[256];
    const struct board *board = terms->board;
    unsigned moves = terms->review->plies ? board_move_number(board, board->plies - 1) : 0;
    if (terms->review->outcome.result == RESULT_OPEN)
        snprintf(words, sizeof words, "The game is unfinished");
    else
        words_write_outcome(terms->review->outcome, viewer_of(terms), words, sizeof words);
    text_printf(terms->out, "%s, in %u move%s.", words, moves, plural(moves));
}

/* Appends the highest and the lowest chance before the end. */
static void add_course(const struct words_terms *terms)
{
    const double *chance = terms->review->own_chance[terms->seat];
    size_t high = 0, low = 0, plies = terms->review->plies;
    bool decided = chance[plies] == 0 || chance[plies] == 1 || chance[plies] == 0.5; /* on the board */
    for (size_t i = 1; i < plies + !decided; i++) {
        high = chance[i] > chance[high] ? i : high;
        low = chance[i] < chance[low] ? i : low;
    }
    text_printf(terms->out, " %s chance to win was %.0f %% at the start", owner(terms), 100 * chance[0]);
    if (high != low)
        text_printf(terms->out, ", at best %.0f %%, at worst %.0f %%", 100 * chance[high], 100 * chance[low]);
    text_add(terms->out, ".");
}

/* Appends the largest turning point, and the second one if it is large, in the order of the game. */
static void add_turns(const struct words_terms *terms)
{
    struct review_turns turns;
    int first = -1, second = -1;
    double max = 0, next = SECOND_TURN_MIN;
    review_find_turns(terms->review, terms->seat, &turns);
    for (int i = 0; i < turns.count; i++) {
        double change = fabs(turns.turn[i].after - turns.turn[i].before);
        if (change > max) {
            second = max >= SECOND_TURN_MIN ? first : -1;
            next = fmax(max, SECOND_TURN_MIN);
            first = i;
            max = change;
        } else if (change > next) {
            second = i;
            next = change;
        }
    }
    for (int i = 0; i < turns.count; i++) {
        if (i != first && i != second)
            continue;
        const struct review_turn *turn = &turns.turn[i];
        char words[256], number[MOVE_NUMBER_TEXT];
        uint32_t ply = terms->board->prior_plies + (uint32_t)turn->ply;
        words_write_event(terms->board, ply, viewer_of(terms), terms->notation, words, sizeof words);
        text_printf(terms->out, " The chance changed %sat %s %s, %.0f to %.0f %%.", i == first ? "most " : "",
                    words_move(terms->board, ply, number), words, 100 * turn->before, 100 * turn->after);
    }
}

/* Appends a part of the sum: "own moves cost 12 points", "gave 12 points", "changed little". */
static void add_part(const struct words_terms *terms, const char *what, double part)
{
    double points = fabs(100 * part);
    if (fabs(part) < POINT)
        text_printf(terms->out, "%s changed little", what);
    else
        text_printf(terms->out, "%s %s %.0f point%s", what, part > 0 ? "gave" : "cost", points,
                    plural((size_t)lround(points)));
}

void review_sum_round(struct review_sum *sum, int digits)
{
    enum { PARTS = 4 };
    double *part[PARTS] = {&sum->skill, &sum->opponent, &sum->luck, &sum->rest}, remainder[PARTS];
    double scale = 100 * pow(10, digits);
    double start = round(scale * sum->start), end = round(scale * sum->end), missing = end - start;
    for (int i = 0; i < PARTS; i++) {
        double exact = scale * *part[i];
        *part[i] = floor(exact);
        remainder[i] = exact - *part[i];
        missing -= *part[i];
    }
    for (int n = 0; n < PARTS && missing >= 1; n++, missing--) { /* at most PARTS are missing */
        int largest = 0;
        for (int i = 1; i < PARTS; i++)
            if (remainder[i] > remainder[largest])
                largest = i;
        *part[largest] += 1;
        remainder[largest] = -1;
    }
    for (int i = 0; i < PARTS; i++)
        *part[i] /= scale;
    sum->start = start / scale;
    sum->end = end / scale;
    sum->graded = round(scale * sum->graded) / scale;
}

const char *review_moves_text(const struct review_sum *sum, char text[REVIEW_MOVES_TEXT])
{
    struct review_sum shown = *sum;
    review_sum_round(&shown, 0);
    double others = sum->skill - sum->graded, others_shown = shown.skill - shown.graded;
    snprintf(text, REVIEW_MOVES_TEXT, "moves %+.0f: %zu graded %+.0f, %zu other%s %+.0f (%+.1f each)",
             decimal_plain_zero(100 * shown.skill, 0), sum->graded_moves,
             decimal_plain_zero(100 * shown.graded, 0), sum->other_moves, plural(sum->other_moves),
             decimal_plain_zero(100 * others_shown, 0),
             decimal_plain_zero(sum->other_moves ? 100 * others / (double)sum->other_moves : 0, 1));
    return text;
}

const char *review_rise_words(const struct review *review, const struct review_move *move,
                              char text[REVIEW_RISE_TEXT])
{
    enum { USED_PLIES = 20 }; /* in which the opponent may use a mistake, as in the sum */
    const double *chance = review->own_chance[move->side];
    text[0] = 0;
    if (!chance || move->grade == REVIEW_GOOD || move->grade == REVIEW_BRILLIANT)
        return text;
    const struct move_account *account = &review->account[move->ply];
    double before = chance[move->ply], after = chance[move->ply + 1], lowest = after;
    double luck = account->after - account->expected;
    for (size_t i = move->ply + 1; i <= review->plies && i <= move->ply + USED_PLIES; i++)
        lowest = fmin(lowest, chance[i]);
    if (after - before < POINT)
        return text;
    if (account->risked && luck >= POINT)
        snprintf(text, REVIEW_RISE_TEXT,
                 " The chance rose all the same, from %.0f to %.0f %%: the fight went well, %+.0f by luck.",
                 100 * before, 100 * after, 100 * luck);
    else if (before - lowest >= POINT)
        snprintf(text, REVIEW_RISE_TEXT,
                 " The chance rose at first, from %.0f to %.0f %%, and fell later, to %.0f %%.", 100 * before,
                 100 * after, 100 * lowest);
    else
        snprintf(text, REVIEW_RISE_TEXT,
                 " The chance rose all the same, from %.0f to %.0f %%: the opponent let it pass.",
                 100 * before, 100 * after);
    return text;
}

/* Appends how much of the chance to win came from the seat's moves, the opponent's moves and luck. */
static void add_sum(const struct words_terms *terms)
{
    struct review_sum sum;
    review_sum_make(terms->review, terms->seat, &sum);
    review_sum_round(&sum, 0);
    text_add(terms->out, " Of the chance to win, ");
    add_part(terms, terms->you ? "your moves" : "its own moves", sum.skill);
    add_part(terms, ", the opponent's moves", sum.opponent);
    add_part(terms, ", and the luck of fights", sum.luck);
    if (fabs(sum.rest) >= POINT && review_is_resigned(terms->review))
        add_part(terms, "; resigning", sum.rest);
    else if (fabs(sum.rest) >= POINT)
        text_printf(terms->out, "; %+.0f are not explained by them", 100 * sum.rest);
    text_add(terms->out, ".");
}

/* Appends the numbers of mistakes, and the costliest move. Returns whether there is one. */
static void add_mistakes(const struct words_terms *terms)
{
    const struct review *review = terms->review;
    const size_t *grades = review->grades[terms->seat];
    char name[MOVE_NUMBER_TEXT + MOVE_TEXT], better[MOVE_TEXT];
    size_t wrong = grades[REVIEW_INACCURACY] + grades[REVIEW_MISTAKE] + grades[REVIEW_BLUNDER];
    if (!wrong) {
        text_printf(terms->out, " %s made no mistake that rollouts could see.", subject(terms));
        return;
    }
    text_printf(terms->out, " %s made %zu blunder%s, %zu mistake%s and %zu inaccurac%s.", subject(terms),
                grades[REVIEW_BLUNDER], plural(grades[REVIEW_BLUNDER]), grades[REVIEW_MISTAKE],
                plural(grades[REVIEW_MISTAKE]), grades[REVIEW_INACCURACY],
                grades[REVIEW_INACCURACY] == 1 ? "y" : "ies");
    const struct review_filter all = {terms->seat, REVIEW_GOOD, REVIEW_KINDS};
    const struct review_move *move;
    for (size_t i = 0; (move = review_listed(review, &all, i)); i++) {
        if (move->grade == REVIEW_BRILLIANT)
            continue;
        text_printf(terms->out, " The costliest was %s: it gave away %.0f points; %s was better.",
                    numbered_move(terms, move, name), 100 * move->cost,
                    move_write(move->better, move->better_attacks, terms->notation, better));
        return;
    }
}

/* Appends the fight with the most luck, good or bad, of those that the seat began. */
static void add_fight(const struct words_terms *terms)
{
    const struct review *review = terms->review;
    double max = LUCK_SAID;
    size_t found = review->plies;
    for (size_t i = 0; i < review->plies; i++) {
        const struct move_account *account = &review->account[i];
        double luck = fabs(account->after - account->expected);
        if (review_mover(review, i) == terms->seat && account->risked && account->met < 0.5 && luck > max) {
            max = luck;
            found = i;
        }
    }
    if (found == review->plies)
        return;
    const struct move_account *account = &review->account[found];
    uint32_t ply = terms->board->prior_plies + (uint32_t)found;
    struct event event = board_event(terms->board, ply);
    char move[MOVE_TEXT], number[MOVE_NUMBER_TEXT];
    bool good = account->after > account->expected;
    text_printf(terms->out, " The %s fight was %s %s: the piece was a %s, which was %.0f %% likely.",
                good ? "luckiest" : "unluckiest", words_move(terms->board, ply, number),
                move_write(event.move, true, terms->notation, move), rank_table[event.defender].name,
                100 * account->met);
}

/* Appends what the most frequent kind of mistakes teaches. */
static void add_lesson(const struct words_terms *terms)
{
    static const char *const lessons[REVIEW_KINDS] = {
        [REVIEW_RASH] = "Most were attacks where a quiet move was better: look at the odds before an attack.",
        [REVIEW_MISSED] = "Most were attacks left undone: look first at what can be taken.",
        [REVIEW_OTHER_ATTACK] = "Most were attacks on the wrong piece: compare all that can be taken.",
        [REVIEW_QUIET] = "Most were quiet moves: look at what the enemy can do next.",
    };
    const struct review *review = terms->review;
    size_t count[REVIEW_KINDS] = {0}, sum = 0;
    for (size_t i = 0; i < review->count; i++) {
        const struct review_move *move = &review->moves[i];
        if (move->side != terms->seat || move->grade == REVIEW_GOOD || move->grade == REVIEW_BRILLIANT)
            continue;
        count[review_kind_of(move)]++;
        sum++;
    }
    for (int kind = 0; kind < REVIEW_KINDS; kind++)
        if (sum > 1 && 2 * count[kind] > sum)
            text_printf(terms->out, " %s", lessons[kind]);
}

/* Appends the first brilliant move. */
static void add_brilliant(const struct words_terms *terms)
{
    char name[MOVE_NUMBER_TEXT + MOVE_TEXT];
    for (size_t i = 0; i < terms->review->count; i++) {
        const struct review_move *move = &terms->review->moves[i];
        if (move->side == terms->seat && move->grade == REVIEW_BRILLIANT) {
            text_printf(terms->out, " %s was brilliant: the plans do not see it.",
                        numbered_move(terms, move, name));
            return;
        }
    }
}

void review_losses(const struct review_turn *turn, const struct board *board, struct text *out)
{
    for (size_t ply = turn->first; ply <= turn->last; ply++) {
        uint32_t index = board->prior_plies + (uint32_t)ply;
        struct event event = board_event(board, index);
        enum side mover = board->history[index].mover < PIECES_A_SIDE ? RED : BLUE;
        const struct { bool lost; enum side side; int rank; } pieces[] = {
            {event.battle == BATTLE_LOST || event.battle == BATTLE_BOTH, mover, event.attacker},
            {event.battle == BATTLE_WON || event.battle == BATTLE_BOTH, side_other(mover), event.defender}};
        for (size_t i = 0; i < 2 && ply != turn->ply; i++)
            if (pieces[i].lost)
                text_printf(out, "%s%s's %s", out->size ? ", " : "", side_name(pieces[i].side),
                            pieces[i].rank < RANKS ? rank_table[pieces[i].rank].name : "piece");
    }
}

void review_words(const struct review *review, const struct board *board, enum side seat, bool you,
                  enum notation notation, struct text *out)
{
    const struct words_terms terms = {review, board, seat, you, notation, out};
    add_result(&terms);
    add_course(&terms);
    add_turns(&terms);
    if (review->judged) /* before, what moves did is not known yet */
        add_sum(&terms);
    if (review->judged && review->count) {
        add_mistakes(&terms);
        add_lesson(&terms);
        add_brilliant(&terms);
    }
    add_fight(&terms);
}
