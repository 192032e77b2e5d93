/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent_choice.h"

#include "base/clock.h"
#include "cmocka_all.h"

#include <string.h>
#include <time.h>

static void keep_progress(void *context, const struct progress *progress)
{
    ((struct agent_choice *)context)->progress = *progress;
}

void agent_choose(struct agent *agent, const struct view *view, struct think think,
                  struct agent_choice *choice)
{
    memset(choice, 0, sizeof *choice);
    think.report = keep_progress;
    think.context = choice;
    choice->move = agent_move(agent, view, &think);
}

void agent_choices_same(const struct agent_choice *a, const struct agent_choice *b)
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
