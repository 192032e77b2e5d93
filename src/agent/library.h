/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library: all statistics and models, loaded once in the process. A loaded file is called a volume. A
 * volume is loaded at its first use, by any thread, and does not change afterwards.
 *
 * The session owns the library and passes it to the functions that start agents. Modules on lower levels
 * get const pointers to the volumes that they need, never the library itself. */
#ifndef VEDETTE_AGENT_LIBRARY_H
#define VEDETTE_AGENT_LIBRARY_H

#include "belief/belief.h"
#include "policy/policy_model.h"
#include "setup/creator.h"
#include "value/value.h"

/* A handle of the library for the games of one variant: its default volumes are those that were embedded
 * in the program for that variant. All handles share one library and are freed with it.
 *
 * Unless stated otherwise, several threads may call a function at once. */
struct library;

/* Returns the library's handle for a variant; NULL if `library` is NULL. */
struct library *library_for_variant(struct library *library, const struct variant *variant);
/* Returns the variant of a handle; the standard variant for NULL. */
const struct variant *library_variant(const struct library *library);

/* Creates an empty library and returns its handle of the standard variant. library_free frees the library
 * with all handles and volumes; NULL may be freed. */
struct library *library_new(void);
void library_free(struct library *library);

/* Sets the folder of packed models: embedded large models are then read from
 * "FOLDER/data/belief/people-and-programs.packed" and the like, which is faster. Must be called before the
 * first volume is loaded. A packed file is used only if it is complete, of this version and machine, and
 * made from exactly the embedded file; otherwise the embedded file is read, which has the same content. */
void library_use_packed(struct library *library, const char *folder);

/* Returns the folder of packed models; NULL: none. Valid until library_use_packed is called again. */
const char *library_packed_folder(const struct library *library);

struct library_volumes {
    size_t statistics, setup_models, belief_models, value_models, policies;
};
/* Counts the loaded volumes of each kind. */
void library_count(struct library *library, struct library_volumes *volumes);

/* Checks, for benches, whether the embedded belief model can be read from its packed file. STATUS_OK: appends
 * its path to `path`. Otherwise the error has the reason. */
enum status library_check_packed(const struct library *library, struct text *path, struct error *error);

/* Of the next three functions: `name` is the path of a file or the name of an embedded
 * volume; NULL: the embedded one for the handle's variant. The pointer is valid until library_free. The
 * same name gives the same pointer, unless the file has changed on disk: then it is loaded again, and old
 * pointers stay valid. STATUS_BAD: the file cannot be read or has another kind; the next call tries
 * again. */

/* Finds or loads the statistics of that name. If none are embedded for the variant, NULL gives flat
 * statistics, by the counts of the pieces. */
enum status library_statistics(struct library *library, const char *name,
                               const struct setup_statistics **statistics, struct error *error);
/* Finds or loads the setup model of that name. If none is embedded for the variant, NULL gives *model NULL
 * and STATUS_OK. */
enum status library_setup_model(struct library *library, const char *name, const struct setup_model **model,
                                struct error *error);
/* Finds or loads the belief model of that name. If none is embedded for the variant, NULL gives the model of
 * the standard variant, of which only the variant-independent parts may be used (library_has_belief).
 * STATUS_BAD if a model named by the caller was learnt of another variant. */
enum status library_belief_model(struct library *library, const char *name, const struct belief_model **model,
                                 struct error *error);

/* Returns whether a belief model is embedded for the handle's variant. If not, beliefs use only counts and
 * moves. */
bool library_has_belief(const struct library *library);

/* Of the next four functions: the option is one of `settings` and names the volume. Error messages begin with
 * the option's key. STATUS_BAD also for a file that was learnt for another variant. */

/* Finds or loads the statistics of the option `GROUP.statistics`; `group` is GROUP. */
enum status library_chosen_statistics(struct library *library, const struct settings *settings,
                                      const char *group, const struct setup_statistics **statistics,
                                      struct error *error);
/* Finds or loads the setup model of the option setup.model. */
enum status library_chosen_setup_model(struct library *library, const struct settings *settings,
                                       const struct setup_model **model, struct error *error);
/* Finds or loads the belief model of the option belief.model. */
enum status library_chosen_belief_model(struct library *library, const struct settings *settings,
                                        const struct belief_model **model, struct error *error);
/* Finds or loads the value model of the option vedette.value_model. */
enum status library_chosen_value_model(struct library *library, const struct settings *settings,
                                       const struct value_model **model, struct error *error);

/* Finds or loads the policy that rnad.model names. "learnt" is the one embedded for the handle's variant,
 * STATUS_BAD if there is none; "untrained" is a network before training. A file may come from any variant:
 * all have the same observations. */
enum status library_chosen_policy(struct library *library, const struct settings *settings,
                                  const struct policy_model **model, struct error *error);

/* Reads standard input ("-"), a pipe or a device to the end and stores the text: volumes of this name are
 * then made from it, until library_drop_streams. Ignores other names. A stream that was not stored here
 * cannot be loaded, so that loading never waits for input. Only one thread at a time may call this or
 * library_drop_streams. */
enum status library_read_stream(struct library *library, const char *name, struct error *error);
/* Drops the stored texts. Volumes made from them are not found again, but their pointers stay valid. */
void library_drop_streams(struct library *library);

/* Finds the statistics and models for the beliefs that `settings` choose; those not needed are NULL. */
enum status library_belief_sources(struct library *library, const struct settings *settings,
                                   struct belief_sources *sources, struct error *error);

/* Finds the sources for the setup creator, as library_belief_sources does for beliefs. For a variant that
 * allows any army, they are those of the standard variant. */
enum status library_setup_sources(struct library *library, const struct settings *settings,
                                  struct setup_sources *sources, struct error *error);

#endif
