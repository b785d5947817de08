// Random heaps for RapidCheck, of every shape, each from a single number; and smaller ones to try after a
// failure.
#pragma once

#include "case.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace oracle {

/// A heap of up to `most` nodes, of one of the shapes of random_graph.hpp; one in 64 is empty.
inline Case random_heap(test::RandomGraphs& dice, int most) {
    Case c;
    if (dice.below(64) == 0) return c;
    test::Shape const shape = dice.graph(dice.below(test::RandomGraphs::kinds), most);
    c.nodes = shape.size();
    c.roots = shape.roots;
    for (int n = 0; n != c.nodes; ++n)
        for (int const to : shape.children[at(n)]) c.edges.emplace_back(n, to);
    int const rare = 1 + dice.below(6), identities = 1 + dice.below(6);
    for (int n = 0; n != c.nodes + 8; ++n) {  // including objects that are made later
        c.bytes.push_back(8 * dice.below(5));
        c.types.push_back(dice.below(4));
        c.retainers.push_back(dice.below(rare) == 0 ? dice.below(identities) : null);
    }
    for (int k = dice.below(5); k > 0; --k) c.named.emplace_back(dice.below(4), dice.below(c.nodes));
    int const caps[] = {1, 2, 3, 8};
    c.cap = caps[dice.below(4)];
    return c;
}

/// The same with a history.
inline Case random_story(test::RandomGraphs& dice, int most, int length) {
    Case c = random_heap(dice, most);
    c.whole_heap = dice.below(3) == 0;
    int objects = c.nodes;
    for (int k = 1 + dice.below(length); k > 0; --k) {
        Step step{Do::census, 0, dice.below(4)};
        int const what = dice.below(16);
        if (objects == 0 || what < 2)
            step = {Do::make, dice.below(objects + 1) - 1, dice.below(2)}, ++objects;
        else if (what < 4) step = {Do::link, dice.below(objects), dice.below(objects)};
        else if (what < 6) step = {Do::cut, dice.below(objects + 1) - 1};
        else if (what < 9) step = {Do::use, dice.below(objects)};
        else if (what < 10) step = {Do::move, dice.below(objects)};
        else if (what < 12) step = {Do::collect, 0, dice.below(4)};
        c.steps.push_back(step);
    }
    return c;
}

/// A history of handles, for Biography alone.
inline Case random_history(test::RandomGraphs& dice, int most, int length) {
    Case c;
    for (int k = 1 + dice.below(length); k > 0; --k) {
        int const what = dice.below(12), n = dice.below(most);
        Step step{Do::census, dice.below(1 << most) | dice.below(1 << most), 0};
        if (dice.below(3) == 0) step.b = dice.below(1 << most);
        if (what < 2) step = {Do::make, n};
        else if (what < 5) step = {Do::use, n};
        else if (what < 6) step = {Do::die, n};
        else if (what < 8) step = {Do::move, n, dice.below(most)};
        c.steps.push_back(step);
    }
    return c;
}

namespace detail {

/// The list without `count` elements from `first` on.
template <class T>
std::vector<T> without(std::vector<T> list, std::size_t first, std::size_t count) {
    auto const begin = list.begin() + static_cast<std::ptrdiff_t>(std::min(first, list.size()));
    auto const end = list.begin() + static_cast<std::ptrdiff_t>(std::min(first + count, list.size()));
    list.erase(begin, end);
    return list;
}

/// The heap without some nodes and their edges. Later nodes get lower numbers.
inline Case without_nodes(Case c, int first, int count) {
    auto const gone = [&](int n) { return n >= first && n < first + count; };
    auto const moved = [&](int n) { return n >= first + count ? n - count : n; };
    std::erase_if(c.edges, [&](auto const& edge) { return gone(edge.first) || gone(edge.second); });
    std::erase_if(c.named, [&](auto const& root) { return gone(root.second); });
    std::erase_if(c.roots, gone);
    std::erase_if(c.steps, [&](Step const& step) {
        return step.what != Do::collect && step.what != Do::census &&
               (gone(step.a) || (step.what == Do::link && gone(step.b)));
    });
    for (auto& [from, to] : c.edges) from = moved(from), to = moved(to);
    for (auto& [name, node] : c.named) node = moved(node);
    for (int& root : c.roots) root = moved(root);
    for (Step& step : c.steps)
        if (step.what != Do::collect && step.what != Do::census) {
            step.a = moved(step.a);
            if (step.what == Do::link) step.b = moved(step.b);
        }
    c.bytes = without(c.bytes, at(first), at(count));
    c.types = without(c.types, at(first), at(count));
    c.retainers = without(c.retainers, at(first), at(count));
    c.nodes -= count;
    return c;
}

}  // namespace detail

/// Smaller cases, the smallest first.
inline std::vector<Case> smaller(Case const& c) {
    std::vector<Case> all;
    auto const pieces = [](std::size_t size, auto take) {
        for (std::size_t count = size; count != 0; count /= 2)
            for (std::size_t first = 0; first < size; first += count) take(first, count);
    };
    auto const shorten = [&](auto Case::* list) {
        pieces((c.*list).size(), [&](std::size_t first, std::size_t count) {
            all.push_back(c);
            all.back().*list = detail::without(c.*list, first, count);
        });
    };
    shorten(&Case::steps);
    pieces(at(c.nodes), [&](std::size_t first, std::size_t count) {
        count = std::min(count, at(c.nodes) - first);
        all.push_back(detail::without_nodes(c, static_cast<int>(first), static_cast<int>(count)));
    });
    shorten(&Case::edges);
    shorten(&Case::roots);
    shorten(&Case::named);
    // fewer and simpler properties of nodes
    auto const plainer = [&](Numbers Case::* list, int plain) {
        if (!(c.*list).empty()) all.push_back(c), (all.back().*list).clear();
        if (!(c.*list).empty()) all.push_back(c), (all.back().*list).pop_back();
        for (std::size_t n = 0; n != (c.*list).size(); ++n)
            if ((c.*list)[n] != plain) all.push_back(c), (all.back().*list)[n] = plain;
    };
    plainer(&Case::bytes, 8);
    plainer(&Case::types, 0);
    plainer(&Case::retainers, null);
    if (c.cap != 8) all.push_back(c), all.back().cap = 8;
    if (c.whole_heap) all.push_back(c), all.back().whole_heap = false;
    for (std::size_t k = 0; k != c.steps.size(); ++k)
        if (c.steps[k].b != 0 && c.steps[k].what != Do::link && c.steps[k].what != Do::move)
            all.push_back(c), all.back().steps[k].b = 0;
    if (c.nodes == 0)  // of handles: fewer living ones
        for (std::size_t k = 0; k != c.steps.size(); ++k)
            for (int bit = 1; c.steps[k].what == Do::census && bit <= c.steps[k].a; bit *= 2)
                if ((c.steps[k].a & bit) != 0) all.push_back(c), all.back().steps[k].a -= bit;
    return all;
}

/// RapidCheck's generator of the cases that `make(dice, size)` returns: `dice` has a seed, and the size is
/// from 0 to 100.
template <class Make>
rc::Gen<Case> cases(Make make) {
    return [make](rc::Random const& random, int size) {
        test::RandomGraphs dice(static_cast<std::uint32_t>(rc::Random(random).next()));
        return rc::shrinkable::shrinkRecur(make(dice, size),
                                           [](Case const& c) { return rc::seq::fromContainer(smaller(c)); });
    };
}

}  // namespace oracle
