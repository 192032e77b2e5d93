/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vedette: plans as Invincible does, and plays the best of what the plans say out in worlds drawn from what
 * it believes (src/rollout), before it chooses. doc/rollout.md. */
#include "agent/kinds.h"
#include "agent/own_setup.h"

#include "agent/ponder.h"
#include "agent/shortlist.h"
#include "agent/vedette_limits.h"
#include "base/clock.h"
#include "base/memory.h"
#include "observer/planner_state.h"
#include "rollout/study.h"
#include "value/value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* In so many worlds, or as many as such a part of the time is enough for, the plans' best move is tried
 * first; where it loses the game in such a part of them or more, other moves than the plans like are tried,
 * and being behind by the plans counts as so many points at most. */
enum { SCOUT_WORLDS = 8, SCOUT_MIN = 4 /* by time: less say nothing */ };
static const double scout_time = 0.125, danger = 0.25, danger_behind = 10;
static const double first_round = 0.25; /* of a move's time, for the first look at each reply of his */

struct vedette {
    struct own_setup own_setup;
    double option[VEDETTE_NUMBERS];
    struct planner_state planner_state;
    struct plan_context *context;              /* of the last move: the next one goes on from it */
    struct rollout_table *table;
    struct board after;                        /* the board after a candidate */
    struct rollout_learnt learnt;              /* the value of ends; with a share of 0 the plain one */
    struct move_model_weights people;          /* how people move; read where a mixture is wanted */
    struct planner de_boer;                    /* a planner by the standard numbers, */
    struct worth_options de_boer_worth;        /* and what pieces are worth to it */
    struct opponent_models models;             /* who the enemy may be */
    struct plan_table plans;                   /* of the last move that was to be explained */
    struct rollout_study *study;               /* likewise; NULL: none was */
    bool studied;                              /* the last one was */
    struct tried_moves scouted;                /* what came of the plans' best move before others */
    struct ponder ponder;                      /* what came of thinking on the enemy's time */
    struct vedette *stand_in;                  /* who did that; NULL: nobody yet */
    struct tried_moves *keep;                  /* of a stand-in: where it puts what it comes to; NULL: it
                                                * is none */
    int round;                                 /* of a stand-in: how often it thought about the same before */
    bool timed;                                /* likewise: time bounds it, and it could go on */
};

/* What the settings name, all of it before any is used: where one is not to be had, nothing changes. */
struct vedette_sources {
    double option[VEDETTE_NUMBERS];
    struct belief_sources belief;
    struct setup_sources setup;
    const struct value_model *value;
    const struct belief_model *people;   /* NULL: not wanted */
};

static enum status find_sources(const struct settings *settings, struct library *library,
                                struct vedette_sources *sources, struct error *error)
{
    *sources = (struct vedette_sources){0};
    settings_group(settings, vedette_group.name, sources->option, VEDETTE_NUMBERS);
    enum status status = library_belief_sources(library, settings, &sources->belief, error);
    if (!status)
        status = library_setup_sources(library, settings, &sources->setup, error);
    if (!status)
        status = library_chosen_value_model(library, settings, &sources->value, error);
    if (!status && sources->option[VEDETTE_MIXTURE] > 0)
        status = library_chosen_belief_model(library, settings, &sources->people, error);
    return status;
}

/* The planner that the enemy may go by: De Boer's numbers are those of options that nobody gave a value. */
static void take_de_boer(struct vedette *self, const struct settings *settings)
{
    struct settings standard;
    settings_init(&standard, settings->groups);
    planner_init(&self->de_boer, &standard);
    worth_options_read(&self->de_boer_worth, &standard);
    settings_free(&standard);
}

static enum status load(void *state, const struct settings *settings, struct library *library,
                        struct error *error)
{
    struct vedette *self = state;
    struct vedette_sources sources;
    struct observer *observer = &self->planner_state.observer;
    enum status status = find_sources(settings, library, &sources, error);
    if (status)
        return status;
    memcpy(self->option, sources.option, sizeof self->option);
    planner_state_reload(&self->planner_state, settings, &sources.belief);
    own_setup_init(&self->own_setup, settings, &sources.setup);
    self->learnt = (struct rollout_learnt){sources.value, self->option[VEDETTE_VALUE]};
    ponder_forget(&self->ponder);
    if (sources.people)
        move_model_join(sources.people->move_model, &self->people);
    take_de_boer(self, settings);
    self->models = (struct opponent_models){&self->planner_state.planner, &self->planner_state.worth_options,
                                            &self->people, &self->de_boer, &self->de_boer_worth,
                                            observer->evidence.weight[SEAT_EVIDENCE_APPROACH]};
    if (!self->context) {
        self->context = memory_new(1, sizeof *self->context);
        self->table = rollout_new();
    }
    observer_set_opponents(observer, self->option[VEDETTE_MIXTURE] > 0 ? &self->models : NULL);
    return STATUS_OK;
}

