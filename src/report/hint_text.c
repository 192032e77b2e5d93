/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/hint_text.h"

#include "analysis/world_reason.h"
#include "report/study_text.h"

#include <string.h>

/* Appends " 57 +-2": the chance of a move in percent, with its standard error if there is one. */
static void add_chance(const struct rollout_account *account, struct text *out)
{
    text_printf(out, " %.0f", 100 * account->chance);
    if (account->counted > 1)
        text_printf(out, " +-%.0f", 100 * account->chance_error);
}

/* Appends the chances of the best `count` moves: "Chance to win 57 +-2 %, b4-b5 55 +-3, c4-c5 52 +-3."
 * Returns whether it names other moves than the best. */
static bool add_chances(const struct rollout_study *study, const int *order, int count,
                        enum notation notation, struct text *out)
{
    char name[MOVE_TEXT];
    bool others = false;
    if (count == 0 || study->move[order[0]].chance < 0)
        return false;
    text_add(out, " Chance to win");
    add_chance(&study->move[order[0]], out);
    text_add(out, " %");
    for (int i = 1; i < count; i++) {
        const struct rollout_account *account = &study->move[order[i]];
        if (!account->worlds || account->chance < 0)
            break;
        text_printf(out, ", %s", move_write(account->move, account->attack, notation, name));
        add_chance(account, out);
        others = true;
    }
    text_add(out, ".");
    return others;
}

/* Appends how much worse the next best move is than the best, by the chance to win. */
static void add_lead(const struct rollout_study *study, const int *order, int count, enum notation notation,
                     struct text *out)
{
    char name[MOVE_TEXT];
    const struct rollout_account *best = &study->move[order[0]], *next = &study->move[order[count > 1]];
    double lead = 100 * (best->chance - next->chance);
    if (count > 1 && best->chance >= 0 && next->counted && next->chance >= 0 && lead >= 0.5)
        text_printf(out, " All other moves tried are worse: %s by %.0f %% of the chance to win.",
                    move_write(next->move, next->attack, notation, name), lead);
    else if (count > 1)
        text_add(out, " No other move tried is clearly better.");
}

/* Moves a move of the list `order` to place 1, behind the best one. */
static void put_second(int *order, int count, int move)
{
    int place = 1;
    while (place < count - 1 && order[place] != move)
        place++;
    for (; place > 1; place--)
        order[place] = order[place - 1];
    order[1] = move;
}

/* Appends the hint for a beginner in one sentence: what speaks in the worlds for an attack that more probably
 * loses, or for a move about which the planner has no words; else `sentence`. */
static void add_plain_hint(const struct rollout_study *study, const char *sentence, bool rash,
                           const int *order, int count, enum notation notation, struct text *out)
{
    int next = count > 1 ? order[1] : -1;
    const struct rollout_account *best = &study->move[order[0]];
    char name[MOVE_TEXT];
    struct text reason = {0};
    move_write(best->move, best->attack, notation, name);
    bool has_reason = (rash || !sentence) &&
                      world_reason_add(study, order[0], next, false, true, notation, &reason);
    if (has_reason)
        text_add(out, text_string(&reason) + 1); /* without the blank before it */
    else if (sentence && rash && count > 1)
        text_printf(out, "%.*s, but no other move tried is better.", (int)strlen(sentence) - 1, sentence);
    else if (sentence)
        text_add(out, sentence);
    else
        text_printf(out, "%s%s.", name, count > 1 ? " came out best of the moves tried" : "");
    text_free(&reason);
}

/* Appends "better than c4-c5: ", or without `better` "in place of c4-c5: ". */
static void add_change(const struct rollout_account *replaced, bool better, enum notation notation,
                       struct text *out)
{
    char name[MOVE_TEXT];
    text_printf(out, "%s %s: ", better ? "better than" : "in place of",
                move_write(replaced->move, replaced->attack, notation, name));
}

/* Appends the hint with figures. `better`: why it is better than the move in place 1 of the list, as a
 * sentence; or NULL: the worlds are searched for a reason. */
static void add_full_hint(const struct rollout_study *study, const char *sentence, bool rash,
                          const char *better, int chances, const int *order, int count,
                          enum notation notation, struct text *out)
{
    const struct rollout_account *best = &study->move[order[0]];
    char name[MOVE_TEXT];
    /* The planner's first sentence is about the move itself, the next one may compare it with another move
     * than the replaced one. */
    const char *end = sentence && better ? strstr(sentence, ". ") : NULL;
    if (sentence)
        text_printf(out, "%.*s", (int)(end ? end + 1 - sentence : (long)strlen(sentence)), sentence);
    else
        text_printf(out, "%s.", move_write(best->move, best->attack, notation, name));
    bool named = add_chances(study, order, chances < count ? chances : count, notation, out);
    if (better) {
        text_add(out, better);
        return;
    }
    /* Behind another move, of the chances or of the planner's sentence ("d4-d5. a4-a5, the plans' next
     * best, …"), the reason names its own, as "It" would mean the other one. */
    named |= sentence && strstr(sentence, ". ");
    int next = count > 1 ? order[1] : -1;
    bool has_reason = world_reason_add(study, order[0], next, true, named, notation, out);
    bool bare = !sentence && best->attack; /* an attack about which the planner has no words */
    if ((rash || bare) && !has_reason)
        add_lead(study, order, count, notation, out);
}

void hint_add_text(const struct rollout_study *study, const char *sentence, bool rash, int replaced,
                   int chances, enum notation notation, struct text *out)
{
    int order[HALVING_ARMS], count = study_order(study, order);
    struct text reason = {0};
    if (sentence && !strchr(sentence, ' ')) /* the move's name alone */
        sentence = NULL;
    /* "better than" promises a reason against that very move. */
    bool better = replaced >= 0 && study_leads_clearly(study, replaced) &&
                  world_reason_add(study, order[0], replaced, chances >= 0, true, notation, &reason);
    if (replaced >= 0)
        add_change(&study->move[replaced], better, notation, out);
    if (better)
        put_second(order, count, replaced);
    const char *words = better ? text_string(&reason) : NULL;
    if (chances >= 0)
        add_full_hint(study, sentence, rash, words, chances, order, count, notation, out);
    else if (better)
        text_add(out, words + 1); /* without the blank before it */
    else
        add_plain_hint(study, sentence, rash, order, count, notation, out);
    text_free(&reason);
}
