// The memory of containers with a layout unknown to trav: hash tables, trees and lists of Boost and of this
// file. An allocator counts their blocks.
#include <trav/graph/objects.hpp>
#include <trav/graph/owned_bytes.hpp>
#include <trav/profile/unseen.hpp>

#include "catch.hpp"
#include "support/counting.hpp"
#include "support/foreign.hpp"

#include <boost/multi_index/hashed_index.hpp>
#include <boost/multi_index/identity.hpp>
#include <boost/multi_index/random_access_index.hpp>
#include <boost/multi_index/sequenced_index.hpp>
#include <boost/multi_index_container.hpp>
#include <boost/ptr_container/ptr_list.hpp>
#include <boost/ptr_container/ptr_vector.hpp>
#include <boost/unordered_map.hpp>
#include <boost/unordered_set.hpp>

#if __has_include(<boost/unordered/unordered_flat_map.hpp>)
#include <boost/unordered/unordered_flat_map.hpp>
#endif

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <list>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

using test::check_known;
using test::check_unseen;
using test::count_unseen;
using test::Counting;
using test::Hash;
using test::Holder;
using test::String;
using test::text;
using trav::detail::malloc_bytes;

namespace {

/// An array of elements behind a flag of use for each, and a word before the flags.
template <class T, class Allocator = Counting<std::uint64_t>>
class Flat {
  public:
    using allocator_type = Allocator;
    Flat() = default;
    Flat(Flat const&) = delete;
    ~Flat() { release(); }
    std::size_t bucket_count() const { return room_; }
    void clear() {
        for (std::size_t i = 0; i != room_; ++i)
            if (std::exchange(flags_[i], '\0')) slots_[i].~T();
        size_ = 0;
    }
    void insert(T value) {
        if (2 * size_ == room_) grow();
        place(std::move(value));
    }
    struct Iterator {
        Flat const* in;
        std::size_t at;
        T const& operator*() const { return in->slots_[at]; }
        Iterator& operator++() {
            ++at;
            return skip();
        }
        Iterator& skip() {
            while (at != in->room_ && !in->flags_[at]) ++at;
            return *this;
        }
        bool operator==(Iterator const& other) const { return at == other.at; }
    };
    Iterator begin() const { return Iterator{this, 0}.skip(); }
    Iterator end() const { return {this, room_}; }

  private:
    static std::size_t words(std::size_t room) { return 1 + room / 8 + (room * sizeof(T) + 7) / 8; }
    void place(T value) {
        std::size_t at = size_ * 7 % room_;
        while (flags_[at]) at = (at + 1) % room_;
        new (slots_ + at) T(std::move(value));
        flags_[at] = 1;
        ++size_;
    }
    void grow() {
        std::vector<T> all;
        for (std::size_t i = 0; i != room_; ++i)
            if (flags_[i]) all.push_back(std::move(slots_[i]));
        std::size_t const room = room_ == 0 ? 8 : 2 * room_;
        release();
        std::uint64_t* const block = allocator_.allocate(words(room));
        for (std::size_t i = 0; i != words(room); ++i) block[i] = 0;
        flags_ = reinterpret_cast<unsigned char*>(block + 1);
        slots_ = reinterpret_cast<T*>(block + 1 + room / 8);
        room_ = room;
        for (T& each : all) place(std::move(each));
    }
    void release() {
        if (room_ == 0) return;
        for (std::size_t i = 0; i != room_; ++i)
            if (flags_[i]) slots_[i].~T();
        allocator_.deallocate(reinterpret_cast<std::uint64_t*>(flags_) - 1, words(room_));
        size_ = room_ = 0;
    }
    [[no_unique_address]] Allocator allocator_{};
    unsigned char* flags_ = nullptr;
    T* slots_ = nullptr;
    std::size_t size_ = 0, room_ = 0;
};
/// Like Counting, with a member.
template <class T>
struct Stateful : Counting<T> {
    int number = 0;
};

/// An array behind a reference count, as Qt's: copies share it.
template <class T>
class Shared {
  public:
    Shared() = default;
    Shared(Shared const& other) : data_(other.data_) {
        if (data_ != nullptr) ++data_->owners;
    }
    Shared& operator=(Shared const&) = delete;
    ~Shared() {
        if (data_ == nullptr || --data_->owners != 0) return;
        for (T& each : *this) each.~T();
        Counting<std::uint64_t>().deallocate(reinterpret_cast<std::uint64_t*>(data_), words);
    }
    void insert(T value) {
        if (data_ == nullptr) {
            data_ = reinterpret_cast<Data*>(Counting<std::uint64_t>().allocate(words));
            *data_ = {1, 0};
        }
        new (begin() + data_->size++) T(std::move(value));
    }
    // NOLINTNEXTLINE(readability-identifier-naming): Qt's name
    bool isDetached() const { return data_ == nullptr || data_->owners == 1; }
    std::size_t capacity() const { return data_ == nullptr ? 0 : room; }
    T* begin() const { return reinterpret_cast<T*>(data_ + 1); }
    T* end() const { return data_ == nullptr ? begin() : begin() + data_->size; }