/* Gives back what it thinks in; a stand-in has nothing else. */
static void free_memory(struct vedette *self)
{
    rollout_free(self->table);
    board_free(&self->after);
    plan_table_free(&self->plans);
    tried_free(&self->scouted);
    observer_free(&self->planner_state.observer);
    free(self->study);
    free(self->context);
}

static void end(void *state)
{
    struct vedette *self = state;
    if (self->stand_in)
        free_memory(self->stand_in);
    free(self->stand_in);
    ponder_free(&self->ponder);
    planner_state_free(&self->planner_state);
    planner_free(&self->de_boer);
    free_memory(self);
}

/* The shares of the worlds that each kind of enemy gets. */
static void mix(const struct vedette *self, double mixture[OPPONENTS])
{
    opponents_weigh(&self->planner_state.observer.opponents, mixture);
    for (int kind = 0; kind < OPPONENTS; kind++)
        mixture[kind] *= self->option[VEDETTE_MIXTURE];
    mixture[OPPONENT_PLANNER] += 1 - self->option[VEDETTE_MIXTURE];
}

/* How likely the enemy is none of the programs that are known, 0 .. 1: who is imagined is not the one at the
 * board then. */
static double find_strangeness(const struct vedette *self)
{
    double mixture[OPPONENTS];
    mix(self, mixture);
    return mixture[OPPONENT_PEOPLE] + mixture[OPPONENT_STRANGER];
}

/* How many times nearer to the plans it stays: against a stranger the rollouts count less, and of many moves
 * the best by them is too often the luckiest. */
static double find_caution(const struct vedette *self)
{
    return 1 + (self->option[VEDETTE_CAUTION] - 1) * find_strangeness(self);
}

/* --- which moves are played out --- */

static struct shortlist_terms make_shortlist_terms(struct vedette *self, const struct think *think,
                                                   const double *total)
{
    bool ahead = self->planner_state.worth.state[self->context->me] > 1;
    double caution = find_caution(self);
    return (struct shortlist_terms){
        .context = self->context, .think = think, .total = total,
        .candidates = (int)ceil(self->option[VEDETTE_CANDIDATES] / caution),
        .behind = self->option[VEDETTE_FAR_BEHIND] / caution, .pull = self->option[VEDETTE_PULL] * caution,
        .repetition = ahead ? self->option[VEDETTE_REPETITION] : 0,
        .after = &self->after};
}

static void find_candidates(const struct shortlist_terms *terms, struct shortlist *found)
{
    if (terms->think->all_roots && terms->think->root) { /* moves that were named */
        found->count = 0;
        shortlist_extend(found, terms, HALVING_ARMS);
    } else {
        shortlist_make(found, terms);
    }
}

/* --- thinking --- */

/* Passes on how far it is. */
struct trial_reporter {
    struct vedette *self;
    const struct think *think;
    const struct shortlist *candidates;
    const struct halving *halving; /* NULL: nothing was tried */
    bool pondered;                 /* the move played last was foreseen */
    double start;
    struct progress progress;
};

static void report(void *context)
{
    struct trial_reporter *reporter = context;
    struct progress *progress = &reporter->progress;
    const struct shortlist *candidates = reporter->candidates;
    const struct halving *halving = reporter->halving;
    int best = halving ? halving->best : 0;
    *progress = (struct progress){.nodes = halving ? halving->trials : 0, .rollouts = true,
                                  .recalled = halving && reporter->pondered ? halving->known : 0,
                                  .seconds = clock_now() - reporter->start,
                                  .value = (halving ? halving->arm[best].mean : 0) + candidates->bonus[best],
                                  .best = candidates->move[best], .length = 1, .roots = candidates->count};
    progress->line[0] = progress->best;
    for (int i = 0; i < candidates->count; i++)
        progress->root[i] = (struct root_move){
            .move = candidates->move[i],
            .value = (halving ? halving->arm[i].mean : 0) + candidates->bonus[i],
            .visits = halving ? halving->arm[i].worlds : 0,
            .bonus = candidates->bonus[i],
            .error = halving ? halving->arm[i].error : 0};
    if (reporter->self->studied) {
        reporter->self->study->seconds = progress->seconds;
        if (halving)
            study_count(reporter->self->study, halving);
    }
    if (reporter->think->report)
        reporter->think->report(reporter->think->context, progress);
}

