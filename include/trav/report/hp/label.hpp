// trav/report/hp/label.hpp: the labels of GHC's bands by cost-centre stack and by retainer set, cut as GHC's
// -L cuts them.
//
//     trav::stack_text({{"build", "Main"}, {"main.t", "Main"}});    // build/main.t
//     trav::stack_label(262, "build/main.t");                       // (262)build/main.t
//     trav::set_label(91, "kA,kB");                                 // (91)kA,kB
#pragma once

#include "../../profile/band.hpp"

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

/// The label of a band of -hc that is a stack with this number and text: a text of more than `length`
/// characters ends in dots, and then has one less. (GHC wants 4 or more.) MAIN has no number.
inline std::string stack_label(std::uint64_t number, std::string text,
                               std::size_t length = default_label_length) {
    if (text.size() > length) text = (length < 4 ? "" : text.substr(0, length - 4)) + "...";
    return numbered(number, text);
}

/// The label of a band of -hr that is a set with this number and text, cut after `length` characters with no
/// sign of it. MANY has no number.
inline std::string set_label(std::uint64_t number, std::string const& text,
                             std::size_t length = default_label_length) {
    return numbered(number, text).substr(0, length);
}

}  // namespace trav
