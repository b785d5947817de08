// The control block of a shared_ptr: its ownership of an object, and its own size. The classes of
// libc++ are imitated: both libraries' blocks are tested with either.
#include <trav/graph/detail/shared_block.hpp>

#include "catch.hpp"

#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <typeinfo>
#include <vector>

using trav::detail::block_owns;
using trav::detail::is_expired;
using trav::detail::shared_block;
using trav::detail::shared_block_size;
using trav::detail::SharedBlockSize;

// With the names of libc++.
namespace imitated {

template <class T>
struct allocator {};
template <class T>
struct default_delete {};
template <class T>
struct own_allocator {};
template <class T>
struct own_delete {};

struct Counts {
    virtual ~Counts() = default;
    unsigned char counts[trav::detail::shared_counts - sizeof(void*)]{};
};
template <class P, class Delete, class Allocator>
struct __shared_ptr_pointer : Counts {
    explicit __shared_ptr_pointer(P p) : pointer(p) {}
    P pointer;
};
template <class T, class Allocator>
struct __shared_ptr_emplace : Counts {
    T object{};
};
/// Of an unknown library.
template <class T>
struct Block : Counts {};

}  // namespace imitated

namespace {

struct Part {
    long data = 0;
};
struct Whole {
    long first = 0;
    Part part;
};
struct Large {
    char bytes[1000]{};
};
struct Base {
    virtual ~Base() = default;
    long data = 0;
};
struct Derived : Base {
    long more = 0;
};
template <class A, class B>
struct Two {
    A a{};
    B b{};
};
/// A deleter larger than a pointer.
struct Wide {
    long data[10]{};
    template <class T>
    void operator()(T* p) const {
        delete p;
    }
};
/// Another class than std::allocator, with the same memory.
template <class T>
struct Own {
    using value_type = T;
    Own() = default;
    template <class U>
    Own(Own<U> const&) {}
    T* allocate(std::size_t n) { return std::allocator<T>().allocate(n); }
    void deallocate(T* p, std::size_t n) { std::allocator<T>().deallocate(p, n); }
    template <class U>
    bool operator==(Own<U> const&) const {
        return true;
    }
};

template <class T>
bool owns(void const* block, T const& object) {
    return block_owns(block, &object, typeid(object), typeid(T));
}
template <class T>
bool owns(std::shared_ptr<T> const& pointer) {
    return owns(shared_block(pointer), *pointer);
}

bool same(SharedBlockSize size, std::size_t bytes, bool known) {
    CAPTURE(size.bytes, size.known);
    return size.bytes == bytes && size.known == known;
}
/// Malloc's bytes if they are known, otherwise the least.
bool is_malloc_size(void const* block, std::size_t least) {
    std::size_t const all = trav::detail::malloc_bytes(block);
    return same(shared_block_size(block), all != 0 ? all : least, all != 0);
}

constexpr std::size_t counts = trav::detail::shared_counts, with_pointer = counts + sizeof(void*);

#ifdef __GLIBCXX__
constexpr bool is_libstdcxx = true;
#else
constexpr bool is_libstdcxx = false;
#endif

}  // namespace

TEST_CASE("the size of a shared_ptr's block leaves out the object inside it", "[unit]") {
    CHECK(counts == (is_libstdcxx ? 16 : 24));
    CHECK(same(shared_block_size(shared_block(std::make_shared<Large>())), counts, true));
    CHECK(same(shared_block_size(shared_block(std::allocate_shared<Large>(Own<Large>()))), counts, false));
    CHECK(same(shared_block_size(shared_block(std::shared_ptr<Whole>(new Whole))), with_pointer, true));
    imitated::__shared_ptr_emplace<long, imitated::allocator<long>> const emplaced;
    imitated::Block<long> const unknown;
    CHECK(same(shared_block_size(&unknown), counts, false));
    if constexpr (is_libstdcxx) {  // otherwise no owner is -1
        std::weak_ptr<Large> const dead = std::make_shared<Large>();
        CHECK(is_malloc_size(shared_block(dead), counts));
        std::weak_ptr<Large> const other = std::allocate_shared<Large>(Own<Large>());
        CHECK(same(shared_block_size(shared_block(other)), counts, false));
        CHECK(
            same(shared_block_size(&emplaced), counts, false));  // it has no owner, and malloc no such block
    }
}

