// test/ghc/layout/bitmap.cpp: small, large and canned bitmaps; a 0 bit marks a pointer.
#include "catch.hpp"

#include <trav/ghc/layout/bitmap.hpp>

#include <string>

using namespace trav::ghc;

namespace {

std::string text(Bitmap bitmap) {
    std::string pattern;
    for (std::size_t i = 0; i < bitmap.size(); ++i) pattern += bitmap.pointer(i) ? 'p' : 'n';
    return pattern;
}

}  // namespace

TEST_CASE("a small bitmap has its size in the low 6 bits", "[unit]") {
    CHECK(small_bitmap("") == 0);
    CHECK(small_bitmap("p") == 1);
    CHECK(small_bitmap("n") == (1u << 6 | 1));
    CHECK(small_bitmap("npn") == (5u << 6 | 3));
    CHECK(text(Bitmap::small(0b0110 << 6 | 4)) == "pnnp");
    std::string const longest = std::string(57, 'n') + "p";
    CHECK(text(Bitmap::small(small_bitmap(longest))) == longest);
    CHECK(longest.size() == small_bitmap_limit);
}

TEST_CASE("a large bitmap is a size, then its words, least significant bit first", "[unit]") {
    Word words[] = {130, Word{1} << 63 | 2, 1, 0b10};
    Bitmap const bitmap = Bitmap::large(reinterpret_cast<LargeBitmap*>(words));
    REQUIRE(bitmap.size() == 130);
    for (std::size_t i = 0; i < 130; ++i)
        CHECK(bitmap.pointer(i) == (i != 1 && i != 63 && i != 64 && i != 129));
}

TEST_CASE("canned bitmaps have GHC's numbers and sizes", "[unit]") {
    CHECK(static_cast<int>(FunType::NONE) == 3);
    CHECK(static_cast<int>(FunType::P) == 5);
    CHECK(static_cast<int>(FunType::V16) == 9);
    CHECK(static_cast<int>(FunType::NN) == 12);
    CHECK(static_cast<int>(FunType::NNN) == 16);
    CHECK(static_cast<int>(FunType::PPP) == 23);
    CHECK(static_cast<int>(FunType::PPPPPPPP) == 28);

    CHECK(text(Bitmap::canned(FunType::NONE)) == "");
    CHECK(text(Bitmap::canned(FunType::N)) == "n");
    CHECK(text(Bitmap::canned(FunType::P)) == "p");
    CHECK(text(Bitmap::canned(FunType::F)) == "n");
    CHECK(text(Bitmap::canned(FunType::D)) == "n");
    CHECK(text(Bitmap::canned(FunType::L)) == "n");
    CHECK(text(Bitmap::canned(FunType::V16)) == "nn");
    CHECK(text(Bitmap::canned(FunType::V32)) == "nnnn");
    CHECK(text(Bitmap::canned(FunType::V64)) == "nnnnnnnn");
    CHECK(text(Bitmap::canned(FunType::NP)) == "np");
    CHECK(text(Bitmap::canned(FunType::PNP)) == "pnp");
    CHECK(text(Bitmap::canned(FunType::NPP)) == "npp");
    CHECK(text(Bitmap::canned(FunType::PPPPPPPP)) == "pppppppp");
}