  private:
    static constexpr std::size_t room = 300, words = 2 + (room * sizeof(T) + 7) / 8;
    struct Data {
        std::size_t owners, size;
    };
    Data* data_ = nullptr;
};

/// Tables with a second array.
struct Ticking : Flat<int> {
    std::vector<long> ticks = std::vector<long>(100);
};
/// A table and its parent, with a pointer from the parent to an element.
struct Parent;
struct Child : Flat<int> {
    std::unique_ptr<Parent> parent = std::make_unique<Parent>();
};
struct Parent {
    int const* focused = nullptr;
};
/// A list and an index of it.
struct Cache {
    std::list<int> order;
    std::unordered_map<int, std::list<int>::iterator> index;
    std::size_t bucket_count() const { return index.bucket_count(); }
    auto begin() const { return order.begin(); }
    auto end() const { return order.end(); }
    void insert(int i) { index[i] = order.insert(order.end(), i); }
};
/// A list with a block beside each node.
class Towers {
  public:
    Towers() = default;
    Towers(Towers const&) = delete;
    ~Towers() {
        while (first_) first_ = std::move(first_->next);
    }
    void insert(int i) {
        first_ = std::make_unique<Node>(Node{std::move(first_), std::make_unique<long[]>(4), i});
    }
    std::size_t bucket_count() const { return 8; }
    struct Node {
        std::unique_ptr<Node> next;
        std::unique_ptr<long[]> tower;
        int value;
    };
    struct Iterator {
        Node const* at;
        int const& operator*() const { return at->value; }
        Iterator& operator++() {
            at = at->next.get();
            return *this;
        }
        bool operator==(Iterator const&) const = default;
    };
    Iterator begin() const { return {first_.get()}; }
    Iterator end() const { return {nullptr}; }

  private:
    std::unique_ptr<Node> first_;
};
void insert(auto& all, int i) { all.insert(i); }

/// Their memory is no array: elements of a map, and a capacity unlike the block's.
struct SharedMap : Shared<int> {
    using key_type = int;
};
struct Narrow : Shared<int> {
    std::size_t capacity() const { return 100; }
};

/// Words of a container, and possible blocks behind them.
using Words = std::vector<std::uintptr_t>;
/// The types named by a container.
template <class Allocator, class Hasher, class Equal, class Compare>
struct Parts {
    using allocator_type = Allocator;
    using hasher = Hasher;
    using key_equal = Equal;
    using key_compare = Compare;
};

/// A hash table without a block: its elements are in it, or in static memory.
struct Few {
    int elements[3] = {1, 2, 3};
    int const* begin() const { return elements; }
    int const* end() const { return elements + 3; }
    std::size_t bucket_count() const { return 3; }
};
struct Borrowed {
    static inline int const elements[3] = {1, 2, 3};
    int const* begin() const { return elements; }
    int const* end() const { return elements + 3; }
    std::size_t bucket_count() const { return 3; }
};

std::uintptr_t at(void const* p) { return reinterpret_cast<std::uintptr_t>(p); }
/// Blocks of malloc without a rest of 16 bytes.
class Blocks {
  public:
    Blocks() = default;
    Blocks(Blocks const&) = delete;
    ~Blocks() {
        for (void* const block : all_) std::free(block);
    }
    char* give(std::size_t bytes) {
        void* block = nullptr;
        do block = all_.emplace_back(std::calloc(bytes, 1));
        while (malloc_bytes(block) == trav::detail::usable_size_for(bytes) + 16);
        return static_cast<char*>(block);
    }

  private:
    std::vector<void*> all_;
};
/// A container with these words and elements.
trav::detail::ForeignMemory memory_of(Words const& words, std::vector<void const*> const& elements,
                                      std::size_t element_bytes) {
    trav::detail::ForeignMemory memory(words.data(), words.size() * sizeof(words[0]), element_bytes);
    for (void const* const each : elements) memory.add_element(each);
    return memory;
}
bool is_hash_table(Words const& words, std::vector<void const*> const& elements, std::size_t buckets,
                   std::size_t element_bytes = 16) {
    return memory_of(words, elements, element_bytes).is_hash_table(buckets);
}
bool is_array(Words const& words, std::vector<void const*> const& elements, std::size_t room) {
    return memory_of(words, elements, 16).is_array(room);
}

}  // namespace

