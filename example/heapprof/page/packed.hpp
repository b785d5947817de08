// Packed: packs columns of numbers and texts for the page: one block of bytes, deflated, as text in ASCII.
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
#include <limits>
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

    /// The compressed block. O(bytes). Throws std::runtime_error if zlib fails. Numbers without an order need
    /// less without short matches, which Z_FILTERED omits; columns of most heaps need more.
    std::string deflated() const {
        std::string const all = deflated(Z_DEFAULT_STRATEGY), without = deflated(Z_FILTERED);
        return encoded(without.size() < all.size() ? without : all);
    }

  private:
    std::string deflated(int strategy) const {
        z_stream stream{};
        if (bytes_.size() > std::numeric_limits<uInt>::max() ||
            deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS, 8, strategy) != Z_OK)
            throw std::runtime_error("page: zlib cannot deflate the tree");
        std::string result(deflateBound(&stream, static_cast<uLong>(bytes_.size())), '\0');
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes_.data()));  // only read
        stream.avail_in = static_cast<uInt>(bytes_.size());
        stream.next_out = reinterpret_cast<Bytef*>(result.data());
        stream.avail_out = static_cast<uInt>(result.size());
        bool const complete = ::deflate(&stream, Z_FINISH) == Z_STREAM_END;
        result.resize(stream.total_out);
        deflateEnd(&stream);
        if (!complete) throw std::runtime_error("page: zlib cannot deflate the tree");
        return result;
    }

    // Seven bits a character: the ASCII character of that number. Four numbers, three that HTML changes and
    // 1, are character 1 and another: 64, and 16 times which of the four, and the next four bits. Ones fill
    // the last character. None of the four ends with four ones, so fewer than eight are left over.
    static std::string encoded(std::string_view bytes) {
        constexpr std::string_view marked("\0\r<\1", 4);
        std::string text;
        text.reserve(bytes.size() * 7 / 6);
        unsigned buffer = 0, bits = 0;
        std::size_t at = 0;
        auto const next = [&](unsigned count) {
            for (; bits < count; bits += 8)
                buffer = buffer << 8 | (at < bytes.size() ? static_cast<unsigned char>(bytes[at++]) : 0xFFU);
            bits -= count;
            return static_cast<char>(buffer >> bits & ((1U << count) - 1));
        };
        for (std::size_t all = 8 * bytes.size(), done = 0; done < all; done += 7) {
            char const digit = next(7);
            auto const which = marked.find(digit);
            if (which == marked.npos) {
                text += digit;
                continue;
            }
            text += '\1';
            text += static_cast<char>(64 + 16 * which + static_cast<std::size_t>(next(4)));
            done += 4;
        }
        return text;
    }

    Json parts_ = Json::array();
    std::string bytes_;
};

}  // namespace heapprof
