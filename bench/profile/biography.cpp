// The suite `biography`: four censuses. An eighth of the objects is used before each of them; half of the
// roots are dropped after the second. The peer has GHC's word for each object (the era of its last use) and
// GHC's sums for each era, in handwritten arrays.
#include "../arrays.hpp"
#include "../flow/bins.hpp"
#include "../harness.hpp"
#include "../peer/by_hand.hpp"

#include <trav/profile/biography.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/strategy/prefetch.hpp>

#include <array>
#include <string>
#include <vector>

namespace bench {
namespace {

constexpr unsigned eras = 4, drop_in = 3;

struct Story {
    Arrays const& arrays;
    std::vector<Number> kept;   // the roots that remain
    std::vector<bool> remains;  // reachable from these

    explicit Story(Arrays const& heap) : arrays(heap) {
        for (std::size_t i = 0; i < heap.roots.size(); i += 2) kept.push_back(heap.roots[i]);
        remains = reached_from(kept);
    }
    std::vector<Number> const& roots(unsigned era) const { return era < drop_in ? arrays.roots : kept; }
    std::vector<bool> reached_from(std::vector<Number> const& roots) const {
        std::vector<bool> seen(arrays.size());
        mark_stack_by_hand(
            roots,
            [&](Number n) {
                bool const fresh = !seen[n];
                seen[n] = true;
                return fresh;
            },
            [graph = arrays.graph()](Number n) { return graph.children(n); });
        return seen;
    }
    /// Calls used(n) for the objects that the program uses in an era.
    void run(unsigned era, auto used) const {
        for (Number n = 0; n != arrays.size(); ++n)
            if ((n ^ n >> 3 ^ era) % 8 == 0 && (era < drop_in || remains[n])) used(n);
    }
};

std::uint64_t weight(unsigned era, trav::Phase phase) { return mix(16 * era + static_cast<unsigned>(phase)); }

std::uint64_t by_hand(Story const& story) {
    struct Sums {
        std::uint64_t not_used = 0, used = 0, void_ = 0, drag = 0;
    };
    std::array<Sums, eras + 2> sums{};
    std::vector<std::uint8_t> last_use(story.arrays.size());
    std::vector<bool> dead(story.arrays.size());
    for (unsigned era = 1; era <= eras; ++era) {
        story.run(era, [&](Number n) { last_use[n] = static_cast<std::uint8_t>(era); });
        auto const live = story.reached_from(story.roots(era));
        for (Number n = 0; n != story.arrays.size(); ++n) {
            auto const size = story.arrays.sizes[n];
            if (live[n]) {
                (last_use[n] == 0 ? sums[era].not_used : sums[era].used) += size;
            } else if (!dead[n]) {
                dead[n] = true;
                for (unsigned e = last_use[n] + 1u; e < era; ++e)
                    (last_use[n] == 0 ? sums[e].void_ : sums[e].drag) += size;
            }
        }
    }
    std::uint64_t answer = 0;
    for (unsigned era = 1; era <= eras; ++era) {
        auto const& s = sums[era];
        answer += weight(era, trav::Phase::void_) * s.void_ + weight(era, trav::Phase::drag) * s.drag +
                  weight(era, trav::Phase::lag) * (s.not_used - s.void_) +
                  weight(era, trav::Phase::use) * (s.used - s.drag);
    }
    return answer;
}

template <class Strategy>
std::uint64_t by_library(Story const& story) {
    trav::Biography<Number> life;
    trav::Profiler profiler{story.arrays.sized_graph(), life};
    for (unsigned era = 1; era <= eras; ++era) {
        story.run(era, [&](Number n) { profiler.used(n); });
        profiler.template sample<Strategy>(story.roots(era), era);
    }
    std::uint64_t answer = 0;
    trav::Profile const profile = profiler.profile();
    auto const& bands = profile.columns[0].bands;
    for (unsigned era = 1; era <= eras; ++era)
        for (auto const& entry : profile.samples[era - 1].entries)
            for (auto const phase : trav::all_phases)
                if (bands[entry.bands[0]].text == name(phase))
                    answer += weight(era, phase) * entry.amount.bytes;
    return answer;
}

}  // namespace

void biography(Settings const& settings, Contests& contests) {
    for (auto const& shape_name : settings.shapes) {
        Shape const shape = make_shape(shape_name, settings.n);
        for (Order const order : settings.orders) {
            Arrays const arrays = make_arrays(shape, order);
            Story const story(arrays);
            std::vector<Method> const methods{
                {"by hand: GHC's words", [&] { return by_hand(story); }, eras},
                {"Biography, DepthFirst", [&] { return by_library<trav::DepthFirst>(story); }, eras},
                {"Biography, Prefetch<>", [&] { return by_library<trav::Prefetch<>>(story); }, eras},
            };
            contests.hold("biography", shape_name + ", " + name(order), settings, methods,
                          {"by hand: GHC's words"});
        }
    }
}

}  // namespace bench
