// trav/graph/mapped.hpp: a graph in a file, mapped into memory and walked in place. POSIX only.
//
//     trav::MappedCsr<> graph("heap.csr");                   // a Csr: copies share the mapping
//     graph.columns().items<std::uint32_t>("type")           // other data in the file: csr_columns.hpp
//
// Opening a file checks every offset and target unless the file is trusted; a damaged file that is trusted
// causes reads outside of the mapping. Pages are read when they are walked, and the system may drop them
// again. Truncating a mapped file therefore ends the program (SIGBUS), and overwriting it changes the graph.
// Replace files instead, as graph/write_csr.hpp does, or trust nothing, which takes memory for the whole
// file.
#pragma once

#include "csr.hpp"
#include "csr_columns.hpp"
#include "csr_file.hpp"
#include "mapping.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

namespace trav {

/// How far a file is trusted.
enum class Trust : unsigned char {
    nothing,  ///< the file is copied into memory and checked; later changes do not matter
    writers,  ///< the file is mapped and checked; it must not be truncated or overwritten while mapped
    arrays    ///< the file is mapped and not checked
};

namespace detail {

inline CsrHeader read_header(Mapping const& mapping, std::string const& file, std::size_t node_bytes,
                             bool sizes) {
    auto const refuse = [&](std::uint64_t at, std::string const& what) { throw BadFile(file, at, what); };
    CsrHeader header;
    if (mapping.size() < sizeof header) refuse(mapping.size(), "the file ends in its header");
    std::memcpy(&header, mapping.data(), sizeof header);
    if (header.magic != CsrHeader::our_magic) refuse(0, "this is no graph file");
    if (header.order != CsrHeader::our_order) refuse(8, "written on a machine of another byte order");
    if (header.version != CsrHeader::our_version && header.version != CsrHeader::with_columns)
        refuse(12, "version " + std::to_string(header.version) + " is not known, only versions 1 and 2");
    if (header.node_bytes != node_bytes)
        refuse(16, "nodes of " + std::to_string(header.node_bytes) + " bytes, not of " +
                       std::to_string(node_bytes));
    if (header.size_bytes != 0 && header.size_bytes != 8)
        refuse(20, "sizes of " + std::to_string(header.size_bytes) + " bytes");
    if (sizes && header.size_bytes == 0) refuse(20, "the graph has no sizes");
    // larger numbers could overflow when they are added
    constexpr std::uint64_t most = std::uint64_t{1} << 58;
    if (header.nodes >= most) refuse(24, std::to_string(header.nodes) + " nodes");
    if (header.edges >= most) refuse(32, std::to_string(header.edges) + " edges");
    if (header.end() > mapping.size())
        refuse(mapping.size(),
               "the file ends here, but should have " + std::to_string(header.end()) + " bytes");
    if (header.version == CsrHeader::our_version && header.end() < mapping.size())
        refuse(header.end(), "the file should end here");
    return header;
}

}  // namespace detail

/// The graph in a file, with 64-bit offsets. If `Sized`, the graph has sizes, and the file must have them.
template <std::unsigned_integral Node = std::uint32_t, bool Sized = false>
class MappedCsr : public Csr<std::uint64_t, Node, std::conditional_t<Sized, std::uint64_t, void>> {
    using Base = Csr<std::uint64_t, Node, std::conditional_t<Sized, std::uint64_t, void>>;

  public:
    using node = Node;

    /// Throws BadFile.
    explicit MappedCsr(std::string const& file, Trust trust = Trust::writers)
        : MappedCsr(std::make_shared<detail::Mapping const>(file, trust == Trust::nothing), file, trust) {}

    /// The columns of the file. Refers to the mapping. Throws BadFile.
    CsrColumns columns() const { return {name_, mapping_->data(), columns_at_, mapping_->size()}; }
    /// The sizes in the file, even if this graph has none; empty if the file has none.
    std::span<std::uint64_t const> sizes() const {
        detail::CsrHeader header;
        std::memcpy(&header, mapping_->data(), sizeof header);
        if (header.size_bytes == 0) return {};
        return {reinterpret_cast<std::uint64_t const*>(mapping_->data() + header.sizes_at()), this->count()};
    }
    std::string const& name() const { return name_; }
    detail::Mapping const& mapping() const { return *mapping_; }

  private:
    MappedCsr(std::shared_ptr<detail::Mapping const> mapping, std::string const& file, Trust trust)
        : MappedCsr(mapping, detail::read_header(*mapping, file, sizeof(Node), Sized), file, trust) {}
    MappedCsr(std::shared_ptr<detail::Mapping const> mapping, detail::CsrHeader const& header,
              std::string const& file, Trust trust)
        : Base(arrays(mapping->data(), header)),
          mapping_(std::move(mapping)),
          name_(file),
          columns_at_(static_cast<std::size_t>(header.end())) {
        if (trust != Trust::arrays) check(header, file);
    }
    static Base arrays(char const* data, detail::CsrHeader const& header) {
        auto const nodes = static_cast<std::size_t>(header.nodes);  // fits, because the file is in memory
        auto const edges = static_cast<std::size_t>(header.edges);
        std::span const offsets(reinterpret_cast<std::uint64_t const*>(data + sizeof header), nodes + 1);
        std::span const targets(reinterpret_cast<Node const*>(data + header.targets_at()), edges);
        if constexpr (Sized)
            return {offsets, targets,
                    std::span(reinterpret_cast<std::uint64_t const*>(data + header.sizes_at()), nodes)};
        else return {offsets, targets};
    }
    void check(detail::CsrHeader const& header, std::string const& file) const {
        CsrDefect const defect = this->first_defect();
        switch (defect.kind) {
        case CsrDefect::offset_decreases:
            throw BadFile(file, sizeof header + defect.at * 8,
                          "offset " + std::to_string(defect.at) + " is less than the one before it");
        case CsrDefect::offset_beyond:
            throw BadFile(file, sizeof header + defect.at * 8,
                          "offset " + std::to_string(defect.at) + " is " +
                              std::to_string(this->offsets()[defect.at]) + ", but there are " +
                              std::to_string(header.edges) + " edges");
        case CsrDefect::target_beyond:
            throw BadFile(file, header.targets_at() + defect.at * sizeof(Node),
                          "target " + std::to_string(defect.at) + " is " +
                              std::to_string(this->targets()[defect.at]) + ", but there are " +
                              std::to_string(header.nodes) + " nodes");
        case CsrDefect::none:
        case CsrDefect::sizes_differ: break;
        }
        // each row ends at the beginning of the next, so only these two offsets can leave out edges
        if (auto const first = this->offsets().front(); first != 0)
            throw BadFile(file, sizeof header, "offset 0 is " + std::to_string(first) + ", not 0");
        if (auto const last = this->offsets().back(); last != header.edges)
            throw BadFile(file, sizeof header + header.nodes * 8,
                          "the last offset is " + std::to_string(last) + ", but there are " +
                              std::to_string(header.edges) + " edges");
    }

    std::shared_ptr<detail::Mapping const> mapping_;
    std::string name_;
    std::size_t columns_at_;
};

}  // namespace trav
