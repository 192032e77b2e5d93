/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/evidence.h"

#include "base/memory.h"
#include "belief/belief.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name, *text;
} evidence_table[EVIDENCE_KINDS] = {
    [EVIDENCE_FACT] = {"fact", "what was seen leaves fewer ranks"},
    [EVIDENCE_NEIGHBOUR] = {"neighbour", "a piece that began beside it became known"},
    [EVIDENCE_OPPORTUNITY] = {"opportunity", "it could have taken a known piece and did not"},
    [EVIDENCE_BEHAVIOUR] = {"behaviour", "it moved towards or away from known pieces"},
    [EVIDENCE_MOVED] = {"moved", "players make such a move with some ranks more than with others"},
    [EVIDENCE_STOOD_STILL] = {"stood-still", "players leave some ranks standing more than others"},
    [EVIDENCE_SETUP] = {"setup", "what became known of the setup makes some ranks likelier there"},
    [EVIDENCE_KNOWN_SETUP] = {"known-setup", "setups that people use again have it there, as far as this"
                                             " one may be such"},
    [EVIDENCE_PLAYER] = {"player", "the kind of player, people, programs or anyone, was estimated anew: "
                               "earlier evidence weighs otherwise"},
    [EVIDENCE_HABIT + HABIT_WAITS] = {"waits", "it has not moved for long, while much happened"},
    [EVIDENCE_HABIT + HABIT_GOES] = {"goes", "when, how often and which way it moves"},
    [EVIDENCE_HABIT + HABIT_STEPS_UP] = {"steps-up", "what enemy pieces it stepped up to"},
    [EVIDENCE_HABIT + HABIT_DECLINES] = {"declines", "what enemy pieces beside it it left alone"},
    [EVIDENCE_HABIT + HABIT_FLEES] = {"flees", "what enemy pieces it stepped away from"},
    [EVIDENCE_HABIT + HABIT_GUARDS] = {"guards", "which known pieces of its own side stand beside it"},
    [EVIDENCE_CALIBRATION] = {"calibration", "how often guesses like this one were right"},
    [EVIDENCE_NOTE] = {"note", "your own note"},
    [EVIDENCE_OPPONENT] = {"opponent", "the kind of player that the opponent seems to be makes its moves"
                                       " with some ranks more than with others"},
    [EVIDENCE_APPROACH] = {"approach", "it stepped up to known pieces, which take some ranks"},
};

const char *evidence_name(enum evidence_kind kind)
{
    return evidence_table[kind].name;
}

const char *evidence_text(enum evidence_kind kind)
{
    return evidence_table[kind].text;
}

void evidence_append(struct evidence_list *list, const struct evidence *item)
{
    list->items = memory_grow(list->items, &list->capacity, list->count + 1, sizeof *list->items);
    list->items[list->count++] = *item;
}

void evidence_start_recording(struct evidence_recorder *recorder, struct evidence_list *list)
{
    recorder->list = list;
}

void evidence_stop_recording(struct evidence_recorder *recorder)
{
    recorder->list = NULL;
}

void evidence_add(struct belief *belief, int row, enum evidence_kind kind, const float *log_factor)
{
    struct evidence_recorder *recorder = &belief->evidence;
    struct evidence item = {.ply = belief->ply, .row = (uint8_t)row, .kind = (uint8_t)kind};
    if (!recorder->list)
        return;
    for (int rank = 0; rank < RANKS; rank++) {
        /* 80: e^80 is still a finite float. */
        item.factor[rank] = log_factor ? expf(fminf(log_factor[rank], 80)) : 1;
        recorder->explained[row][rank] += log_factor ? log_factor[rank] : 0;
    }
    evidence_append(recorder->list, &item);
}

void evidence_restart(struct evidence_recorder *recorder)
{
    memset(recorder->explained, 0, sizeof recorder->explained);
}