/* What the plans say of the candidates goes into the study: those that weigh most of each. */
static void study_plans(struct vedette *self, const struct shortlist *candidates)
{
    for (int i = 0; i < candidates->count; i++) {
        struct rollout_account *account = &self->study->move[i];
        int move = candidates->index[i];
        account->points = self->plans.total[move];
        account->behind = candidates->behind[i];
        for (int k = 0; k < self->plans.columns; k++) {
            const struct plan_column *column = &self->plans.column[k];
            double points = column->value[move];
            int at = account->plans < STUDY_PLANS ? account->plans++ : STUDY_PLANS;
            for (; at > 0 && fabs(points) > fabs(account->plan[at - 1].points); at--)
                if (at < STUDY_PLANS)
                    account->plan[at] = account->plan[at - 1];
            if (at == STUDY_PLANS)
                continue;
            plan_in_words(self->context, column->kind, column->subject, account->plan[at].words);
            account->plan[at].points = points;
        }
        while (account->plans > 0 && account->plan[account->plans - 1].points == 0)
            account->plans--;
    }
}

static uint32_t moves_made(const struct view *view)
{
    return board_played(&view->board) / 2;
}

/* More worlds or more time than usual make the rollouts longer, not only more. */
static void deepen(const struct vedette *self, struct shortlist_terms *shortlist,
                   struct shortlist *candidates, struct rollout_terms *terms)
{
    double depth = vedette_depth(self->option, shortlist->think, terms, find_strangeness(self));
    if (depth <= 1)
        return;
    vedette_lengthen(terms, depth);
    terms->equal /= depth;
    shortlist->pull /= depth;
    shortlist_weigh(candidates, shortlist, INFINITY);
}

/* What was thought before the rollouts, of the game so far, is of their time too: half of it at the most. */
static void take_off(struct rollout_terms *terms, double thought)
{
    terms->seconds -= fmin(thought, terms->seconds / 2);
}

/* The enemy's time is not the move's: a stand-in thinks for a part of it, then for more. */
static void take_his_time(struct vedette *self, struct rollout_terms *terms)
{
    self->timed = terms->seconds > 0;
    terms->seconds *= first_round * (1 << self->round);
    terms->deadline = 0;
}

/* What a question may be tried with. */
static struct rollout_terms make_terms(struct vedette *self, const struct view *view,
                                       const struct think *think, const struct shortlist *candidates)
{
    struct rollout_terms terms = {
        .view = view, .observer = &self->planner_state.observer, .planner = &self->planner_state.planner,
        .worth_options = &self->planner_state.worth_options, .moves = candidates->move,
        .bonus = candidates->bonus, .count = candidates->count,
        .sure = think->all_roots ? 0 : self->option[VEDETTE_SURE], .even = think->all_roots,
        .equal = think->all_roots ? 0 : self->option[VEDETTE_EQUAL],
        .traced = think->study, .chances = think->study ? self->learnt.model : NULL,
        .value = self->learnt.share > 0 ? rollout_learnt_value : NULL, .value_context = &self->learnt,
        .learnt = self->learnt.share, .won = self->option[VEDETTE_WON],
        .seed = rng_next(think->rng), .stop = think->stop};
    if (terms.equal > 0)
        terms.draw = rng_unit(think->rng);
    if (self->option[VEDETTE_MIXTURE] > 0) {
        terms.models = &self->models;
        mix(self, terms.mixture);
    }
    return terms;
}

/* Plays the plans' best move out in the first worlds; true where the game is lost, or as good as lost, too
 * often in them. What came of it is kept, and played out again only where it is to be traced. */
