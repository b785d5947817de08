// trav/ghc/layout/bitmap.hpp: GHC's bitmaps, which mark the pointers in a stack frame or in a function's
// arguments.
//
// Offers Bitmap (a view of a small, large or canned bitmap), FunType, and small_bitmap(pattern), which
// creates a small bitmap. A 0 bit marks a pointer. A lookup takes O(1).
#pragma once

#include "pointer.hpp"

#include <string_view>

namespace trav::ghc {

inline constexpr std::size_t word_bits = 64;
/// The maximum number of words in a small bitmap.
inline constexpr std::size_t small_bitmap_limit = 58;

/// A bitmap of any size; its words follow.
struct LargeBitmap {
    Word size;
};

/// The description of a function's arguments; GHC's numbers.
enum class FunType : std::uint32_t {
    GEN,
    GEN_BIG,
    BCO,
    NONE,
    N,
    P,
    F,
    D,
    L,
    V16,
    V32,
    V64,
    NN,
    NP,
    PN,
    PP,
    NNN,
    NNP,
    NPN,
    NPP,
    PNN,
    PNP,
    PPN,
    PPP,
    PPPP,
    PPPPP,
    PPPPPP,
    PPPPPPP,
    PPPPPPPP
};

/// The argument pattern of a canned bitmap, one letter for each argument: p pointer, n word, f float, d
/// double, l 64-bit integer, v w x vectors of 16, 32, 64 bytes; `?` for types with their own bitmap.
constexpr std::string_view pattern(FunType type) {
    constexpr std::string_view patterns[] = {
        "?",   "?",   "?",   "",    "n",    "p",     "f",      "d",       "l",       "v",
        "w",   "x",   "nn",  "np",  "pn",   "pp",    "nnn",    "nnp",     "npn",     "npp",
        "pnn", "pnp", "ppn", "ppp", "pppp", "ppppp", "pppppp", "ppppppp", "pppppppp"};
    auto const i = static_cast<std::size_t>(type);
    return i < sizeof patterns / sizeof *patterns ? patterns[i] : "?";
}

/// The size of an argument in words.
constexpr std::size_t argument_words(char kind) {
    return kind == 'v' ? 2 : kind == 'w' ? 4 : kind == 'x' ? 8 : 1;
}

/// The total size of a pattern's arguments in words.
constexpr std::size_t pattern_words(std::string_view pattern) {
    std::size_t words = 0;
    for (char const kind : pattern) words += argument_words(kind);
    return words;
}

/// The small bitmap of a pattern, for layout words of return addresses and for FunType::GEN. The pattern must
/// have at most `small_bitmap_limit` words.
constexpr Word small_bitmap(std::string_view pattern) {
    Word bits = 0;
    std::size_t size = 0;
    for (char const kind : pattern) {
        if (kind == 'p') ++size;
        else
            for (std::size_t n = argument_words(kind); n > 0; --n) bits |= Word{1} << size++;
    }
    return bits << 6 | size;
}

/// A view of one bitmap.
class Bitmap {
  public:
    /// A bitmap in one word, with its size in the low 6 bits.
    static constexpr Bitmap small(Word word) { return Bitmap(word & 63, word >> 6, nullptr); }
    /// The bitmap in the words after `large`, which is borrowed.
    static Bitmap large(LargeBitmap const* large) {
        return Bitmap(large->size, 0, reinterpret_cast<Word const*>(large + 1));
    }
    /// The bitmap of a FunType without its own bitmap.
    static constexpr Bitmap canned(FunType type) { return small(small_bitmap(pattern(type))); }

    /// The number of words it describes.
    constexpr std::size_t size() const { return size_; }
    /// Whether word i is a pointer.
    constexpr bool pointer(std::size_t i) const {
        return ((words_ ? words_[i / word_bits] >> i % word_bits : bits_ >> i) & 1) == 0;
    }

  private:
    constexpr Bitmap(std::size_t size, Word bits, Word const* words)
        : size_(size), bits_(bits), words_(words) {}

    std::size_t size_;
    Word bits_;
    Word const* words_;
};

}  // namespace trav::ghc
