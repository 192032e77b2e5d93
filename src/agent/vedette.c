/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vedette: computes plans as Invincible does, plays out the best moves by the plans in worlds drawn from
 * its beliefs (src/rollout), and chooses the move with the best mean. doc/rollout.md. */
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

/* The plans' best move is played out first, in FIRST_TRIAL_WORLDS worlds, or for the share
 * first_trial_time of the time. If it loses the game in the share lost_share_of_danger of them or more,
 * further moves are played out, and all moves count as no more than max_behind_in_danger points behind the
 * best. FIRST_TRIAL_MIN: with a time limit, fewer worlds do not count as danger. */
enum { FIRST_TRIAL_WORLDS = 8, FIRST_TRIAL_MIN = 4 };
static const double first_trial_time = 0.125, lost_share_of_danger = 0.25, max_behind_in_danger = 10;
static const double first_round_share = 0.25; /* of a move's time, for the first round of pondering a reply */

/* The state of the agent. */
struct vedette {
    struct own_setup own_setup;
    double option[VEDETTE_NUMBERS];            /* by VEDETTE_CANDIDATES etc. */
    struct planner_state planner_state;
    struct plan_context *context;              /* of the last move; the next move updates it */
    struct rollout_table *table;
    struct board after;                        /* memory for the board after a candidate */
    struct rollout_learnt learnt;              /* the learnt value of a rollout's end; share 0: only the
                                                * plain value */
    struct move_model_weights people;          /* the model of people's moves; set if the option `mixture`
                                                * is above 0 */
    struct planner de_boer;                    /* a planner with De Boer's numbers, */
    struct worth_options de_boer_worth;        /* and its values of the pieces */
    struct opponent_models models;             /* the kinds of enemy */
    struct plan_table plans;                   /* the plans' points, if the last move had a study */
    struct rollout_study *study;               /* of the last move with think->study; NULL: none yet */
    bool has_study;                            /* whether the last move had one */
    struct tried_moves first_trial;            /* the rollouts of the plans' best move, made before the
                                                * others */
    struct ponder ponder;                      /* results of thinking on the enemy's time */
    struct vedette *ponder_copy;               /* a copy of the agent that ponders; NULL: none yet */
    struct tried_moves *results;               /* only in a ponder copy: where it stores its rollouts;
                                                * NULL: not a copy */
    int round;                                 /* only in a ponder copy: earlier rounds for the same view */
    bool timed;                                /* only in a ponder copy: time limits it, and it could
                                                * continue */
};

/* Everything that the settings name. It is found before the state changes, so that a failure changes
 * nothing. */
struct vedette_sources {
    double option[VEDETTE_NUMBERS];
    struct belief_sources belief;
    struct setup_sources setup;
    const struct value_model *value;
    const struct belief_model *people;   /* NULL: not needed */
};

