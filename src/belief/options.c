/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/belief.h"

#include "setup/place.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

static const char *const kinds[] = {"counts", "hard", "deboer", "bayes", NULL};

static const char *const by_model[] = {"model", NULL}; /* the value fitted by `guess learn` */

static const char *const statistics_names[] = {"human", NULL};
static const char *const model_names[] = {"people-and-programs", NULL};

/* A row has the index of its field in struct belief_options, and its name. */
#define ROW_AT(place, key, ...) [offsetof(struct belief_options, place) / sizeof(double)] = {key, __VA_ARGS__}
#define ROW(field, ...) ROW_AT(field, #field, __VA_ARGS__)
#define WEIGHT(field, ...) ROW_AT(weights.field, #field, __VA_ARGS__)

static const struct option options[] = {
    ROW(kind, OPTION_CHOICE, 0, 3, 3, kinds, "", "how the guesser believes",
        "De Boer 2007, chapter 6; bayes and the baselines: ours"),
    ROW(accuracy, OPTION_NUMBER, 1e-9, 0.1, 1e-6, NULL, "",
        "how near a rank's total must come to its count", "De Boer 2007, 6.2"),
    ROW(sweeps, OPTION_INT, 1, 100000, 1000, NULL, "scalings",
        "the normal form ends after so many even if it is not that near",
        "ours; De Boer 2007, 6.2, goes on until it is"),
    ROW(neighbours, OPTION_FLAG, 0, 1, 1, NULL, "",
        "deboer: a revealed piece is evidence for those that began beside it", "De Boer 2007, 6.3.1"),
    ROW(opportunities, OPTION_FLAG, 0, 1, 1, NULL, "",
        "deboer: missed opportunities are evidence", "De Boer 2007, 6.3.2"),
    ROW(behaviour, OPTION_FLAG, 0, 1, 1, NULL, "",
        "deboer: approaching and avoiding known pieces is evidence", "De Boer 2007, 6.3.3"),
    ROW(neighbour_power, OPTION_NUMBER, 0, 3, 1, NULL, "",
        "deboer: exponent of the neighbours' ratios", "ours; 1 is De Boer 2007, 6.3.1"),
    ROW(missed, OPTION_NUMBER, 0, 20, 6, NULL, "",
        "deboer: a missed profit v (worth.*) divides a rank by exp(missed v)",
        "De Boer 2007, 6.3.2, without a figure; ours, chosen on games"),
    ROW(happiness, OPTION_NUMBER, 0, 20, 1.5, NULL, "",
        "deboer: happiness h gained by a move multiplies a rank by exp(happiness h)",
        "De Boer 2007, 6.3.3, without a figure; ours, chosen on games"),
    ROW(decay, OPTION_NUMBER, 0, 1, 0.6, NULL, "",
        "deboer: what is left of happiness one square further away",
        "De Boer 2007, 6.3.3, without a figure; ours, chosen on games"),
    ROW(line, OPTION_NUMBER, -1, 5, 0.5, NULL, "", "deboer: how much more a target in one line counts",
        "De Boer 2007, 6.3.3, without a figure; ours, chosen on games"),
    WEIGHT(joint, OPTION_NUMBER, 0, 2, OPTION_WORD, by_model, "",
           "bayes: if a person plays, weight of what the network makes of the setup",
           "ours, learnt from games"),
    WEIGHT(people, OPTION_NUMBER, 0, 2, OPTION_WORD, by_model, "",
           "bayes: if a person plays, weight of the likelihood of moves", "ours, learnt from games"),
    WEIGHT(programs, OPTION_NUMBER, 0, 2, OPTION_WORD, by_model, "",
           "bayes: if a program plays, weight of the likelihood of moves", "ours, learnt from games"),
    WEIGHT(programs_joint, OPTION_NUMBER, 0, 2, OPTION_WORD, by_model, "",
           "bayes: if a program plays, weight of what the network makes of the setup",
           "ours, learnt from games"),
    WEIGHT(programs_setup, OPTION_NUMBER, 0, 2, OPTION_WORD, by_model, "",
           "bayes: if a program plays, weight of statistics of setups and revealed neighbours",
           "De Boer 2007, 6.3.1; the weight ours, learnt from games"),
    WEIGHT(evidence, OPTION_NUMBER, 0, 2, OPTION_WORD, by_model, "",
           "bayes: weight of each move as evidence of the kind of player, a person or a program",
           "ours, learnt from games"),
    WEIGHT(known, OPTION_NUMBER, 0, 1, OPTION_WORD, by_model, "",
           "bayes: the probability before the first move that the setup is a known one",
           "ours, chosen on games"),
    WEIGHT(near, OPTION_NUMBER, 0, 1, OPTION_WORD, by_model, "",
           "bayes: the same of a setup that is near a known one", "ours, chosen on games"),
    WEIGHT(known_kept, OPTION_NUMBER, 0, 1, OPTION_WORD, by_model, "",
           "bayes: how surely each piece of a known setup stands where it stood", "ours"),
    WEIGHT(near_kept, OPTION_NUMBER, 0, 1, OPTION_WORD, by_model, "",
           "bayes: the same of a setup near a known one", "ours, chosen on games"),
    WEIGHT(recall_seen, OPTION_NUMBER, 0, 2, OPTION_WORD, by_model, "",
           "bayes: weight of ranks that were seen, as evidence for known setups", "ours, learnt from games"),
    WEIGHT(recall_moved, OPTION_NUMBER, 0, 2, OPTION_WORD, by_model, "",
           "bayes: weight of which pieces have moved, as evidence for known setups", "ours, chosen on games"),
    WEIGHT(recall_habits, OPTION_NUMBER, 0, 2, OPTION_WORD, by_model, "",
           "bayes: weight of how pieces moved, as evidence for known setups", "ours, chosen on games"),
    WEIGHT(anyone, OPTION_NUMBER, 0, 1, OPTION_WORD, by_model, "",
           "bayes: the probability before the first move that, if no program plays, it is a player unlike "
           "those learnt from", "ours, chosen on games"),
    WEIGHT(anyone_moves, OPTION_NUMBER, 0, 2, OPTION_WORD, by_model, "",
           "bayes: if such a player plays, weight of how people and programs move", "ours, chosen on games"),
    WEIGHT(evidence_setup, OPTION_NUMBER, 0, 2, OPTION_WORD, by_model, "",
           "bayes: weight of what becomes known of the setup, as evidence of the kind of player", "ours"),
    ROW(prior, OPTION_NUMBER, 0, 1, 0.02, NULL, "",
        "bayes: the probability before the first move that a program plays the side, not a person", "ours"),
    ROW(habits, OPTION_NUMBER, 0, 2, 1, NULL, "",
        "bayes: weight of what a hidden piece did and did not do, 1 being as learnt", "ours"),
    ROW(calibration, OPTION_NUMBER, 0, 1, 1, NULL, "",
        "bayes: part of what was learnt of how sure a guess may be that is applied, 0 being none", "ours"),
    {"statistics", OPTION_FILE, 0, 0, 0, statistics_names, "",
     "the statistics of setups that a guess begins with; 'setup learn' writes such a file", ""},
    {"model", OPTION_FILE, 0, 0, 0, model_names, "",
     "bayes: what was learnt from games and setups; 'guess learn' writes such a file", ""},
};
enum {
    OPTION_COUNT = sizeof options / sizeof *options,
    NUMBER_COUNT = OPTION_COUNT - 2 /* the files are the last rows */
};

