/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/thinker.h"

#include "base/memory.h"

#include <stdlib.h>

/* A request for one move. */
struct think_job {
    struct job job;
    struct thinker *thinker;
    struct game *game;
    struct move move;
};

/* Stores the effort that the agent reports, and wakes the screen. The agent calls it while it thinks. */
static void store_report(void *context, const struct progress *progress)
{
    struct thinker *thinker = context;
    pthread_mutex_lock(&thinker->lock);
    thinker->effort = think_stats_of(progress);
    pthread_mutex_unlock(&thinker->lock);
    wake_ring_seldom(thinker->worker.wake, &thinker->rung);
}

/* Runs the job on the worker's thread. */
static void run_think_job(struct job *job)
{
    struct think_job *think_job = (struct think_job *)job;
    struct think think = {.stop = &job->stop, .report = store_report, .context = think_job->thinker};
    think_job->move = game_request_move(think_job->game, &think);
    /* Both are set under the lock, so that thinker_has_answer cannot miss an answer that came in time. */
    pthread_mutex_lock(&think_job->thinker->lock);
    think_job->thinker->spent = game_clock_spent(&think_job->game->clock);
    think_job->thinker->answered = true;
    pthread_mutex_unlock(&think_job->thinker->lock);
}

void thinker_init(struct thinker *thinker, const struct wake *wake)
{
    *thinker = (struct thinker){0};
    worker_init(&thinker->worker, wake);
    pthread_mutex_init(&thinker->lock, NULL);
}

void thinker_free(struct thinker *thinker)
{
    worker_free(&thinker->worker, NULL);
    pthread_mutex_destroy(&thinker->lock);
}

void thinker_start(struct thinker *thinker, struct game *game)
{
    struct think_job *think_job = memory_new(1, sizeof *think_job);
    think_job->job.run = run_think_job;
    think_job->thinker = thinker;
    think_job->game = game;
    game_stop_pondering(game);
    thinker->effort = (struct think_stats){0};
    thinker->answered = false;
    thinker->thinking = true;
    worker_post(&thinker->worker, &think_job->job);
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
    struct think_job *think_job = (struct think_job *)worker_take(&thinker->worker);
    if (!think_job)
        return false;
    thinker->thinking = false;
    *move = think_job->move;
    free(think_job);
    return true;
}

bool thinker_has_answer(struct thinker *thinker, int64_t *spent)
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
    worker_discard(&thinker->worker, NULL);
    thinker->thinking = false;
}
