// test/support/foreign.hpp: containers of other libraries with counted memory.
#pragma once

#include <trav/graph/objects.hpp>
#include <trav/graph/owned_bytes.hpp>
#include <trav/profile/unseen.hpp>

#include "../catch.hpp"
#include "counting.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <new>
#include <string>
#include <string_view>

namespace test {

/// A container as a member, for unseen().
template <class V>
struct Holder {
    V value;
};
template <class V>
std::size_t count_unseen(Holder<V> const& holder) {
    return trav::unseen(trav::Objects<>(), trav::roots(holder)).size();
}

/// Whether a container lists these blocks: the addresses are exact, the sizes are as malloc gave them.
template <class V>
bool lists(V const& value, std::map<void const*, std::size_t> const& blocks) {
    std::size_t bytes = 0, count = 0;
    bool all = true;
    trav::owned_blocks(value, [&](void const* block, std::size_t its) {
        auto const at = blocks.find(block);
        bool const is = at != blocks.end() && its >= at->second &&
                        its - at->second <= trav::detail::most_rounding(its) + 16;
        if (!is)
            UNSCOPED_INFO("a block of " << its << " bytes" << (at == blocks.end() ? "" : ", other size"));
        all = all && is;
        bytes += its;
        ++count;
    });
    if (count != blocks.size()) UNSCOPED_INFO(count << " blocks of " << blocks.size());
    return all && count == blocks.size() && trav::owned_bytes(value) == bytes;
}

/// Fills a container of ints or strings, and checks that its memory is always known, and no more than that.
template <class V>
void check_known(auto fill) {
    REQUIRE(live_blocks.empty());
    {
        alignas(Holder<V>) static unsigned char room[sizeof(Holder<V>)]{};  // without old pointers in padding
        Holder<V>& holder = *new (room) Holder<V>{};
        for (int i = 0; i != 300; ++i) {
            fill(holder.value, i);
            INFO(trav::detail::spelled_type<V>() << " with " << i + 1 << " elements");
            bool const known = trav::detail::has_headers();
            CHECK(count_unseen(holder) == (known ? 0 : 1));
            if (known) REQUIRE(lists(holder, live_blocks));
        }
        holder.~Holder();
    }
    CHECK(live_blocks.empty());
}
/// Fills a container, and checks that unseen() lists it.
template <class V>
void check_unseen(auto fill) {
    Holder<V> holder{};
    for (int i = 0; i != 300; ++i) {
        fill(holder.value, i);
        INFO(trav::detail::spelled_type<V>() << " with " << i + 1 << " elements");
        REQUIRE(count_unseen(holder) == 1);
    }
}

using String = std::basic_string<char, std::char_traits<char>, Counting<char>>;
struct Hash {
    std::size_t operator()(String const& s) const {
        return std::hash<std::string_view>{}({s.data(), s.size()});
    }
};
inline String text(int i) {
    return String(static_cast<std::size_t>(i % 40), 'x') + String(std::to_string(i));
}

}  // namespace test

template <class V>
struct trav::Described<test::Holder<V>> : trav::Members<&test::Holder<V>::value> {};
