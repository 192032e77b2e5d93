/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "asked.h"

#include "base/clock.h"
#include "cmocka_all.h"

#include <string.h>
#include <time.h>

static void keep_progress(void *context, const struct progress *progress)
{
    ((struct answer *)context)->progress = *progress;
}

void answer_ask(struct agent *agent, const struct view *view, struct think think, struct answer *answer)
{
    memset(answer, 0, sizeof *answer);
    think.report = keep_progress;
    think.context = answer;
    answer->move = agent_move(agent, view, &think);
}

void answers_same(const struct answer *a, const struct answer *b)
{
    assert_true(move_equal(a->move, b->move));
    assert_int_equal(a->progress.roots, b->progress.roots);
    assert_true(a->progress.nodes == b->progress.nodes);
    for (int i = 0; i < a->progress.roots; i++) {
        assert_true(a->progress.root[i].visits == b->progress.root[i].visits);
        assert_memory_equal(&a->progress.root[i].value, &b->progress.root[i].value, sizeof(double));
    }
}

void *press_stop(void *context)
{
    struct stop_button *button = context;
    nanosleep(&(struct timespec){.tv_nsec = 30000000}, NULL);
    button->at = clock_now();
    atomic_store(&button->stop, true);
    return NULL;
}
