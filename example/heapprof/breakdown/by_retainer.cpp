#include "by_retainer.hpp"

#include "reach.hpp"

namespace heapprof {

RetainerBreakdown by_retainer(AnyDump const& dump, EdgeSet const& machinery,
                              std::vector<std::string> const& rule, std::size_t cap) {
    auto sets = retainer_sets(std::make_shared<RetainerNames const>(apply_rule(rule, dump)), cap);
    return {std::move(sets), [&dump, machinery] {
                EdgeSet const strong = dump.strong();
                std::vector<bool> const data =
                    reached(HeapGraph(dump, without(strong, machinery)), trav::dump::roots(dump));
                return HeapGraph(dump, LinkRule([&](AnyDump::Link const& link) {
                                     return strong(link) &&
                                            (!data[link.to] || (data[link.from] && !machinery(link)));
                                 }));
            }};
}

}  // namespace heapprof
