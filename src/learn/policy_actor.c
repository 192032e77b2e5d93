/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/policy_actor.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "net/pass.h"
#include "net/softmax.h"
#include "policy/policy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUND = 32 }; /* decisions of each game before the threads synchronise */

/* A game that is being played. */
struct actor_slot {
    struct policy_game game;
    struct policy_opponent opponent;
    struct policy_record record;
    struct rng rng;
    uint64_t number; /* of the game; the slot's next game has number + game_stride */
    double handicap; /* probability that a decision of side `unlearnt` is random; 0: no handicap */
    int past;        /* 1 + index in past_nets of the net that plays for side `unlearnt`; 0: none */
    int unlearnt;    /* the side with a handicap or a past net; SIDES: neither */
};

struct record_queue {
    struct policy_record *records;
    size_t count, capacity;
};

struct actor_group {
    struct actor_slot slots[POLICY_ACTOR_GROUP];
    struct net_pass *pass[1 + POLICY_PAST_NETS]; /* of the net, and of past_nets; NULL: not used */
    struct record_queue over; /* games that ended in this round */
    uint64_t decisions, plies; /* plies: only of games that are over */
    enum status status;       /* whether the opponents could be started */
    struct error error;
};

struct policy_actor {
    struct policy_actor_options options;
    const struct net *net;
    struct policy_layers layers;
    size_t group_count;
    struct actor_group *groups;
    struct record_queue over; /* finished games that policy_actor_play has not returned yet */
};

/* Appends a record; the queue then owns its memory. */
static void push_record(struct record_queue *queue, const struct policy_record *record)
{
    queue->records = memory_grow(queue->records, &queue->capacity, queue->count + 1, sizeof *record);
    queue->records[queue->count++] = *record;
}

/* Frees the records of a queue and empties it. */
static void free_queue(struct record_queue *queue)
{
    for (size_t i = 0; i < queue->count; i++)
        policy_record_free(&queue->records[i]);
    free(queue->records);
    *queue = (struct record_queue){0};
}

/* Draws whether one side of a slot's new game has a handicap or is played by a past net. The decisions of
 * this side (`unlearnt`) are not learnt from. */
static void draw_unlearnt(const struct policy_actor_options *options, struct actor_slot *slot)
{
    slot->handicap = 0;
    slot->past = 0;
    slot->unlearnt = SIDES;
    if (options->handicap > 0 && rng_unit(&slot->rng) < options->handicap) {
        slot->unlearnt = rng_unit(&slot->rng) < 0.5 ? RED : BLUE;
        slot->handicap = 1 - rng_unit(&slot->rng); /* above 0 */
    } else if (options->past > 0 && rng_unit(&slot->rng) < options->past) {
        slot->unlearnt = rng_unit(&slot->rng) < 0.5 ? RED : BLUE;
        slot->past = 1 + (int)rng_below(&slot->rng, POLICY_PAST_NETS);
    }
}

/* Starts game `number` in a slot: draws its handicap or past net, and starts its opponent. STATUS_BAD if the
 * opponent cannot be started. */
static enum status begin_game(const struct policy_actor *actor, struct actor_slot *slot, uint64_t number,
                              struct error *error)
{
    slot->number = number;
    slot->record = (struct policy_record){0};
    rng_seed(&slot->rng, actor->options.seed, number);
    draw_unlearnt(&actor->options, slot);
    policy_game_begin(&slot->game, actor->options.variant, &actor->options.rules);
    return policy_opponent_begin(&slot->opponent, &actor->options.opponent, actor->options.seed, number,
                                 error);
}

