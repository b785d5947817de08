// trav/report/hp/label.hpp: the labels of GHC's bands by cost-centre stack and by retainer set, cut as GHC's
// -L cuts them.
//
//     trav::stack_label(262, {{"build", "Main"}, {"main.t", "Main"}});    // (262)build/main.t
//     trav::set_label(91, {"kA", "kB"});                                 // (91)kA,kB
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace trav {

/// What a stack's label says of a cost centre.
struct StackEntry {
    std::string label, module;
};

/// GHC's -L when none is given.
inline constexpr std::size_t default_label_length = 25;

/// A cost-centre stack in words, innermost first, without MAIN.
inline std::string stack_text(std::vector<StackEntry> const& stack) {
    if (stack.empty()) return "MAIN";
    std::string text;
    for (std::size_t i = 0; i != stack.size(); ++i) {
        bool const caf = stack[i].label == "CAF";
        text += caf ? stack[i].module + ".CAF" : stack[i].label;
        if (!caf && i + 1 != stack.size()) text += '/';
    }
    return text;
}

/// The label of a band of -hc: a text of more than `length` characters ends in dots, and then has one less.
/// (GHC wants 4 or more.)
inline std::string stack_label(std::int64_t id, std::vector<StackEntry> const& stack,
                               std::size_t length = default_label_length) {
    std::string text = stack_text(stack);
    if (stack.empty()) return text;
    if (text.size() > length) text = (length < 4 ? "" : text.substr(0, length - 4)) + "...";
    return '(' + std::to_string(id) + ')' + text;
}

/// The label of a band of -hr, cut after `length` characters. That the set is cut off is not said; MANY has
/// no number.
inline std::string set_label(std::uint32_t number, std::vector<std::string> const& members,
                             std::size_t length = default_label_length) {
    std::string text = '(' + std::to_string(number) + ')';
    for (auto const& member : members) text += (&member == &members.front() ? "" : ",") + member;
    return text.substr(0, length);
}

}  // namespace trav
