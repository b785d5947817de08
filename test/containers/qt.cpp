// The memory of Qt's containers, which share it with their copies. They take it from malloc, which ctest
// starts without lists of freed blocks: malloc counts these as given.
#include "catch.hpp"
#include "support/foreign.hpp"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QMap>
#include <QSet>
#include <QString>
#include <QVector>

#include <cstddef>
#include <cstdlib>
#include <malloc.h>

using test::count_unseen;
using test::Holder;

namespace {

/// The bytes of all chunks that malloc has given.
std::size_t in_use() {
    auto const info = mallinfo2();
    return info.uordblks + info.hblkhd;
}
std::size_t chunk(void const* block) {
    constexpr std::size_t mapped = 2, word = sizeof(std::size_t);
    bool const alone = (static_cast<std::size_t const*>(block)[-1] & mapped) != 0;
    return malloc_usable_size(const_cast<void*>(block)) + (alone ? 2 * word : word);
}

/// Fills a container, and checks that its blocks are all that malloc gave meanwhile.
template <class V>
void check(auto fill) {
    for (int const size : {1, 2, 5, 100, 3000}) {
        Holder<V> holder;
        std::size_t const before = in_use();
        if constexpr (requires { holder.value.reserve(size); }) holder.value.reserve(size);
        for (int i = 0; i != size; ++i) fill(holder.value, i);
        std::size_t const given = in_use() - before;
        INFO(trav::detail::spelled_type<V>() << " with " << size << " elements");
        std::size_t listed = 0;
        trav::owned_blocks(holder, [&](void const* block, std::size_t) { listed += chunk(block); });
        CHECK(listed == given);
        CHECK(count_unseen(holder) == 0);
        Holder<V> const copy = holder;
        CHECK(trav::owned_bytes(copy) == 0);
        CHECK(count_unseen(copy) == 1);
    }
}

}  // namespace

TEST_CASE("the memory of Qt's arrays is known, unless they share it", "[unit]") {
    REQUIRE(trav::detail::has_headers());
    REQUIRE(std::getenv("GLIBC_TUNABLES") != nullptr);
    check<QVector<int>>([](auto& all, int i) { all.push_back(i); });
    check<QVector<QString>>([](auto& all, int i) { all.push_back(QString::number(i)); });
    check<QString>([](auto& text, int) { text.append(QChar('x')); });
    check<QByteArray>([](auto& text, int) { text.append('x'); });
}

TEST_CASE("Qt's other containers are unseen", "[unit]") {
    test::check_unseen<QList<int>>([](auto& all, int i) { all.push_back(i); });
    test::check_unseen<QHash<QString, int>>([](auto& map, int i) { map[QString::number(i)] = i; });
    test::check_unseen<QMap<QString, int>>([](auto& map, int i) { map[QString::number(i)] = i; });
    test::check_unseen<QSet<int>>([](auto& set, int i) { set.insert(i); });
}