struct policy_actor *policy_actor_new(const struct policy_actor_options *options, const struct net *net,
                                      const struct policy_layers *layers, struct error *error)
{
    struct policy_actor *actor = memory_new(1, sizeof *actor);
    actor->options = *options;
    if (!options->game_stride)
        actor->options.game_stride = (uint64_t)options->games;
    actor->net = net;
    actor->layers = *layers;
    actor->group_count = (size_t)options->games / POLICY_ACTOR_GROUP;
    actor->groups = memory_new(actor->group_count, sizeof *actor->groups);
    enum status status = STATUS_OK;
    for (size_t g = 0; g < actor->group_count; g++) {
        struct actor_group *group = &actor->groups[g];
        group->pass[0] = net_pass_new(net, POLICY_ACTOR_GROUP, NET_INFER, NULL);
        for (int i = 0; i < POLICY_PAST_NETS && options->past > 0; i++)
            group->pass[1 + i] = net_pass_new(options->past_nets[i], POLICY_ACTOR_GROUP, NET_INFER, NULL);
        uint64_t first = options->first_game + g * POLICY_ACTOR_GROUP; /* number of the group's first game */
        for (size_t i = 0; i < POLICY_ACTOR_GROUP && !status; i++)
            status = begin_game(actor, &group->slots[i], first + i, error);
    }
    if (status) {
        policy_actor_free(actor);
        return NULL;
    }
    return actor;
}

void policy_actor_free(struct policy_actor *actor)
{
    if (!actor)
        return;
    for (size_t g = 0; g < actor->group_count; g++) {
        struct actor_group *group = &actor->groups[g];
        for (size_t i = 0; i < POLICY_ACTOR_GROUP; i++) {
            policy_game_free(&group->slots[i].game);
            policy_opponent_end(&group->slots[i].opponent);
            policy_record_free(&group->slots[i].record);
        }
        for (int i = 0; i <= POLICY_PAST_NETS; i++)
            net_pass_free(group->pass[i]);
        free_queue(&group->over);
    }
    free_queue(&actor->over);
    free(actor->groups);
    free(actor);
}

/* Lets the opponent play until the policy must decide. If the game is over, its record goes to the group's
 * queue and the slot starts its next game. */
static void run_opponent(const struct policy_actor *actor, struct actor_group *group, struct actor_slot *slot)
{
    for (;;) {
        policy_opponent_play(&slot->opponent, &slot->game, &slot->record);
        if (!policy_game_over(&slot->game))
            return;
        slot->record.plies = policy_game_plies(&slot->game);
        group->plies += slot->record.plies;
        push_record(&group->over, &slot->record);
        enum status status = begin_game(actor, slot, slot->number + actor->options.game_stride,
                                        &group->error);
        if (status)
            group->status = status; /* ends the run after this round */
    }
}

/* Returns the side whose decisions are not learnt from; SIDES if both are. */
static int unlearnt_side(const struct actor_slot *slot)
{
    return slot->opponent.plays ? (int)slot->opponent.side : slot->unlearnt;
}

/* Draws one decision from the policy of the logits (with a handicap perhaps at random) and plays it. The
 * record gets its probability, or 0 if it is not to be learnt from. */
static void decide(const struct policy_actor *actor, struct actor_group *group, struct actor_slot *slot,
                   const float *logits, float value)
{
    float probability[SQUARES];
    uint8_t legal[SQUARES];
    bitboard squares = policy_game_legal(&slot->game);
    for (int square = 0; square < SQUARES; square++)
        legal[square] = bit_in(squares, square);
    softmax(logits, legal, SQUARES, probability, NULL);
    bool learnt = (int)policy_game_side(&slot->game) != unlearnt_side(slot);
    if (!learnt && slot->handicap > 0 && rng_unit(&slot->rng) < slot->handicap)
        for (int square = 0; square < SQUARES; square++)
            probability[square] = legal[square] / (float)bits_count(squares);
    size_t square = policy_draw(probability, SQUARES, &slot->rng);
    float behaviour = learnt ? probability[square] : 0; /* 0 marks a decision that is not learnt from */
    policy_record_add(&slot->record, (struct policy_action){behaviour, value, (uint8_t)square});
    policy_game_act(&slot->game, (int)square);
    group->decisions++;
    run_opponent(actor, group, slot);
}

/* Plays one decision in each of `count` slots of a group, all of the same head, as one batch of the net of
 * group->pass[net]. */
