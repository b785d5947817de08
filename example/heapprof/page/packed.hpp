// Packed: packs columns of numbers and texts for the page: one block of bytes, deflated, as text in UTF-8.
//
//     Packed packed;
//     packed.column("below", numbers);
//     packed.text("ids", lines);
//     packed.layout()                 // JSON: [["below", 1000, 2], ["ids", 7300, 0]], and the bytes
//     packed.deflated()
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
    std::string deflated() const {
        uLongf size = compressBound(static_cast<uLong>(bytes_.size()));
        std::string result(size, '\0');
        auto const* const from = reinterpret_cast<Bytef const*>(bytes_.data());
        auto* const to = reinterpret_cast<Bytef*>(result.data());
        if (compress(to, &size, from, static_cast<uLong>(bytes_.size())) != Z_OK)
            throw std::runtime_error("page: zlib cannot deflate the tree");
        result.resize(size);
        return encoded(result);
    }

  private:
    // Seven bits a character: the ASCII character of that number. HTML changes three of them, which have two
    // bytes each, 256 above their number.
    static std::string encoded(std::string_view bytes) {
        std::string text;
        text.reserve(bytes.size() * 6 / 5);
        unsigned buffer = 0, bits = 0;
        auto const add = [&](unsigned digit) {
            if (digit == 0 || digit == '\r' || digit == '<') {
                text += static_cast<char>(0xC4 | digit >> 6);
                digit = 0x80 | (digit & 63);
            }
            text += static_cast<char>(digit);
        };
        for (char const each : bytes) {
            buffer = (buffer << 8 | static_cast<unsigned char>(each)) & 0x7FFF;
            for (bits += 8; bits >= 7; bits -= 7) add(buffer >> (bits - 7) & 127);
        }
        if (bits != 0) add(buffer << (7 - bits) & 127);
        return text;
    }

    Json parts_ = Json::array();
    std::string bytes_;
};

}  // namespace heapprof
