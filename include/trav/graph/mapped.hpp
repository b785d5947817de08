// trav/graph/mapped.hpp: a graph in a file, mapped into memory and walked where it lies; and the writer of such files. POSIX only.
//
//     trav::write_csr("heap.csr", graph);                    // any graph whose nodes are numbered
//     trav::MappedCsr<> graph("heap.csr");                   // a Csr: copies share the mapping
//
// The file is what Csr is made of: a header of 64 bytes, count + 1 offsets of 8 bytes, the targets, each array padded to 8
// bytes, and the sizes of 8 bytes if the graph has any. Opening costs a look at every offset and target, unless you trust the file:
// a damaged file that is trusted leads out of the mapping. Pages are read when they are walked, and the system may drop them.
#pragma once

#include "csr.hpp"
#include "graph.hpp"

#include <array>
#include <cerrno>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trav {

/// A file that holds no graph, or cannot be read or written: "trav: FILE: byte N: what".
struct BadFile : std::runtime_error {
    BadFile(std::string const& file, std::uint64_t at, std::string const& what)
        : std::runtime_error("trav: " + file + ": byte " + std::to_string(at) + ": " + what), byte(at) {}
    explicit BadFile(std::string const& file, int error)
        : std::runtime_error("trav: " + file + ": " + std::strerror(error)) {}
    std::uint64_t byte = 0;  ///< where in the file
};

/// Whether a file's offsets and targets are looked at before they are used.
enum class Trust : unsigned char { nothing, arrays };

namespace detail {

struct CsrHeader {
    static constexpr std::array<char, 8> our_magic{'t', 'r', 'a', 'v', '.', 'c', 's', 'r'};
    static constexpr std::uint32_t our_order = 0x01020304;
    static constexpr std::uint32_t our_version = 1;

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

/// A file in memory, to be read.
class Mapping {
  public:
    explicit Mapping(std::string const& file) {
        int const fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
        if (fd < 0) throw BadFile(file, errno);
        struct stat about{};
        int error = ::fstat(fd, &about) == 0 ? 0 : errno;
        bytes_ = static_cast<std::size_t>(about.st_size);
        if (error == 0 && bytes_ != 0) {
            void* const where = ::mmap(nullptr, bytes_, PROT_READ, MAP_SHARED, fd, 0);
            if (where == MAP_FAILED) error = errno;
            else data_ = static_cast<char const*>(where);
        }
        ::close(fd);
        if (error != 0) throw BadFile(file, error);
    }
    Mapping(Mapping const&) = delete;
    Mapping& operator=(Mapping const&) = delete;
    ~Mapping() {
        if (data_ != nullptr) ::munmap(const_cast<char*>(data_), bytes_);
    }
    char const* data() const { return data_; }
    std::size_t size() const { return bytes_; }

  private:
    char const* data_ = nullptr;
    std::size_t bytes_ = 0;
};

inline CsrHeader read_header(Mapping const& mapping, std::string const& file, std::size_t node_bytes,
                             bool sizes) {
    auto const refuse = [&](std::size_t at, std::string const& what) { throw BadFile(file, at, what); };
    CsrHeader header;
    if (mapping.size() < sizeof header) refuse(mapping.size(), "the file ends in its header");
    std::memcpy(&header, mapping.data(), sizeof header);
    if (header.magic != CsrHeader::our_magic) refuse(0, "this is no graph file");
    if (header.order != CsrHeader::our_order) refuse(8, "written on a machine of another byte order");
    if (header.version != CsrHeader::our_version)
        refuse(12, "version " + std::to_string(header.version) + " is not known, only version 1");
    if (header.node_bytes != node_bytes)
        refuse(16, "nodes of " + std::to_string(header.node_bytes) + " bytes, not of " +
                       std::to_string(node_bytes));
    if (header.size_bytes != 0 && header.size_bytes != 8)
        refuse(20, "sizes of " + std::to_string(header.size_bytes) + " bytes");
    if (sizes && header.size_bytes == 0) refuse(20, "the graph has no sizes");
    // larger numbers could not be added up
    constexpr std::uint64_t most = std::uint64_t{1} << 58;
    if (header.nodes >= most) refuse(24, std::to_string(header.nodes) + " nodes");
    if (header.edges >= most) refuse(32, std::to_string(header.edges) + " edges");
    if (header.end() > mapping.size())
        refuse(mapping.size(),
               "the file ends here, but should have " + std::to_string(header.end()) + " bytes");
    if (header.end() < mapping.size()) refuse(header.end(), "the file should end here");
    return header;
}

}  // namespace detail

/// The graph in a file, with 64-bit offsets. `Sized`: with sizes, which the file must have.
template <std::unsigned_integral Node = std::uint32_t, bool Sized = false>
class MappedCsr : public Csr<std::uint64_t, Node, std::conditional_t<Sized, std::uint64_t, void>> {
    using Base = Csr<std::uint64_t, Node, std::conditional_t<Sized, std::uint64_t, void>>;

  public:
    using node = Node;

    /// Throws BadFile.
    explicit MappedCsr(std::string const& file, Trust trust = Trust::nothing)
        : MappedCsr(std::make_shared<detail::Mapping const>(file), file, trust) {}

