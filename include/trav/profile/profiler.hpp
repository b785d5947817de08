// trav/profile/profiler.hpp: several breakdowns of a heap, in one pass, over time.
//
//     trav::Profiler profiler{heap, retainers, roots, type};     // breakdowns are used by reference
//     profiler.sample(all_roots, seconds);                       // as often as you like
//     auto const profile = profiler.profile();
//     profile.by(retainers, type);
//
// The heap is read once for every breakdown, and an object is counted once, for the combination of its bands. With
// a Biography among the breakdowns the profile has its phases as a column, decided as time goes on.
//
// A sample costs one visit of each object, one of its number for each flow, however many labels there are, and
// one look-up for each object and breakdown. The strategy is for the breakdowns' own policies: nothing else
// depends on an order. A profile kept over time takes room for each combination of bands in each sample, not
// for objects; a sample, some 60 bytes, and 20 to 30 for each flow, for each object, kept for the next.
#pragma once

#include "biography.hpp"
#include "detail/counts.hpp"
#include "detail/numbers.hpp"
#include "detail/pass.hpp"
#include "in_order.hpp"
#include "profile.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav {

/// Profiles the heap `G` by the breakdowns `Bs`. This one stands where they do not fit, and says why.
template <class G, class... Bs>
class Profiler {
  public:
    explicit Profiler(G const&, Bs&...) {}
    void sample(auto&&...) {}
    Profile profile() const { return {}; }
};

template <class G, class... Bs>
    requires(detail::check_profiler<G, Bs...>())
class Profiler<G, Bs...> {
    using N = node_t<G>;
    using Counts = detail::Counts<sizeof...(Bs)>;
    static constexpr bool has_life = (LifeBreakdown<Bs> || ...);
    static constexpr std::size_t batch = 32;  // objects whose rows and lives are prefetched together

  public:
    explicit Profiler(G graph, Bs&... breakdowns)
        : breakdowns_(breakdowns...), pass_(std::move(graph), breakdowns...) {}

    /// A census of all that `roots`, and roots that breakdowns name, reach. Throws std::invalid_argument if
    /// time runs backwards.
    template <class Strategy = DepthFirst, class Roots>
    void sample(Roots const& roots, double time) {
        begin(time);
        noted_.clear();
        pass_.template run<Strategy>(roots, [&](N const& n) {
            Noted& noted = noted_.emplace_back(Noted{{}, static_cast<std::uint64_t>(pass_.graph().size(n))});
            number_keys<false>(noted.bands, n, nullptr);
        });
        with_life([&](auto, auto& life) {
            if constexpr (requires { life.expect_all(1); }) life.expect_all(noted_.size());
        });
        for (std::size_t first = 0, last; first != noted_.size(); first = last) {
            last = std::min(first + batch, noted_.size());
            for (std::size_t i = first; i != last; ++i) {
                auto const place = static_cast<Place>(i);
                N const& n = pass_.numbered().node(place);
                number_keys<true>(noted_[i].bands, n, &place);
                expect(n, noted_[i]);
            }
            for (std::size_t i = first; i != last; ++i)
                count(pass_.numbered().node(static_cast<Place>(i)), noted_[i]);
        }
        end(time);
    }
    /// A census of every object that the graph lists, reached or not.
    template <class Strategy = DepthFirst, class Roots>
    void sample_heap(Roots const& roots, double time)
        requires requires(G const& graph) { graph.objects(); }
    {
        begin(time);
        pass_.template run<Strategy>(roots, [](N const&) {});
        for (N const& n : pass_.graph().objects()) {
            Noted noted{{}, static_cast<std::uint64_t>(pass_.graph().size(n))};
            auto const* const place = pass_.numbered().find(n);
            number_keys<false>(noted.bands, n, nullptr);
            number_keys<true>(noted.bands, n, place);
            count(n, noted);
        }
        end(time);
    }