TEST_CASE("a flat table has a byte for each bucket beside its element, and not much more", "[unit]") {
    if (!trav::detail::has_headers()) return;
    Blocks blocks;
    char* const table = blocks.give(17 * 1000);
    Words const words{at(table), 1000};
    CHECK(is_hash_table(words, {table, table + 160}, 1000));
    CHECK(is_hash_table({at(table + 8)}, {table}, 1000));
    CHECK(!is_hash_table({at(table + 1)}, {table}, 1000));
    CHECK(!is_hash_table(words, {table}, 1001));  // no room for their bytes
    // up to 24 bytes beside each, 64 more at the end, and 128 bytes: 358 * 40 + 2560 + 128 = 17'008
    CHECK(is_hash_table(words, {table}, 358));
    CHECK(!is_hash_table(words, {table}, 357));
    CHECK(!is_hash_table(words, {table}, 0));
    CHECK(!is_hash_table(words, {}, 1000));
    CHECK(!is_hash_table({0, 1000}, {table}, 1000));
    CHECK(!is_hash_table(words, {table, blocks.give(3000)}, 1000));  // an element elsewhere
    CHECK(!is_hash_table(words, {table, table + 16'992}, 1000));     // not fully inside
    CHECK(!is_hash_table({at(table), at(blocks.give(100))}, {table}, 1000));
    // only the words of the container are its own
    Words const more{at(table), at(blocks.give(100)), at(blocks.give(100))};
    for (std::size_t const bytes : {sizeof(more[0]), sizeof(more[0]) + 4}) {
        trav::detail::ForeignMemory memory(more.data(), bytes, 16);
        memory.add_element(table);
        CHECK(memory.is_hash_table(1000));
    }
    char* const large = blocks.give(17 * 100'000);
    CHECK(is_hash_table({at(large)}, {large}, 100'000));
}

TEST_CASE("the table of a hash table with nodes leads to the first one", "[unit]") {
    if (!trav::detail::has_headers()) return;
    Blocks blocks;
    auto const node = [&](std::size_t bytes) -> char* { return blocks.give(bytes); };
    auto const table_to = [&](char const* first) {
        char* const table = blocks.give(1000 * sizeof(void*));
        std::memcpy(table + 80, &first, sizeof first);
        return table;
    };
    for (std::size_t const before : {std::size_t{0}, std::size_t{8}, std::size_t{16}, std::size_t{40}}) {
        std::vector<void const*> elements;
        for (int i = 0; i != 300; ++i) elements.push_back(node(before + 32) + before);
        char* const table = table_to(static_cast<char const*>(elements[0]) - before);
        INFO(before << " bytes before an element");
        CHECK(is_hash_table({at(table)}, elements, 1000));
        CHECK(is_hash_table({at(table)}, elements, 450));
        CHECK(!is_hash_table({at(table)}, elements, 350));  // too large a table
        CHECK(!is_hash_table({at(table)}, elements, 1003));
        CHECK(!is_hash_table({at(blocks.give(8000))}, elements, 1000));  // leads nowhere
        CHECK(!is_hash_table({at(table), at(blocks.give(40))}, elements, 1000));
        auto memory = memory_of({at(table)}, elements, 16);
        REQUIRE(memory.is_hash_table(1000));
        std::size_t bytes = malloc_bytes(table);
        for (void const* const each : elements)
            bytes += malloc_bytes(static_cast<char const*>(each) - before);
        CHECK(memory.bytes() == bytes);
    }
    alignas(16) static char const zeros[64] = {};
    char const* const elsewhere = zeros + 16;  // behind no header
    char *const first = node(40), *const odd = node(48), *const last = node(40);
    CHECK(is_hash_table({at(table_to(first))}, {first, last}, 1000));
    CHECK(!is_hash_table({at(table_to(first))}, {first, elsewhere, last}, 1000));
    std::uintptr_t const header = 0x31;
    std::memcpy(odd, &header, sizeof header);
    CHECK(!is_hash_table({at(table_to(first))}, {first, odd + 8}, 1000));  // at another place in its node
    char *const most = node(104), *const more = node(120);
    CHECK(is_hash_table({at(table_to(most))}, {most + 8}, 1000));  // five units beside the element
    CHECK(!is_hash_table({at(table_to(more))}, {more + 8}, 1000));
    char *const too_far = node(100), *const too_large = node(200), *const in_table = node(40);
    CHECK(!is_hash_table({at(table_to(too_far))}, {too_far + 48}, 1000));
    CHECK(!is_hash_table({at(table_to(too_large))}, {too_large}, 1000));
    CHECK(!is_hash_table({at(table_to(in_table))}, {in_table, table_to(in_table) + 160}, 1000));
    CHECK(!is_hash_table({at(table_to(in_table))}, {in_table}, 1000, 48));  // larger than its block
}

TEST_CASE("a second table begins with a pointer into the first", "[unit]") {
    if (!trav::detail::has_headers()) return;
    Blocks blocks;
    char *const node = blocks.give(40), *const table = blocks.give(8000), *const groups = blocks.give(500);
    std::memcpy(table, &node, sizeof node);
    char const* const into = table + 800;
    CHECK(!is_hash_table({at(table), at(groups)}, {node}, 1000));
    char const* const behind = table + malloc_bytes(table);
    std::memcpy(groups, &behind, sizeof behind);
    CHECK(!is_hash_table({at(table), at(groups)}, {node}, 1000));
    std::memcpy(groups, &into, sizeof into);
    for (Words const& words : {Words{at(table), at(groups)}, Words{at(groups), at(table)}}) {
        auto memory = memory_of(words, {node}, 16);
        REQUIRE(memory.is_hash_table(1000));
        CHECK(memory.bytes() == malloc_bytes(table) + malloc_bytes(groups) + malloc_bytes(node));
    }
    CHECK(!is_hash_table({at(table), at(groups), at(blocks.give(40))}, {node}, 1000));
    CHECK(!is_hash_table({at(blocks.give(40)), at(table), at(groups)}, {node}, 1000));
}

TEST_CASE("a header of old inside the table is no block", "[unit]") {
    if (!trav::detail::has_headers()) return;
    Blocks blocks;
    char* const table = blocks.give(17 * 1000);
    std::uintptr_t const header = 0x41;
    for (int i : {0, 1}) std::memcpy(table + 88 + i * 64, &header, sizeof header);
    REQUIRE(trav::detail::malloc_block(at(table + 96)) != 0);
    CHECK(is_hash_table({at(table), at(table + 96)}, {table}, 1000));
}

TEST_CASE("an array has room for its elements and a few words", "[unit]") {
    if (!trav::detail::has_headers()) return;
    Blocks blocks;
    char* const table = blocks.give(16 * 100 + 24);
    CHECK(is_array({at(table)}, {table + 24, table + 40}, 100));
    CHECK(is_array({at(table)}, {table + 24}, 94));
    CHECK(!is_array({at(table)}, {table + 24}, 93));  // 93 * 16 + 128 = 1616, of 1624 bytes
    CHECK(is_array({at(table)}, {table + 24}, 101));
    CHECK(!is_array({at(table)}, {table + 24}, 102));  // 1632 bytes
    CHECK(!is_array({at(table)}, {}, 100));
    CHECK(!is_array({at(table), at(blocks.give(40))}, {table + 24}, 100));
    CHECK(!is_array({at(table)}, {table + 24, blocks.give(40)}, 100));
    char* const exact = blocks.give(101 * 24 + 128);
    CHECK(memory_of({at(exact)}, {exact}, 24).is_array(101));
    CHECK(!memory_of({at(exact)}, {exact}, 24).is_array(100));
    char* const pages = blocks.give(16 * 12'500);  // malloc gives whole pages
    CHECK(is_array({at(pages)}, {pages}, 12'500));
    CHECK(!is_array({at(pages)}, {pages}, 12'200));
}

TEST_CASE("an allocator or a function object with members may lead to blocks", "[unit]") {
    using Stateless = std::hash<int>;
    using Stateful = std::function<std::size_t(int)>;
    CHECK(!trav::detail::has_state<int>());
    CHECK(!trav::detail::has_state<Parts<Stateless, Stateless, Stateless, Stateless>>());
    CHECK(trav::detail::has_state<Parts<Stateful, Stateless, Stateless, Stateless>>());
    CHECK(trav::detail::has_state<Parts<Stateless, Stateful, Stateless, Stateless>>());
    CHECK(trav::detail::has_state<Parts<Stateless, Stateless, Stateful, Stateless>>());
    CHECK(trav::detail::has_state<Parts<Stateless, Stateless, Stateless, Stateful>>());
}

TEST_CASE("elements in the container take no bytes, elements in another's memory are unknown", "[unit]") {
    Few const few;
    trav::detail::ForeignBytes const inside = trav::detail::foreign_bytes(few, nullptr);
    CHECK(inside.known);
    CHECK(inside.bytes == 0);
    CHECK(!trav::detail::foreign_bytes(Borrowed{}, nullptr).known);
}

TEST_CASE("tables with all elements in one block are known", "[unit]") {
    check_known<Flat<int>>([](auto& table, int i) { table.insert(i); });
    check_known<Flat<String>>([](auto& table, int i) { table.insert(text(i)); });
    check_known<Flat<Flat<int>*>>([](auto& table, int) { table.insert(nullptr); });
}

#if __has_include(<boost/unordered/unordered_flat_map.hpp>)
TEST_CASE("Boost's flat tables are known", "[unit]") {
    check_known<boost::unordered_flat_map<String, int, Hash, std::equal_to<String>,
                                          Counting<std::pair<String const, int>>>>(
        [](auto& map, int i) { map[text(i)] = i; });
}
#endif

TEST_CASE("hash tables with a node for each element are known", "[unit]") {
    using std::equal_to;
    check_known<boost::unordered_set<int, std::hash<int>, equal_to<int>, Counting<int>>>(
        [](auto& set, int i) { set.insert(i); });
    check_known<boost::unordered_set<String, Hash, equal_to<String>, Counting<String>>>(
        [](auto& set, int i) { set.insert(text(i)); });
    check_known<
        boost::unordered_map<String, int, Hash, equal_to<String>, Counting<std::pair<String const, int>>>>(
        [](auto& map, int i) { map[text(i)] = i; });
    check_known<boost::unordered_multimap<int, String, std::hash<int>, equal_to<int>,
                                          Counting<std::pair<int const, String>>>>(
        [](auto& map, int i) { map.emplace(i % 20, text(i)); });
}

TEST_CASE("a possibly shared array is known, and unseen with a copy", "[unit]") {
    check_known<Shared<int>>([](auto& all, int i) { all.insert(i); });
    check_known<Shared<String>>([](auto& all, int i) { all.insert(text(i)); });
    Holder<Shared<String>> const holder = [] {
        Holder<Shared<String>> its;
        its.value.insert(String(100, 'x'));
        return its;
    }();
    Holder<Shared<String>> const copy = holder;
    CHECK(trav::owned_bytes(holder) == 0);
    CHECK(count_unseen(holder) == 1);
    CHECK(trav::owned_bytes(copy) == 0);
    CHECK(count_unseen(copy) == 1);
    check_unseen<SharedMap>([](auto& all, int i) { all.insert(i); });
    check_unseen<Narrow>([](auto& all, int i) { all.insert(i); });
}

TEST_CASE("a container with references to other blocks is unseen", "[unit]") {
    check_unseen<Ticking>([](auto& all, int i) { insert(all, i); });
    check_unseen<Cache>([](auto& all, int i) { insert(all, i); });
    check_unseen<Towers>([](auto& all, int i) { insert(all, i); });
    check_unseen<Child>([](auto& all, int i) {
        insert(all, i);
        all.parent->focused = &*all.begin();
    });
    CHECK(count_unseen(Holder<std::array<String, 2>>{{text(80), text(90)}}) == 0);  // of its elements
}

TEST_CASE("a container without buckets is unseen", "[unit]") {
    namespace mi = boost::multi_index;
    using Both = mi::indexed_by<mi::sequenced<>, mi::hashed_unique<mi::identity<int>>>;
    check_unseen<mi::multi_index_container<int, Both>>([](auto& all, int i) { all.push_back(i); });
    using Places = mi::indexed_by<mi::random_access<>>;
    check_unseen<mi::multi_index_container<int, Places>>([](auto& all, int i) { all.push_back(i); });
    check_unseen<boost::ptr_vector<int>>([](auto& all, int i) { all.push_back(new int(i)); });
    check_unseen<boost::ptr_list<int>>([](auto& all, int i) { all.push_back(new int(i)); });
}

TEST_CASE("a container with members in its allocator is unseen, with memory for no element too", "[unit]") {
    Holder<Flat<int, Stateful<std::uint64_t>>> holder;
    CHECK(count_unseen(holder) == 0);
    for (int i = 0; i != 300; ++i) {
        holder.value.insert(i);
        REQUIRE(count_unseen(holder) == 1);
    }
    holder.value.clear();
    CHECK(count_unseen(holder) == (trav::detail::has_headers() ? 1 : 0));
}
