// trav/graph/csr_file.hpp: the file format that graph/mapped.hpp reads and graph/write_csr.hpp writes, and
// its errors.
//
// A file holds the arrays of a Csr: a header of 64 bytes, count + 1 offsets of 8 bytes each, the targets,
// and, if the graph has sizes, the sizes of 8 bytes each. In a file of version 2, columns follow, such as the
// types of the objects. Each column has a header of 32 bytes with its name, followed by its items
// (graph/csr_columns.hpp). A header without a name follows the last column. Each array is padded to a
// multiple of 8 bytes.
#pragma once

#include "../text/one_line.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

namespace trav {

/// A file does not hold a graph, or cannot be read or written: "trav: FILE: byte N: reason".
struct BadFile : std::runtime_error {
    BadFile(std::string const& file, std::uint64_t at, std::string const& what)
        : std::runtime_error("trav: " + one_line(file) + ": byte " + std::to_string(at) + ": " + what),
          byte(at) {}
    BadFile(std::string const& file, std::string const& what)
        : std::runtime_error("trav: " + one_line(file) + ": " + what) {}
    BadFile(std::string const& file, int error) : BadFile(file, std::string(std::strerror(error))) {}
    std::uint64_t byte = 0;  ///< the position in the file
};

namespace detail {

struct CsrHeader {
    static constexpr std::array<char, 8> our_magic{'t', 'r', 'a', 'v', '.', 'c', 's', 'r'};
    static constexpr std::uint32_t our_order = 0x01020304;
    static constexpr std::uint32_t our_version = 1;
    static constexpr std::uint32_t with_columns = 2;

    std::array<char, 8> magic = our_magic;
    std::uint32_t order = our_order;
    std::uint32_t version = our_version;
    std::uint32_t node_bytes = 0;
    std::uint32_t size_bytes = 0;  // 8, or 0: no sizes
    std::uint64_t nodes = 0;
    std::uint64_t edges = 0;
    std::uint64_t reserved[3] = {};

    static constexpr std::uint64_t padded(std::uint64_t bytes) { return (bytes + 7) & ~std::uint64_t{7}; }
    std::uint64_t targets_at() const { return sizeof(CsrHeader) + (nodes + 1) * 8; }
    std::uint64_t sizes_at() const { return targets_at() + padded(edges * node_bytes); }
    std::uint64_t end() const { return sizes_at() + nodes * size_bytes; }
};
static_assert(sizeof(CsrHeader) == 64);

struct CsrColumnHeader {
    std::array<char, 16> name{};   // padded with zeros
    std::uint32_t item_bytes = 0;  // 0: texts, in `items` bytes
    std::uint32_t reserved = 0;
    std::uint64_t items = 0;

    std::uint64_t bytes() const { return items * (item_bytes == 0 ? 1 : item_bytes); }
};
static_assert(sizeof(CsrColumnHeader) == 32);

}  // namespace detail
}  // namespace trav
