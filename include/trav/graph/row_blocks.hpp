// trav/graph/row_blocks.hpp: reads the rows of a graph file block by block, for graphs larger than memory.
// POSIX only.
//
//     trav::MappedCsr<> const graph("heap.csr", trav::Trust::arrays);
//     trav::RowBlocks rows(graph);
//     auto const block = rows.read(0, 1);       // and starts reading block 1 in a thread
//     for (std::size_t i = 0; i != block.rows; ++i) block.row(i);  // the children of node block.first + i
//
// Two blocks are in memory, the current one and the next one; bytes() is their size. Every block is checked,
// regardless of Trust: read() throws BadFile if rows overlap or refer to missing nodes. The system caches the
// file while it has memory, so a second pass over a file that fits reads nothing from disc.
#pragma once

#include "mapped.hpp"
#include "rows.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace trav {

/// The rows of a mapped graph, which must outlive this object.
template <std::unsigned_integral Node>
class RowBlocks {
  public:
    static constexpr std::size_t usual_rows = std::size_t{1} << 18;
    static constexpr std::size_t none = ~std::size_t{0};

    using node = Node;
    /// Refers to the buffers of read().
    using Block = RowBlock<Node>;

    /// `kinds` names a column with a byte for each reference; it is read if the file has it. A block has
    /// `rows` rows, rounded up to a multiple of 64. Throws BadFile.
    template <bool Sized>
    explicit RowBlocks(MappedCsr<Node, Sized> const& graph, std::string_view kinds = {},
                       std::size_t rows = usual_rows)
        : file_(&graph.mapping()),
          name_(graph.name()),
          nodes_(graph.count()),
          edges_(graph.targets().size()),
          rows_((std::max<std::size_t>(rows, 1) + 63) / 64 * 64),
          offsets_at_(position(graph.offsets().data())),
          targets_at_(position(graph.targets().data())) {
        if (!kinds.empty() && !graph.columns().template items<std::uint8_t>(kinds, edges_).empty())
            kinds_at_ = graph.columns().position(kinds);
        std::uint64_t last = 0;
        for (std::size_t b = 0; b <= blocks(); ++b) {
            std::uint64_t at = 0;
            copy(offsets_at_ + begin(b) * 8, &at, sizeof at);  // a mapped page would stay in memory
            if (at < last || at > edges_) bad_offset(begin(b), at);
            largest_ = std::max(largest_, static_cast<std::size_t>(at - last));
            last = at;
        }
    }

    RowBlocks(RowBlocks const&) = delete;  // a thread may be reading into this object
    RowBlocks& operator=(RowBlocks const&) = delete;

    std::size_t count() const { return nodes_; }
    std::uint64_t references() const { return edges_; }
    std::size_t blocks() const { return (nodes_ + rows_ - 1) / rows_; }
    /// The first node of a block; for block number blocks(), the number of nodes.
    std::size_t begin(std::size_t block) const { return std::min(block * rows_, nodes_); }
    std::size_t rows() const { return rows_; }
    bool has_kinds() const { return kinds_at_ != 0; }
    /// The memory that the two blocks take, from the first read() on.
    std::uint64_t bytes() const {
        return 2 * ((std::min(rows_, nodes_) + 1) * 8 + largest_ * (sizeof(Node) + (has_kinds() ? 1 : 0)));
    }
    /// The bytes read so far, from the file or the system's cache.
    std::uint64_t bytes_read() const { return bytes_read_; }
    /// Calls f(bytes_read()) after each block.
    void on_read(std::function<void(std::uint64_t bytes)> f) { on_read_ = std::move(f); }

    /// Returns a block, which is valid until the next call, and starts reading block `next` unless it is
    /// `none`. Throws BadFile.
    Block read(std::size_t block, std::size_t next = none) {
        if (!current_.offsets) allocate();
        std::size_t const coming = std::exchange(coming_, none);
        if (coming != none) reading_.get();
        if (coming == block) std::swap(current_, next_);
        else fill(current_, block);
        Block const& read = current_.block;
        bytes_read_ += read.rows * 8 + read.references() * (sizeof(Node) + (has_kinds() ? 1 : 0));
        if (next != none && next < blocks()) read_ahead(next);
        if (on_read_) on_read_(bytes_read_);
        return read;
    }