const struct option_group belief_option_group = {
    "belief", "the guesser: the ranks of unknown pieces", options, OPTION_COUNT};

void belief_options_read(struct belief_options *chosen, const struct settings *settings)
{
    static_assert(offsetof(struct belief_options, worth) == NUMBER_COUNT * sizeof(double),
                  "a row for each number");
    settings_group(settings, belief_option_group.name, (double *)chosen, NUMBER_COUNT);
    worth_options_read(&chosen->worth, settings);
}

/* Computes `share`, `prior` and `army`. Mirrored places get the same share, so that the belief about a
 * mirrored position is the mirrored belief. */
static void compute_prior(struct belief_knowledge *knowledge)
{
    const struct setup_statistics *statistics = knowledge->statistics;
    const struct variant *variant = variant_at(statistics->variant);
    /* Added to every share, so that none is 0: half an occurrence. */
    double min = fmax(1e-5, statistics->count ? 0.5 / (double)statistics->count : 0);
    for (int rank = 0; rank < RANKS; rank++) {
        for (int place = 0; place < PIECES_A_SIDE; place++) {
            double share = setup_prior(statistics, place, rank) +
                           setup_prior(statistics, place_mirrored(place), rank);
            knowledge->share[place][rank] = (float)(share / 2 + min);
        }
        knowledge->share[PIECES_A_SIDE][rank] =
            fmaxf((float)variant->count[rank] / (float)variant->pieces, 1e-5f);
        knowledge->army[rank] = fmaxf((float)variant->count[rank], 1);
        for (int place = 0; place <= PIECES_A_SIDE; place++)
            knowledge->prior[place][rank] = logf(knowledge->share[place][rank]);
    }
}

