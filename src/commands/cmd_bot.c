/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays as a bot under another program's referee: bot. */
#include "commands/table.h"

#include "base/line_input.h"
#include "base/memory.h"
#include "base/worker.h"
#include "bot/bot_talk.h"
#include "bot/progcomp.h"
#include "play/ponderer.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Sends an answer and flushes it, because the referee waits for it. */
static enum status send_answer(struct session *session, const struct text *answer, struct error *error)
{
    session_write(session, text_string(answer), answer->size);
    if (fflush(stdout) != 0)
        return error_errno(error, "standard output");
    return STATUS_OK;
}

/* --- the protocol of the 2012 competition --- */

/* Passes bytes from stdin to the bot and sends its answers, until the game is over or the input ends. */
static enum status serve_progcomp(struct session *session, struct progcomp *bot, struct error *error)
{
    struct text answer = {0};
    enum status status = STATUS_OK;
    while (!status && bot->stage != PROGCOMP_OVER && !session_stopped(session)) {
        int byte = getc(stdin);
        bool incomplete = byte == EOF && bot->line.bytes > 0; /* a last line without a newline */
        if (byte == EOF && !incomplete)
            break;
        text_clear(&answer);
        status = progcomp_read_byte(bot, incomplete ? '\n' : (char)byte, &answer, error);
        if (!status && answer.size)
            status = send_answer(session, &answer, error);
    }
    text_free(&answer);
    return status;
}

/* --- our own protocol --- */

/* A bot that thinks on a thread of its own, so that it can receive `stop` while it thinks. */
struct talker {
    struct session *session;
    struct bot_talk talk;
    struct wake wake;           /* wakes the main thread from poll() */
    struct worker worker;
    struct ponderer ponderer;   /* thinks while the enemy does */
    bool thinking, quit;        /* a thought runs; the referee sent `quit` */
    pthread_mutex_t lock;       /* protects `has_progress` and `progress` */
    bool has_progress;          /* `progress` is new and not sent yet */
    double last_report;         /* clock_now() when the main thread was last woken for a report */
    struct progress progress;   /* the last report */
};

/* The job of thinking about one move. */
struct bot_thought {
    struct job job;
    struct talker *talker;
    struct move move;           /* the result */
};

/* Stores a progress report of the thinking thread and wakes the main thread, but not too often. */
static void store_report(void *context, const struct progress *progress)
{
    struct talker *talker = context;
    pthread_mutex_lock(&talker->lock);
    talker->progress = *progress;
    talker->has_progress = true;
    pthread_mutex_unlock(&talker->lock);
    wake_ring_seldom(&talker->wake, &talker->last_report);
}

/* Thinks about the move, on the worker's thread. */
static void run_thought(struct job *job)
{
    struct bot_thought *thought = (struct bot_thought *)job;
    struct talker *talker = thought->talker;
    thought->move = bot_talk_think(&talker->talk, talker->session->jobs, &job->stop, store_report, talker);
}

/* Frees a job that is not needed any more. */
static void free_thought(struct job *job)
{
    free(job);
}

/* Appends the progress, if there is new one, and the move if the thinking has ended. */
static void write_results(struct talker *talker, struct text *answer)
{
    pthread_mutex_lock(&talker->lock);
    bool has_progress = talker->has_progress;
    struct progress progress = talker->progress;
    talker->has_progress = false;
    pthread_mutex_unlock(&talker->lock);
    if (has_progress && talker->thinking)
        bot_talk_write_progress(&progress, answer);
    struct bot_thought *thought = (struct bot_thought *)worker_take(&talker->worker);
    if (!thought)
        return;
    talker->thinking = false;
    bot_talk_write_move(&talker->talk, thought->move, answer);
    free(thought);
}

/* Handles one line of the referee. While the bot thinks, only `stop` and `quit` have an effect. */
static void handle_line(struct talker *talker, const char *line, struct text *answer)
{
    ponderer_stop(&talker->ponderer); /* start_pondering may start it again after these lines */
    enum bot_talk_task task = talker->thinking ? bot_talk_interrupt(line, answer)
                                               : bot_talk_read_line(&talker->talk, line, answer);
    if (task == BOT_TALK_THINK) {
        struct bot_thought *thought = memory_new(1, sizeof *thought);
        thought->job.run = run_thought;
        thought->talker = talker;
        talker->thinking = true;
        talker->has_progress = false;
        worker_post(&talker->worker, &thought->job);
    } else if (task == BOT_TALK_STOP) {
        worker_stop(&talker->worker);
    } else if (task == BOT_TALK_QUIT) {
        talker->quit = true;
    }
}

/* Handles all complete lines of the input. */
static void handle_lines(struct talker *talker, struct line_input *input, struct text *answer)
{
    enum line_found found;
    const char *line;
    size_t size;
    while (!talker->quit && (found = line_input_next(input, false, &line, &size)))
        if (found == LINE_TOO_LONG)
            text_printf(answer, "refused a line: it has more than %d bytes\n", BOT_TALK_LINE);
        else
            handle_line(talker, line, answer);
}

/* Starts to think during the enemy's turn if the agent does so (bot_talk_ponders) and the bot is idle. */
static void start_pondering(struct talker *talker)
{
    struct view view = {0};
    struct think think;
    if (talker->thinking || talker->quit || talker->ponderer.on)
        return;
    if (bot_talk_ponders(&talker->talk, &view, &think)) {
        think.threads = talker->session->jobs;
        ponderer_start(&talker->ponderer, &talker->wake, &talker->talk.agent, &view, &think);
    }
    view_free(&view);
}

