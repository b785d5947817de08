// trav/ghc/profile/by_closure.hpp: the breakdowns of GHC's users' guide that depend on the closure alone:
// -hT, -hc, -hm, -hd, -hy, -hi.
//
//     auto type = ghc::by_closure_type();
//     auto maker = ghc::by_cost_centre();
//     trav::Profiler profiler{ghc::CensusGraph(heap), type, maker};
//
// Other breakdowns are in retainers.hpp (-hr), lives.hpp (-hb) and roots.hpp (-ho); breakdowns.hpp lists all.
#pragma once

#include "../../profile/by.hpp"
#include "../../report/hp/label.hpp"
#include "../heap/heap.hpp"
#include "../layout/cost_centre.hpp"

#include <array>
#include <charconv>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace trav::ghc {

/// A breakdown by a word of the closure: an address, usually the address of a text.
using ByClosure = By<std::function<Word(Closure*)>, std::function<Band(Word)>>;

namespace detail {

/// Texts of info tables and cost centres are zero-terminated and never move.
inline Word word_of(std::string_view text) { return reinterpret_cast<Word>(text.data()); }
inline Band band_of(Word text) { return {reinterpret_cast<char const*>(text)}; }

}  // namespace detail

/// -hT: a constructor's full name, another closure's type. Names from the runtime system have no package.
inline ByClosure by_closure_type() {
    return {"closure type",
            [](Closure* c) {
                return detail::word_of(is_constructor(type(c)) ? constructor_name(c) : ghc::name(type(c)));
            },
            [](Word word) {
                std::string_view text = reinterpret_cast<char const*>(word);
                constexpr std::string_view rts = "base:RTS.";
                if (text.starts_with(rts)) text.remove_prefix(rts.size());
                return Band{std::string(text)};
            }};
}
/// -hd
inline ByClosure by_description() {
    return {"description", [](Closure* c) { return detail::word_of(description(c)); }, detail::band_of};
}
/// -hy
inline ByClosure by_type() {
    return {"type", [](Closure* c) { return detail::word_of(type_description(c)); }, detail::band_of};
}
/// -hm: the module of the cost centre on top of the producer's stack.
inline ByClosure by_module() {
    return {"module", [](Closure* c) { return detail::word_of(c->ccs->cc->module); }, detail::band_of};
}
/// -hc: the cost-centre stack that allocated the closure, innermost first, such as `build/main.t/main`. The
/// band's number is the stack's number. Its members, and their numbers, are the cost centres, MAIN last.
inline ByClosure by_cost_centre() {
    return {"cost centre", [](Closure* c) { return reinterpret_cast<Word>(c->ccs); },
            [](Word word) {
                auto const* const ccs = reinterpret_cast<CostCentreStack const*>(word);
                Band band;
                band.identity.number = static_cast<std::uint64_t>(ccs->id);
                std::vector<StackEntry> entries;
                for (auto const* at = ccs; at; at = at->parent) {
                    band.members.emplace_back(at->cc->label);
                    band.identity.members.push_back(static_cast<std::uint32_t>(at->cc->id));
                    if (at->parent) entries.push_back({at->cc->label, at->cc->module});
                }
                band.text = stack_text(entries);
                return band;
            }};
}
/// -hi: the info table, as its offset in the program, which is the same in every run (GHC: its address).
inline ByClosure by_info_table(Heap& heap) {
    return {"info table", [](Closure* c) { return reinterpret_cast<Word>(c->info); },
            [&heap](Word word) {
                std::array<char, 16> digits;
                Word const place = heap.program().place(reinterpret_cast<void const*>(word));
                auto const end = std::to_chars(digits.begin(), digits.end(), place, 16).ptr;
                return Band{"0x" + std::string(digits.begin(), end)};
            }};
}

}  // namespace trav::ghc
