#include "merged_findings.hpp"

#include <trav/graph/filter_edges.hpp>
#include <trav/strategy/mark_stack.hpp>
#include <trav/traverse_heap.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace heapprof {

namespace {

bool is_part(FindingExtent const& part, FindingExtent const& whole, RetainedHeap const& heap,
             HeapGraph const& program, OwnerNames const& names) {
    constexpr std::size_t most = 30;  // objects of a part
    bool const one = !whole.by_two && whole.objects.size() == 1;
    if (part.by_two || part.objects.size() > most || (!whole.by_two && !one)) return false;
    auto const freed_too = [&](Node n) {
        return std::ranges::any_of(whole.objects, [&](Node each) {
            return one ? each != n && heap.tree.dominates(each, n) : each == n || names.subject(each) == n;
        });
    };
    if (!std::ranges::all_of(part.objects, freed_too)) return false;
    std::uint64_t all = 0, of_part = 0;
    for (Node n = 0; n != heap.dump.node_count(); ++n)
        if (whole.owns(n)) all += heap.dump.size(n);
    auto const without_whole =
        trav::filter_edges(program, [&](Node, Node to) { return !one || to != whole.objects.front(); });
    trav::traverse<trav::MarkStack>(without_whole, part.objects, [&](auto& here) {
        if (here.first && whole.owns(here.node)) of_part += heap.dump.size(here.node);
    });
    return of_part * 10 >= all * 9;
}

}  // namespace

void merge_parts(std::vector<LeaksAnswer::Finding>& findings, std::vector<FindingExtent> const& extents,
                 RetainedHeap const& heap, EdgeSet const& machinery, OwnerNames const& names) {
    HeapGraph const program(heap.dump, without(heap.dump.strong(), machinery));
    std::vector<bool> gone(findings.size());
    for (std::size_t part = 0; part != findings.size(); ++part)
        for (std::size_t whole = 0; whole != findings.size() && !gone[part]; ++whole) {
            bool const other = whole != part && !gone[whole];
            if (!other || !is_part(extents[part], extents[whole], heap, program, names)) continue;
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