static bool scout(struct vedette *self, const struct think *think, struct rollout_terms *terms)
{
    struct rollout_terms first = *terms;
    double start = clock_now();
    uint32_t lost = 0;
    first.count = 1;
    first.plies = vedette_plies(self->option, think);
    first.worlds = terms->worlds < SCOUT_WORLDS ? terms->worlds : SCOUT_WORLDS;
    first.seconds = scout_time * terms->seconds;
    first.most = SCOUT_WORLDS;
    first.even = true; /* a single move is played out too */
    first.traced = false;
    first.reported = NULL;
    const struct halving *halving = rollout_run(self->table, &first);
    const struct halving_arm *best = halving->arm;
    for (uint32_t world = 0; world < best->worlds; world++)
        lost += rollout_lost(terms, best->value[world]);
    if (!terms->tried) {
        tried_forget(&self->scouted); /* it may be of another view with the same seed */
        terms->tried = &self->scouted;
    }
    struct tried_moves *kept = self->keep ? self->keep : &self->scouted;
    if (terms->tried == kept && first.plies == terms->plies)
        tried_keep(kept, first.seed, first.plies, first.moves, 1, halving);
    if (terms->seconds > 0)
        terms->seconds = fmax(terms->seconds - (clock_now() - start), scout_time * terms->seconds);
    uint32_t wanted = terms->seconds > 0 ? SCOUT_MIN : first.worlds;
    return best->worlds >= wanted && lost >= danger * best->worlds;
}

/* Tries more moves where the game is in danger. Moves that were named stay as they are, but what the plans
 * hold against them counts less. */
static void rescue(struct vedette *self, const struct shortlist_terms *shortlist,
                   struct shortlist *candidates, struct rollout_terms *terms)
{
    const struct think *think = shortlist->think;
    bool named = think->all_roots && think->root;
    int most = (int)fmin(self->option[VEDETTE_RESCUE], think->nodes ? (double)think->nodes : INFINITY);
    if (!most || (!named && (candidates->count >= most || !shortlist_leaves_some(candidates, shortlist))) ||
        !scout(self, think, terms))
        return;
    if (!named)
        shortlist_extend(candidates, shortlist, most);
    shortlist_weigh(candidates, shortlist, danger_behind);
    terms->count = candidates->count;
    if (think->nodes)
        terms->worlds = vedette_worlds(think->nodes, terms->count);
}

/* Plays the candidates out and returns the best, by number. Where the best of them by the plans is likely to
 * lose the game, others come in. */
static int try_out(struct vedette *self, const struct view *view, struct shortlist_terms *shortlist,
                   struct shortlist *candidates, double start)
{
    const struct think *think = shortlist->think;
    struct trial_reporter *reporter = memory_new(1, sizeof *reporter);
    struct rollout_terms terms = make_terms(self, view, think, candidates);
    const struct tried_moves *foreseen = ponder_recall(&self->ponder, view);
    *reporter = (struct trial_reporter){.self = self, .think = think, .candidates = candidates,
                                        .pondered = foreseen != NULL, .start = start};
    terms.tried = self->keep ? self->keep : foreseen;
    bool possible = rollout_possible(view, &self->planner_state.observer);
    bool in_time = vedette_limit(self->option, think, moves_made(view), candidates->count, start, &terms);
    deepen(self, shortlist, candidates, &terms);
    self->timed = false;
    if (in_time && self->keep)
        take_his_time(self, &terms);
    else
        take_off(&terms, clock_now() - start);
    if (in_time && possible)
        rescue(self, shortlist, candidates, &terms);
    if (think->report) {
        terms.reported = report;
        terms.report_context = reporter;
    }
    if (think->study) {
        study_begin(self->study, &terms);
        study_plans(self, candidates);
    }
    if (in_time && possible) {
        reporter->halving = rollout_so_far(self->table);
        rollout_run(self->table, &terms);
        if (self->keep)
            tried_keep(self->keep, terms.seed, terms.plies, terms.moves, terms.count, reporter->halving);
        if (think->study)
            study_make(self->study, self->table, &terms);
    }
    int best = reporter->halving ? reporter->halving->best : 0;
    if (possible)
        report(reporter);
    free(reporter);
    return best;
}

/* Takes in what was played since the last question, for a question that cannot wait: at its time the beliefs
 * alone go on to now, and the moves that were not examined say nothing of the enemy's kind (doc/rollout.md
 * says how long they take). Ranks take longer, so they get half of that time. */
static void follow_in_time(struct vedette *self, const struct view *view, const struct think *think)
{
    double start = clock_now(), until = vedette_look_until(self->option, think, moves_made(view), start);
    planner_state_follow(&self->planner_state, view,
                         &(struct observer_limits){.examine_stop = think->stop, .examine_until = until,
                                                   .ranks_until = until > 0 ? (start + until) / 2 : 0,
                                                   .threads = vedette_threads(self->option, think)});
}