TEST_CASE("the size of a block with a deleter is malloc's, or not known", "[unit]") {
    std::shared_ptr<long> const wide(new long, Wide{}), other(new long, Wide{}, Own<long>());
    if constexpr (is_libstdcxx) {
        CHECK(is_malloc_size(shared_block(wide), with_pointer));
        CHECK(same(shared_block_size(shared_block(other)), with_pointer, false));
    } else {
        CHECK(same(shared_block_size(shared_block(wide)), with_pointer, false));
    }

    long object = 0;
    using imitated::allocator, imitated::default_delete, imitated::own_allocator, imitated::own_delete;
    imitated::__shared_ptr_pointer<long*, default_delete<long>, allocator<long>> const plain(&object);
    imitated::__shared_ptr_pointer<long*, own_delete<long>, allocator<long>> const deleter(&object);
    imitated::__shared_ptr_pointer<long*, default_delete<long>, own_allocator<long>> const allocated(&object);
    CHECK(same(shared_block_size(&plain), with_pointer, true));
    CHECK(same(shared_block_size(&deleter), with_pointer, false));
    CHECK(same(shared_block_size(&allocated), with_pointer, false));
}

TEST_CASE("a block is expired if no owner is left", "[unit]") {
    auto shared = std::make_shared<int>();
    std::weak_ptr<int> const weak = shared;
    CHECK_FALSE(is_expired(shared_block(shared)));
    shared.reset();
    CHECK(is_expired(shared_block(weak)));
}

TEST_CASE("a block owns the object that its class names", "[unit]") {
    CHECK(owns(std::make_shared<Whole>()));
    CHECK(owns(std::shared_ptr<Whole>(new Whole)));
    CHECK(owns(std::shared_ptr<Whole>(std::unique_ptr<Whole>(new Whole))));
    CHECK(owns(std::make_shared<std::vector<std::string>>()));
    CHECK(owns(std::make_shared<Two<Whole, Whole>>()));  // its name inside another one repeats a part
    CHECK(owns(std::shared_ptr<Two<Whole, Whole>>(new Two<Whole, Whole>)));

    auto const whole = std::make_shared<Whole>();
    CHECK_FALSE(owns(shared_block(whole), whole->part));
    CHECK_FALSE(owns(shared_block(std::make_shared<Two<Whole, Part>>()), Whole()));
    CHECK_FALSE(owns(shared_block(std::shared_ptr<Base>(new Base)), Derived()));

    std::shared_ptr<Base> const base = std::make_shared<Derived>();
    CHECK(block_owns(shared_block(base), base.get(), typeid(Derived), typeid(Base)));
    std::shared_ptr<Base> const deleted_as_base(std::unique_ptr<Base>(new Derived));
    CHECK(block_owns(shared_block(deleted_as_base), deleted_as_base.get(), typeid(Derived), typeid(Base)));
}

TEST_CASE("a block does not own another object of the class that it names", "[unit]") {
    Whole const other;
    auto const inside = std::make_shared<Whole>();
    std::shared_ptr<Whole> const apart(new Whole), deleted(new Whole, std::default_delete<Whole>());
    for (auto const& whole : {inside, apart}) {
        CHECK(owns(shared_block(whole), *whole));
        CHECK_FALSE(owns(shared_block(whole), other));
    }
    auto const* const block = static_cast<char const*>(shared_block(inside));
    std::size_t const all = trav::detail::malloc_bytes(block), end = all != 0 ? all : counts + 128;
    CHECK_FALSE(block_owns(block, block + counts - 8, typeid(Whole), typeid(Whole)));
    CHECK(block_owns(block, block + end - 8, typeid(Whole), typeid(Whole)));
    CHECK_FALSE(block_owns(block, block + end, typeid(Whole), typeid(Whole)));

    imitated::__shared_ptr_pointer<Whole*, imitated::default_delete<Whole>, imitated::allocator<Whole>> const
        pointing(const_cast<Whole*>(&other));
    CHECK(owns(&pointing, other));
    CHECK_FALSE(owns(&pointing, *inside));
    imitated::__shared_ptr_emplace<Whole, imitated::own_allocator<Whole>> const emplaced[3];
    CHECK(owns(&emplaced[1], emplaced[1].object));
    CHECK_FALSE(owns(&emplaced[1], emplaced[0].object));
    auto const* const object = reinterpret_cast<char const*>(&emplaced[1].object);
    CHECK(block_owns(&emplaced[1], object + 120, typeid(Whole), typeid(Whole)));
    CHECK_FALSE(block_owns(&emplaced[1], object + 128, typeid(Whole), typeid(Whole)));
}

TEST_CASE("a block of unknown deleter may own any object of its class", "[unit]") {
    Whole const other;
    std::shared_ptr<Whole> const wide(new Whole, Wide{});
    CHECK(owns(wide));
    CHECK(owns(shared_block(wide), other));
}
