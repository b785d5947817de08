#include "origins.hpp"

#include "elements.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace heapprof {

std::vector<LeaksAnswer::Origin> origins_of(AnyDump const& dump,
                                            std::function<std::string(Node)> const& places,
                                            std::function<bool(Node)> const& is_wanted,
                                            std::string const& held_type, std::vector<Node> const& elements,
                                            Rules const& rules) {
    constexpr std::size_t most_sampled = 20000;
    std::vector<Node> all;
    if (rules.is("function", held_type)) all = elements;
    else
        for (Node n = 0; n != dump.node_count(); ++n)
            if (is_wanted(n)) all.push_back(n);
    struct Count {
        std::size_t objects = 0, functions = 0;
    };
    std::map<std::pair<std::string, std::string>, Count> counts;
    for (Node const n : some_of(all, most_sampled)) {
        std::string const place = places(n);
        if (place.find(':') == std::string::npos || place.starts_with("node:") || place.starts_with('<'))
            continue;
        std::string const type = type_name(dump, n), own(name(dump, n));
        bool const function = rules.is("function", type);
        if (!function && !held_type.empty() && type != held_type) continue;
        Count& count = counts[{place, type == "(closure)" || type == "function" ? own : ""}];
        ++count.objects;
        count.functions += function;
    }
    std::size_t most = 0;
    for (auto const& [place, count] : counts) most = std::max(most, count.objects);
    std::vector<LeaksAnswer::Origin> found;
    for (auto const& [place, count] : counts)
        if (most > 1 && count.objects * 4 >= most)
            found.push_back({place.second, place.first, count.objects, count.functions != 0});
    std::ranges::sort(found, [](auto const& a, auto const& b) {
        if (a.function != b.function) return a.function;
        return a.objects != b.objects ? a.objects > b.objects : a.place < b.place;
    });
    if (found.size() > 3) found.resize(3);
    return found;
}

}  // namespace heapprof
