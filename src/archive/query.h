/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The archive's query language: fields, operators and values, "opponent = Captain and not (result won)".
 * A query is compiled to a condition in SQL; its values are bound and never part of the text. See
 * doc/archive.md. */
#ifndef VEDETTE_ARCHIVE_QUERY_H
#define VEDETTE_ARCHIVE_QUERY_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    QUERY_BYTES = 4000, /* max bytes of a query */
    QUERY_DEPTH = 50,   /* max nesting of brackets and "not" */
    QUERY_VALUES = 100, /* max number of values */
    QUERY_GROUPS_MAX = 20, /* max number of fights and armies */
};

/* A value in a query. */
struct query_value {
    bool is_number;
    int64_t number;
    char *text;         /* if not a number; the query owns it */
};

/* Who must own the pieces and armies of a query: a condition that each of its fights and armies has besides
 * its own. */
struct query_of {
    const char *field;  /* "owner" with a word of this field, or "of" with a player's name; NULL: anybody */
    const char *value;
};

/* A compiled query. */
struct query {
    struct text where;  /* a condition in SQL; ?1, ?2 … stand for the values, possibly repeated */
    struct query_value value[QUERY_VALUES];
    size_t count;
};

/* The kind of a field's values. */
enum query_kind {
    QUERY_TEXT,    /* any text; compared as a whole or as a part, ignoring case */
    QUERY_CHOICE,  /* one of the field's words */
    QUERY_NUMBER,
    QUERY_DATE,    /* 2026, 2026-11 or 2026-11-21 */
    QUERY_MOVES,   /* the first moves of a game; mirror images are equal */
    QUERY_SETUP,   /* 40 letters, or the 10 symbols of a front row; mirror images are equal */
    /* Only in fights and armies: */
    QUERY_RANK,        /* the index of a word is the rank; RANKS: any */
    QUERY_YES,         /* yes or no */
    QUERY_SQUARE,      /* a1 .. j10 */
    QUERY_OWN_SQUARE,  /* a1 .. j4 from the owner's view; mirror images are equal */
    QUERY_BEFORE,      /* a number; the column must be lower */
    QUERY_AFTER,       /* a number; the column must be higher */
    QUERY_OWNER,       /* an enum query_owner */
};

/* The words for an owner: how the game ended for it, its side, who it is. */
enum query_owner { OWNER_WON, OWNER_LOST, OWNER_DREW, OWNER_RED, OWNER_BLUE, OWNER_YOU, OWNER_OPPONENT };

/* Groups of fields that stand together and mean the same fight, or the same army: bits of
 * query_field.groups. */
enum { QUERY_FIGHT = 1, QUERY_ARMY = 2 };

/* Columns of a fight's and an army's field: if the piece that the group names was the defender of its fight;
 * if it was the attacker (NULL: then the field is not true); of armies. */
enum { COLUMN_OF_DEFENDER, COLUMN_OF_ATTACKER, COLUMN_OF_ARMY };

enum { QUERY_COLUMNS = 4 }; /* max columns of a field */

/* A field that queries can compare. */
struct query_field {
    const char *name, *alias;           /* alias: another name, or NULL */
    enum query_kind kind;
    const char *column[QUERY_COLUMNS];  /* of the table of games: one of them must match; or NULL. With
                                         * `groups`: COLUMN_OF_DEFENDER .. COLUMN_OF_ARMY */
    const char *(*word)(size_t index);  /* the words that are values: from 0, NULL after the last */
    const char *meaning;
    unsigned groups;                    /* which groups it belongs to; 0: it is a field of games */
    bool opens;                         /* it begins a group */
};

extern const struct query_field query_fields[];
extern const size_t query_field_count;

/* Compiles a query; an empty one matches every game. STATUS_BAD names the wrong word and the most similar
 * valid one. `query` must be all zero; query_free frees it in any case. */
enum status query_compile(const char *text, struct query *query, struct error *error);

/* Does the same for a query whose fights and armies must have this owner. STATUS_BAD also if the query has
 * none of them, although `of` names an owner. */
enum status query_compile_of(const char *text, struct query_of of, struct query *query, struct error *error);
void query_free(struct query *query);

#endif
