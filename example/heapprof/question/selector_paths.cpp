#include "selector_paths.hpp"

#include <trav/dump/error.hpp>
#include <trav/dump/selector.hpp>

#include <algorithm>
#include <charconv>
#include <span>
#include <unordered_set>
#include <utility>

namespace heapprof {

bool selects_only(AnyDump const& dump, std::string const& text, Node n) {
    constexpr std::size_t most = 200;
    if (text.size() > most) return false;
    try {
        return trav::dump::Selector(text).finds_only(dump, n);
    } catch (trav::dump::Error const&) { return false; }  // not a selector
}

SelectorPaths::SelectorPaths(AnyDump const& dump, SelectorRoots const& roots, EdgeSet const& holds,
                             Before const& before, std::vector<Node> objects, std::vector<Node> const& more)
    : dump_(dump), nodes_(std::move(objects)), given_(nodes_.size()) {
    for (std::uint32_t i = 0; i != given_; ++i)
        if (nodes_[i] != none) number_[nodes_[i]] = i;
    for (Node const n : more) add(n);
    for (std::size_t i = 0; i != nodes_.size(); ++i) {
        auto const from = nodes_[i] == none ? std::nullopt : before(nodes_[i]);
        if (from && before(*from)) add(*from);
    }
    paths_.resize(nodes_.size());
    name_all(roots, holds, before);
}

std::string SelectorPaths::to(Node n) const {
    std::vector<std::uint32_t> chain{number(n)};
    while (paths_[chain.back()].before != 0 && chain.size() != longest)
        chain.push_back(paths_[chain.back()].before);
    std::string result;
    if (paths_[chain.back()].before != 0) {
        result = trav::dump::text({{id(chain.back()), true}});
        chain.pop_back();
    }
    std::ranges::reverse(chain);
    for (std::uint32_t const each : chain) result += step_text(each);
    return result;
}

void SelectorPaths::add(Node n) {
    auto const [at, is_new] = number_.try_emplace(n, static_cast<std::uint32_t>(nodes_.size()));
    if (is_new) nodes_.push_back(n);
}

std::uint32_t SelectorPaths::number(Node n) const {
    auto const at = number_.find(n);
    return at == number_.end() ? 0 : at->second;
}

std::string SelectorPaths::step_text(std::uint32_t path) const {
    std::uint32_t const step = paths_[path].step;
    if (step % 2 == 1) return '[' + std::to_string(step / 2) + ']';
    return step == 0 ? trav::dump::text({{id(path), true}}) : texts_[step / 2];
}

void SelectorPaths::name_all(SelectorRoots const& roots, EdgeSet const& holds, Before const& before) {
    std::vector<std::pair<Node, std::uint32_t>> steps;  // previous object, and the path that the step ends
    for (std::uint32_t i = 0; i != nodes_.size(); ++i) {
        if (nodes_[i] == none) continue;
        if (auto const from = before(nodes_[i])) steps.emplace_back(*from, i);
        else paths_[i].step = numbered(roots.text(nodes_[i]));
    }
    std::ranges::sort(steps);
    for (auto begin = steps.begin(); begin != steps.end();) {
        Node const from = begin->first;
        auto const end =
            std::find_if(begin, steps.end(), [&](auto const& each) { return each.first != from; });
        auto const names = step_names(from, holds, before);
        for (auto const& [unused, path] : std::span(begin, end)) {
            auto const at = names.find(nodes_[path]);
            Step const step = at == names.end() ? Step{id(path), true} : Step{at->second};
            paths_[path] = before(from) ? SelectorPath{number(from), numbered(step, path < given_)}
                                        : SelectorPath{0, numbered(trav::dump::text(roots.path(from, step)))};
        }
        begin = end;
    }
}

std::unordered_map<Node, std::string> SelectorPaths::step_names(Node from, EdgeSet const& holds,
                                                                Before const& before) const {
    auto const candidate = [&](AnyDump::Edge const& edge) {
        if (number(edge.to) == 0 || before(edge.to) != from || !holds.contains(edge.number))
            return std::string();
        std::string called(name(dump_, edge));
        return called.size() <= longest_name ? called : std::string();
    };
    std::unordered_set<std::string> candidates;
    dump_.for_each_edge(from, [&](AnyDump::Edge const& edge) {
        if (std::string called = candidate(edge); !called.empty()) candidates.insert(std::move(called));
    });
    auto const to = leads(dump_, from, [&](auto const& called) { return candidates.contains(called); });
    std::unordered_map<Node, std::string> names;
    dump_.for_each_edge(from, [&](AnyDump::Edge const& edge) {
        std::string called = candidate(edge);
        if (auto const at = to.find(called); at != to.end() && at->second == edge.to)
            names.try_emplace(edge.to, std::move(called));
    });
    return names;
}

std::uint32_t SelectorPaths::numbered(std::string text) {
    auto const [at, is_new] =
        numbers_.try_emplace(std::move(text), static_cast<std::uint32_t>(texts_.size()));
    if (is_new) texts_.push_back(at->first);
    return 2 * at->second;
}

std::uint32_t SelectorPaths::numbered(Step const& step, bool knows_id) {
    if (step.is_id && knows_id) return 0;
    std::uint32_t index = 0;  // also of other names
    std::from_chars(step.name.data(), step.name.data() + step.name.size(), index);
    bool const is_index = !step.is_id && index <= largest_index && std::to_string(index) == step.name;
    return is_index ? 2 * index + 1 : numbered(trav::dump::text({{"x"}, step}).substr(1));
}

}  // namespace heapprof
