// trav/graph/csr_columns.hpp: named columns of a graph file: numbers for each object or reference, lists of
// numbers, lists of texts. graph/write_csr.hpp writes them, graph/mapped.hpp maps them.
//
//     trav::MappedCsr<> graph("heap.csr");
//     std::span<std::uint32_t const> const types = graph.columns().items<std::uint32_t>("type");
//     trav::CsrTexts const names = graph.columns().texts("type name");           // names[types[n]]
//
// Nothing is copied. A missing column is empty, and columns with unknown names are ignored.
#pragma once

#include "csr_file.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav {

/// Numbered texts in a mapped file.
class CsrTexts {
  public:
    CsrTexts() = default;
    CsrTexts(std::uint64_t const* ends, std::size_t size)
        : ends_(ends), size_(size), text_(reinterpret_cast<char const*>(ends + size)) {}

    std::size_t size() const { return size_; }
    std::string_view operator[](std::size_t i) const {
        std::size_t const begin = i == 0 ? 0 : static_cast<std::size_t>(ends_[i - 1]);
        return {text_ + begin, static_cast<std::size_t>(ends_[i]) - begin};
    }

  private:
    std::uint64_t const* ends_ = nullptr;
    std::size_t size_ = 0;
    char const* text_ = nullptr;
};

/// The columns of a file. Refers to the mapping.
class CsrColumns {
  public:
    /// Reads the columns from byte `at` on; there are none if the file ends there. Throws BadFile if the file
    /// is truncated or malformed.
    CsrColumns(std::string file, char const* data, std::size_t at, std::size_t size)
        : file_(std::move(file)), data_(data) {
        for (bool more = at != size; more;) {
            Column column;
            if (size - at < sizeof column.header) throw BadFile(file_, size, "the file ends in its columns");
            std::memcpy(&column.header, data + at, sizeof column.header);
            column.at = at + sizeof column.header;
            std::uint32_t const width = column.header.item_bytes;
            if (width > 8 || (width & (width - 1)) != 0)
                throw BadFile(file_, at + 16, "items of " + std::to_string(width) + " bytes");
            std::uint64_t const room = size - column.at;
            if (column.header.items > room || detail::CsrHeader::padded(column.header.bytes()) > room)
                throw BadFile(file_, at + 24,
                              std::to_string(column.header.items) + " items, but the file ends before them");
            at = column.at + static_cast<std::size_t>(detail::CsrHeader::padded(column.header.bytes()));
            more = !name_of(column).empty();
            if (more) columns_.push_back(column);
        }
        if (at != size) throw BadFile(file_, at, "the file should end here");
    }

    /// The items of a column; empty if there is no column of that name. Throws BadFile if there are not
    /// `count` items, unless `count` is `any`, or if the items have another width.
    template <std::unsigned_integral Item>
    std::span<Item const> items(std::string_view name, std::uint64_t count = any) const {
        Column const* const column = find(name);
        if (column == nullptr) return {};
        if (column->header.item_bytes != sizeof(Item))
            refuse(*column, "has items of " + std::to_string(column->header.item_bytes) + " bytes, not of " +
                                std::to_string(sizeof(Item)));
        if (count != any && column->header.items != count)
            refuse(*column,
                   "has " + std::to_string(column->header.items) + " items, not " + std::to_string(count));
        return {reinterpret_cast<Item const*>(data_ + column->at),
                static_cast<std::size_t>(column->header.items)};
    }
    /// The texts of a column; empty if there is no column of that name. Throws BadFile. O(texts).
    CsrTexts texts(std::string_view name) const {
        Column const* const column = find(name);
        if (column == nullptr) return {};
        if (column->header.item_bytes != 0) refuse(*column, "has no texts");
        std::uint64_t const bytes = column->header.items;
        auto const* const words = reinterpret_cast<std::uint64_t const*>(data_ + column->at);
        if (bytes < 8 || words[0] > bytes / 8 - 1) refuse(*column, "ends before its texts");
        std::uint64_t last = 0;
        for (std::uint64_t i = 1; i <= words[0]; last = words[i++])
            if (words[i] < last || words[i] > bytes - 8 - words[0] * 8)
                refuse(*column, "has a text that ends at byte " + std::to_string(words[i]));
        return {words + 1, static_cast<std::size_t>(words[0])};
    }
    bool has(std::string_view name) const { return find(name) != nullptr; }
    bool has_texts(std::string_view name) const {
        Column const* const column = find(name);
        return column != nullptr && column->header.item_bytes == 0;
    }
    /// The names of all columns, in the order of the file. They refer to this object.
    std::vector<std::string_view> names() const {
        std::vector<std::string_view> all;
        for (Column const& column : columns_) all.push_back(name_of(column));
        return all;
    }
    /// The position of a column's items in the file.
    std::size_t position(std::string_view name) const {
        Column const* const column = find(name);
        return column == nullptr ? 0 : column->at;
    }

    static constexpr std::uint64_t any = ~std::uint64_t{0};

  private:
    struct Column {
        detail::CsrColumnHeader header;
        std::size_t at = 0;
    };
    static std::string_view name_of(Column const& column) {
        std::string_view const name(column.header.name.data(), column.header.name.size());
        return name.substr(0, name.find('\0'));
    }
    Column const* find(std::string_view name) const {
        for (Column const& column : columns_)
            if (name_of(column) == name) return &column;
        return nullptr;
    }
    [[noreturn]] void refuse(Column const& column, std::string const& what) const {
        throw BadFile(file_, column.at, "the column '" + std::string(name_of(column)) + "' " + what);
    }

    std::string file_;
    char const* data_;
    std::vector<Column> columns_;
};

}  // namespace trav
