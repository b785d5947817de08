// HeldHeap: the named holders in one dump, as text.
#pragma once

#include "heapprof/named_heap.hpp"
#include "heapprof/node_of.hpp"

#include <heapprof/question/named_holders.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

struct HeldHeap : NamedHeap {
    using Node = trav::dump::Node;

    explicit HeldHeap(trav::dump::AnyDump const& its, std::size_t most = 200)
        : NamedHeap(its), holders(heap, machinery, names, places, most) {}

    std::string ids(auto const& nodes) const {
        std::string text;
        for (Node const n : nodes) text += (text.empty() ? "" : " ") + dump.id(n);
        return text;
    }
    // A line for each name: "NAME: HOLDERS > OBJECTS (PLACE: OBJECTS)".
    std::string of(std::vector<std::string> const& objects, bool exact = false) {
        std::vector<Node> nodes;
        for (std::string const& each : objects) nodes.push_back(test::node_of(dump, each));
        std::string text;
        for (auto const& [name, held] : holders.of(nodes, exact)) {
            text += name + ": " + ids(held.from) + " > " + ids(held.to);
            for (auto const& [place, to] : held.at) text += " (" + place + ": " + ids(to) + ')';
            text += '\n';
        }
        return text;
    }
    // The ids of the objects with a reference of this name.
    std::string held_as(std::string const& name) {
        return ids(holders.held_as(name, heapprof::ShortNames(dump)));
    }

    std::function<std::string(Node)> places = dump.places();
    heapprof::NamedHolders holders;
};
