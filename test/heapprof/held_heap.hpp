// HeldHeap: the named holders in one dump, as text.
#pragma once

#include <heapprof/question/named_holders.hpp>

#include <trav/dump/any_dump.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

struct HeldHeap {
    using AnyDump = trav::dump::AnyDump;
    using Node = trav::dump::Node;

    explicit HeldHeap(AnyDump const& its, std::size_t most = 200)
        : dump(its), holders(heap, machinery, names, places, most) {}

    Node node(std::string const& id) const { return dump.find_id(id, 0, dump.node_count()).value(); }
    std::string ids(auto const& nodes) const {
        std::string text;
        for (Node const n : nodes) text += (text.empty() ? "" : " ") + dump.id(n);
        return text;
    }
    // A line for each name: the objects from which, and to which its references lead, with the places.
    std::string of(std::vector<std::string> const& objects, bool exact = false) {
        std::vector<Node> nodes;
        for (std::string const& each : objects) nodes.push_back(node(each));
        std::string text;
        for (auto const& [name, held] : holders.of(nodes, exact)) {
            text += name + ": " + ids(held.from) + " > " + ids(held.to);
            for (auto const& [place, to] : held.at) text += " (" + place + ": " + ids(to) + ')';
            text += '\n';
        }
        return text;
    }
    std::string held_as(std::string const& name) {
        return ids(holders.held_as(name, heapprof::ShortNames(dump)));
    }

    AnyDump const& dump;
    heapprof::RetainedHeap heap{dump};
    trav::dump::EdgeSet machinery = dump.machinery();
    heapprof::OwnerNames names{heap, machinery};
    std::function<std::string(Node)> places = dump.places();
    heapprof::NamedHolders holders;
};
