// trav/dump/csr/sort_edges.hpp: makes a .csr file from a text that lists references, for lists that are
// larger than memory. POSIX only.
//
//     trav::dump::Input input("big.edges");
//     trav::dump::sort_edges(input, "big.csr", std::size_t{2} << 30);
//
// Each line has two numbers, separated by blanks: the object that refers, and the object that it refers to.
// Objects are numbered from 0. Empty lines and lines that begin with # are ignored. Sorting temporarily takes
// 8 bytes per reference, plus the size of the result, on the disc of the output file.
//
// Roots are the objects that refer to something and that no other object refers to. If most references lead
// in one direction through the numbers and few lead far back, as in allocation order, the objects stay in
// that order, which is the fastest to profile. Otherwise they are sorted (sort.hpp).
#pragma once

#include "../../detail/bits.hpp"
#include "../../graph/edge_sample.hpp"
#include "../../graph/mapping.hpp"
#include "../../graph/write_edges.hpp"
#include "../detail/lines.hpp"
#include "../input.hpp"
#include "sort.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace trav::dump {

namespace detail {

using Reference = std::array<Node, 2>;

/// Parses a line that must consist of two numbers.
inline Reference parse_reference(Lines const& line) {
    Reference result{};
    std::string_view left = line.text();
    auto const skip_blanks = [&] {
        left.remove_prefix(std::min(left.find_first_not_of(" \t"), left.size()));
    };
    for (Node& each : result) {
        skip_blanks();
        std::uint64_t number = 0;
        auto const [end, bad] = std::from_chars(left.data(), left.data() + left.size(), number);
        auto const word = [&] { return std::string(left.substr(0, left.find_first_of(" \t"))); };
        if (bad == std::errc::invalid_argument)
            line.fail("a reference is two numbers of objects" +
                      (left.empty() ? "" : ", not '" + word() + "'"));
        if (bad != std::errc{} || number >= std::numeric_limits<Node>::max())
            line.fail("object " + word() + ": objects are numbered from 0, up to 4,294,967,294");
        each = static_cast<Node>(number);
        left.remove_prefix(static_cast<std::size_t>(end - left.data()));
    }
    skip_blanks();
    if (!left.empty())
        line.fail("a reference is two numbers of objects, and '" + std::string(left) + "' is more");
    return result;
}

/// Returns the objects that refer to something and that no other object refers to.
inline std::vector<Node> roots_of(std::span<Reference const> references, std::uint64_t nodes) {
    trav::detail::Bits refer, referred;
    refer.clear(static_cast<std::size_t>(nodes)), referred.clear(static_cast<std::size_t>(nodes));
    for (auto const& [from, leads_to] : references) {
        refer[from] = true;
        if (from != leads_to) referred[leads_to] = true;
    }
    std::size_t count = 0;
    for (Node n = 0; n != nodes; ++n) count += std::size_t{refer[n] && !referred[n]};
    std::vector<Node> roots;
    roots.reserve(count);
    for (Node n = 0; n != nodes; ++n)
        if (refer[n] && !referred[n]) roots.push_back(n);
    return roots;
}

}  // namespace detail

/// Takes up to `most` bytes of memory. Calls progress(done, whole) after reading the list. Throws Error or
/// BadFile, and TooLittleMemory if `most` is too small.
inline void sort_edges(Input& input, std::string const& to, std::uint64_t most,
                       Progress const& progress = {}) {
    trav::detail::NewFile list(to), unsorted(to);  // unnamed files until they are finished
    std::uint64_t nodes = 0;
    for (detail::Lines line(input); line.next();) {
        if (line.text().find_first_not_of(" \t") == std::string_view::npos || line.text()[0] == '#') continue;
        auto const reference = detail::parse_reference(line);
        nodes = std::max<std::uint64_t>(
            {nodes, reference[0] + std::uint64_t{1}, reference[1] + std::uint64_t{1}});
        list.write(reference);
    }
    list.flush();
    if (progress) progress(0, nodes);
    room_to_sort(input.name(), nodes, 0, most);  // throws early: too little even without roots
    trav::detail::Mapping const mapping(list.path(), false);
    std::span const references(reinterpret_cast<detail::Reference const*>(mapping.data()),
                               mapping.size() / sizeof(detail::Reference));
    auto const each = [&](auto edge) {
        for (auto const& [from, leads_to] : references) edge(from, leads_to);
    };
    std::vector<Node> const roots = detail::roots_of(references, nodes);
    std::uint64_t const room = room_to_sort(input.name(), nodes, roots.size(), most);
    trav::detail::write_edges<Node>(unsorted, each, room, [&](CsrColumnWriter& columns) {
        columns.items<Node>("root", roots.size(), [&](auto put) {
            for (Node const root : roots) put(root);
        });
        columns.texts("root name", roots.size(), [&](std::size_t i) { return std::to_string(roots[i]); });
    });
    unsorted.flush();
    MappedCsr<Node> const graph(unsorted.path(), Trust::arrays);
    if (trav::detail::direction_in_memory(graph, trav::detail::memory_order(graph)) != 0) unsorted.finish();
    else sort_csr_dump(unsorted.path(), to, most, progress);
}

}  // namespace trav::dump
