// trav/distributed/detail/saved_values.hpp: the values of a part in a file. POSIX only.
//
// The file has a header; for every 64 objects, a word that marks the objects with a value, followed by their
// values in the format used between ranks; and a hash of everything before it, which detects incomplete
// files.
#pragma once

#include "../../detail/content_hash.hpp"
#include "../../graph/mapping.hpp"
#include "../../graph/new_file.hpp"
#include "values_on_wire.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace trav::distributed::detail {

/// Identifies the values in a file.
struct SavedHeader {
    static constexpr std::array<char, 8> our_magic{'t', 'r', 'a', 'v', '.', 'c', 'k', '1'};

    std::array<char, 8> magic = our_magic;
    std::uint64_t ranks = 0;
    std::uint64_t first = 0, count = 0;  ///< the part
    std::uint64_t job = 0, graph = 0;    ///< hashes

    bool operator==(SavedHeader const&) const = default;
};
static_assert(sizeof(SavedHeader) == 48);

inline std::string_view as_text(std::span<std::byte const> bytes) {
    return {reinterpret_cast<char const*>(bytes.data()), bytes.size()};
}
inline std::uint64_t hash_of(std::string_view bytes) {
    trav::detail::ContentHash hash;
    hash.add(bytes);
    return hash.value();
}

/// A hash of a part and of the flow's fixed input there: its sources and its cuts. Values with padding
/// contribute only their size. Reads the part once.
template <Part P, Crosses F>
std::uint64_t hash_of(P const& part, auto const& sources, F& flow) {
    using Node = typename P::node;
    using Value = typename F::value;
    trav::detail::ContentHash hash;
    ValuesOnWire<F> wire(flow, 1);
    auto const add = [&](std::uint64_t number) { hash.add(as_text(std::as_bytes(std::span(&number, 1)))); };
    auto const add_value = [&](Value const& value) {
        constexpr bool padded = !std::has_unique_object_representations_v<Value>;
        if constexpr (Portable<F> && padded && !std::is_floating_point_v<Value>) return;
        Message bytes;
        wire.put(bytes, 0, value);
        hash.add(as_text(bytes));
    };
    add(part.first());
    add(sizeof(Value));
    for (std::uint64_t n = part.first(), end = n + part.count(); n != end; ++n) {
        auto const node = static_cast<Node>(n);
        if constexpr (requires { part.size(node); }) add(part.size(node));
        std::uint64_t children = 0;
        for (auto const& child : part.children(node)) add(static_cast<std::uint64_t>(child)), ++children;
        add(children);
        if constexpr (trav::detail::Cuts<F, Node>)
            if (auto const instead = flow.cut(node)) add(n), add_value(*instead);
    }
    for (auto const& source : sources) {
        auto const n = static_cast<std::uint64_t>(static_cast<Node>(source.node));
        if (owns(part, n)) add(n), add_value(source.value);
    }
    return hash.value();
}

/// Writes the values returned by values.find(n) for the nodes of a part; find(n) may return null. Replaces an
/// older file once the new one is complete. Throws BadFile.
template <Crosses F>
void save_values(std::string const& file, SavedHeader const& header, F& flow, auto const& values) {
    constexpr std::size_t enough = 1 << 16;
    trav::detail::NewFile out(file);
    trav::detail::ContentHash hash;
    ValuesOnWire<F> wire(flow, 1);
    Message bytes;
    auto const write = [&] {
        hash.add(as_text(bytes));
        out.write_bytes(bytes.data(), bytes.size());
        bytes.clear();
    };
    put_bytes(bytes, &header, sizeof header);
    for (std::uint64_t at = 0; at < header.count; at += 64) {
        std::uint64_t there = 0;
        for (std::uint64_t i = 0; i != 64 && at + i != header.count; ++i)
            if (values.find(header.first + at + i)) there |= std::uint64_t{1} << i;
        put(bytes, there);
        for (; there != 0; there &= there - 1)
            wire.put(bytes, 0,
                     *values.find(header.first + at + static_cast<unsigned>(std::countr_zero(there))));
        if (bytes.size() >= enough) write();
    }
    write();
    out.write(hash.value());
    out.finish();
}

/// Saved values, mapped into memory.
class SavedValues {
  public:
    /// Throws BadFile if the file exists but cannot be read.
    explicit SavedValues(std::string const& file) : file_(file, false) {
        auto const all = std::as_bytes(std::span(file_.data(), file_.size()));
        std::uint64_t hash = 0;
        if (all.size() < sizeof(SavedHeader) + sizeof hash) return;
        auto const bytes = all.first(all.size() - sizeof hash);
        std::memcpy(&hash, bytes.data() + bytes.size(), sizeof hash);
        if (hash_of(as_text(bytes)) == hash) bytes_ = bytes;
    }
    /// Null if the file is incomplete.
    SavedHeader const* header() const { return reinterpret_cast<SavedHeader const*>(bytes_.data()); }

    /// Calls found(node, value) for each value. Throws BadMessage if the file is of a program with other
    /// values.
    template <Crosses F>
    void each(F& flow, auto const& found) const {
        ValuesOnWire<F> wire(flow, 1);
        Reader reader(bytes_.subspan(sizeof(SavedHeader)));
        for (std::uint64_t at = 0; reader.more(); at += 64)
            for (auto there = reader.take<std::uint64_t>(); there != 0; there &= there - 1) {
                std::uint64_t const i = at + static_cast<unsigned>(std::countr_zero(there));
                if (i >= header()->count) throw BadMessage("trav: saved values are of other objects");
                found(header()->first + i, wire.take(reader, 0));
            }
    }

  private:
    trav::detail::Mapping file_;
    std::span<std::byte const> bytes_;
};

}  // namespace trav::distributed::detail