  private:
    MappedCsr(std::shared_ptr<detail::Mapping const> mapping, std::string const& file, Trust trust)
        : MappedCsr(mapping, detail::read_header(*mapping, file, sizeof(Node), Sized), file, trust) {}
    MappedCsr(std::shared_ptr<detail::Mapping const> mapping, detail::CsrHeader const& header,
              std::string const& file, Trust trust)
        : Base(arrays(mapping->data(), header)), mapping_(std::move(mapping)) {
        if (trust == Trust::nothing) check(header, file);
    }
    static Base arrays(char const* data, detail::CsrHeader const& header) {
        std::span const offsets(reinterpret_cast<std::uint64_t const*>(data + sizeof header),
                                header.nodes + 1);
        std::span const targets(reinterpret_cast<Node const*>(data + header.targets_at()), header.edges);
        if constexpr (Sized)
            return {
                offsets, targets,
                std::span(reinterpret_cast<std::uint64_t const*>(data + header.sizes_at()), header.nodes)};
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
    }

    std::shared_ptr<detail::Mapping const> mapping_;
};

namespace detail {

/// A file that appears under its name when it is complete, or not at all.
class NewFile {
  public:
    explicit NewFile(std::string const& name)
        : name_(name),
          draft_(name + ".new-" + std::to_string(::getpid())),
          file_(std::fopen(draft_.c_str(), "wbx")) {
        if (file_ == nullptr) throw BadFile(draft_, errno);
    }
    NewFile(NewFile const&) = delete;
    NewFile& operator=(NewFile const&) = delete;
    ~NewFile() {
        if (file_ != nullptr) std::fclose(file_);
        if (!complete_) ::unlink(draft_.c_str());
    }
    template <class T>
    void write(T const& value) {
        if (std::fwrite(&value, sizeof value, 1, file_) != 1) throw BadFile(draft_, errno);
    }
    void finish() {
        bool good = std::fflush(file_) == 0 && ::fsync(::fileno(file_)) == 0;
        good = std::fclose(std::exchange(file_, nullptr)) == 0 && good;
        if (!good || std::rename(draft_.c_str(), name_.c_str()) != 0) throw BadFile(name_, errno);
        complete_ = true;
    }

  private:
    std::string name_, draft_;
    std::FILE* file_;
    bool complete_ = false;
};

/// Calls f(node) for the nodes of a graph, by number. Throws std::invalid_argument if objects() lists them otherwise.
template <IndexedGraph G, class F>
void for_each_by_number(G const& graph, F f) {
    std::size_t next = 0;
    auto const one = [&](node_t<G> const& n) {
        if (static_cast<std::size_t>(graph.index(n)) != next++)
            throw std::invalid_argument("trav: write_csr needs objects() in the order of their numbers");
        f(n);
    };
    if constexpr (requires { graph.objects(); }) {
        for (auto&& n : graph.objects()) one(n);
    } else {
        static_assert(std::integral<node_t<G>>, "trav: write_csr needs a graph with objects()");
        for (std::size_t i = 0; i != graph.count(); ++i) one(static_cast<node_t<G>>(i));
    }
    if (next != graph.count())
        throw std::invalid_argument("trav: write_csr needs all objects that count() counts");
}

}  // namespace detail

/// Writes a graph: its edges but null ones, what handles stand for, and sizes if it has them. Looks at each node's children
/// three times and keeps nothing. The file replaces an older one when it is complete. Throws BadFile.
template <std::unsigned_integral Node = std::uint32_t, IndexedGraph G>
void write_csr(std::string const& file, G const& graph) {
    detail::CsrHeader header;
    header.node_bytes = sizeof(Node);
    header.size_bytes = HeapGraph<G> ? 8 : 0;
    header.nodes = graph.count();
    if (header.nodes > std::uint64_t{std::numeric_limits<Node>::max()})
        throw std::invalid_argument("trav: write_csr: too many nodes for this type of node");
    auto const for_each_child = [&](node_t<G> const& n, auto f) {
        scan(graph, n, [&](node_t<G> const& handle) {
            node_t<G> const child = resolve(graph, handle);
            if (!null(graph, child)) f(child);
        });
    };
    detail::for_each_by_number(
        graph, [&](auto const& n) { for_each_child(n, [&](auto const&) { ++header.edges; }); });

    detail::NewFile out(file);
    out.write(header);
    std::uint64_t offset = 0;
    out.write(offset);
    detail::for_each_by_number(graph, [&](auto const& n) {
        for_each_child(n, [&](auto const&) { ++offset; });
        out.write(offset);
    });
    detail::for_each_by_number(graph, [&](auto const& n) {
        for_each_child(n, [&](auto const& child) { out.write(static_cast<Node>(graph.index(child))); });
    });
    for (auto pad = header.edges * sizeof(Node); pad % 8 != 0; ++pad) out.write(char{0});
    if constexpr (HeapGraph<G>)
        detail::for_each_by_number(
            graph, [&](auto const& n) { out.write(static_cast<std::uint64_t>(graph.size(n))); });
    out.finish();
}

}  // namespace trav
