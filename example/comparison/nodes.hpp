// example/comparison/nodes.hpp: the editor's objects as nodes of one type, with sizes and children. A library
// of graphs without descriptions of structs needs this.
#pragma once

#include "editor.hpp"

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

// [describe]
using Node = std::variant<Document const*, Paragraph const*, Picture const*, History const*, Change const*>;

struct Facts {
    std::string type;
    std::size_t bytes;
    std::vector<Node> children{};
};
inline Facts facts(Picture const* picture) {
    return {"Picture", sizeof *picture + picture->pixels.capacity()};
}
inline Facts facts(Paragraph const* paragraph) {
    Facts its{"Paragraph", sizeof *paragraph + paragraph->text.capacity() + 1};
    if (paragraph->picture) its.children.emplace_back(paragraph->picture.get());
    return its;
}
inline Facts facts(Document const* document) {
    auto const& paragraphs = document->paragraphs;
    Facts its{"Document", sizeof *document + paragraphs.capacity() * sizeof paragraphs[0]};
    for (auto const& paragraph : paragraphs) its.children.emplace_back(paragraph.get());
    return its;
}
inline Facts facts(Change const* change) {
    Facts its{"Change", sizeof *change};
    if (change->before) its.children.emplace_back(change->before.get());
    if (change->previous) its.children.emplace_back(change->previous);
    if (change->next) its.children.emplace_back(change->next);
    return its;
}
inline Facts facts(History const* history) {
    auto const& changes = history->changes;
    Facts its{"History", sizeof *history + changes.capacity() * sizeof changes[0]};
    for (auto const& change : changes) its.children.emplace_back(change.get());
    return its;
}
inline Facts facts(Node const& node) {
    return std::visit([](auto const* object) { return facts(object); }, node);
}
// [describe]

// [ask]
/// Counts an object on its first visit; also as freed if `freed`.
inline void count(Answer& answer, Node const& node, bool freed) {
    Facts const its = facts(node);
    for (Amount* amount : {&answer.by_type[its.type], freed ? &answer.freed : nullptr}) {
        if (!amount) continue;
        ++amount->objects;
        amount->bytes += its.bytes;
    }
}
// [ask]
