/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library: all that was learnt and is only read - statistics of setups, models - once in the process,
 * whatever is played and shown. A volume is read when it is first asked for, by whichever thread that is,
 * and does not change afterwards.
 *
 * The session owns the library and hands it to what starts agents. Rooms below get const pointers to the
 * volumes they need, never the library. */
#ifndef VEDETTE_AGENT_LIBRARY_H
#define VEDETTE_AGENT_LIBRARY_H

#include "belief/belief.h"
#include "policy/policy_model.h"
#include "setup/creator.h"
#include "value/value.h"

/* A handle of the library is for the games of one variant: where nothing else is named, it gives the
 * volumes that came with the program for that variant. All handles of a library share their volumes, and
 * end with it.
 *
 * Every function may be called by several threads at once, but for those that say
 * otherwise. */
struct library;

/* The library's handle for a variant (NULL where `library` is), and which variant a handle is for. */
struct library *library_of(struct library *library, const struct variant *variant);
const struct variant *library_variant(const struct library *library);

/* An empty library, as the handle of the standard variant. library_free, of that one, gives it back with
 * all volumes: nobody may use one of them any more. */
struct library *library_new(void);
void library_free(struct library *library);

/* Lets large models that came with the program be read from their packed forms below a folder
 * ("FOLDER/data/belief/people-and-programs.packed"): to be called before the first is read. Only a packed
 * form that is whole, of this version and machine, and made from the very file in the program is taken; where
 * there is none, the readable one in the program is read, without a word, as it is the same. */
void library_use_packed(struct library *library, const char *folder);

/* That folder; NULL: none was named. Until it is named anew. */
const char *library_packed(const struct library *library);

/* How many volumes of each kind were read. */
struct library_volumes {
    size_t statistics, setup_models, belief_models, value_models, policies;
};
void library_count(struct library *library, struct library_volumes *volumes);

/* Whether the belief model that came with the program would be read from its packed form now, for benches:
 * STATUS_OK and its path, or the reason why not. */
enum status library_check_packed(const struct library *library, struct text *path, struct error *error);

/* The volume of that name: NULL is the one that comes with the program for the handle's variant, any other
 * the path of a file. Where none came for that variant: statistics are flat, by the counts of its pieces;
 * the setup model is NULL (STATUS_OK); the belief model and the value model are the standard variant's, of
 * which only what holds for all variants is to be used (library_has_belief). The
 * same pointer each time, until the library is freed; but a file that was changed on disk is read anew, and
 * those who have the old volume keep it. A file that cannot be read, or is none of its kind: STATUS_BAD and
 * the line of its reader, and the next call tries again. */
enum status library_statistics(struct library *library, const char *name,
                               const struct setup_statistics **statistics, struct error *error);
enum status library_setup_model(struct library *library, const char *name,
                                const struct setup_model **model, struct error *error);
enum status library_belief_model(struct library *library, const char *name,
                                 const struct belief_model **model, struct error *error);

/* Whether a belief model came with the program for the handle's variant: else a guess stands on counts and
 * moves alone. */
bool library_has_belief(const struct library *library);

/* The volumes that `settings` name by the options belief.*, setup.* (`group`) or vedette.*, whatever else
 * these are; the option's key stands before what is wrong. A value of another variant that they name is
 * refused. */
enum status library_chosen_statistics(struct library *library, const struct settings *settings,
                                      const char *group, const struct setup_statistics **statistics,
                                      struct error *error);
enum status library_chosen_setup_model(struct library *library, const struct settings *settings,
                                       const struct setup_model **model, struct error *error);
enum status library_chosen_belief_model(struct library *library, const struct settings *settings,
                                        const struct belief_model **model, struct error *error);
enum status library_chosen_value_model(struct library *library, const struct settings *settings,
                                       const struct value_model **model, struct error *error);

/* The policy that rnad.model names; "learnt": the one that came for the handle's variant. Where none came and
 * for "untrained", a network before it learns. Of whichever variant a file learnt: all have the same
 * observations. */
enum status library_chosen_policy(struct library *library, const struct settings *settings,
                                  const struct policy_model **model, struct error *error);

/* Reads standard input ("-") or a pipe, which can be read only once, so that volumes of this name are made
 * from it until library_drop_streams; any other name it leaves alone. Without it a pipe is no file, so that
 * nothing waits for one unasked. One thread at a time. */
enum status library_take_stream(struct library *library, const char *name, struct error *error);
void library_drop_streams(struct library *library);

/* What the guesser that `settings` choose goes by, and the creator of setups; what it has no use for is
 * NULL. For a variant that takes any army the creator's are the standard variant's. */
enum status library_belief_sources(struct library *library, const struct settings *settings,
                                   struct belief_sources *sources, struct error *error);
enum status library_setup_sources(struct library *library, const struct settings *settings,
                                  struct setup_sources *sources, struct error *error);

#endif
