// trav/profile/profiler.hpp: several breakdowns of a heap, in one pass, over time.
//
//     trav::Profiler profiler{heap, retainers, roots, type};     // breakdowns are used by reference
//     profiler.sample(all_roots, seconds);                       // as often as you like
//     auto const profile = profiler.profile();
//     profile.by(retainers, type);
//
// One traversal serves every breakdown: policies are fused, and an object is counted once for the combination of its bands. With
// a Biography among the breakdowns the table has its phases as a column, decided as time goes on.
//
// A sample costs the visits of its flows, and one look-up for each object and breakdown.
#pragma once

#include "../policy/fuse.hpp"
#include "../strategy/counted.hpp"
#include "biography.hpp"
#include "breakdown.hpp"
#include "profile.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav {

namespace detail {

template <class B> struct is_biography : std::false_type {};
template <class N> struct is_biography<Biography<N>> : std::true_type {};
template <class B> concept life = is_biography<B>::value;

/// Lists the objects reached.
template <class N>
struct Reach {
    static constexpr bool once = true;
    std::vector<N>& objects;
    void visit(auto& here) { objects.push_back(here.node); }
};

/// The policy that a breakdown adds to the pass, if any, in a tuple.
template <class B> auto part_of(B& breakdown) {
    if constexpr (FlowBreakdown<B>) return std::tuple<part_t<B>>{part_t<B>{breakdown.flow()}};
    else if constexpr (PolicyBreakdown<B>) return std::tuple<part_t<B>&>{breakdown.policy()};
    else return std::tuple<>{};
}

/// The keys of one breakdown, numbered as they come.
template <class B, class N>
class Numbers {
    template <class X> static auto key_type() {
        if constexpr (life<X>) return std::type_identity<Phase>{};
        else if constexpr (FlowBreakdown<X>) return std::type_identity<std::decay_t<decltype(std::declval<X&>().key(std::declval<N>(), static_cast<typename std::remove_cvref_t<decltype(std::declval<X&>().flow())>::label const*>(nullptr)))>>{};
        else if constexpr (PolicyBreakdown<X>) return std::type_identity<std::decay_t<decltype(std::declval<X&>().key(std::declval<N>(), static_cast<node_data_t<part_t<X>> const*>(nullptr)))>>{};
        else return std::type_identity<std::decay_t<decltype(std::declval<X&>().key(std::declval<N>()))>>{};
    }

public:
    using Key = typename decltype(key_type<B>())::type;
    std::uint32_t number(Key key) {
        auto const [at, fresh] = numbers_.try_emplace(std::move(key), static_cast<std::uint32_t>(numbers_.size()));
        return at->second;
    }
    std::size_t size() const { return numbers_.size(); }
    template <class F> void each(F f) const {
        for (auto const& [key, number] : numbers_) f(key, number);
    }

private:
    std::unordered_map<Key, std::uint32_t> numbers_;
};

}  // namespace detail

/// Profiles the heap `G` by the breakdowns `Bs`.
template <HeapGraph G, class... Bs>
class Profiler {
    static constexpr std::size_t columns = sizeof...(Bs);
    static constexpr std::size_t lives = (std::size_t{detail::life<Bs>} + ... + 0);
    static_assert(lives <= 1, "trav: a profiler takes one Biography");

    using N = node_t<G>;
    using Reach = detail::Reach<N>;
    using Indices = std::index_sequence_for<Bs...>;
    using Parts = decltype(std::tuple_cat(std::declval<std::tuple<Reach>>(), detail::part_of(std::declval<Bs&>())...));
    template <class> struct fused_of;
    template <class... Ps> struct fused_of<std::tuple<Ps...>> { using type = Fused<std::remove_reference_t<Ps>...>; };
    using Fusion = typename fused_of<Parts>::type;
    using Inherited = typename Fusion::inherited;
    using Store = DefaultStore<G, Fusion>;
    using Bands = std::array<std::uint32_t, columns>;

    /// The place in the fusion of breakdown I's part.
    template <std::size_t I> static constexpr std::size_t part_at() {
        constexpr std::array<bool, columns> walks{Walks<Bs>...};
        return 1 + static_cast<std::size_t>(std::count(walks.begin(), walks.begin() + I, true));
    }

public:
    explicit Profiler(G graph, Bs&... breakdowns) : graph_(std::move(graph)), breakdowns_(breakdowns...), store_(detail::make_store<Store>(graph_)) {}
    Profiler(Profiler const&) = delete;  // the store may refer to the graph
    Profiler& operator=(Profiler const&) = delete;

