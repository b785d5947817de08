// Ways: shortest paths to many objects of a dump, as a tree: each way is that to another object and a step.
//
//     Ways const ways(dump, graph, holds, objects, more);
//     ways.to(object)         // "app.sessions.table[3]", which --root takes
//     ways.all()              // one for each of `objects`, in their order
//
// A way begins as those of path_selector.hpp do: at a global object or a root. Costs the edges of the objects
// on the ways, and two numbers for each of these objects.
#pragma once

#include "starts.hpp"

#include <trav/dump/path.hpp>
#include <trav/path/shortest_paths.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
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

/// The dump, and what answers whether an edge holds, must outlive it.
template <trav::dump::Dump D, class G, class Holds>
class Ways {
    using Node = trav::dump::Node;
    using Step = trav::dump::Step;

  public:
    static constexpr Node none = std::numeric_limits<Node>::max();
    static constexpr std::size_t longest = 1000;  ///< steps of a text

    /// To `objects`, of which the first is `none`, as others may be: `none` has no way. The ways to `more`
    /// and to what is passed come after theirs.
    Ways(D const& dump, G const& graph, Holds const& holds, std::vector<Node> objects,
         std::vector<Node> const& more = {})
        : dump_(dump),
          holds_(holds),
          paths_(graph, path_starts(dump)),
          nodes_(std::move(objects)),
          given_(nodes_.size()),
          number_(dump.node_count()) {
        find_starts();
        for (std::uint32_t i = 0; i != given_; ++i)
            if (nodes_[i] != none) number_[nodes_[i]] = i;
        for (Node const n : more) add(n);
        for (std::size_t i = 0; i != nodes_.size(); ++i) {
            Node const from = nodes_[i] == none ? none : before(nodes_[i]);
            if (from != none && before(from) != none) add(from);
        }
        ways_.resize(nodes_.size());
        name_all();
    }

    std::vector<Way> const& all() const { return ways_; }
    /// Of steps; the first is empty.
    std::vector<std::string> const& texts() const { return texts_; }

