// The breakdown by retainer set: which retainers keep an object alive, without another retainer in between.
//
// What the program's own links reach from the roots is labelled along these links alone: a class, or a
// module's scope that every function of the module has, retains nothing of interest. What only machinery
// holds (in V8 code, hidden classes, modules that no data leads to) is labelled along all links, and sends
// nothing back.
#pragma once

#include "along.hpp"
#include "reach.hpp"
#include "retainer_rule.hpp"

#include <trav/profile/retainer.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

/// The breakdown, along whatever edges it is solved.
inline auto retainer_sets(std::shared_ptr<RetainerNames const> const& retainers, std::size_t cap) {
    using trav::dump::Node;
    return trav::by_retainer<Node>([=](Node n) { return bool(retainers->is_retainer[n]); },
                                   [=](Node n) { return retainers->number(n); }, cap,
                                   [=](std::uint32_t name) { return retainers->names[name]; });
}

/// `rule`: see retainer_rule.hpp. A set of more than `cap` retainers is MANY. The dump and its machinery must
/// outlive the breakdown. Throws dump::Error.
template <trav::dump::Dump D, class Machinery>
auto by_retainer(D const& dump, Machinery const& machinery, std::vector<std::string> const& rule,
                 std::size_t cap) {
    auto sets = retainer_sets(std::make_shared<RetainerNames const>(apply_rule(rule, dump)), cap);
    return Along(std::move(sets), [&dump, &machinery] {
        auto const by_program = [&](auto const& edge) { return !machinery(edge); };
        std::vector<bool> const data = reached(dump, trav::dump::roots(dump), by_program);
        return trav::dump::DumpGraph(dump, [&](auto const& edge) {
            return strong(dump, edge) && (!data[edge.to] || (data[edge.from] && by_program(edge)));
        });
    });
}

}  // namespace heapprof