static void play_batch(const struct policy_actor *actor, struct actor_group *group, int net,
                       enum policy_head head, const size_t *slots, size_t count)
{
    struct net_pass *pass = group->pass[net];
    for (size_t n = 0; n < count; n++) {
        /* The inputs of the network: the observation, and what is computed from it. */
        float *cell = net_values(pass, actor->layers.observation) + n * OBSERVATION_CELLS;
        policy_game_observe(&group->slots[slots[n]].game, cell);
        policy_compute_extra(net_values(pass, actor->layers.extra) + n * POLICY_EXTRA_CELLS, cell);
    }
    const int heads[] = {actor->layers.head[head], actor->layers.head[POLICY_VALUE]};
    net_pass_want(pass, heads, actor->options.values ? 2 : 1);
    net_forward(pass, count);
    for (size_t n = 0; n < count; n++)
        decide(actor, group, &group->slots[slots[n]], net_values(pass, heads[0]) + n * SQUARES,
               actor->options.values ? net_values(pass, heads[1])[n] : 0);
}

/* Plays one decision of each game of a group. Games whose decisions are of the same kind (head of the
 * network) and by the same net share a batch. */
static void play_tick(const struct policy_actor *actor, struct actor_group *group)
{
    enum policy_head due[POLICY_ACTOR_GROUP];
    int net_due[POLICY_ACTOR_GROUP]; /* index in group->pass: 0 is the learning net; the others are past
                                      * nets, which play only for the side that is not learnt from */
    for (size_t i = 0; i < POLICY_ACTOR_GROUP; i++) {
        const struct actor_slot *slot = &group->slots[i];
        due[i] = policy_game_head(&slot->game);
        net_due[i] = (int)policy_game_side(&slot->game) == slot->unlearnt ? slot->past : 0;
    }
    for (enum policy_head head = POLICY_PLACE; head < POLICY_VALUE; head++)
        for (int net = 0; net <= POLICY_PAST_NETS; net++) {
            size_t slots[POLICY_ACTOR_GROUP], count = 0;
            for (size_t i = 0; i < POLICY_ACTOR_GROUP; i++)
                if (due[i] == head && net_due[i] == net)
                    slots[count++] = i;
            if (count > 0)
                play_batch(actor, group, net, head, slots, count);
        }
}

/* Plays ROUND decisions of the policy in each game of group `index`, with the opponents' decisions between
 * them. It is a callback of the threads. */
static void play_round(void *context, size_t index)
{
    struct policy_actor *actor = context;
    struct actor_group *group = &actor->groups[index];
    for (size_t i = 0; i < POLICY_ACTOR_GROUP; i++)
        run_opponent(actor, group, &group->slots[i]); /* the opponent may have the first decision */
    for (int tick = 0; tick < ROUND; tick++)
        play_tick(actor, group);
}

enum status policy_actor_play(struct policy_actor *actor, size_t count, struct policy_record *records,
                              struct error *error)
{
    while (actor->over.count < count) {
        parallel_run(actor->options.jobs, actor->group_count, play_round, actor);
        for (size_t g = 0; g < actor->group_count; g++) {
            struct record_queue *over = &actor->groups[g].over;
            if (actor->groups[g].status)
                return error_set(error, actor->groups[g].status, "%s", actor->groups[g].error.text);
            for (size_t i = 0; i < over->count; i++)
                push_record(&actor->over, &over->records[i]);
            over->count = 0;
        }
    }
    memcpy(records, actor->over.records, count * sizeof *records);
    actor->over.count -= count;
    memmove(actor->over.records, actor->over.records + count, actor->over.count * sizeof *records);
    return STATUS_OK;
}

uint64_t policy_actor_decisions(const struct policy_actor *actor)
{
    uint64_t decisions = 0;
    for (size_t g = 0; g < actor->group_count; g++)
        decisions += actor->groups[g].decisions;
    return decisions;
}

