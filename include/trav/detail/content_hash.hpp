// trav/detail/content_hash.hpp: a hash of a sequence of bytes, independent of how the sequence is split
// into pieces.
#pragma once

#include "compiler.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trav::detail {

/// Hashes eight bytes at a time. Not resistant to deliberate collisions.
class ContentHash {
  public:
    void add(std::string_view piece) {
        while (!piece.empty()) {
            if (bytes_ % 8 == 0 && piece.size() >= 8) {
                for (std::size_t i = 0; i != 8; ++i) take(piece[i]);  // compilers make this one load
                bytes_ += 8;
                piece.remove_prefix(8);
                mix();
                continue;
            }
            take(piece.front());
            piece.remove_prefix(1);
            if (++bytes_ % 8 == 0) mix();
        }
    }
    /// Never 0.
    std::uint64_t value() const {
        ContentHash rest = *this;
        rest.mix();
        rest.word_ = bytes_;
        rest.mix();
        return rest.hash_ | 1;
    }

  private:
    void take(char c) { word_ = word_ << 8 | static_cast<unsigned char>(c); }
    void mix() {
        hash_ = std::rotl((hash_ ^ word_) * 0x9e3779b97f4a7c15, 29);
        word_ = 0;
    }

    std::uint64_t hash_ = 0, word_ = 0, bytes_ = 0;
};

}  // namespace trav::detail
