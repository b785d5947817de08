// trav/report/hp/label.hpp: GHC's labels of bands by cost-centre stack and by retainer set, cut like GHC's
// -L.
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

/// A cost centre in the label of a stack.
struct StackEntry {
    std::string label, module;
};

/// The default of GHC's -L.
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

/// The label of a stack with this number and text in a profile by -hc. A text of more than `length`
/// characters is cut to one character less, including three dots at its end. (GHC requires a length of 4 or
/// more.) MAIN has no number.
inline std::string stack_label(std::uint64_t number, std::string text,
                               std::size_t length = default_label_length) {
    if (text.size() > length) text = (length < 4 ? "" : text.substr(0, length - 4)) + "...";
    return numbered(number, text);
}

/// The label of a set with this number and text in a profile by -hr. It is cut after `length` characters,
/// without dots. MANY has no number.
inline std::string set_label(std::uint64_t number, std::string const& text,
                             std::size_t length = default_label_length) {
    return numbered(number, text).substr(0, length);
}

}  // namespace trav