uint64_t policy_actor_plies(const struct policy_actor *actor)
{
    uint64_t plies = 0;
    for (size_t g = 0; g < actor->group_count; g++) {
        plies += actor->groups[g].plies;
        for (size_t i = 0; i < POLICY_ACTOR_GROUP; i++)
            plies += policy_game_plies(&actor->groups[g].slots[i].game);
    }
    return plies;
}

/* --- saving and loading --- */

/* Appends a number in the machine's byte order. */
static void put_number(struct text *bytes, uint64_t number)
{
    text_append(bytes, (const char *)&number, sizeof number);
}

/* Appends the actions of a record, their number first. */
static void put_record(struct text *bytes, const struct policy_record *record)
{
    put_number(bytes, record->count);
    for (size_t i = 0; i < record->count; i++) {
        text_append(bytes, (const char *)&record->actions[i].behaviour, sizeof(float));
        text_append(bytes, (const char *)&record->actions[i].value, sizeof(float));
        text_append(bytes, (const char *)&record->actions[i].square, 1);
    }
}

struct byte_reader {
    const char *bytes;
    size_t size, at;
    bool failed; /* a read went beyond the end */
};

/* Copies the next `size` bytes. Fills with zeros if fewer are left. */
static void read_bytes(struct byte_reader *reader, void *to, size_t size)
{
    reader->failed = reader->failed || reader->size - reader->at < size;
    if (reader->failed) {
        memset(to, 0, size);
        return;
    }
    memcpy(to, reader->bytes + reader->at, size);
    reader->at += size;
}

/* Returns the next number. */
static uint64_t next_number(struct byte_reader *reader)
{
    uint64_t number;
    read_bytes(reader, &number, sizeof number);
    return number;
}

enum { ANY_SIDE = -1 }; /* in place of a result of unlearnt_side: not known */

/* Returns whether an action is possible at the game's current decision. `unlearnt`: the side that is not
 * learnt from, SIDES or ANY_SIDE. */
static bool is_possible(const struct policy_game *game, const struct policy_action *action, int unlearnt)
{
    const float max_probability = 1.001f; /* rounding may make it more than 1 */
    if (policy_game_over(game) || !(action->behaviour >= 0 && action->behaviour <= max_probability) ||
        !isfinite(action->value))
        return false;
    bool learnt = (int)policy_game_side(game) != unlearnt;
    return (unlearnt == ANY_SIDE || (action->behaviour > 0) == learnt) && action->square < SQUARES &&
           bit_in(policy_game_legal(game), action->square);
}

/* Reads a record and replays it in `game`, which must be at its start. `unlearnt`: the side that is not
 * learnt from, SIDES or ANY_SIDE. STATUS_BAD if an action is not possible or bytes are missing. */
static enum status read_record(struct byte_reader *reader, struct policy_game *game, int unlearnt,
                               struct policy_record *record, struct error *error)
{
    uint64_t count = next_number(reader);
    for (uint64_t i = 0; i < count && !reader->failed; i++) {
        struct policy_action action;
        read_bytes(reader, &action.behaviour, sizeof action.behaviour);
        read_bytes(reader, &action.value, sizeof action.value);
        read_bytes(reader, &action.square, 1);
        if (reader->failed)
            break;
        if (!is_possible(game, &action, unlearnt))
            return error_set(error, STATUS_BAD, "found an action that is not possible in a game at hand");
        policy_record_add(record, action);
        policy_game_act(game, action.square);
    }
    record->plies = policy_game_plies(game);
    return reader->failed ? error_set(error, STATUS_BAD, "the games at hand are cut off") : STATUS_OK;
}

void policy_actor_save(const struct policy_actor *actor, struct text *bytes)
{
    put_number(bytes, (uint64_t)actor->options.games);
    put_number(bytes, actor->options.seed);
    for (size_t g = 0; g < actor->group_count; g++) {
        const struct actor_group *group = &actor->groups[g];
        put_number(bytes, group->decisions);
        put_number(bytes, group->plies);
        for (size_t i = 0; i < POLICY_ACTOR_GROUP; i++) {
            const struct actor_slot *slot = &group->slots[i];
            put_number(bytes, slot->number);
            for (int word = 0; word < 4; word++)
                put_number(bytes, slot->rng.state[word]);
            put_record(bytes, &slot->record);
        }
    }
    put_number(bytes, actor->over.count);
    for (size_t i = 0; i < actor->over.count; i++)
        put_record(bytes, &actor->over.records[i]);
}