    /// A census of all that `roots`, and roots that breakdowns name, reach. Times must not decrease.
    template <class Strategy = DepthFirst, class Roots>
    void sample(Roots const& roots, double time) {
        walk<Strategy>(roots);
        count(reached_, time);
    }
    /// A census of every object of the heap, reached or not.
    template <class Strategy = DepthFirst, class Roots>
        requires requires(G const& graph) { graph.objects(); }
    void sample_heap(Roots const& roots, double time) {
        walk<Strategy>(roots);
        count(graph_.objects(), time);
    }

    /// Visits, objects, visits per object and the frontier of the last sample.
    Statistics const& statistics() const { return statistics_; }

    /// All samples so far.
    Profile profile() const {
        Profile profile;
        profile.samples.reserve(times_.size());
        std::vector<std::map<Bands, Amount>> samples(times_.size());
        for (std::size_t t = 0; t != counts_.size(); ++t)
            for (auto const& [row, amount] : counts_[t]) samples[t][rows_[row]] += amount;
        with_life([&](auto& life, auto column) {
            life.each([&](std::size_t census, std::uint32_t row, Phase phase, Amount const& amount) {
                Bands bands = rows_[row];
                bands[column] = static_cast<std::uint32_t>(phase);
                samples[census][bands] += amount;
            });
        });
        std::vector<std::vector<std::uint32_t>> ranks;
        each_breakdown([&](auto column, auto& breakdown) {
            std::vector<Band> bands = bands_of(breakdown, std::get<column>(numbers_));
            ranks.push_back(put_in_order(bands, column, samples));
            profile.columns.push_back({breakdown.name(), &breakdown, std::move(bands)});
        });
        for (std::size_t t = 0; t != samples.size(); ++t) {
            auto& rows = profile.samples.emplace_back(Profile::Sample{times_[t], {}}).rows;
            for (auto const& [bands, amount] : samples[t]) {
                std::vector<std::uint32_t> ranked(columns);
                for (std::size_t column = 0; column != columns; ++column) ranked[column] = ranks[column][bands[column]];
                rows.push_back({std::move(ranked), amount});
            }
            std::ranges::sort(rows, {}, &Profile::Row::bands);
        }
        return profile;
    }

private:
    template <class F> void each_breakdown(F f) const {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (f(std::integral_constant<std::size_t, I>{}, std::get<I>(breakdowns_)), ...);
        }(Indices{});
    }
    template <class F> void with_life(F f) const {
        each_breakdown([&](auto column, auto& breakdown) {
            if constexpr (detail::life<std::remove_reference_t<decltype(breakdown)>>) f(breakdown, column);
        });
    }

    /// One pass for all breakdowns: fills reached_ and store_.
    template <class Strategy, class Roots>
    void walk(Roots const& roots) {
        reached_.clear();
        auto parts = std::apply(
            [&](auto&... breakdowns) {
                return std::tuple_cat(std::tuple<Reach>{Reach{reached_}}, detail::part_of(breakdowns)...);
            },
            breakdowns_);
        auto fusion = std::apply([](auto&... part) { return fuse(part...); }, parts);
        typename Counted<Strategy>::template Walker<G, Fusion, Store> walker(graph_, fusion, store_);
        detail::begin_pass(store_, graph_);
        auto const begins = sources(roots);
        for (auto at = begins.rbegin(); at != begins.rend(); ++at) walker.push(at->first, at->second);
        while (!walker.idle()) walker.step();
        if constexpr (requires { store_.after_run(); }) store_.after_run();
        statistics_ = walker.statistics();
    }

    /// Every root once, with what it hands to each part.
    template <class Roots>
    std::vector<std::pair<N, Inherited>> sources(Roots const& roots) {
        std::vector<N> heap_roots;
        for (N const& root : roots)
            if (N const n = resolve(graph_, root); !null(graph_, n)) heap_roots.push_back(n);
        std::vector<std::pair<N, Inherited>> begins;
        std::unordered_map<N, std::size_t> places;
        auto const place_of = [&](N const& n) -> Inherited& {
            auto const [at, fresh] = places.try_emplace(n, begins.size());
            if (fresh) {
                begins.push_back({n, {}});
                begins.back().second.active = 1;  // all that is reached is listed
            }
            return begins[at->second].second;
        };
        for (N const& n : heap_roots) {
            Inherited& to = place_of(n);
            each_breakdown([&](auto column, auto& breakdown) {
                if constexpr (PolicyBreakdown<std::remove_reference_t<decltype(breakdown)>>) activate<part_at<column>()>(to);
            });
        }
        each_breakdown([&](auto column, auto& breakdown) {
            if constexpr (FlowBreakdown<std::remove_reference_t<decltype(breakdown)>>) {
                constexpr std::size_t part = part_at<column>();
                breakdown.sources(heap_roots, [&](N const& handle, auto const& label) {
                    N const n = resolve(graph_, handle);
                    if (null(graph_, n)) return;
                    Inherited& to = place_of(n);
                    auto& mine = Fusion::template at<part>(to);
                    mine = is_active<part>(to) ? breakdown.flow().join(mine, label) : label;
                    activate<part>(to);
                });
            }
        });
        return begins;
    }
    template <std::size_t Part> static void activate(Inherited& to) {
        to.active = static_cast<typename Fusion::Mask>(to.active | (std::uint64_t{1} << Part));
    }
    template <std::size_t Part> static bool is_active(Inherited const& to) { return to.active >> Part & 1; }

    /// Counts each object in the row of its bands.
    void count(auto const& objects, double time) {
        times_.push_back(time);
        counts_.resize(times_.size());
        auto& counts = counts_.back();
        for (N const& n : objects) {
            Bands bands{};
            auto const* found = store_.find(n);
            each_breakdown([&](auto column, auto& breakdown) {
                using B = std::remove_reference_t<decltype(breakdown)>;
                if constexpr (!detail::life<B>) bands[column] = std::get<column>(numbers_).number(key<column>(breakdown, n, found));
            });
            std::uint32_t const row = row_numbers_.try_emplace(bands, static_cast<std::uint32_t>(rows_.size())).first->second;
            if (row == rows_.size()) rows_.push_back(bands);
            Amount const amount{static_cast<std::uint64_t>(graph_.size(n)), 1};
            if constexpr (lives == 0) counts[row] += amount;
            else with_life([&](auto& life, auto) { life.alive(n, row, amount); });
        }
        with_life([](auto& life, auto) { life.end_census(); });
    }
    template <std::size_t Column, class B> static decltype(auto) key(B& breakdown, N const& n, auto const* found) {
        if constexpr (Walks<B>) {
            constexpr std::size_t part = part_at<Column>();
            bool const seen = found && (found->seen >> part & 1);
            return breakdown.key(n, seen ? &Fusion::template at<part>(*found) : nullptr);
        } else {
            return breakdown.key(n);
        }
    }

    template <class B> static std::vector<Band> bands_of(B& breakdown, detail::Numbers<B, N> const& numbers) {
        if constexpr (detail::life<B>) {
            std::vector<Band> bands;
            for (auto const* phase : detail::phase_names) bands.push_back({phase});
            return bands;
        } else {
            std::vector<Band> bands(numbers.size());
            numbers.each([&](auto const& key, std::uint32_t number) { bands[number] = breakdown.band(key); });
            return bands;
        }
    }
    /// Orders bands by the first sample that has them, then by label; answers the new place of each. Numbers given on the way
    /// depend on the order of visits, places do not.
    static std::vector<std::uint32_t> put_in_order(std::vector<Band>& bands, std::size_t column, auto const& samples) {
        std::vector<std::size_t> first(bands.size(), samples.size());
        for (std::size_t t = samples.size(); t-- != 0;)
            for (auto const& [keys, amount] : samples[t]) first[keys[column]] = t;
        std::vector<std::uint32_t> order(bands.size()), place(bands.size());
        for (std::uint32_t i = 0; i != order.size(); ++i) order[i] = i;
        std::ranges::sort(order, {}, [&](std::uint32_t i) { return std::tie(first[i], bands[i].label); });
        std::vector<Band> ordered;
        for (std::uint32_t i = 0; i != order.size(); ++i) {
            place[order[i]] = i;
            ordered.push_back(std::move(bands[order[i]]));
        }
        bands = std::move(ordered);
        return place;
    }

    struct HashBands {
        std::size_t operator()(Bands const& bands) const {
            std::uint64_t hash = 0;
            for (auto const band : bands) hash = (hash ^ band) * 0x9E3779B97F4A7C15u, hash ^= hash >> 32;
            return static_cast<std::size_t>(hash);
        }
    };

    G graph_;
    std::tuple<Bs&...> breakdowns_;
    Store store_;
    Statistics statistics_;
    std::vector<N> reached_;
    std::tuple<detail::Numbers<Bs, N>...> numbers_;
    std::vector<Bands> rows_;  // the combinations of bands met so far
    std::unordered_map<Bands, std::uint32_t, HashBands> row_numbers_;
    std::vector<double> times_;
    std::vector<std::unordered_map<std::uint32_t, Amount>> counts_;  // by sample, then by row
};

template <class G, class... Bs> Profiler(G, Bs&...) -> Profiler<G, Bs...>;

}  // namespace trav