    /// The way to one of these objects as a selector. A long one begins on the way, with an id.
    std::string to(Node n) const {
        std::vector<std::uint32_t> chain{number_[n]};
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
    using Leads = std::unordered_map<std::string, Node>;
    static constexpr std::size_t longest_name = 200;
    static constexpr std::uint32_t largest_index = 999'999'999;

    void add(Node n) {
        if (number_[n] != 0) return;
        number_[n] = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back(n);
    }
    // Garbage is reached from nowhere, and has no other way than its id.
    Node before(Node n) const {
        std::size_t const at = paths_.number(n), from = at == 0 ? 0 : paths_.list()[at - 1].from;
        return from == 0 ? none : paths_.list()[from - 1].node;
    }
    std::string id(std::uint32_t way) const { return trav::dump::id_text(dump_, nodes_[way]); }
    std::string step_text(std::uint32_t way) const {
        std::uint32_t const step = ways_[way].step;
        if (step % 2 == 1) return '[' + std::to_string(step / 2) + ']';
        return step == 0 ? trav::dump::text({{id(way), true}}) : texts_[step / 2];
    }

    // Where follow() leads from an object by those names that are wanted.
    template <class Wanted>
    Leads leads(Node from, Wanted const& wanted) const {
        Leads fields, others;
        dump_.for_each_edge(from, [&](typename D::Edge const& edge) {
            using enum trav::dump::EdgeKind;
            auto const is = kind(dump_, edge);
            if (is == weak || is == unnamed) return;
            std::string called(name(dump_, edge));
            if (!wanted(called)) return;
            if (is == field || is == element) fields.try_emplace(std::move(called), edge.to);
            else others.insert_or_assign(std::move(called), edge.to);
        });
        fields.merge(others);
        return fields;
    }

    void find_starts() {
        if constexpr (requires { dump_.globals(); }) {
            for (Node const global : dump_.globals()) {
                is_global_.insert(global);
                for (auto const& [name, to] : leads(global, [](auto const&) { return true; })) {
                    auto const [at, is_new] = globals_.try_emplace(name, to);
                    if (!is_new) at->second = none;
                }
            }
            for (auto const& name : dump_.global_names)
                if (auto const at = globals_.find(std::string(name)); at != globals_.end()) at->second = none;
        }
        dump_.for_each_root([&](Node n, auto const& name) {
            root_names_[n] = name;
            auto const [at, is_new] = roots_.try_emplace(std::string(name), n);
            if (!is_new) at->second = none;
        });
    }

    void name_all() {
        std::vector<std::pair<Node, std::uint32_t>> steps;  // from where, and the way that ends with it
        for (std::uint32_t i = 0; i != nodes_.size(); ++i) {
            if (nodes_[i] == none) continue;
            if (Node const from = before(nodes_[i]); from != none) steps.emplace_back(from, i);
            else ways_[i].step = numbered(start_text(nodes_[i]));
        }
        std::ranges::sort(steps);
        for (auto begin = steps.begin(); begin != steps.end();) {
            auto const end = std::find_if(begin, steps.end(),
                                          [&](auto const& each) { return each.first != begin->first; });
            name_steps(begin->first, {begin, end});
            begin = end;
        }
    }

    // Those from one object, each by the first name that leads there.
    void name_steps(Node from, std::vector<std::pair<Node, std::uint32_t>> const& steps) {
        auto const candidate = [&](typename D::Edge const& edge) {
            if (number_[edge.to] == 0 || before(edge.to) != from || !holds_(edge)) return std::string();
            std::string called(name(dump_, edge));
            bool const good = called.size() <= longest_name && trav::dump::can_be_written(called);
            return good ? called : std::string();
        };
        Leads asked;
        dump_.for_each_edge(from, [&](typename D::Edge const& edge) {
            if (std::string called = candidate(edge); !called.empty())
                asked.try_emplace(std::move(called), none);
        });
        asked = leads(from, [&](std::string const& called) { return asked.contains(called); });
        std::unordered_map<Node, std::string> names;
        dump_.for_each_edge(from, [&](typename D::Edge const& edge) {
            std::string called = candidate(edge);
            if (auto const at = asked.find(called); at != asked.end() && at->second == edge.to)
                names.try_emplace(edge.to, std::move(called));
        });
        bool const begins = before(from) == none;
        for (auto const& [unused, way] : steps) {
            auto const at = names.find(nodes_[way]);
            Step const step = at == names.end() ? Step{id(way), true} : Step{at->second};
            ways_[way] = begins ? Way{0, numbered(trav::dump::text(beginning(from, step)))}
                                : Way{number_[from], numbered(step, way < given_)};
        }
    }

    // The name of a start, if a selector of that name selects nothing else.
    std::optional<Step> start_name(Node start) const {
        auto const root = root_names_.find(start);
        if (root == root_names_.end() || !trav::dump::can_be_written(root->second)) return {};
        Leads const& names = has_globals(dump_) ? globals_ : roots_;
        auto const at = names.find(root->second);
        if (at == names.end() || at->second != start) return {};
        return Step{root->second};
    }
    std::string start_text(Node start) const {
        auto const name = start_name(start);
        return name ? trav::dump::text({*name}) : '@' + trav::dump::id_text(dump_, start);
    }
    // How a way begins that goes on with this step.
    trav::dump::Path beginning(Node start, Step const& step) const {
        if (auto const name = start_name(start)) return {*name, step};
        if (begins_path(start, step)) return {step};
        return {{trav::dump::id_text(dump_, start), true}, step};
    }
    // Whether a selector may begin with this step from a start, as it leads from no other.
    bool begins_path(Node start, Step const& step) const {
        if (!has_globals(dump_)) return false;
        if (step.is_id) return true;
        auto const at = globals_.find(step.name);
        if (at == globals_.end()) return root_names_.size() == 1;
        return is_global_.contains(start) && at->second != none;
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
    Holds const& holds_;
    trav::ShortestPaths<G> paths_;
    std::vector<Node> nodes_;            // of the ways
    std::size_t given_;                  // the first of them
    std::vector<std::uint32_t> number_;  // of a node's way; 0: it has none
    std::vector<Way> ways_;
    std::vector<std::string> texts_{""};
    std::unordered_map<std::string, std::uint32_t> numbers_;

    Leads globals_;  // where names lead from the global objects; none: to several
    Leads roots_;    // and from nowhere, as roots
    std::unordered_map<Node, std::string> root_names_;
    std::unordered_set<Node> is_global_;
};

}  // namespace heapprof
