#include <trav/graph/owned_bytes.hpp>

#include "catch.hpp"
#include "support/counting.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

using test::Counting;
using test::live;
using test::live_blocks;

namespace {

using Blocks = std::map<void const*, std::size_t>;

/// The blocks that a value lists. No block may appear twice.
template <class V>
Blocks listed(V const& value) {
    Blocks blocks;
    trav::owned_blocks(value, [&](void const* block, std::size_t bytes) {
        if (!blocks.emplace(block, bytes).second) FAIL_CHECK("twice: " << block);
    });
    return blocks;
}

using String = std::basic_string<char, std::char_traits<char>, Counting<char>>;
template <class T>
using Vector = std::vector<T, Counting<T>>;
template <class T>
using List = std::list<T, Counting<T>>;
template <class T>
using ForwardList = std::forward_list<T, Counting<T>>;
template <class T>
using Deque = std::deque<T, Counting<T>>;
template <class T>
using Set = std::set<T, std::less<T>, Counting<T>>;
template <class K, class V>
using Map = std::map<K, V, std::less<K>, Counting<std::pair<K const, V>>>;
template <class K, class V>
using MultiMap = std::multimap<K, V, std::less<K>, Counting<std::pair<K const, V>>>;
struct Hash {
    std::size_t operator()(String const& s) const {
        return std::hash<std::string_view>{}({s.data(), s.size()});
    }
};
template <class T, class H = std::hash<T>>
using HashSet = std::unordered_set<T, H, std::equal_to<T>, Counting<T>>;
template <class K, class V, class H = std::hash<K>>
using HashMap = std::unordered_map<K, V, H, std::equal_to<K>, Counting<std::pair<K const, V>>>;

struct Named {
    String name;
    int number = 0;
    Vector<String> others;
};
struct Tree {
    Vector<Tree> below;
};
struct Odd {
    char bytes[3];
};
struct alignas(32) Wide {
    char bytes[32];
};

String longer() { return String(100, 'x'); }

/// Checks that a V filled by `fill` owns all memory allocated meanwhile.
template <class V>
void check(auto fill) {
    REQUIRE(live == 0);
    {
        V value{};
        CHECK(trav::owned_bytes(value) == live);
        for (int i = 0; i != 100; ++i) {
            fill(value, i);
            if (trav::owned_bytes(value) == live && listed(value) == live_blocks) continue;
            CHECK(trav::owned_bytes(value) == live);
            CHECK(listed(value) == live_blocks);
            break;
        }
        CHECK(live > 0);
    }
    CHECK(live == 0);
}
template <class T>
void check_sequence(auto make) {
    auto const back = [&](auto& sequence, int i) { sequence.push_back(make(i)); };
    auto const front = [&](auto& sequence, int i) { sequence.push_front(make(i)); };
    check<Vector<T>>(back);
    check<List<T>>(back);
    check<ForwardList<T>>(front);
    check<Deque<T>>(back);
    check<Deque<T>>(front);
    check<std::queue<T, Deque<T>>>([&](auto& queue, int i) { queue.push(make(i)); });
    check<std::optional<Vector<T>>>([&](auto& value, int i) {
        if (!value) value.emplace();
        value->push_back(make(i));
    });
}

}  // namespace

template <>
struct trav::Described<Named> : trav::Members<&Named::name, &Named::number, &Named::others> {};
template <>
struct trav::Described<Tree> : trav::Members<&Tree::below> {};

TEST_CASE("the buffers of sequences count, to the byte", "[unit]") {
    check_sequence<int>([](int i) { return i; });
    check_sequence<char>([](int i) { return static_cast<char>(i); });
    check_sequence<Odd>([](int) { return Odd{}; });
    check_sequence<Wide>([](int) { return Wide{}; });
    check_sequence<std::array<char, 600>>([](int) { return std::array<char, 600>{}; });
    check_sequence<String>([](int i) { return i % 2 ? longer() : String("short"); });
    check<Vector<bool>>([](auto& bits, int i) { bits.push_back(i % 2 == 0); });
    check<String>([](auto& text, int) { text += 'x'; });
    check<Vector<Vector<String>>>([](auto& rows, int) { rows.push_back({longer(), {}}); });
}

