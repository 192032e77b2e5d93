/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gravon's XML, read with expat. A document type, and so every entity declaration, is refused; elements
 * may not be nested deeper than the format needs. */
#include "file/format.h"
#include "file/gravon.h"
#include "file/variant_name.h"
#include "game/notation.h"

#include <expat.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The state while an XML file is read. */
struct xml {
    XML_Parser parser;
    const struct input *input;
    struct record *record;
    int depth;         /* number of open elements */
    bool game_seen, field_seen, result_seen, player_seen[SIDES];
    const struct variant *variant; /* the variant that the game's type names; NULL if it names none or an
                                    * unknown one */
    bool other_variant; /* the type names an unknown variant */
    size_t type;           /* offset of the type */
    struct error unknown;  /* message about the unknown variant */
    enum side player;  /* side whose name is being read; SIDES: none */
    struct text name;
    size_t wanted, place;  /* number of a move to find (from 1; 0: none), and the offset of its tag */
    size_t result;         /* offset of the result's tag */
    enum status status;
    struct error *error;
};

/* --- faults and attributes --- */

/* Returns the offset of the tag that the parser is at. */
static size_t tag_offset(const struct xml *xml)
{
    XML_Index index = XML_GetCurrentByteIndex(xml->parser);
    return index < 0 ? 0 : (size_t)index;
}

/* Ends the reading with a fault at `offset`; does nothing if there was a fault before. */
__attribute__((format(printf, 3, 4)))
static void stop_with_fault(struct xml *xml, size_t offset, const char *format, ...)
{
    va_list args;
    if (xml->status)
        return;
    va_start(args, format);
    xml->status = input_vfault(xml->input, offset, xml->error, format, args);
    va_end(args);
    XML_StopParser(xml->parser, XML_FALSE);
}

/* Returns the offset of the value of an attribute of the current tag, or that of the tag if the attribute is
 * not found. Expat gives only the tag's offset, so the bytes are searched. */
static size_t value_place(const struct xml *xml, const char *name)
{
    size_t tag = tag_offset(xml), size = (size_t)XML_GetCurrentByteCount(xml->parser), length = strlen(name);
    const char *bytes = xml->input->bytes;
    if (tag > xml->input->size || size > xml->input->size - tag)
        return tag;
    for (size_t i = tag + 1; i + length < tag + size; i++) {
        if (!is_blank(bytes[i - 1]) || memcmp(bytes + i, name, length) != 0)
            continue;
        size_t value_start = i + length;
        while (value_start < tag + size && (is_blank(bytes[value_start]) || bytes[value_start] == '='))
            value_start++;
        if (value_start < tag + size && (bytes[value_start] == '"' || bytes[value_start] == '\''))
            return value_start + 1;
    }
    return tag;
}

