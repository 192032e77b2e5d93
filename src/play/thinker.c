/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/thinker.h"

#include "base/memory.h"

#include <stdlib.h>

/* One move to be thought out. */
struct thought {
    struct job job;
    struct thinker *thinker;
    struct game *game;
    struct move move;
};

static void take_report(void *context, const struct progress *progress)
{
    struct thinker *thinker = context;
    pthread_mutex_lock(&thinker->lock);
    thinker->effort = think_stats_of(progress);
    pthread_mutex_unlock(&thinker->lock);
    wake_ring_seldom(thinker->worker.wake, &thinker->rung);
}

static void think_out(struct job *job)
{
    struct thought *thought = (struct thought *)job;
    struct think think = {.stop = &job->stop,
                          .report = take_report,
                          .context = thought->thinker};
    thought->move = game_ask(thought->game, &think);
    /* Under the lock: an answer in time cannot be missed by one who then finds that time is over. */
    pthread_mutex_lock(&thought->thinker->lock);
    thought->thinker->spent = game_clock_spent(&thought->game->clock);
    thought->thinker->answered = true;
    pthread_mutex_unlock(&thought->thinker->lock);
}

static void drop(struct job *job)
{
    free(job);
}

void thinker_init(struct thinker *thinker, const struct wake *wake)
{
    *thinker = (struct thinker){0};
    worker_init(&thinker->worker, wake);
    pthread_mutex_init(&thinker->lock, NULL);
}

void thinker_free(struct thinker *thinker)
{
    worker_free(&thinker->worker, drop);
    pthread_mutex_destroy(&thinker->lock);
}

void thinker_start(struct thinker *thinker, struct game *game)
{
    struct thought *thought = memory_new(1, sizeof *thought);
    thought->job.run = think_out;
    thought->thinker = thinker;
    thought->game = game;
    game_rest(game);
    thinker->effort = (struct think_stats){0};
    thinker->answered = false;
    thinker->thinking = true;
    worker_post(&thinker->worker, &thought->job);
}

bool thinker_poll(struct thinker *thinker, struct move *move, struct think_stats *effort)
{
    if (!thinker->thinking)
        return false;
    if (effort) {
        pthread_mutex_lock(&thinker->lock);
        *effort = thinker->effort;
        pthread_mutex_unlock(&thinker->lock);
    }
    struct thought *thought = (struct thought *)worker_take(&thinker->worker);
    if (!thought)
        return false;
    thinker->thinking = false;
    *move = thought->move;
    free(thought);
    return true;
}

bool thinker_answered(struct thinker *thinker, int64_t *spent)
{
    pthread_mutex_lock(&thinker->lock);
    bool answered = thinker->answered;
    *spent = thinker->spent;
    pthread_mutex_unlock(&thinker->lock);
    return answered;
}

void thinker_hurry(struct thinker *thinker)
{
    worker_stop(&thinker->worker);
}

void thinker_cancel(struct thinker *thinker)
{
    worker_discard(&thinker->worker, drop);
    thinker->thinking = false;
}
