// Graphs in compressed sparse rows from outside. The first byte decides whether the other bytes are offsets
// and targets in memory or a file to map. An accepted graph has all its children in range; a refused one has
// a defect by definition.
#include "fuzz.hpp"

#include <trav/graph/checked_csr.hpp>
#include <trav/graph/mapped.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

namespace {

/// Whether the arrays are a graph, by definition.
template <class Offset, class Node>
bool is_graph(std::span<Offset const> offsets, std::span<Node const> targets) {
    auto const nodes = static_cast<std::intmax_t>(offsets.empty() ? 0 : offsets.size() - 1);
    auto const beyond = [](auto value, std::intmax_t end) {
        return static_cast<std::intmax_t>(value) < 0 || static_cast<std::intmax_t>(value) >= end;
    };
    auto const edges = static_cast<std::intmax_t>(targets.size());
    return std::ranges::is_sorted(offsets) &&
           std::ranges::none_of(offsets, [&](Offset o) { return beyond(o, edges + 1); }) &&
           std::ranges::none_of(targets, [&](Node n) { return beyond(n, nodes); });
}

void must_be_in_range(auto const& graph) {
    for (auto const n : graph.objects())
        for (auto const child : graph.children(n))
            fuzz::must(static_cast<std::size_t>(child) < graph.count(), "a child is a node");
}

template <class Offset, class Node>
void in_memory(fuzz::Choices& choices) {
    std::vector<Offset> offsets(choices.below(16));
    for (Offset& offset : offsets) offset = static_cast<Offset>(static_cast<std::int8_t>(choices.byte()));
    std::vector<Node> targets(std::min<std::size_t>(choices.left(), 32));
    for (Node& target : targets) target = static_cast<Node>(static_cast<std::int8_t>(choices.byte()));
    trav::Csr const graph(offsets, targets);
    bool accepted = true;
    try {
        must_be_in_range(trav::checked(graph));
    } catch (trav::BadCsr const& error) {
        fuzz::must_be_one_line(error.what());
        accepted = false;
    }
    fuzz::must(accepted == is_graph<Offset, Node>(offsets, targets), "graphs are accepted, others are not");
}

/// Maps a file in memory; if `whole`, with a valid header.
template <class Node, bool Sized>
void in_a_file(fuzz::Choices& choices, bool whole) {
    static int const file = memfd_create("csr", 0);
    static std::string const name = "/proc/self/fd/" + std::to_string(file);
    std::string bytes;
    if (whole) {
        trav::detail::CsrHeader header;
        header.node_bytes = sizeof(Node);
        header.size_bytes = Sized ? 8 : 0;
        header.nodes = choices.below(8);
        header.edges = choices.below(8);
        bytes.append(reinterpret_cast<char const*>(&header), sizeof header);
        for (std::uint64_t i = 0; i <= header.nodes; ++i)
            bytes.append({static_cast<char>(choices.byte()), 0, 0, 0, 0, 0, 0, 0});
        bytes += choices.rest();
        bytes.resize(header.end());
    } else {
        bytes = choices.rest();
    }
    fuzz::must(ftruncate(file, static_cast<off_t>(bytes.size())) == 0 &&
                   pwrite(file, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()),
               "the system keeps the file");
    try {
        trav::MappedCsr<Node, Sized> const graph(name);
        fuzz::must(is_graph<std::uint64_t, Node>(graph.offsets(), graph.targets()), "it is a graph");
        must_be_in_range(graph);
        std::size_t bytes_of_all = 0;
        if constexpr (Sized)
            for (auto const n : graph.objects()) bytes_of_all += graph.size(n);
    } catch (trav::BadFile const& error) { fuzz::must_be_one_line(error.what()); }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    fuzz::Choices choices(data, size);
    switch (choices.below(16)) {
    case 0: in_a_file<std::uint32_t, false>(choices, true); break;
    case 1: in_a_file<std::uint64_t, true>(choices, true); break;
    case 2: in_a_file<std::uint32_t, false>(choices, false); break;
    case 3: in_a_file<std::uint16_t, true>(choices, false); break;
    case 4: in_memory<std::uint8_t, std::uint8_t>(choices); break;
    case 5: in_memory<std::int32_t, std::int16_t>(choices); break;
    case 6: in_memory<std::uint64_t, std::int8_t>(choices); break;
    default: in_memory<std::int64_t, std::uint32_t>(choices); break;
    }
    return 0;
}
