/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ci: threads */
/* Workers: jobs in their order, on another thread, with a bell; after a stop they come to an end. */
#include "base/clock.h"
#include "base/worker.h"
#include "cmocka_all.h"

#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

/* What the jobs of a test write down; only the worker's thread touches it before worker_wait. */
static struct {
    uint64_t order[64];
    int count, dropped;
    pthread_t thread;
} log_book;

/* A job that takes until it is stopped, or no time at all. */
struct entry {
    struct job job;
    bool endless;
};

static void write_down(struct job *job)
{
    const struct entry *entry = (const struct entry *)job;
    while (entry->endless && !job_stopped(job))
        usleep(200);
    log_book.order[log_book.count++] = job->number;
    log_book.thread = pthread_self();
}

static void drop(struct job *job)
{
    log_book.dropped++;
    free(job);
}

static uint64_t post(struct worker *worker, bool endless)
{
    struct entry *entry = calloc(1, sizeof *entry);
    entry->job.run = write_down;
    entry->endless = endless;
    return worker_post(worker, &entry->job);
}

static bool rings(const struct wake *wake, int milliseconds)
{
    struct pollfd fd = {.fd = wake_descriptor(wake), .events = POLLIN};
    return poll(&fd, 1, milliseconds) == 1;
}

static void set_up_one(struct wake *wake, struct worker *worker)
{
    log_book.count = log_book.dropped = 0;
    assert_int_equal(wake_init(wake, NULL), STATUS_OK);
    worker_init(worker, wake);
}

/* Jobs are done in the order of their numbers and given back in it, on one other thread. */
TEST(test_order)
{
    struct wake wake;
    struct worker worker;
    set_up_one(&wake, &worker);
    assert_false(rings(&wake, 0));
    assert_null(worker_take(&worker));
    for (uint64_t n = 1; n <= 60; n++)
        assert_int_equal(post(&worker, false), n);
    worker_wait(&worker);
    assert_int_equal(log_book.count, 60);
    assert_false(pthread_equal(log_book.thread, pthread_self()));
    assert_true(rings(&wake, 0));
    wake_drain(&wake);
    assert_false(rings(&wake, 0));
    for (uint64_t n = 1; n <= 50; n++) {
        struct job *job = worker_take(&worker);
        assert_int_equal(job->number, n);
        assert_int_equal(log_book.order[n - 1], n);
        free(job);
    }
    worker_free(&worker, drop);
    assert_int_equal(log_book.dropped, 10);
    wake_free(&wake);
    assert_int_equal(wake_descriptor(&wake), -1);
}

/* The bell rings when a job is done, not before; one that is stopped is given back all the same, and one that
 * is posted later is not stopped. */
TEST(test_worker_stop)
{
    struct wake wake;
    struct worker worker;
    set_up_one(&wake, &worker);
    post(&worker, true);
    post(&worker, true);
    assert_false(rings(&wake, 30));
    assert_null(worker_take(&worker));
    worker_stop(&worker);
    post(&worker, false);
    worker_wait(&worker);
    assert_int_equal(log_book.count, 3);
    for (uint64_t n = 1; n <= 3; n++) {
        struct job *job = worker_take(&worker);
        assert_int_equal(job->number, n);
        assert_int_equal(job_stopped(job), n < 3);
        free(job);
    }
    worker_free(&worker, drop);
    wake_free(&wake);
}

/* A worker can be left at any time: with nothing done, and with jobs under way. */
TEST(test_leaving)
{
    for (int jobs = 0; jobs < 4; jobs++) {
        struct wake wake;
        struct worker worker;
        set_up_one(&wake, &worker);
        for (int i = 0; i < jobs; i++)
            post(&worker, true);
        double before = clock_now();
        worker_free(&worker, drop);
        assert_true(clock_now() - before < 5);
        assert_int_equal(log_book.dropped, jobs);
        wake_free(&wake);
    }
}

/* A bell that nobody hears never blocks who rings it. */
TEST(test_bell)
{
    struct wake wake;
    assert_int_equal(wake_init(&wake, NULL), STATUS_OK);
    for (int i = 0; i < 200000; i++)
        wake_ring(&wake);
    assert_true(rings(&wake, 0));
    wake_drain(&wake);
    assert_false(rings(&wake, 0));
    wake_free(&wake);
    wake_ring(&wake);
}

/* Who rings seldom rings at once, and then not before a tenth of a second has passed. */
TEST(test_seldom)
{
    struct wake wake;
    double last = 0, before = clock_now();
    assert_int_equal(wake_init(&wake, NULL), STATUS_OK);
    wake_ring_seldom(&wake, &last);
    assert_true(wake_wait(&wake, 0));
    assert_true(last >= before && last <= clock_now());
    double soon = last = clock_now() + 1000; /* so that it is early however long this test is kept waiting */
    wake_ring_seldom(&wake, &last);
    assert_false(wake_wait(&wake, 0));
    assert_true(last == soon);
    last = clock_now() - 0.1;
    wake_ring_seldom(&wake, &last);
    assert_true(wake_wait(&wake, 0));
    wake_free(&wake);
}

TESTS_MAIN(NULL, NULL)