TEST_CASE("spare capacity counts, and freed memory does not", "[unit]") {
    check<Vector<int>>([](auto& vector, int i) {
        vector.reserve(static_cast<std::size_t>(i) * 3);
#ifndef _GLIBCXX_DEBUG  // g++ 12 does not compile this in debug mode
        if (i == 50) vector.shrink_to_fit();
#endif
    });
    check<Deque<int>>([](auto& queue, int i) {
        for (int k = 0; k != 1000; ++k) queue.push_back(k);
        if (i % 3 == 0) queue.clear();
    });
    check<Deque<int>>([](auto& queue, int) {  // its blocks move through their map
        for (int k = 0; k != 5000; ++k) queue.push_back(k);
        while (queue.size() > 10) queue.pop_front();
    });
}

TEST_CASE("the nodes and buckets of associative containers count, to the byte", "[unit]") {
    check<Set<int>>([](auto& set, int i) { set.insert(i); });
    check<Set<char>>([](auto& set, int i) { set.insert(static_cast<char>(i)); });
    check<Map<int, String>>([](auto& map, int i) { map[i] = longer(); });
    check<Map<String, char>>([](auto& map, int i) { map[longer() + static_cast<char>(i)] = 'x'; });
    check<MultiMap<short, short>>([](auto& map, int) { map.insert({1, 2}); });
    check<HashSet<int>>([](auto& set, int i) { set.insert(i); });
    check<HashSet<String, Hash>>([](auto& set, int i) { set.insert(longer() + static_cast<char>(i)); });
    check<HashMap<String, Odd, Hash>>([](auto& map, int i) { map[longer() + static_cast<char>(i)] = {}; });
    check<HashMap<long, Vector<int>>>([](auto& map, int i) { map[i].resize(10); });
}

TEST_CASE("values count in every kind of holder", "[unit]") {
    check<Named>([](auto& named, int i) {
        named.name = longer();
        named.others.emplace_back(i % 2 ? longer() : String());
    });
    check<Vector<Named>>([](auto& all, int) { all.push_back({longer(), 1, {longer()}}); });
    check<std::pair<int, String>>([](auto& pair, int) { pair.second += 'x'; });
    check<std::tuple<String, int, Vector<int>>>([](auto& tuple, int i) { std::get<2>(tuple).push_back(i); });
    check<std::variant<int, String, Vector<String>>>([](auto& variant, int i) {
        if (i % 3 == 1) variant = i;
        else if (i % 3 == 0) variant = longer();
        else variant = Vector<String>{longer(), longer()};
    });
    check<std::array<String, 3>>([](auto& array, int) { array[1] += 'x'; });
    check<Tree>([](auto& tree, int) { tree.below.emplace_back().below.emplace_back(); });
}

namespace {

/// Elements elsewhere.
struct View {
    String const* first;
    String const* last;
    String const* begin() const { return first; }
    String const* end() const { return last; }
};
/// A struct of C that owns memory, and a small array of it.
struct Chars {
    char* chars;
    std::size_t length;
};
struct Few {
    Chars all[3];
    std::size_t count;
    Chars const* begin() const { return all; }
    Chars const* end() const { return all + count; }
};

/// A view with a destructor, which frees nothing.
struct Pinned : View {
    ~Pinned() {}
};

}  // namespace

template <>
inline constexpr bool std::ranges::enable_borrowed_range<Pinned> = true;
template <>
struct trav::Described<Chars> {
    static void members(Chars const& c, auto&& member) { member("chars", trav::Buffer{c.chars, c.length}); }
};

TEST_CASE("a range that frees nothing owns only elements inside it", "[unit]") {
    std::vector<String> const texts{longer(), longer()};
    CHECK(trav::owned_bytes(View{texts.data(), texts.data() + 2}) == 0);
    CHECK(trav::owned_bytes(View{nullptr, nullptr}) == 0);
    CHECK(trav::owned_bytes(Pinned{{texts.data(), texts.data() + 2}}) == 0);
    char text[30] = {};
    CHECK(trav::owned_bytes(Few{{{text, 10}, {text, 20}, {text, 30}}, 2}) == 30);
}

TEST_CASE("targets of pointers do not count", "[unit]") {
    CHECK(trav::owned_bytes(std::make_unique<int>(3)) == 0);
    CHECK(trav::owned_bytes(std::make_shared<String>(longer())) == 0);
    CHECK(trav::owned_bytes(std::string_view("text")) == 0);
    CHECK(trav::owned_bytes(3) == 0);
    CHECK(trav::owned_bytes(std::vector<std::unique_ptr<String>>()) == 0);
    String const text = longer();
    String const* const p = &text;
    CHECK(trav::owned_bytes(p) == 0);
}
