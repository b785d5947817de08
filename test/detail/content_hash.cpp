#include "catch.hpp"

#include <trav/detail/content_hash.hpp>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

using trav::detail::ContentHash;

TEST_CASE("content hash: it depends on each byte and the length, not on the pieces", "[unit]") {
    std::string const text = "the quick brown fox jumps over the lazy dog";
    auto const hash = [](std::string const& whole, std::size_t piece) {
        ContentHash all;
        for (std::size_t i = 0; i < whole.size(); i += piece)
            all.add(std::string_view(whole).substr(i, piece));
        return all.value();
    };
    for (std::size_t piece = 1; piece != 50; ++piece) CHECK(hash(text, piece) == hash(text, 100));
    std::set<std::uint64_t> all{hash(text, 9), hash(text + '\0', 9), hash(text.substr(1), 9), hash("", 9)};
    for (std::size_t i = 0; i != text.size(); ++i) {
        std::string other = text;
        other[i] = static_cast<char>(other[i] ^ 0x80);
        all.insert(hash(other, 9));
    }
    CHECK(all.size() == 4 + text.size());
    CHECK(all.count(0) == 0);
    CHECK(hash("eight by", 9) != hash(std::string("eight by") + '\0', 9));
}
