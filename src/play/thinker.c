/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/thinker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

/* A byte for whoever polls; a full pipe has one already. */
static void poke(struct thinker *thinker)
{
    ssize_t written;
    do
        written = write(thinker->wake[1], "", 1);
    while (written < 0 && errno == EINTR);
}

static void take_report(void *context, const struct progress *progress)
{
    struct thinker *thinker = context;
    pthread_mutex_lock(&thinker->lock);
    thinker->progress = *progress;
    pthread_mutex_unlock(&thinker->lock);
    poke(thinker);
}

static void *run(void *argument)
{
    struct thinker *thinker = argument;
    struct think think = {.seconds = thinker->seconds,
                          .stop = &thinker->stop,
                          .report = take_report,
                          .context = thinker};
    struct move move = game_ask(thinker->game, &think);
    pthread_mutex_lock(&thinker->lock);
    thinker->move = move;
    thinker->done = true;
    pthread_mutex_unlock(&thinker->lock);
    poke(thinker);
    return NULL;
}

enum status thinker_init(struct thinker *thinker, struct error *error)
{
    *thinker = (struct thinker){.wake = {-1, -1}};
    atomic_init(&thinker->stop, false);
    if (pipe2(thinker->wake, O_CLOEXEC | O_NONBLOCK) < 0)
        return error_errno(error, "a pipe for the thinking thread");
    pthread_mutex_init(&thinker->lock, NULL);
    return STATUS_OK;
}

void thinker_free(struct thinker *thinker)
{
    if (thinker->wake[0] < 0)
        return;
    thinker_cancel(thinker);
    close(thinker->wake[0]);
    close(thinker->wake[1]);
    pthread_mutex_destroy(&thinker->lock);
    thinker->wake[0] = thinker->wake[1] = -1;
}

enum status thinker_start(struct thinker *thinker, struct game *game, struct error *error)
{
    thinker->game = game;
    thinker->done = false;
    thinker->move = MOVE_NONE;
    thinker->progress = (struct progress){.best = MOVE_NONE};
    atomic_store(&thinker->stop, false);
    /* Signals are the screen's: the thread starts with all of them blocked. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(&thinker->thread, NULL, run, thinker);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (failed) {
        errno = failed;
        return error_errno(error, "a thread to think on");
    }
    thinker->running = true;
    return STATUS_OK;
}

static void drain(struct thinker *thinker)
{
    char bytes[64];
    while (read(thinker->wake[0], bytes, sizeof bytes) > 0)
        ;
}

bool thinker_poll(struct thinker *thinker, struct move *move, struct progress *progress)
{
    if (!thinker->running)
        return false;
    drain(thinker);
    pthread_mutex_lock(&thinker->lock);
    bool done = thinker->done;
    if (progress)
        *progress = thinker->progress;
    pthread_mutex_unlock(&thinker->lock);
    if (!done)
        return false;
    pthread_join(thinker->thread, NULL);
    thinker->running = false;
    *move = thinker->move;
    return true;
}

void thinker_hurry(struct thinker *thinker)
{
    atomic_store(&thinker->stop, true);
}

void thinker_cancel(struct thinker *thinker)
{
    if (!thinker->running)
        return;
    thinker_hurry(thinker);
    pthread_join(thinker->thread, NULL);
    thinker->running = false;
    drain(thinker);
}