/* Restores one game from its stored number, random numbers and record. */
static enum status load_slot(struct policy_actor *actor, struct actor_slot *slot, struct byte_reader *reader,
                             struct error *error)
{
    policy_record_free(&slot->record);
    enum status status = begin_game(actor, slot, next_number(reader), error);
    struct rng rng;
    for (int word = 0; word < 4; word++)
        rng.state[word] = next_number(reader);
    if (status == STATUS_OK)
        status = read_record(reader, &slot->game, unlearnt_side(slot), &slot->record, error);
    slot->rng = rng; /* last, because begin_game has seeded it */
    if (status == STATUS_OK && policy_game_over(&slot->game))
        return error_set(error, STATUS_BAD, "a game at hand is over");
    return status;
}

/* Returns the side that is not learnt from in the record that comes next, without reading on. With handicaps
 * and past nets, which are drawn for each game, that is ANY_SIDE. In other runs the first action, which is
 * red's, shows it: its behaviour is 0 if it is an opponent's. */
static int unlearnt_in_record(const struct policy_actor *actor, const struct byte_reader *reader)
{
    struct byte_reader ahead = *reader;
    float behaviour;
    if (actor->options.handicap > 0 || actor->options.past > 0)
        return ANY_SIDE;
    next_number(&ahead);
    read_bytes(&ahead, &behaviour, sizeof behaviour);
    if (!actor->options.opponent.spec)
        return SIDES;
    return behaviour > 0 ? BLUE : RED;
}

/* Restores the records of games that are over. */
static enum status load_queue(struct policy_actor *actor, struct byte_reader *reader, struct error *error)
{
    struct policy_game game = {0};
    enum status status = STATUS_OK;
    uint64_t count = next_number(reader);
    for (uint64_t i = 0; i < count && status == STATUS_OK && !reader->failed; i++) {
        struct policy_record record = {0};
        policy_game_begin(&game, actor->options.variant, &actor->options.rules);
        status = read_record(reader, &game, unlearnt_in_record(actor, reader), &record, error);
        if (status == STATUS_OK && !policy_game_over(&game))
            status = error_set(error, STATUS_BAD, "a game that waits to be learnt from is not over");
        push_record(&actor->over, &record); /* a bad one too, to be freed with the actor */
    }
    policy_game_free(&game);
    return status;
}

enum status policy_actor_load(struct policy_actor *actor, const char *bytes, size_t size, struct error *error)
{
    struct byte_reader reader = {.bytes = bytes, .size = size};
    enum status status = STATUS_OK;
    uint64_t games = next_number(&reader), seed = next_number(&reader);
    if (games != (uint64_t)actor->options.games || seed != actor->options.seed)
        return error_set(error, STATUS_BAD, "found %llu games at a time and seed %llu, expected %d and %llu",
                         (unsigned long long)games, (unsigned long long)seed, actor->options.games,
                         (unsigned long long)actor->options.seed);
    /* In the order of policy_actor_save: groups with their games, then the games that are over. */
    free_queue(&actor->over);
    for (size_t g = 0; g < actor->group_count && status == STATUS_OK; g++) {
        struct actor_group *group = &actor->groups[g];
        group->decisions = next_number(&reader);
        group->plies = next_number(&reader);
        for (size_t i = 0; i < POLICY_ACTOR_GROUP && status == STATUS_OK; i++)
            status = load_slot(actor, &group->slots[i], &reader, error);
    }
    if (status == STATUS_OK)
        status = load_queue(actor, &reader, error);
    if (status == STATUS_OK && (reader.failed || reader.at != size))
        status = error_set(error, STATUS_BAD, "the games at hand have another length");
    return status;
}
