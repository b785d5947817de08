#include "named_holders.hpp"

#include "../heap/entries.hpp"
#include "../heap/key_texts.hpp"
#include "../heap/starts.hpp"
#include "../terminal/remarks.hpp"

#include <trav/dump/named_dump_graph.hpp>
#include <trav/report/text.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

namespace heapprof {

// The entry of a map by its key, that of an array by its index; empty for other references.
std::string NamedHolders::exact_step(AnyDump::Edge const& edge) const {
    std::string const key = key_step(dump_, heap_.tree.idom(edge.from), edge.from, edge.to);
    std::string const type = type_name(dump_, edge.from);
    bool const in_map = type == "(array)" || type.starts_with("java.util.");  // indices are of a table
    trav::dump::DumpEdgeName<AnyDump> const step{dump_, edge};
    bool const is_index = step.pattern() == "[]" && !name(dump_, edge).empty();
    return key.empty() && is_index && !in_map ? step.label() : key;
}

// Whether it is a part of V8 out of the program's hands, such as feedback. References of compiled code and of
// shapes are machinery already.
bool NamedHolders::is_of_engine(Node n) const {
    return type_name(dump_, n) == "(hidden)" && name(dump_, n) != "system / PropertyArray";
}

// Drops V8's arrays with the properties of an object, which is a holder itself: `cart[]` or `cart[1]` beside
// `cart.rows`.
void NamedHolders::drop_stores(ByName& held) const {
    auto const is_store = [&](Node from) {
        return type_name(dump_, from) == "(array)" || name(dump_, from) == "system / PropertyArray";
    };
    std::erase_if(held, [&](auto const& each) {
        auto const& [called, nodes] = each;
        std::size_t const open = called.ends_with(']') ? called.rfind('[') : std::string::npos;
        if (open == std::string::npos || !std::ranges::all_of(nodes.from, is_store)) return false;
        std::string const field = called.substr(0, open) + '.';
        for (auto at = held.lower_bound(field); at != held.end() && at->first.starts_with(field); ++at)
            if (std::ranges::includes(at->second.to, nodes.to)) return true;
        return false;
    });
}

// The program's references, and the texts of symbols.
bool NamedHolders::tells(AnyDump::Link const& link) const {
    return !machinery_(link) || type_name(dump_, link.from) == "(symbol)";
}

// A reference inside a list is no holder, and neither is one of V8's own.
bool NamedHolders::is_holder(AnyDump::Link const& link) const {
    return strong_.contains(link.number) && tells(link) && !heap_.tree.dominates(link.to, link.from) &&
           dump_.type(link.from) != dump_.type(link.to) && !is_of_engine(link.from) &&
           std::ranges::find(globals_, link.from) == globals_.end();
}

void NamedHolders::each_reference(Node from, bool exact, auto const& wanted, auto const& f) const {
    if (lists_roots(dump_, from)) {
        // Only Ruby's lists have names worth printing, such as end_proc.
        if (exact || type_name(dump_, from) != "(root)") return;
        std::string const list = std::string(name(dump_, from)) + "[]";
        dump_.for_each_edge(from, [&](AnyDump::Edge const& edge) {
            if (wanted(edge) && edge.strong) f(list, edge.to);
        });
        return;
    }
    std::string const path = exact ? names_.exact_path(from) : names_.path(from);
    std::string const type = type_name(dump_, from), place = places_(from);
    bool const scope = path.empty() && type == "system / Context";  // V8's name
    std::string const name =
        scope ? "a scope" + (place.empty() ? "" : " of " + place) : (path.empty() ? type : path);
    auto const entries = entry_types(dump_, from);
    dump_.for_each_edge(from, [&](AnyDump::Edge const& edge) {
        if (!wanted(edge) || !edge.strong || !tells(edge)) return;
        // A slot of a scope without a variable.
        if (type == "system / Context" && edge.name_kind != trav::dump::NameKind::variable) return;
        std::string const label = trav::dump::DumpEdgeName<AnyDump>{dump_, edge}.pattern();
        bool const index = label.starts_with('[') || names_.in_collection(from) ||
                           edge.name_kind == trav::dump::NameKind::internal ||
                           entries.contains(dump_.type(edge.to));
        std::string const entry = exact ? exact_step(edge) : "";
        f(!entry.empty()                  ? name + entry
          : !index                        ? (scope ? label : name + '.' + label)
          : scope || name.ends_with("[]") ? name
                                          : name + "[]",
          edge.to);
    });
}

NamedHolders::ByName NamedHolders::of(std::vector<Node> const& objects, bool exact) {
    std::vector<bool> wanted(dump_.node_count());
    for (Node const n : objects) wanted[n] = true;
    std::set<Node> referrers;
    dump_.for_each_link(0, dump_.node_count(), [&](AnyDump::Link const& link) {
        if (wanted[link.to] && referrers.size() != most_ && is_holder(link)) referrers.insert(link.from);
    });
    names_.add({referrers.begin(), referrers.end()});
    ByName held;
    for (Node const from : referrers) {
        std::string const place = names_.place(from);
        each_reference(
            from, exact, [&](AnyDump::Edge const& edge) { return wanted[edge.to] && is_holder(edge); },
            [&](std::string const& called, Node to) {
                Held& its = held[called];
                its.from.insert(from);
                its.to.insert(to);
                if (!place.empty()) its.at[place].insert(to);
            });
    }
    dump_.for_each_root([&](Node n, std::string_view root) {
        if (wanted[n] && !root.empty()) held[std::string(root)].to.insert(n);
    });
    drop_stores(held);
    return held;
}

// All objects that hold others, those with the shortest paths first, up to a limit: the name of each costs as
// many steps as its path has.
std::vector<Node> NamedHolders::holders(std::string const& name) const {
    constexpr std::size_t most_steps = 1000, all_steps = 5'000'000;
    std::vector<std::vector<Node>> by_steps(most_steps + 1);
    std::optional<Node> last;
    dump_.for_each_link(0, dump_.node_count(), [&](AnyDump::Link const& link) {
        if (link.from == last || !is_holder(link)) return;
        last = link.from;
        by_steps[names_.steps_to(link.from, most_steps)].push_back(link.from);
    });
    std::vector<Node> found;
    std::size_t left = all_steps, left_out = 0;
    for (std::size_t steps = 0; steps != by_steps.size(); ++steps)
        for (Node const from : by_steps[steps]) {
            if (left <= steps) ++left_out;
            else left -= steps + 1, found.push_back(from);
        }
    if (left_out != 0)
        remark("'" + name + "' may be the name of more objects: the paths of " + trav::grouped(left_out) +
               " holders are too long");
    return found;
}

std::vector<Node> NamedHolders::held_as(std::string const& name, ShortNames const& shorter) {
    std::set<Node> found;
    std::vector<Node> const referrers = holders(name);
    names_.add(referrers);
    for (bool const exact : {false, true}) {
        if (!found.empty()) break;
        for (Node const from : referrers) {
            // All names of its references begin with the path to it.
            std::string const path = exact ? names_.exact_path(from) : names_.path(from);
            if (!name.starts_with(path) && !name.starts_with(shorter(path))) continue;
            each_reference(
                from, exact, [](AnyDump::Edge const&) { return true; },
                [&](std::string const& called, Node to) {
                    if (called == name || shorter(called) == name) found.insert(to);
                });
        }
    }
    dump_.for_each_root([&](Node n, std::string_view root) {
        if (root == name) found.insert(n);
    });
    return {found.begin(), found.end()};
}

}  // namespace heapprof