/* Waits for input or for the thinking thread, and answers, until `quit`, the end of input or Ctrl-C. */
static enum status serve_lines(struct talker *talker, struct error *error)
{
    struct line_input input = {.max = BOT_TALK_LINE - 1};
    struct text answer = {0};
    enum status status = STATUS_OK;
    bool open = true;
    while (!status && !talker->quit && (open || talker->thinking) && !session_stopped(talker->session)) {
        char bytes[4096];
        struct pollfd ends[] = {{.fd = open ? STDIN_FILENO : -1, .events = POLLIN},
                                {.fd = wake_descriptor(&talker->wake), .events = POLLIN}};
        poll(ends, 2, 1000); /* the timeout is for a Ctrl-C just before poll() */
        if (ends[1].revents)
            wake_drain(&talker->wake);
        if (ends[0].revents) {
            ssize_t size = read(STDIN_FILENO, bytes, sizeof bytes);
            open = size > 0 || (size < 0 && (errno == EINTR || errno == EAGAIN));
            if (size > 0)
                line_input_add(&input, bytes, (size_t)size);
        }
        text_clear(&answer);
        handle_lines(talker, &input, &answer);
        write_results(talker, &answer);
        if (answer.size)
            status = send_answer(talker->session, &answer, error);
        start_pondering(talker);
    }
    line_input_free(&input);
    text_free(&answer);
    return status;
}

/* Makes the bot and its threads, and serves our own protocol. `only`: the only variant that it plays (NULL:
 * it plays all). */
static enum status serve_own(struct session *session, const char *spec, const struct variant *only,
                             struct error *error)
{
    struct talker *talker = memory_new(1, sizeof *talker);
    talker->session = session;
    enum status status = wake_init(&talker->wake, error);
    if (!status)
        status = bot_talk_init(&talker->talk, spec, only, &session->settings, session->library,
                               session->seed, error);
    if (!status) {
        worker_init(&talker->worker, &talker->wake);
        pthread_mutex_init(&talker->lock, NULL);
        status = serve_lines(talker, error);
        ponderer_free(&talker->ponderer);
        worker_free(&talker->worker, free_thought);
        pthread_mutex_destroy(&talker->lock);
        bot_talk_free(&talker->talk);
    }
    wake_free(&talker->wake);
    free(talker);
    return status;
}

/* --- the command --- */

enum { PROTOCOL_OWN, PROTOCOL_PROGCOMP };
static const char *const protocols[] = {"vedette", "progcomp", NULL};

struct bot_args {
    const char *agent;
    int protocol;        /* PROTOCOL_OWN or PROTOCOL_PROGCOMP */
    int variant;         /* index of a row of variant_table, or ALL_VARIANTS */
    double seconds;      /* for a move; 0: not given */
};

enum { ALL_VARIANTS = -1 };

enum { SECONDS = 1 /* for a move; the manager allows 2 */ };

/* Serves the chosen protocol. */
static enum status run_bot(struct session *session, const void *arguments, struct error *error)
{
    const struct bot_args *args = arguments;
    struct agent agent = {0};
    struct progcomp bot;
    const char *spec = args->agent ? args->agent : "invincible";
    if (args->protocol == PROTOCOL_OWN && args->seconds > 0)
        return error_set(error, STATUS_BAD, "bot: --time is of --protocol progcomp: in our own protocol the "
                         "referee sends the time");
    if (args->protocol == PROTOCOL_OWN)
        return serve_own(session, spec, args->variant < 0 ? NULL : variant_at((uint8_t)args->variant), error);
    if (args->variant > VARIANT_STANDARD)
        return error_set(error, STATUS_BAD, "bot: --variant: the protocol progcomp knows only %s, not %s",
                         variant_at(VARIANT_STANDARD)->name, variant_at((uint8_t)args->variant)->name);
    enum status status = agent_start(&agent, spec, &session->settings, session->library, error);
    if (status)
        return status;
    progcomp_init(&bot, &agent, &session->settings, session->seed,
                  args->seconds > 0 ? args->seconds : SECONDS);
    status = serve_progcomp(session, &bot, error);
    progcomp_free(&bot);
    agent_end(&agent);
    return status;
}

const struct command command_bot = {
    .name = "bot", .group = GROUP_PROGRAM,
    .keywords = "protocol engine UCI interface programs pipe API connect",
    .words = ARGUMENTS(
        WORD_AGENT(struct bot_args, agent, "AGENT", "the agent that plays", .optional = true,
                   .standard = "invincible")),
    .flags = ARGUMENTS(
        FLAG_CHOICE(struct bot_args, protocol, "protocol", protocols, "what the referee speaks"),
        {.name = "variant", .kind = VALUE_VARIANT, .at = offsetof(struct bot_args, variant),
         .meaning = "the only one that it plays", .standard = "all"},
        FLAG_NUMBER(struct bot_args, seconds, "time", 0.01, 3600, "with progcomp: answers within S seconds",
                    .value = "S", .unit = "s", .standard = "1")),
    .takes_terminal = true,
    DEFAULTS(struct bot_args, .protocol = PROTOCOL_OWN, .variant = ALL_VARIANTS),
    .help = "plays as a bot under another program's referee, on stdin and stdout",
    .details =
        "The protocol is our own, in lines of text like UCI and GTP, or with --protocol progcomp that of\n"
        "the UCC 2012 programming competition's manager; doc/protocols.md describes both. Nothing else is\n"
        "printed.",
    .run = run_bot,
};
