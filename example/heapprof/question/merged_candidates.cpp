#include "merged_candidates.hpp"

#include "../breakdown/program_places.hpp"
#include "elements.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

namespace heapprof {

namespace {

using Candidate = Candidates::Candidate;

class Siblings {
  public:
    Siblings(RetainedHeap const& heap, Rules const& rules)
        : heap_(heap), rules_(rules), package_(packages(heap.dump)) {}

    // The common whole of two parts.
    std::optional<Node> whole_of(Node a, Node b, bool both_grow) const {
        std::optional<Node> whole = a;
        for (std::size_t step = 0; whole && !heap_.tree.dominates(*whole, b); ++step) {
            if (step == most_steps) return std::nullopt;
            whole = heap_.tree.idom(*whole);
        }
        if (whole && is_attributes(*whole)) whole = heap_.tree.idom(*whole);
        if (!whole || !is_instance(*whole)) return std::nullopt;
        std::string const library = library_of(*whole);
        bool const of_library = !library.empty() && is_own(a, *whole, library) && is_own(b, *whole, library);
        bool const alike = both_grow && *whole != a && *whole != b && is_own(a, *whole, "") &&
                           is_own(b, *whole, "") && elements(a) != 0 && elements(a) == elements(b);
        return of_library || alike ? whole : std::nullopt;
    }

  private:
    static constexpr std::size_t most_steps = 4;

    bool is_instance(Node n) const { return heapprof::is_instance(heap_.dump, n, rules_); }
    // Whether the object is the dictionary of another one's attributes, in Python.
    bool is_attributes(Node n) const {
        auto const above = heap_.tree.idom(n);
        bool found = false;
        if (!above || type_name(heap_.dump, n) != "dict") return found;
        heap_.dump.for_each_edge(*above, [&](AnyDump::Edge const& edge) {
            found = found || (edge.to == n && edge.name_kind == trav::dump::NameKind::unnamed);
        });
        return found;
    }
    // Empty for objects of the program and of Node.
    std::string library_of(Node n) const {
        std::string const package = package_(n);
        return is_of_program(package) || package.starts_with("node:") ? "" : package;
    }
    // The static fields of a class of Java are unrelated.
    bool is_class(Node n) const { return heap_.dump.group_name(heap_.dump.group(n)) == "class"; }
    // Whether all between an object and the whole is of the library, or of no class at all.
    bool is_own(Node n, Node whole, std::string const& library) const {
        for (std::size_t step = 0; n != whole; ++step) {
            auto const above = heap_.tree.idom(n);
            if (!above || step == most_steps) return false;
            n = *above;
            if (n == whole) continue;
            bool const other = is_instance(n) && (library.empty() || library_of(n) != library);
            if (other || is_class(n)) return false;
        }
        return true;
    }
    std::size_t elements(Node n) const {
        return elements_of(heap_, {n}, "", rules_, [](Node) { return true; }).nodes.size();
    }

    RetainedHeap const& heap_;
    Rules const& rules_;
    std::function<std::string(Node)> const package_;
};

void join(Candidate& whole, Candidate const& part) {
    auto const member = [](Candidate const& of) {
        return LeaksAnswer::Member{of.name, of.amounts.back().bytes};
    };
    if (whole.members.empty()) whole.members.push_back(member(whole));
    whole.members.push_back(member(part));
    whole.owners.insert(part.owners.begin(), part.owners.end());
    for (std::size_t i = 0; i != whole.amounts.size(); ++i) whole.amounts[i] += part.amounts[i];
}

}  // namespace

void merge_siblings(std::vector<Candidate>& found, std::map<std::string, Node> const& nodes,
                    RetainedHeap const& heap, OwnerNames& names, Rules const& rules) {
    constexpr std::size_t most = 20;  // are compared
    Siblings const siblings(heap, rules);
    auto const node_of = [&](Candidate const& each) -> std::optional<Node> {
        bool const one = each.owners.size() == 1 || each.object;
        auto const at =
            one ? nodes.find(each.object ? each.members.front().name : *each.owners.begin()) : nodes.end();
        return at == nodes.end() ? std::nullopt : std::optional(at->second);
    };
    for (std::size_t i = 0; i < found.size() && i < most; ++i)
        for (std::size_t k = i + 1; k < found.size() && k < most;) {
            auto const a = node_of(found[i]), b = node_of(found[k]);
            bool const grow = growth(found[i].amounts) != 0 && growth(found[k].amounts) != 0;
            auto whole = a && b ? siblings.whole_of(*a, *b, grow) : std::nullopt;
            if (found[i].object && whole != found[i].object) whole.reset();
            if (whole) names.add({*whole});
            if (!whole || names.path(*whole).empty()) {
                ++k;
                continue;
            }
            join(found[i], found[k]);
            found[i].object = whole;
            found.erase(found.begin() + static_cast<std::ptrdiff_t>(k));
        }
    for (Candidate& each : found) {
        if (!each.object) continue;
        // The place is the variable's, not that of the library.
        std::string const place = parts_of_name(each.members.front().name).place;
        each.name = names.path(*each.object) + ": " + type_name(heap.dump, *each.object) +
                    (place.empty() ? "" : " (" + place + ')');
    }
}

}  // namespace heapprof