    /// Tells the Biography that the program uses the object.
    void used(N const& n)
        requires has_life
    {
        with_life([&](auto, auto& life) { life.used(resolve(pass_.graph(), n)); });
    }
    /// Tells the Biography that this is a new object, though its handle may have been another's.
    void created(N const& n)
        requires has_life
    {
        with_life([&](auto, auto& life) { life.created(resolve(pass_.graph(), n)); });
    }

    /// Of the last sample: objects, and visits: one to number an object, one for each flow, those of policies.
    Statistics const& statistics() const { return pass_.statistics(); }

    /// All samples so far; objects that are alive now are taken for survivors.
    Profile profile() const {
        Profile profile;
        for (std::size_t t = 0; t != times_.size(); ++t) {
            profile.samples.push_back({times_[t], {}});
            for (auto const& [row, amount] : counts_.sample(t))
                profile.samples[t].rows.push_back({counts_.bands(row), amount});
        }
        with_life([&](auto column, auto& life) {
            life.each([&](std::size_t census, std::uint32_t row, std::uint32_t band, Amount const& amount) {
                auto bands = counts_.bands(row);
                bands[column] = band;
                profile.samples[census].rows.push_back({std::move(bands), amount});
            });
        });
        detail::each(breakdowns_, [&]<class B>(auto column, B& breakdown) {
            std::vector<Band> bands;
            if constexpr (LifeBreakdown<B>) {
                bands = breakdown.bands();
            } else {
                auto const& keys = std::get<column>(keys_);
                for (std::uint32_t i = 0; i != keys.size(); ++i) bands.push_back(breakdown.band(keys[i]));
            }
            profile.columns.push_back({breakdown.name(), &breakdown, std::move(bands)});
        });
        return in_order(std::move(profile));
    }

  private:
    template <class F>
    void with_life(F f) const {
        detail::each(breakdowns_, [&]<class B>(auto column, B& breakdown) {
            if constexpr (LifeBreakdown<B>) f(column, breakdown);
        });
    }

    void begin(double time) const {
        if (!times_.empty() && !(time >= times_.back()))
            throw std::invalid_argument("trav: a sample at " + std::to_string(time) +
                                        " cannot follow one at " + std::to_string(times_.back()));
    }
    /// What is known of an object before the flows are solved.
    struct Noted {
        typename Counts::Bands bands;
        std::uint64_t bytes;
    };
    /// Numbers the keys that are made of the object alone, or those that are made of what the pass found.
    template <bool found>
    void number_keys(typename Counts::Bands& bands, N const& n, Place const* place) {
        detail::each(breakdowns_, [&]<class B>(auto column, B&) {
            if constexpr (!LifeBreakdown<B> && detail::walks<B> == found)
                bands[column] = std::get<column>(keys_).number(pass_.template key<column>(n, place));
        });
    }
    /// The object is about to be counted.
    TRAV_INLINE void expect(N const& n, Noted const& noted) const {
        counts_.expect(noted.bands);
        with_life([&](auto, auto& life) {
            if constexpr (requires { life.expect(n); }) life.expect(n);
        });
    }
    /// Counts one object in the row of its bands.
    void count(N const& n, Noted const& noted) {
        std::uint32_t const row = counts_.row(noted.bands);
        if constexpr (has_life) with_life([&](auto, auto& life) { life.alive(n, row, noted.bytes); });
        else counts_.add(row, {noted.bytes, 1});
    }
    void end(double time) {
        with_life([](auto, auto& life) { life.end_census(); });
        times_.push_back(time);
        counts_.end_sample();
    }

    std::tuple<Bs&...> breakdowns_;
    detail::Pass<G, Bs...> pass_;
    std::tuple<detail::Numbers<detail::key_t<Bs, N>>...> keys_;
    Counts counts_;  // a life counts by itself, over time
    std::vector<double> times_;
    std::vector<Noted> noted_;  // of this sample, by place
};

template <class G, class... Bs>
Profiler(G, Bs&&...) -> Profiler<G, typename detail::lasting<Bs>::type...>;

}  // namespace trav