/* Finds the sources in the library. STATUS_BAD: a file cannot be read. */
static enum status find_vedette_sources(const struct settings *settings, struct library *library,
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

/* Initialises the planner of the enemy model with default options, which are De Boer's numbers. */
static void init_de_boer_planner(struct vedette *self, const struct settings *settings)
{
    struct settings standard;
    settings_init(&standard, settings->groups);
    planner_init(&self->de_boer, &standard);
    worth_options_read(&self->de_boer_worth, &standard);
    settings_free(&standard);
}

/* Loads the settings and their models; if this fails, the state does not change. */
static enum status vedette_load(void *state, const struct settings *settings, struct library *library,
                                struct error *error)
{
    struct vedette *self = state;
    struct vedette_sources sources;
    struct observer *observer = &self->planner_state.observer;
    enum status status = find_vedette_sources(settings, library, &sources, error);
    if (status)
        return status;
    memcpy(self->option, sources.option, sizeof self->option);
    planner_state_reload(&self->planner_state, settings, &sources.belief);
    own_setup_init(&self->own_setup, settings, &sources.setup);
    self->learnt = (struct rollout_learnt){sources.value, self->option[VEDETTE_VALUE]};
    ponder_forget(&self->ponder);
    if (sources.people)
        move_model_join(sources.people->move_model, &self->people);
    init_de_boer_planner(self, settings);
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

/* Frees the parts that a ponder copy has too. */
static void free_memory(struct vedette *self)
{
    rollout_free(self->table);
    board_free(&self->after);
    plan_table_free(&self->plans);
    tried_free(&self->first_trial);
    observer_free(&self->planner_state.observer);
    free(self->study);
    free(self->context);
}

/* The `end` callback: frees everything. */
static void vedette_end(void *state)
{
    struct vedette *self = state;
    if (self->ponder_copy)
        free_memory(self->ponder_copy);
    free(self->ponder_copy);
    ponder_free(&self->ponder);
    planner_state_free(&self->planner_state);
    planner_free(&self->de_boer);
    free_memory(self);
}

/* Computes the share of the worlds for each kind of enemy; sum 1. */
static void compute_mixture(const struct vedette *self, double mixture[OPPONENTS])
{
    opponents_classify(&self->planner_state.observer.opponents, mixture);
    for (int kind = 0; kind < OPPONENTS; kind++)
        mixture[kind] *= self->option[VEDETTE_MIXTURE];
    mixture[OPPONENT_PLANNER] += 1 - self->option[VEDETTE_MIXTURE];
}

/* Returns the probability that the enemy is none of the known programs, 0 .. 1. The enemy in the rollouts
 * is then unlike the real one. */
static double unknown_enemy_probability(const struct vedette *self)
{
    double mixture[OPPONENTS];
    compute_mixture(self, mixture);
    return mixture[OPPONENT_PEOPLE] + mixture[OPPONENT_STRANGER];
}

/* --- choosing the moves to play out --- */

/* Returns the terms of the shortlist. `total`: the planner's total of each move. Repetitions reduce the
 * bonus only if the agent is ahead. */
static struct shortlist_terms make_shortlist_terms(struct vedette *self, const struct think *think,
                                                   const double *total)
{
    bool ahead = self->planner_state.worth.state[self->context->me] > 1;
    /* By which factor the plans count more than usual, 1 or more: against an unknown kind of enemy rollouts
     * are less reliable, and the best of many moves by rollouts is often only a lucky one. */
    double caution = 1 + (self->option[VEDETTE_CAUTION] - 1) * unknown_enemy_probability(self);
    return (struct shortlist_terms){
        .context = self->context, .think = think, .total = total,
        .candidates = (int)ceil(self->option[VEDETTE_CANDIDATES] / caution),
        .behind = self->option[VEDETTE_FAR_BEHIND] / caution, .pull = self->option[VEDETTE_PULL] * caution,
        .repetition = ahead ? self->option[VEDETTE_REPETITION] : 0,
        .after = &self->after};
}

/* Fills *found with the moves to play out: all moves of the request if each needs a value, otherwise the
 * best ones by the plans. */
static void choose_candidates(const struct shortlist_terms *terms, struct shortlist *found)
{
    if (terms->think->all_roots && terms->think->root) { /* each move of the request needs a value */
        found->count = 0;
        shortlist_extend(found, terms, HALVING_ARMS);
    } else {
        shortlist_make(found, terms);
    }
}

/* --- thinking --- */

/* Converts reports of the rollouts into reports of the agent. */
struct rollout_reporter {
    struct vedette *self;
    const struct think *think;
    const struct shortlist *candidates;
    const struct view *view;
    const struct halving *halving; /* NULL: there are no rollouts */
    bool pondered;                 /* whether pondering foresaw the last move */
    double start;                  /* when the request came, on clock_now */
    struct progress progress;
};

/* Reports the candidates' values and bonuses (in the unit of rollout values) and worlds, and updates the
 * study. It is a callback of the rollouts. */
static void report_rollouts(void *context)
{
    struct rollout_reporter *reporter = context;
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
    if (reporter->self->has_study) {
        reporter->self->study->seconds = progress->seconds;
        if (halving)
            study_count(reporter->self->study, reporter->self->table, &reporter->view->board);
    }
    if (reporter->think->report)
        reporter->think->report(reporter->think->context, progress);
}

/* Adds the plans' points of each candidate to the study: the STUDY_PLANS plans with the largest absolute
 * points, in descending order. */
static void study_plan_points(struct vedette *self, const struct shortlist *candidates)
{
    for (int i = 0; i < candidates->count; i++) {
        struct rollout_account *account = &self->study->move[i];
        int move = candidates->index[i];
        account->points = self->plans.total[move];
        account->behind = candidates->behind[i];
        for (int k = 0; k < self->plans.columns; k++) {
            const struct plan_column *column = &self->plans.column[k];
            double points = column->value[move];
            /* Insert the plan; in a full list the one with the smallest points drops out. */
            int index = account->plans < STUDY_PLANS ? account->plans++ : STUDY_PLANS;
            for (; index > 0 && fabs(points) > fabs(account->plan[index - 1].points); index--)
                if (index < STUDY_PLANS)
                    account->plan[index] = account->plan[index - 1];
            if (index == STUDY_PLANS)
                continue;
            plan_in_words(self->context, column->kind, column->subject, account->plan[index].words);
            account->plan[index].points = points;
        }
        while (account->plans > 0 && account->plan[account->plans - 1].points == 0)
            account->plans--;
    }
}

/* Returns the number of own moves made. */
static uint32_t own_moves_made(const struct view *view)
{
    return board_played(&view->board) / 2;
}

/* Makes the rollouts longer by a factor 1 .. 3 if there are more worlds or time than usual. The same factor
 * makes `equal` and the weight of the plans smaller: with more or longer rollouts the means are more precise,
 * so a smaller difference between two moves is real. */
static void lengthen_rollouts(const struct vedette *self, struct shortlist_terms *shortlist,
                              struct shortlist *candidates, struct rollout_terms *terms)
{
    double factor = vedette_length_factor(self->option, shortlist->think, terms,
                                          unknown_enemy_probability(self));
    if (factor <= 1)
        return;
    vedette_lengthen(terms, factor);
    terms->equal /= factor;
    shortlist->pull /= factor;
    shortlist_update_bonuses(candidates, shortlist, INFINITY);
}

/* Sets the time of a ponder copy: in round r, first_round_share x 2^r of a move's time. There is no deadline,
 * because the own clock does not run. */
static void set_pondering_time(struct vedette *self, struct rollout_terms *terms)
{
    self->timed = terms->seconds > 0;
    terms->seconds *= first_round_share * (1 << self->round);
    terms->deadline = 0;
}

/* Returns the terms of the rollouts for a request; worlds, plies and times are set later. */
static struct rollout_terms make_rollout_terms(struct vedette *self, const struct view *view,
                                               const struct think *think, const struct shortlist *candidates)
{
    /* With all_roots the values are wanted, not one move: no move is dropped early (sure), all get the same
     * share of worlds (even), and none is drawn among equals (equal). `steady` wants no drawn move either. */
    struct rollout_terms terms = {
        .view = view, .observer = &self->planner_state.observer, .planner = &self->planner_state.planner,
        .worth_options = &self->planner_state.worth_options, .moves = candidates->move,
        .bonus = candidates->bonus, .count = candidates->count,
        .sure = think->all_roots ? 0 : self->option[VEDETTE_SURE], .even = think->all_roots,
        .equal = think->all_roots || think->steady ? 0 : self->option[VEDETTE_EQUAL],
        .traced = think->study, .chances = think->study ? self->learnt.model : NULL,
        .value = self->learnt.share > 0 ? rollout_learnt_value : NULL, .value_context = &self->learnt,
        .learnt = self->learnt.share, .won = self->option[VEDETTE_WON],
        .seed = rng_next(think->rng), .stop = think->stop};
    if (terms.equal > 0) /* `draw` chooses one of the moves that count as equal */
        terms.draw = rng_unit(think->rng);
    if (self->option[VEDETTE_MIXTURE] > 0) {
        terms.models = &self->models;
        compute_mixture(self, terms.mixture);
    }
    return terms;
}

/* Plays out the plans' best move in the first worlds. True if it loses the game in too many of them. The
 * rollouts are stored, so that they are not repeated. */
static bool best_move_often_loses(struct vedette *self, const struct think *think,
                                  struct rollout_terms *terms)
{
    struct rollout_terms first = *terms;
    double start = clock_now();
    uint32_t lost = 0;
    first.count = 1;
    first.plies = vedette_plies(self->option, think);
    first.worlds = terms->worlds < FIRST_TRIAL_WORLDS ? terms->worlds : FIRST_TRIAL_WORLDS;
    first.seconds = first_trial_time * terms->seconds;
    first.max_worlds = FIRST_TRIAL_WORLDS;
    first.even = true; /* without this, a single move would not be played out */
    first.reported = NULL;
    /* Play it out and count the lost games. */
    const struct halving *halving = rollout_run(self->table, &first);
    const struct halving_arm *best = halving->arm;
    for (uint32_t world = 0; world < best->worlds; world++)
        lost += rollout_lost(terms, best->value[world]);
    /* Store the rollouts for the run of all candidates. */
    if (!terms->tried) {
        tried_forget(&self->first_trial); /* the old ones may belong to another view with the same seed */
        terms->tried = &self->first_trial;
    }
    struct tried_moves *stored = self->results ? self->results : &self->first_trial;
    /* Results of another length could not be used again. */
    if (terms->tried == stored && first.plies == terms->plies) {
        tried_keep(stored, first.seed, first.plies, first.moves, 1, halving);
        terms->traced_before = best->worlds;
    }
    if (terms->seconds > 0)
        terms->seconds = fmax(terms->seconds - (clock_now() - start), first_trial_time * terms->seconds);
    uint32_t min_worlds = terms->seconds > 0 ? FIRST_TRIAL_MIN : first.worlds;
    return best->worlds >= min_worlds && lost >= lost_share_of_danger * best->worlds;
}

/* If the plans' best move often loses, adds more moves to the candidates (up to the option `rescue`) and
 * reduces the weight of the plans. If the request names its moves and needs a value for each, only reduces
 * the weight. */
static void add_moves_in_danger(struct vedette *self, const struct shortlist_terms *shortlist,
                                struct shortlist *candidates, struct rollout_terms *terms)
{
    const struct think *think = shortlist->think;
    bool named = think->all_roots && think->root;
    int max_moves = (int)fmin(self->option[VEDETTE_RESCUE], think->nodes ? (double)think->nodes : INFINITY);
    /* Nothing to add: the option is 0, the list is full, or it has all moves. */
    if (!max_moves ||
        (!named && (candidates->count >= max_moves || !shortlist_has_other_moves(candidates, shortlist))))
        return;
    if (!best_move_often_loses(self, think, terms))
        return;
    if (!named)
        shortlist_extend(candidates, shortlist, max_moves);
    shortlist_update_bonuses(candidates, shortlist, max_behind_in_danger);
    terms->count = candidates->count;
    if (think->nodes)
        terms->worlds = vedette_worlds(think->nodes, terms->count);
}

/* Plays out the candidates and returns the index of the best one. `start`: when the request came. */
static int play_out_candidates(struct vedette *self, const struct view *view,
                               struct shortlist_terms *shortlist, struct shortlist *candidates, double start)
{
    const struct think *think = shortlist->think;
    struct rollout_reporter *reporter = memory_new(1, sizeof *reporter);
    struct rollout_terms terms = make_rollout_terms(self, view, think, candidates);
    const struct tried_moves *foreseen = ponder_recall(&self->ponder, view);
    *reporter = (struct rollout_reporter){.self = self, .think = think, .view = view,
                                          .candidates = candidates, .pondered = foreseen != NULL,
                                          .start = start};
    terms.tried = self->results ? self->results : foreseen; /* rollouts that need not be made again */
    /* The limits: worlds, plies, time. */
    bool possible = rollout_possible(view, &self->planner_state.observer);
    bool in_time = vedette_set_limits(self->option, think, own_moves_made(view), candidates->count, start,
                                      &terms);
    lengthen_rollouts(self, shortlist, candidates, &terms);
    self->timed = false;
    if (in_time && self->results) /* a ponder copy */
        set_pondering_time(self, &terms);
    else
        terms.seconds -= fmin(clock_now() - start, terms.seconds / 2); /* the time used already */
    if (in_time && possible)
        add_moves_in_danger(self, shortlist, candidates, &terms);
    /* Reports and study. */
    if (think->report) {
        terms.reported = report_rollouts;
        terms.report_context = reporter;
    }
    if (think->study) {
        study_begin(self->study, &terms);
        study_plan_points(self, candidates);
    }
    /* The rollouts. */
    if (in_time && possible) {
        reporter->halving = rollout_so_far(self->table);
        rollout_run(self->table, &terms);
        if (self->results)
            tried_keep(self->results, terms.seed, terms.plies, terms.moves, terms.count, reporter->halving);
        if (think->study)
            study_make(self->study, self->table, &terms);
    }
    int best = reporter->halving ? reporter->halving->best : 0;
    if (possible) /* the last report, also if there was no time for rollouts */
        report_rollouts(reporter);
    free(reporter);
    return best;
}

/* Updates the beliefs to the current position within the time limit. When time runs out, the remaining
 * moves update only the beliefs and give no evidence about the kind of enemy. The exact probabilities of
 * the ranks take longer and get half of that time (doc/rollout.md). */
static void observe_in_time(struct vedette *self, const struct view *view, const struct think *think)
{
    double start = clock_now();
    double until = vedette_observe_until(self->option, think, own_moves_made(view), start);
    planner_state_update(&self->planner_state, view,
                         &(struct observer_limits){.examine_stop = think->stop, .examine_until = until,
                                                   .ranks_until = until > 0 ? (start + until) / 2 : 0,
                                                   .threads = vedette_threads(self->option, think)});
}

/* Updates the beliefs and computes the planner's total of each move into `total`, in points. */
static void evaluate_plans(struct vedette *self, const struct view *view, const struct think *think,
                           double *total)
{
    struct planner_state *planner_state = &self->planner_state;
    const struct observer *observer = &planner_state->observer;
    const struct planner *planner = &planner_state->planner;
    observe_in_time(self, view, think);
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

/* The `move` callback: chooses candidates by the plans and plays them out. */
static struct move vedette_move(void *state, const struct view *view, const struct think *think)
{
    struct vedette *self = state;
    struct shortlist candidates;
    double total[MOVES_MAX], start = clock_now();
    if (think->study && !self->study)
        self->study = memory_new(1, sizeof *self->study);
    self->has_study = think->study;
    evaluate_plans(self, view, think, total);
    struct shortlist_terms terms = make_shortlist_terms(self, think, total);
    choose_candidates(&terms, &candidates);
    if (!candidates.count) {
        self->has_study = false;
        return MOVE_NONE;
    }
    return candidates.move[play_out_candidates(self, view, &terms, &candidates, start)];
}

/* --- on the enemy's time --- */

/* The `ponders` callback: returns whether the option `ponder` is on. */
static bool vedette_ponders(const void *state)
{
    return ((const struct vedette *)state)->option[VEDETTE_PONDER] > 0;
}

/* Returns a copy of the agent for pondering, so that pondering does not change the agent. It has its own
 * beliefs, plan context and table of rollouts. The numbers of the planner and the models stay the agent's. */
static struct vedette *make_ponder_copy(struct vedette *self)
{
    if (!self->ponder_copy) {
        self->ponder_copy = memory_new(1, sizeof *self->ponder_copy);
        self->ponder_copy->context = memory_new(1, sizeof *self->ponder_copy->context);
        self->ponder_copy->table = rollout_new();
    }
    struct vedette *ponder_copy = self->ponder_copy;
    memcpy(ponder_copy->option, self->option, sizeof ponder_copy->option);
    struct planner_state *copy_state = &ponder_copy->planner_state;
    const struct planner_state *agent_state = &self->planner_state;
    copy_state->worth_options = agent_state->worth_options;
    copy_state->planner = agent_state->planner; /* its pointers too: the plans' options are only read */
    copy_state->worth = agent_state->worth;
    observer_copy(&copy_state->observer, &agent_state->observer);
    copy_state->observer.models = agent_state->observer.models ? &ponder_copy->models : NULL;
    ponder_copy->learnt = self->learnt;
    ponder_copy->models = (struct opponent_models){
        .planner = &copy_state->planner, .worth_options = &copy_state->worth_options, .people = &self->people,
        .de_boer = &self->de_boer, .de_boer_worth = &self->de_boer_worth, .approach = self->models.approach};
    return ponder_copy;
}

/* The agent and its next request, for try_reply. */
struct expected_request {
    struct vedette *self;
    const struct think *think;
};

/* Lets the copy move in the view after a reply, and stores its rollouts in `tried`. It is a callback of
 * ponder_run. The copy draws the same random numbers as the agent will draw, so that its rollouts can be used
 * again. Returns whether a further round with more time is useful. */
static bool try_reply(void *context, const struct view *view, int round, struct tried_moves *tried)
{
    const struct expected_request *expected = context;
    struct vedette *ponder_copy = make_ponder_copy(expected->self);
    struct rng rng = *expected->think->rng;
    struct think think = *expected->think;
    think.rng = &rng;
    think.study = false;
    think.report = NULL;
    ponder_copy->results = tried;
    ponder_copy->round = round;
    vedette_move(ponder_copy, view, &think);
    return ponder_copy->timed;
}

/* The `ponder` callback: updates the beliefs, then thinks about the probable replies until it is stopped. */
static void vedette_ponder(void *state, const struct view *view, const struct think *think)
{
    struct vedette *self = state;
    struct expected_request expected = {self, think};
    const struct observer_limits limits = {.stop = think->stop,
                                           .threads = vedette_threads(self->option, think)};
    double mixture[OPPONENTS];
    if (!planner_state_update(&self->planner_state, view, &limits) ||
        !rollout_possible(view, &self->planner_state.observer))
        return;
    compute_mixture(self, mixture);
    ponder_run(&self->ponder, &self->models, mixture, view, self->planner_state.observer.belief, think->stop,
               try_reply, &expected);
}

/* Returns the study of the last move; NULL if it had none. It is the `study` callback. */
static const struct rollout_study *vedette_study(void *state)
{
    const struct vedette *self = state;
    return self->has_study ? self->study : NULL;
}

/* The `accepts_draw` callback: accepts if the own army's relative worth is below the option `draw_below`. */
static bool vedette_accepts_draw(void *state, const struct view *view)
{
    const struct vedette *self = state;
    struct worth worth; /* computed without following the game, which may take long */
    worth_compute(&self->planner_state.worth_options, view, &worth);
    return worth.state[view->side] < self->option[VEDETTE_DRAW_BELOW];
}

const struct agent_kind agent_vedette = {
    .name = "vedette",
    .help = "plays the plans' best moves out in worlds drawn by the guesser",
    .options = "vedette", .profile = "veteran", .size = sizeof(struct vedette), .load = vedette_load,
    .reloads = true, .end = vedette_end, .setup = own_setup_make, .move = vedette_move,
    .accepts_draw = vedette_accepts_draw, .ponder = vedette_ponder, .ponders = vedette_ponders,
    .study = vedette_study,
};
