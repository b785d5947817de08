#include "merged_findings.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace heapprof {

namespace {

// What some objects reach along the program's references; not by way of `except`.
std::vector<bool> reached(std::vector<Node> open, std::vector<Node> const& except, AnyDump const& dump,
                          EdgeSet const& machinery) {
    std::vector<bool> seen(dump.node_count());
    for (Node const n : except) seen[n] = true;
    for (Node const n : open) seen[n] = true;
    while (!open.empty()) {
        Node const n = open.back();
        open.pop_back();
        dump.for_each_edge(n, [&](AnyDump::Edge const& edge) {
            if (seen[edge.to] || !edge.strong || machinery(edge)) return;
            seen[edge.to] = true;
            open.push_back(edge.to);
        });
    }
    return seen;
}

bool is_part(FindingExtent const& part, FindingExtent const& whole, RetainedHeap const& heap,
             EdgeSet const& machinery, OwnerNames const& names) {
    constexpr std::size_t most = 30;  // objects of a part
    bool const one = !whole.by_two && whole.objects.size() == 1;
    if (part.by_two || part.objects.size() > most || (!whole.by_two && !one)) return false;
    auto const freed_too = [&](Node n) {
        return std::ranges::any_of(whole.objects, [&](Node each) {
            return one ? each != n && heap.tree.dominates(each, n) : each == n || names.subject(each) == n;
        });
    };
    if (!std::ranges::all_of(part.objects, freed_too)) return false;
    std::vector<bool> const seen =
        reached(part.objects, one ? whole.objects : std::vector<Node>(), heap.dump, machinery);
    std::uint64_t all = 0, of_part = 0;
    for (Node n = 0; n != heap.dump.node_count(); ++n) {
        if (!whole.owns(n)) continue;
        all += heap.dump.size(n);
        if (seen[n]) of_part += heap.dump.size(n);
    }
    return of_part * 10 >= all * 9;
}

}  // namespace

void merge_parts(std::vector<LeaksAnswer::Finding>& findings, std::vector<FindingExtent> const& extents,
                 RetainedHeap const& heap, EdgeSet const& machinery, OwnerNames const& names) {
    std::vector<bool> gone(findings.size());
    for (std::size_t part = 0; part != findings.size(); ++part)
        for (std::size_t whole = 0; whole != findings.size() && !gone[part]; ++whole) {
            bool const other = whole != part && !gone[whole];
            if (!other || !is_part(extents[part], extents[whole], heap, machinery, names)) continue;
            gone[part] = true;
            LeaksAnswer::Finding& finding = findings[whole];
            for (std::size_t i = 0; i != finding.amounts.size(); ++i)
                finding.amounts[i] += findings[part].amounts[i];
            finding.since = std::min(finding.since, findings[part].since);
        }
    std::size_t i = 0;
    std::erase_if(findings, [&](LeaksAnswer::Finding const&) { return gone[i++]; });
}

}  // namespace heapprof