/* What the plans say. */
static void ask_plans(struct vedette *self, const struct view *view, const struct think *think, double *total)
{
    struct planner_state *planner_state = &self->planner_state;
    const struct observer *observer = &planner_state->observer;
    const struct planner *planner = &planner_state->planner;
    follow_in_time(self, view, think);
    planner_context(planner, view, &planner_state->worth,
                    (const double(*)[RANKS])observer->p[side_other(view->side)],
                    (const double(*)[RANKS])observer->p[view->side], think->rng, self->context);
    if (think->study) {
        planner_table(planner, self->context, &self->plans);
        memcpy(total, self->plans.total, (size_t)self->plans.moves * sizeof *total);
    } else {
        planner_choose(planner, self->context, total);
    }
}

static struct move best_move(void *state, const struct view *view, const struct think *think)
{
    struct vedette *self = state;
    struct shortlist candidates;
    double total[MOVES_MAX], start = clock_now();
    if (think->study && !self->study)
        self->study = memory_new(1, sizeof *self->study);
    self->studied = think->study;
    ask_plans(self, view, think, total);
    struct shortlist_terms terms = make_shortlist_terms(self, think, total);
    find_candidates(&terms, &candidates);
    if (!candidates.count) {
        self->studied = false;
        return MOVE_NONE;
    }
    return candidates.move[try_out(self, view, &terms, &candidates, start)];
}

/* --- on the enemy's time --- */

static bool ponders(const void *state)
{
    return ((const struct vedette *)state)->option[VEDETTE_PONDER] > 0;
}

/* Makes one that knows and believes what the player does, but thinks in a memory of its own: nothing that it
 * does changes the player. */
static struct vedette *make_stand_in(struct vedette *self)
{
    if (!self->stand_in) {
        self->stand_in = memory_new(1, sizeof *self->stand_in);
        self->stand_in->context = memory_new(1, sizeof *self->stand_in->context);
        self->stand_in->table = rollout_new();
    }
    struct vedette *stand_in = self->stand_in;
    memcpy(stand_in->option, self->option, sizeof stand_in->option);
    struct planner_state *own = &stand_in->planner_state;
    const struct planner_state *from = &self->planner_state;
    own->worth_options = from->worth_options;
    own->planner = from->planner; /* which is only read */
    own->worth = from->worth;
    observer_copy(&own->observer, &from->observer);
    own->observer.models = from->observer.models ? &stand_in->models : NULL;
    stand_in->learnt = self->learnt;
    stand_in->models = (struct opponent_models){&stand_in->planner_state.planner,
                                                &stand_in->planner_state.worth_options, &self->people,
                                                &self->de_boer, &self->de_boer_worth, self->models.approach};
    return stand_in;
}

/* Who thinks on the enemy's time, and what it will be asked with. */
struct expected_question {
    struct vedette *self;
    const struct think *think;
};

static bool try_reply(void *context, const struct view *view, int round, struct tried_moves *tried)
{
    const struct expected_question *expected = context;
    struct vedette *stand_in = make_stand_in(expected->self);
    struct rng rng = *expected->think->rng; /* it is to draw what the player will */
    struct think think = *expected->think;
    think.rng = &rng;
    think.study = false;
    think.report = NULL;
    stand_in->keep = tried;
    stand_in->round = round;
    best_move(stand_in, view, &think);
    return stand_in->timed;
}

static void ponder(void *state, const struct view *view, const struct think *think)
{
    struct vedette *self = state;
    struct expected_question expected = {self, think};
    const struct observer_limits limits = {.stop = think->stop,
                                           .threads = vedette_threads(self->option, think)};
    double mixture[OPPONENTS];
    if (!planner_state_follow(&self->planner_state, view, &limits) ||
        !rollout_possible(view, &self->planner_state.observer))
        return;
    mix(self, mixture);
    ponder_run(&self->ponder, &self->models, mixture, view, self->planner_state.observer.belief, think->stop,
               try_reply, &expected);
}

static const struct rollout_study *study(void *state)
{
    const struct vedette *self = state;
    return self->studied ? self->study : NULL;
}

static bool accepts_draw(void *state, const struct view *view)
{
    const struct vedette *self = state;
    struct worth worth; /* takes no look at the game so far, which may be long */
    worth_compute(&self->planner_state.worth_options, view, &worth);
    return worth.state[view->side] < self->option[VEDETTE_DRAW_BELOW];
}

const struct agent_kind agent_vedette = {
    .name = "vedette",
    .help = "plays the plans' best moves out in worlds drawn by the guesser",
    .options = "vedette",
    .profile = "veteran",
    .size = sizeof(struct vedette),
    .load = load,
    .reloads = true,
    .end = end,
    .setup = own_setup_make,
    .move = best_move,
    .accepts_draw = accepts_draw,
    .ponder = ponder,
    .ponders = ponders,
    .study = study,
};
