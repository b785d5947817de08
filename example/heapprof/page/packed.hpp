// Packed: packs columns of numbers and texts for the page: one block of bytes, deflated, in base64.
//
//     Packed packed;
//     packed.column("below", numbers);
//     packed.text("ids", lines);
//     packed.layout()                 // JSON: [["below", 1000, 2], ["ids", 7300, 0]], and the bytes
//     packed.base64()
//
// A column of n numbers is their n lowest bytes, then their n next bytes, and so on: as many planes as the
// largest number needs. Equal high bytes are adjacent and compress to almost nothing, and a browser unpacks a
// column in a few milliseconds. A text is stored as its bytes, with 0 planes.
#pragma once

#include <nlohmann/json.hpp>
#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace heapprof {

/// Columns and texts, packed.
class Packed {
  public:
    using Json = nlohmann::ordered_json;

    /// Appends a column: number(each) for each of `all`.
    template <class All, class Number>
    void column(std::string name, All const& all, Number const& number) {
        std::uint64_t largest = 0;
        for (auto const& each : all) largest |= std::uint64_t{number(each)};
        int planes = 0;
        for (; largest != 0; largest >>= 8, ++planes)
            for (auto const& each : all)
                bytes_ += static_cast<char>((std::uint64_t{number(each)} >> (8 * planes)) & 0xFF);
        parts_.push_back({std::move(name), all.size(), planes});
    }
    /// Appends a text.
    void text(std::string name, std::string_view text) {
        parts_.push_back({std::move(name), text.size(), 0});
        bytes_ += text;
    }

    /// The parts in order, and the number of bytes before compression.
    Json layout() const { return {{"parts", parts_}, {"bytes", bytes_.size()}}; }

    /// The compressed block. O(bytes). Throws std::runtime_error if zlib fails.
    std::string base64() const {
        uLongf size = compressBound(static_cast<uLong>(bytes_.size()));
        std::string deflated(size, '\0');
        auto const* const from = reinterpret_cast<Bytef const*>(bytes_.data());
        auto* const to = reinterpret_cast<Bytef*>(deflated.data());
        if (compress(to, &size, from, static_cast<uLong>(bytes_.size())) != Z_OK)
            throw std::runtime_error("page: zlib cannot deflate the tree");
        deflated.resize(size);
        return encoded(deflated);
    }

  private:
    static std::string encoded(std::string_view bytes) {
        constexpr char const* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        auto const byte = [&](std::size_t at) {
            return at < bytes.size() ? std::uint32_t{static_cast<unsigned char>(bytes[at])} : 0U;
        };
        std::string text;
        text.reserve(bytes.size() / 3 * 4 + 4);
        for (std::size_t at = 0; at < bytes.size(); at += 3) {
            std::uint32_t const three = byte(at) << 16 | byte(at + 1) << 8 | byte(at + 2);
            for (unsigned const digit : {18U, 12U, 6U, 0U}) text += digits[three >> digit & 63];
        }
        std::size_t const padding = (3 - bytes.size() % 3) % 3;
        text.replace(text.size() - padding, padding, padding, '=');
        return text;
    }

    Json parts_ = Json::array();
    std::string bytes_;
};

}  // namespace heapprof