/* Copies the model's families, if there are any, and the terms of recall. The prior of known setups and that
 * of near setups together stay below 1. */
static void take_families(struct belief_knowledge *knowledge, const struct belief_model *model)
{
    const struct belief_weights *weights = &knowledge->options.weights;
    struct recall_terms *terms = &knowledge->recall_terms;
    float known = (float)weights->known, near = (float)weights->near;
    float max = 1 - 1e-3f, scale = known + near > max ? max / (known + near) : 1;
    knowledge->families = model->families.count ? &model->families : NULL;
    *terms = (struct recall_terms){
        .share = {known * scale, near * scale},
        .keep = {fminf((float)weights->known_kept, max), fminf((float)weights->near_kept, max)},
        .seen = (float)weights->recall_seen, .moved = (float)weights->recall_moved,
        .habits = (float)weights->recall_habits,
    };
}

/* Copies the learnt data about setups of the model's variant. */
static void take_setups(struct belief_knowledge *knowledge, const struct belief_model *model)
{
    knowledge->network = model->network;
    knowledge->hidden_state = network_hidden_state(variant_at(model->variant));
    knowledge->habits = model->habits.learnt[PLAYER_PEOPLE].games ? &model->habits : NULL;
    knowledge->calibration = model->calibration.games && knowledge->options.calibration > 0
                                 ? &model->calibration : NULL;
    take_families(knowledge, model);
}

/* Copies the learnt data, and the model's weights for the options that are left to it. */
static void take_model(struct belief_knowledge *knowledge, const struct belief_model *model)
{
    struct belief_weights *weights = &knowledge->options.weights;
    double *value = (double *)weights;
    move_model_join(model->move_model, &knowledge->move_weights);
    for (int i = 0; i < BELIEF_WEIGHTS; i++)
        if (value[i] == OPTION_WORD)
            value[i] = ((const double *)&model->weights)[i];
    if (model->variant == knowledge->statistics->variant)
        take_setups(knowledge, model);
    if (!model->move_model[PLAYER_PROGRAMS].games) { /* programs then have people's model (move_model_join) */
        weights->programs = weights->people;
        weights->programs_joint = weights->joint;
        weights->programs_setup = 0;
    }
}

enum status belief_knowledge_init(struct belief_knowledge *knowledge, const struct belief_options *chosen,
                                  const struct setup_statistics *statistics, const struct belief_model *model,
                                  struct error *error)
{
    memset(knowledge, 0, sizeof *knowledge);
    knowledge->options = *chosen;
    knowledge->kind = &belief_kind_table[(int)chosen->kind];
    knowledge->statistics = statistics;
    knowledge->hidden_state = NETWORK_NOTHING;
    if (knowledge->kind->models && !model)
        return error_set(error, STATUS_BAD, "the guesser \"%s\" needs a model of how people move",
                         knowledge->kind->name);
    if (model)
        take_model(knowledge, model);
    compute_prior(knowledge);
    return STATUS_OK;
}
