// Objects in memory that malloc did not give: under a replaced operator new, in arenas, and with allocators
// and deleters of the program's own.
#include <trav/graph/objects.hpp>
#include <trav/profile/unseen.hpp>

#include "catch.hpp"

#include <array>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <memory_resource>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace {

/// Blocks that malloc does not know. The words before each of them are a size that leads nowhere.
class Arena {
  public:
    void* take(std::size_t bytes) {
        std::size_t const first = (used_ + 15) / 16 * 16 + 16;
        if (first + bytes > room_.size()) std::abort();
        std::memset(room_.data() + first - 16, 0x7a, 16);
        used_ = first + bytes;
        return room_.data() + first;
    }
    bool has(void const* p) const { return p >= room_.data() && p < room_.data() + room_.size(); }

  private:
    alignas(16) std::array<std::byte, 1 << 16> room_{};
    std::size_t used_ = 0;
};
Arena arena;
bool from_arena = false;

}  // namespace

void* operator new(std::size_t bytes) {
    void* const p = from_arena ? arena.take(bytes) : std::malloc(bytes);
    if (p == nullptr) std::abort();
    return p;
}
void* operator new[](std::size_t bytes) { return ::operator new(bytes); }
void* operator new(std::size_t bytes, std::nothrow_t const&) noexcept { return ::operator new(bytes); }
void* operator new[](std::size_t bytes, std::nothrow_t const&) noexcept { return ::operator new(bytes); }
void operator delete(void* p) noexcept {
    if (!arena.has(p)) std::free(p);
}
void operator delete(void* p, std::size_t) noexcept { ::operator delete(p); }
void operator delete[](void* p) noexcept { ::operator delete(p); }
void operator delete(void* p, std::nothrow_t const&) noexcept { ::operator delete(p); }
void operator delete[](void* p, std::nothrow_t const&) noexcept { ::operator delete(p); }
void operator delete[](void* p, std::size_t) noexcept { ::operator delete(p); }

namespace {

struct Item {
    int price = 0;
};
struct OwnNew {
    char bytes[8];
    static void* operator new[](std::size_t bytes) { return arena.take(bytes); }
    static void operator delete[](void*, std::size_t) {}
};
struct Owner {
    std::shared_ptr<Item> item;
    std::unique_ptr<char[]> text;
    std::unique_ptr<OwnNew[]> others;
};

/// An allocator with a state, of which no header can know the size.
template <class T>
struct FromArena {
    using value_type = T;
    char state[24] = {};
    FromArena() = default;
    template <class U>
    FromArena(FromArena<U> const&) {}  // NOLINT(google-explicit-constructor)
    T* allocate(std::size_t n) { return static_cast<T*>(arena.take(n * sizeof(T))); }
    void deallocate(T*, std::size_t) {}
    friend bool operator==(FromArena const&, FromArena const&) { return true; }
};

}  // namespace

template <>
struct trav::Described<Item> : trav::Members<&Item::price> {};
template <>
struct trav::Described<OwnNew> : trav::Members<> {};
template <>
struct trav::Described<Owner> : trav::Members<&Owner::item, &Owner::text, &Owner::others> {};

namespace {

using Unseen = std::vector<std::pair<std::string, trav::Amount>>;
Unseen const block_unseen{{"shared_ptr block: of unknown size", {0, 1}}};

#ifdef _LIBCPP_VERSION
constexpr std::size_t counts = 3 * sizeof(void*);
#else
constexpr std::size_t counts = sizeof(void*) + 2 * sizeof(int);
#endif

/// The bytes of all targets of `owner`.
std::size_t targets(Owner const& owner) {
    trav::Objects<> const heap;
    std::size_t bytes = 0;
    for (trav::Object const& child : heap.children(trav::object(owner))) bytes += heap.size(child);
    return bytes;
}
Unseen unseen(Owner const& owner) { return trav::unseen(trav::Objects<>(), trav::roots(owner)); }

}  // namespace

TEST_CASE("a control block of unknown size is unseen, and malloc is not asked", "[unit]") {
    Owner owner;
    SECTION("from an allocator") {
        owner.item = std::allocate_shared<Item>(FromArena<Item>());
        CHECK(targets(owner) == sizeof(Item) + counts);
        CHECK(unseen(owner) == block_unseen);
    }
    SECTION("of a memory resource") {
        std::array<std::byte, 256> room{};
        std::pmr::monotonic_buffer_resource resource(room.data(), room.size());
        owner.item = std::allocate_shared<Item>(std::pmr::polymorphic_allocator<Item>(&resource));
        CHECK(targets(owner) == sizeof(Item) + counts);
        CHECK(unseen(owner) == block_unseen);
        owner.item = nullptr;
    }
    SECTION("with a deleter, from an allocator") {
        Item item;
        owner.item = std::shared_ptr<Item>(&item, [](Item*) {}, FromArena<Item>());
        CHECK(targets(owner) == sizeof(Item) + counts + sizeof(void*));
        CHECK(unseen(owner) == block_unseen);
        owner.item = nullptr;
    }
    SECTION("with a deleter, under a replaced operator new") {
        Item item;
        from_arena = true;
        owner.item = std::shared_ptr<Item>(&item, [](Item*) {});
        from_arena = false;
        REQUIRE(targets(owner) == sizeof(Item) + counts + sizeof(void*));
        CHECK(unseen(owner) == block_unseen);
        owner.item = nullptr;
    }
    SECTION("but with no unknown part it is seen") {
        from_arena = true;
        owner.item = std::make_shared<Item>();
        from_arena = false;
        CHECK(targets(owner) == sizeof(Item) + counts);
        CHECK(unseen(owner).empty());
        owner.item = std::shared_ptr<Item>(new Item);
        CHECK(targets(owner) == sizeof(Item) + counts + sizeof(void*));
        CHECK(unseen(owner).empty());
    }
}

TEST_CASE("an array of unknown size is unseen, and malloc is not asked", "[unit]") {
    Owner owner;
    from_arena = true;
    owner.text = std::make_unique<char[]>(1000);
    from_arena = false;
    CHECK(targets(owner) == 0);
    CHECK(unseen(owner) == Unseen{{"char[]: of unknown size", {0, 1}}});
    owner.text = nullptr;
    owner.others.reset(new OwnNew[3]);
    CHECK(targets(owner) == 0);
    CHECK(unseen(owner) == Unseen{{"OwnNew[]: of unknown size", {0, 1}}});
}