  private:
    struct Buffer {
        std::unique_ptr<std::uint64_t[]> offsets;
        std::unique_ptr<Node[]> targets;
        std::unique_ptr<std::uint8_t[]> kinds;
        Block block;
    };

    void read_ahead(std::size_t block) {
        try {
            reading_ = std::async(std::launch::async, [this, block] { fill(next_, block); });
            coming_ = block;
        } catch (std::system_error const&) { coming_ = none; }  // no thread: read() reads it later
    }
    void allocate() {
        for (Buffer* const buffer : {&next_, &current_}) {
            buffer->targets.reset(new Node[largest_]);
            if (kinds_at_ != 0) buffer->kinds.reset(new std::uint8_t[largest_]);
            buffer->offsets.reset(new std::uint64_t[std::min(rows_, nodes_) + 1]);
        }
    }
    std::size_t position(void const* p) const {
        return static_cast<std::size_t>(static_cast<char const*>(p) - file_->data());
    }
    void copy(std::size_t at, void* to, std::size_t bytes) const {
        int const error = file_->copy(at, to, bytes);
        if (error > 0) throw BadFile(name_, error);
        if (error < 0) throw BadFile(name_, at, "the file has become shorter");
    }
    [[noreturn]] void bad_offset(std::size_t at, std::uint64_t offset) const {
        throw BadFile(name_, offsets_at_ + at * 8,
                      "offset " + std::to_string(at) + " is " + std::to_string(offset) +
                          ", less than the one before it or more than the " + std::to_string(edges_) +
                          " edges");
    }
    void check_offsets(std::span<std::uint64_t const> offsets, std::size_t first) const {
        if (!std::ranges::is_sorted(offsets) || offsets.back() > edges_)
            for (std::uint64_t last = 0; std::uint64_t const offset : offsets) {
                if (offset < last || offset > edges_) bad_offset(first, offset);
                last = offset, ++first;
            }
        if (offsets.back() - offsets.front() > largest_)
            throw BadFile(name_, offsets_at_ + (first + offsets.size() - 1) * 8,
                          "the file has changed meanwhile");
    }
    void fill(Buffer& buffer, std::size_t number) const {
        std::size_t const first = begin(number), rows = begin(number + 1) - first;
        std::span const offsets(buffer.offsets.get(), rows + 1);
        copy(offsets_at_ + first * 8, offsets.data(), offsets.size_bytes());
        check_offsets(offsets, first);
        auto const at = static_cast<std::size_t>(offsets.front());
        std::span const targets(buffer.targets.get(), static_cast<std::size_t>(offsets.back()) - at);
        copy(targets_at_ + at * sizeof(Node), targets.data(), targets.size_bytes());
        Node greatest = 0;
        for (Node const target : targets) greatest = std::max(greatest, target);
        if (!targets.empty() && greatest >= nodes_)
            throw BadFile(name_, targets_at_ + at * sizeof(Node),
                          "a target in this block is " + std::to_string(greatest) + ", but there are " +
                              std::to_string(nodes_) + " nodes");
        if (kinds_at_ != 0) copy(kinds_at_ + at, buffer.kinds.get(), targets.size());
        buffer.block = {first, rows, offsets.data(), targets.data(), buffer.kinds.get()};
    }

    detail::Mapping const* file_;
    std::string name_;
    std::size_t nodes_;
    std::uint64_t edges_;
    std::size_t rows_, offsets_at_, targets_at_, kinds_at_ = 0, largest_ = 0;
    std::uint64_t bytes_read_ = 0;
    std::function<void(std::uint64_t)> on_read_;
    Buffer current_, next_;
    std::size_t coming_ = none;
    std::future<void> reading_;  // its destructor waits for the thread, so it is the last member
};

template <class Node, bool Sized, class... More>
RowBlocks(MappedCsr<Node, Sized> const&, More...) -> RowBlocks<Node>;

}  // namespace trav
