// Ways: how objects of a dump are reached, as selectors that --root takes. They form a tree: each way is that
// to another object and a step.
//
//     Ways const ways(dump, beginnings, holds, paths, objects, more);
//     ways.to(object)         // "app.sessions.table[3]"
//     ways.all()              // one for each of `objects`, in their order
//
// A way begins as beginnings.hpp says. A step that has no name which leads there is written as the id of the
// object that it leads to, and a way of more than `longest` steps begins at the id of an object on it. Costs
// the edges of the objects on the ways, and three numbers for each of these objects.
#pragma once

#include "beginnings.hpp"

#include <trav/dump/path.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace heapprof {

/// The last step of a way, and the way before it.
struct Way {
    std::uint32_t before = 0;  ///< 0: it begins with this step
    std::uint32_t step = 0;    ///< 2 * index + 1, or 2 * the number of a text, or 0: the object's id
};

/// The dump must outlive it.
template <trav::dump::Dump D>
class Ways {
    using Node = trav::dump::Node;
    using Step = trav::dump::Step;

  public:
    static constexpr Node none = std::numeric_limits<Node>::max();
    static constexpr std::size_t longest = 1000;  ///< steps of a text

    /// To `objects`, of which the first is `none`, as others may be: `none` has no way. The ways to `more`
    /// and to what is passed come after theirs. `paths.before(object)` is the object before it on the way, if
    /// there is one; a step is an edge for which holds(edge).
    Ways(D const& dump, Beginnings<D> const& beginnings, auto const& holds, auto const& paths,
         std::vector<Node> objects, std::vector<Node> const& more = {})
        : dump_(dump), nodes_(std::move(objects)), given_(nodes_.size()) {
        for (std::uint32_t i = 0; i != given_; ++i)
            if (nodes_[i] != none) number_[nodes_[i]] = i;
        for (Node const n : more) add(n);
        for (std::size_t i = 0; i != nodes_.size(); ++i) {
            auto const from = nodes_[i] == none ? std::nullopt : paths.before(nodes_[i]);
            if (from && paths.before(*from)) add(*from);
        }
        ways_.resize(nodes_.size());
        name_all(beginnings, holds, paths);
    }

    std::vector<Way> const& all() const { return ways_; }
    /// Of steps; the first is empty.
    std::vector<std::string> const& texts() const { return texts_; }

    /// The steps that to() leaves out of a way of so many.
    static constexpr std::size_t left_out(std::size_t steps) {
        return steps > longest ? steps + 1 - longest : 0;
    }
    /// The way to one of these objects as a selector. A long one begins on the way, with an id.
    std::string to(Node n) const {
        std::vector<std::uint32_t> chain{number(n)};
        while (ways_[chain.back()].before != 0 && chain.size() != longest)
            chain.push_back(ways_[chain.back()].before);
        std::string result;
        if (ways_[chain.back()].before != 0) {
            result = trav::dump::text({{id(chain.back()), true}});
            chain.pop_back();
        }
        std::ranges::reverse(chain);
        for (std::uint32_t const each : chain) result += step_text(each);
        return result;
    }

  private:
    static constexpr std::size_t longest_name = 200;
    static constexpr std::uint32_t largest_index = 999'999'999;

    void add(Node n) {
        auto const [at, is_new] = number_.try_emplace(n, static_cast<std::uint32_t>(nodes_.size()));
        if (is_new) nodes_.push_back(n);
    }
    std::uint32_t number(Node n) const {
        auto const at = number_.find(n);
        return at == number_.end() ? 0 : at->second;
    }
    std::string id(std::uint32_t way) const { return trav::dump::id_text(dump_, nodes_[way]); }
    std::string step_text(std::uint32_t way) const {
        std::uint32_t const step = ways_[way].step;
        if (step % 2 == 1) return '[' + std::to_string(step / 2) + ']';
        return step == 0 ? trav::dump::text({{id(way), true}}) : texts_[step / 2];
    }

    void name_all(Beginnings<D> const& beginnings, auto const& holds, auto const& paths) {
        std::vector<std::pair<Node, std::uint32_t>> steps;  // from where, and the way that ends with it
        for (std::uint32_t i = 0; i != nodes_.size(); ++i) {
            if (nodes_[i] == none) continue;
            if (auto const from = paths.before(nodes_[i])) steps.emplace_back(*from, i);
            else ways_[i].step = numbered(beginnings.text(nodes_[i]));
        }
        std::ranges::sort(steps);
        for (auto begin = steps.begin(); begin != steps.end();) {
            Node const from = begin->first;
            auto const end =
                std::find_if(begin, steps.end(), [&](auto const& each) { return each.first != from; });
            auto const names = step_names(from, holds, paths);
            for (auto const& [unused, way] : std::span(begin, end)) {
                auto const at = names.find(nodes_[way]);
                Step const step = at == names.end() ? Step{id(way), true} : Step{at->second};
                ways_[way] = paths.before(from)
                                 ? Way{number(from), numbered(step, way < given_)}
                                 : Way{0, numbered(trav::dump::text(beginnings.path(from, step)))};
            }
            begin = end;
        }
    }

    // Of those that ways lead to from one object, the first name that leads there.
    std::unordered_map<Node, std::string> step_names(Node from, auto const& holds, auto const& paths) const {
        auto const candidate = [&](typename D::Edge const& edge) {
            if (number(edge.to) == 0 || paths.before(edge.to) != from || !holds(edge)) return std::string();
            std::string called(name(dump_, edge));
            bool const good = called.size() <= longest_name && trav::dump::can_be_written(called);
            return good ? called : std::string();
        };
        std::unordered_set<std::string> candidates;
        dump_.for_each_edge(from, [&](typename D::Edge const& edge) {
            if (std::string called = candidate(edge); !called.empty()) candidates.insert(std::move(called));
        });
        auto const to = leads(dump_, from, [&](auto const& called) { return candidates.contains(called); });
        std::unordered_map<Node, std::string> names;
        dump_.for_each_edge(from, [&](typename D::Edge const& edge) {
            std::string called = candidate(edge);
            if (auto const at = to.find(called); at != to.end() && at->second == edge.to)
                names.try_emplace(edge.to, std::move(called));
        });
        return names;
    }

    std::uint32_t numbered(std::string text) {
        auto const [at, is_new] =
            numbers_.try_emplace(std::move(text), static_cast<std::uint32_t>(texts_.size()));
        if (is_new) texts_.push_back(at->first);
        return 2 * at->second;
    }
    std::uint32_t numbered(Step const& step, bool knows_id) {
        if (step.is_id && knows_id) return 0;
        std::uint32_t index = 0;
        auto const* const end = step.name.data() + step.name.size();
        auto const [read, bad] = std::from_chars(step.name.data(), end, index);
        bool const is_index = !step.is_id && bad == std::errc{} && read == end && index <= largest_index &&
                              std::to_string(index) == step.name;
        return is_index ? 2 * index + 1 : numbered(trav::dump::text({{"x"}, step}).substr(1));
    }

    D const& dump_;
    std::vector<Node> nodes_;  // of the ways
    std::size_t given_;        // the first of them
    std::unordered_map<Node, std::uint32_t> number_;
    std::vector<Way> ways_;
    std::vector<std::string> texts_{""};
    std::unordered_map<std::string, std::uint32_t> numbers_;
};

}  // namespace heapprof