/* Returns the value of an attribute; if it is missing, reports that and returns "". */
static const char *attribute_value(struct xml *xml, const char **attributes, const char *name)
{
    for (; attributes[0]; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    stop_with_fault(xml, tag_offset(xml), "expected the attribute \"%s\"", name);
    return "";
}

/* Returns the value of an attribute that must be a whole number; 0 after a fault. */
static int number_attribute(struct xml *xml, const char **attributes, const char *name)
{
    const char *value = attribute_value(xml, attributes, name);
    int number = 0;
    if (!xml->status && !number_read(value, strlen(value), &number))
        stop_with_fault(xml, value_place(xml, name), "expected a whole number as \"%s\"", name);
    return number;
}

/* --- elements --- */

/* Handles the start tag of an element. */
typedef void element_reader(struct xml *xml, const char **attributes);

/* Handles the outermost element, which only contains the game. */
static void begin_file(struct xml *xml, const char **attributes)
{
    (void)xml, (void)attributes; /* nothing to read */
}

/* Reads the type of the game. If there is none, the field shows the variant; an unknown type is a fault
 * only if the field fits no variant. */
static void read_game(struct xml *xml, const char **attributes)
{
    if (xml->game_seen)
        stop_with_fault(xml, tag_offset(xml), "found a second game, expected one");
    xml->game_seen = true;
    for (; attributes[0]; attributes += 2)
        if (strcmp(attributes[0], "type") == 0) {
            xml->variant = variant_find_foreign(attributes[1]);
            xml->other_variant = !xml->variant;
            xml->type = value_place(xml, "type");
            variant_name_fault(attributes[1], &xml->unknown);
        }
}

/* Reads the element with the field at the start of the game, 100 letters. */
static void read_field(struct xml *xml, const char **attributes)
{
    const char *content = attribute_value(xml, attributes, "content");
    size_t fault_index;
    struct error why;
    if (xml->field_seen)
        stop_with_fault(xml, tag_offset(xml), "found a second field, expected one");
    xml->field_seen = true;
    if (xml->status ||
        !field_to_start(content, strlen(content), xml->variant, &xml->record->start, &fault_index, &why))
        return;
    /* An unknown type is then the likelier cause than a letter. */
    if (xml->other_variant)
        stop_with_fault(xml, xml->type, "%s", xml->unknown.text);
    else
        stop_with_fault(xml, value_place(xml, "content") + fault_index, "%s", why.text);
}

/* Returns the square in an attribute; reports any other value. Gravon writes row 10 as ':' and has no file J,
 * so its squares are A1 to "K:". */
static uint8_t square_attribute(struct xml *xml, const char **attributes, const char *name)
{
    const char *value = attribute_value(xml, attributes, name);
    int square = strlen(value) == 2 ? gravon_square(value) : -1;
    if (square < 0)
        stop_with_fault(xml, value_place(xml, name), "expected a square A1-K: as \"%s\"", name);
    return (uint8_t)square;
}

/* Reads a move and appends it; moves must be numbered from 1. */
static void read_move(struct xml *xml, const char **attributes)
{
    size_t id = (size_t)number_attribute(xml, attributes, "id"), next = xml->record->plies + 1;
    struct move move = {square_attribute(xml, attributes, "source"),
                        square_attribute(xml, attributes, "target")};
    if (!xml->status && id != next)
        stop_with_fault(xml, value_place(xml, "id"), "found move %zu, expected %zu", id, next);
    if (id == xml->wanted)
        xml->place = tag_offset(xml);
    if (!xml->status)
        record_append(xml->record, (struct move_with_ranks){move, RANK_UNKNOWN, RANK_UNKNOWN});
}

/* Starts reading the name of a player. */
static void begin_player(struct xml *xml, const char **attributes)
{
    int id = number_attribute(xml, attributes, "id");
    if (!xml->status && (id < 1 || id > 2 || xml->player_seen[id - 1]))
        stop_with_fault(xml, value_place(xml, "id"), "found player %d, expected players 1 and 2, once each",
                        id);
    if (xml->status)
        return;
    xml->player = (enum side)(id - 1);
    xml->player_seen[id - 1] = true;
    text_clear(&xml->name);
}

/* Reads the element `result`: how the game ended, and the winner. A second one is a fault. */
static void read_result(struct xml *xml, const char **attributes)
{
    int type = number_attribute(xml, attributes, "type");
    int winner = number_attribute(xml, attributes, "winner");
    if (xml->result_seen)
        stop_with_fault(xml, tag_offset(xml), "found a second result, expected one");
    xml->result_seen = true;
    xml->result = tag_offset(xml);
    if (!xml->status && !gravon_outcome(type, winner, &xml->record->outcome))
        stop_with_fault(xml, tag_offset(xml),
                        "found result type %d with winner %d, expected a type and a winner that fit", type,
                        winner);
}

/* Each element, the number of elements around it, and its reader. */
static const struct element_row {
    const char *name;
    int depth;
    element_reader *read;
} element_table[] = {
    {"stratego", 0, begin_file}, {"game", 1, read_game},      {"field", 2, read_field},
    {"move", 2, read_move},      {"player", 2, begin_player}, {"result", 2, read_result},
};

/* Handles a start tag, for expat: calls the element's reader if it is allowed at this depth. */
static void element_start(void *context, const char *name, const char **attributes)
{
    static const char *const expected[] = {"stratego", "game", "field, move, player or result"};
    struct xml *xml = context;
    if (xml->status)
        return;
    for (size_t i = 0; i < sizeof element_table / sizeof *element_table; i++)
        if (element_table[i].depth == xml->depth && strcmp(element_table[i].name, name) == 0) {
            xml->depth++;
            element_table[i].read(xml, attributes);
            return;
        }
    if (xml->depth < 3)
        stop_with_fault(xml, tag_offset(xml), "found the element \"%s\", expected %s", name,
                        expected[xml->depth]);
    else
        stop_with_fault(xml, tag_offset(xml), "found an element \"%s\" too deep, expected none here", name);
}

/* Handles an end tag, for expat: stores the name of a player. */
static void element_end(void *context, const char *name)
{
    struct xml *xml = context;
    struct error why;
    (void)name; /* expat has checked that it matches the start tag */
    xml->depth--;
    if (xml->player < SIDES && player_name_read(xml->record->player[xml->player], text_string(&xml->name),
                                                xml->name.size, &why))
        stop_with_fault(xml, tag_offset(xml), "%s", why.text);
    xml->player = SIDES;
}

/* Handles text between tags, for expat. The text is part of a name, or must be blank. */
static void read_text(void *context, const char *bytes, int size)
{
    struct xml *xml = context;
    char found[FOUND_TEXT];
    if (xml->player < SIDES) {
        text_append(&xml->name, bytes, (size_t)size);
        return;
    }
    for (int i = 0; i < size; i++)
        if (!is_blank(bytes[i])) {
            stop_with_fault(xml, tag_offset(xml) + (size_t)i, "found %s, expected an element",
                            found_text(bytes + i, bytes + size, found));
            return;
        }
}

/* Refuses a document type, for expat. */
static void refuse_doctype(void *context, const char *name, const char *system, const char *public,
                           int internal)
{
    struct xml *xml = context;
    (void)name, (void)system, (void)public, (void)internal;
    stop_with_fault(xml, tag_offset(xml), "found a document type, expected none: entities are not read");
}

/* --- the whole --- */

/* Returns how many bytes of a cut-off tag's name a message may quote: at most 40 printable ones. */
static int tag_name_size(const char *bytes, size_t size)
{
    const size_t max = 40;
    size_t length = 0;
    while (length < size && length < max && bytes[length] > ' ' && bytes[length] < 127)
        length++;
    return (int)length;
}

/* Reports an error of expat; a file that is cut short gets its own message. */
static enum status report_xml_fault(const struct xml *xml)
{
    const size_t size = xml->input->size;
    const char *bytes = xml->input->bytes;
    size_t tag = size; /* becomes the offset behind the last '<' or '>' */
    while (tag > 0 && bytes[tag - 1] != '<' && bytes[tag - 1] != '>')
        tag--;
    switch (XML_GetErrorCode(xml->parser)) {
    case XML_ERROR_NO_ELEMENTS:
        return input_fault(xml->input, size, xml->error, "the file ends in the middle of the game");
    case XML_ERROR_UNCLOSED_TOKEN:
    case XML_ERROR_PARTIAL_CHAR:
        if (tag > 0 && bytes[tag - 1] == '<')
            return input_fault(xml->input, size, xml->error, "the file ends in the middle of \"<%.*s\"",
                               tag_name_size(bytes + tag, size - tag), bytes + tag);
        return input_fault(xml->input, size, xml->error, "the file ends in the middle of a tag");
    default:
        return input_fault(xml->input, tag_offset(xml), xml->error, "found %s, expected sound XML",
                           XML_ErrorString(XML_GetErrorCode(xml->parser)));
    }
}

/* Parses the input and checks that field and result are present. */
static enum status parse(struct xml *xml)
{
    xml->parser = XML_ParserCreate(NULL);
    if (!xml->parser)
        return error_set(xml->error, STATUS_FAILED, "%s: no memory for the XML parser", xml->input->name);
    XML_SetUserData(xml->parser, xml);
    XML_SetElementHandler(xml->parser, element_start, element_end);
    XML_SetCharacterDataHandler(xml->parser, read_text);
    XML_SetStartDoctypeDeclHandler(xml->parser, refuse_doctype);
    XML_SetParamEntityParsing(xml->parser, XML_PARAM_ENTITY_PARSING_NEVER);
    enum XML_Status done = XML_Parse(xml->parser, xml->input->bytes, (int)xml->input->size, 1);
    if (done != XML_STATUS_OK && !xml->status)
        xml->status = report_xml_fault(xml);
    size_t end = xml->input->size;
    if (!xml->status && !xml->field_seen)
        xml->status = input_fault(xml->input, end, xml->error,
                                  "found no field, expected one: the game ended before both setups "
                                  "were in");
    else if (!xml->status && !xml->result_seen)
        xml->status = input_fault(xml->input, end, xml->error, "found no result, expected one");
    XML_ParserFree(xml->parser);
    text_free(&xml->name);
    return xml->status;
}

/* Reads a file of Gravon's XML as a game. */
enum status xml_read(const struct input *input, struct file_content *content, struct error *error)
{
    struct xml xml = {.input = input, .record = &content->record, .player = SIDES, .error = error};
    content->kind = FILE_XML;
    enum status status = parse(&xml);
    if (!status)
        input_place(input, xml.result, &content->result_line, &content->result_column);
    return status;
}

/* Finds the tag of move `index` by reading the file again. */
bool xml_move_place(const struct input *input, size_t index, size_t *offset)
{
    struct record read = {0};
    struct error error;
    struct xml xml = {.input = input, .record = &read, .player = SIDES, .wanted = index + 1, .error = &error};
    enum status status = parse(&xml);
    record_clear(&read);
    *offset = xml.place;
    return !status && xml.place > 0;
}

/* Appends a text with XML's special characters as entities. */
static void escape(const char *text, struct text *out)
{
    static const struct {
        char byte;
        const char *name;
    } entities[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}};
    for (; *text; text++) {
        const char *name = NULL;
        for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
            if (entities[i].byte == *text)
                name = entities[i].name;
        if (name)
            text_add(out, name);
        else
            text_append(out, text, 1);
    }
}

enum status game_write_xml(const struct record *record, struct text *out, struct error *error)
{
    char field[FIELD_LETTERS + 1], from[GRAVON_SQUARE], to[GRAVON_SQUARE];
    int type, winner;
    enum status status = gravon_field_write(record, field, error);
    if (status)
        return status;
    text_printf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<stratego>\n <game type=\"%s\">\n"
                     "  \n  <field content=\"%s\"/>\n", variant_at(record->start.variant)->gravon, field);
    for (size_t i = 0; i < record->plies; i++)
        text_printf(out, "  <move id=\"%zu\" source=\"%s\" target=\"%s\"/>\n", i + 1,
                    gravon_square_write(record->moves[i].move.from, from),
                    gravon_square_write(record->moves[i].move.to, to));
    for (enum side side = RED; side <= BLUE; side++) {
        text_printf(out, "  <player id=\"%d\">", side + 1);
        if (record->player[side][0])
            escape(record->player[side], out);
        else
            text_printf(out, "Player %d", side + 1);
        text_add(out, "</player>\n");
    }
    gravon_result(record->outcome, &type, &winner);
    text_printf(out, "  <result type=\"%d\" winner=\"%d\"/>\n </game>\n</stratego>\n", type, winner);
    return STATUS_OK;
}
