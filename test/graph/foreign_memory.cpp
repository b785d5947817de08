// The memory of containers with a layout that trav does not know: hash tables, trees and lists of Boost and
// of this file. An allocator counts their blocks.
#include <trav/graph/objects.hpp>
#include <trav/graph/owned_bytes.hpp>
#include <trav/profile/unseen.hpp>

#include "catch.hpp"
#include "support/counting.hpp"
#include "support/foreign.hpp"

#include <boost/multi_index/hashed_index.hpp>
#include <boost/multi_index/identity.hpp>
#include <boost/multi_index/ordered_index.hpp>
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
#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

using test::check_known;
using test::check_unseen;
using test::count_unseen;
using test::Counting;
using test::Hash;
using test::Holder;
using test::lists;
using test::live_blocks;
using test::String;
using test::text;

namespace {

/// An array of elements behind flags that say which are in use, and a word before the flags.
template <class T, class Allocator = Counting<std::uint64_t>>
class Flat {
  public:
    using allocator_type = Allocator;
    Flat() = default;
    Flat(Flat const&) = delete;
    ~Flat() { release(); }
    std::size_t bucket_count() const { return room_; }
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

/// Chains of nodes from an array that private data in a block of their own lead to, as in Qt 5.
template <class T>
class Chained {
  public:
    Chained() : data_(Counting<Data>().allocate(1)) {
        *data_ = {nullptr, Counting<Node*>().allocate(room), 0, true};
        for (std::size_t i = 0; i != room; ++i) data_->buckets[i] = nullptr;
    }
    Chained(Chained const&) = delete;
    ~Chained() {
        for (Node* node = data_->first; node != nullptr;) {
            Node* const next = node->next;
            node->~Node();
            Counting<Node>().deallocate(node, 1);
            node = next;
        }
        Counting<Node*>().deallocate(data_->buckets, room);
        Counting<Data>().deallocate(data_, 1);
    }
    void insert(T value) {
        Node* const node = Counting<Node>().allocate(1);
        data_->first = new (node) Node{data_->first, 0, std::move(value)};
        data_->buckets[data_->size++ % room] = node;
        for (std::size_t i = 0; i != room; ++i)
            if (i == 0) data_->buckets[i] = node;  // the first one is always in the array
    }
    bool isDetached() const { return data_->detached; }
    void share() { data_->detached = false; }
    struct Node {
        Node* next;
        unsigned hash;
        T value;
    };
    struct Iterator {
        Node const* at;
        T const& operator*() const { return at->value; }
        Iterator& operator++() {
            at = at->next;
            return *this;
        }
        bool operator==(Iterator const&) const = default;
    };
    Iterator begin() const { return {data_->first}; }
    Iterator end() const { return {nullptr}; }

  private:
    static constexpr std::size_t room = 500;
    struct Data {
        Node* first;
        Node** buckets;
        std::size_t size;
        bool detached;
    };
    Data* data_;
};

/// An object in a block of its own.
struct Counted {
    long number = 0;
    static void* operator new(std::size_t) { return Counting<Counted>().allocate(1); }
    static void operator delete(void* p) { Counting<Counted>().deallocate(static_cast<Counted*>(p), 1); }
};

/// A table that has a pointer to a block of someone else.
struct Borrower : Flat<int> {
    std::unique_ptr<Flat<int>> lender = std::make_unique<Flat<int>>();
    void const* lent = lender.get();
};
/// The same, without a number of buckets.
struct OtherBorrower : Borrower {
    std::size_t bucket_count() const = delete;
};

}  // namespace

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
    check_known<Chained<char>>([](auto& table, int i) { table.insert(static_cast<char>(i)); });
    check_known<Chained<String>>([](auto& table, int i) { table.insert(text(i)); });
}

TEST_CASE("the nodes and tables of several indices are known", "[unit]") {
    namespace mi = boost::multi_index;
    using Both = mi::indexed_by<mi::ordered_unique<mi::identity<int>>, mi::hashed_unique<mi::identity<int>>>;
    check_known<mi::multi_index_container<int, Both, Counting<int>>>(
        [](auto& set, int i) { set.insert(i * 7 % 300); });
}

TEST_CASE("pointers in an array lead to elements with blocks of their own", "[unit]") {
    check_known<boost::ptr_vector<Counted, boost::heap_clone_allocator, Counting<void*>>>(
        [](auto& all, int) { all.push_back(new Counted); });
}

TEST_CASE("a block that a container leads to, and that nothing explains, makes it unseen", "[unit]") {
    check_unseen<OtherBorrower>([](auto& table, int i) { table.insert(i); });
    using Set = boost::multi_index_container<int>;  // a header, which leads to no element
    if (trav::detail::has_headers()) CHECK(count_unseen(Holder<Set>{}) == 1);
}

TEST_CASE("a block that is not the table of all buckets is someone else's", "[unit]") {
    Holder<Borrower> holder{};
    for (int i = 0; i != 300; ++i) {
        holder.value.insert(i);
        if (trav::detail::has_headers()) REQUIRE(lists(holder, live_blocks));
    }
}

TEST_CASE("a container that hides some of its blocks is unseen", "[unit]") {
    auto const fill = [](auto& list, int i) { list.push_back(new long(i)); };
    Holder<boost::ptr_list<long>> list;  // the list's nodes are in the middle
    for (int i = 0; i != 5; ++i) fill(list.value, i);
    CHECK(count_unseen(list) == 1);
}

TEST_CASE("a container with an allocator that has members is unseen", "[unit]") {
    check_unseen<Flat<int, Stateful<std::uint64_t>>>([](auto& table, int i) { table.insert(i); });
}

TEST_CASE("a container that shares its elements is unseen, and counts nothing", "[unit]") {
    Holder<Chained<String>> holder;
    holder.value.insert(String(100, 'x'));
    if (trav::detail::has_headers()) CHECK(trav::owned_bytes(holder) > 100);
    holder.value.share();
    CHECK(trav::owned_bytes(holder) == 0);
    CHECK(count_unseen(holder) == 1);
}
