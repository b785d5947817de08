// trav/graph/checked_csr.hpp: checked(csr), for arrays from an untrusted source: returns the graph, or throws
// an exception that names the first bad offset or target. O(nodes + edges).
#pragma once

#include "../detail/raise.hpp"
#include "csr.hpp"

#include <stdexcept>
#include <string>

namespace trav {

/// The arrays of a Csr do not describe a graph.
struct BadCsr : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// Returns `graph` if all its offsets and targets are in range. Throws BadCsr.
template <class Offset, class Node, class Size>
Csr<Offset, Node, Size> checked(Csr<Offset, Node, Size> graph) {
    using std::to_string;
    CsrDefect const defect = graph.first_defect();
    auto const offset = [&] {
        return "trav: csr: offset " + to_string(defect.at) + " is " + to_string(graph.offsets()[defect.at]);
    };
    switch (defect.kind) {
    case CsrDefect::none: return graph;
    case CsrDefect::offset_decreases:
        detail::raise(
            BadCsr(offset() + ", less than the one before it, " + to_string(graph.offsets()[defect.at - 1])));
    case CsrDefect::offset_beyond:
        detail::raise(BadCsr(offset() + ", but there are " + to_string(graph.targets().size()) + " targets"));
    case CsrDefect::target_beyond:
        detail::raise(BadCsr("trav: csr: target " + to_string(defect.at) + " is " +
                             to_string(graph.targets()[defect.at]) + ", but there are " +
                             to_string(graph.count()) + " nodes"));
    case CsrDefect::sizes_differ: break;
    }
    detail::raise(BadCsr("trav: csr: there are " + to_string(defect.at) + " sizes for " +
                         to_string(graph.count()) + " nodes"));
}

}  // namespace trav
