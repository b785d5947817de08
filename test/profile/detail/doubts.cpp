// Pointers to blocks that are larger than the objects in them. malloc_usable_size() tells malloc's rounding.
#include <trav/profile/detail/doubts.hpp>

#include <trav/graph/buffer.hpp>
#include <trav/graph/objects.hpp>
#include <trav/profile/unseen.hpp>

#include "catch.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <list>
#include <map>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace {

using Lines = std::vector<std::string>;

struct Vertex {
    float x = 0, y = 0, z = 0;
};
enum class Colour : unsigned char { red };
struct Named {
    std::string name;
};
struct alignas(64) Line {
    char bytes[64] = {};
};
struct Hook {
    Hook* next = nullptr;
};
struct Entry : Hook {
    std::string texts[10];
};
struct Shape {
    virtual ~Shape() = default;
};
struct Circle : Shape {
    double numbers[20] = {};
};
struct Shapes {
    Shape* shape = nullptr;
};
struct Pixels {
    Colour* first = nullptr;
    std::size_t count = 0;
};
struct FreeIt {
    void operator()(void* p) const { std::free(p); }
};
struct Arena {
    char* first = nullptr;
    Named* inside = nullptr;
};
template <class... T>
struct Holder {
    std::tuple<T...> value;
};

/// The lines if malloc's blocks are known, as they are not under a sanitizer.
Lines if_known(Lines const& lines) { return trav::detail::has_headers() ? lines : Lines(); }

}  // namespace

template <>
struct trav::Described<Vertex> : trav::Members<&Vertex::x, &Vertex::y, &Vertex::z> {};
template <>
struct trav::Described<Named> : trav::Members<&Named::name> {};
template <>
struct trav::Described<Line> : trav::Members<> {};
template <>
struct trav::Described<Hook> : trav::Members<&Hook::next> {};
template <>
struct trav::Described<Entry> : trav::Members<&Entry::next, &Entry::texts> {};
template <>
struct trav::Described<Shape> : trav::Members<> {};
template <>
struct trav::Described<Circle> : trav::Members<&Circle::numbers> {};
template <>
struct trav::Described<Shapes> : trav::Members<&Shapes::shape> {};
template <>
struct trav::Described<Arena> : trav::Members<&Arena::first, &Arena::inside> {};
template <>
struct trav::Described<Pixels> {
    static void members(Pixels const& pixels, auto&& member) {
        member("first", trav::Buffer{pixels.first, 0, pixels.count});
    }
};
template <class... T>
struct trav::Described<Holder<T...>> : trav::Members<&Holder<T...>::value> {};

namespace {

Lines unseen_in(auto const& object) {
    Lines lines;
    for (auto const& [line, amount] : trav::unseen(trav::Objects<Circle>(), trav::roots(object)))
        lines.push_back(line.substr(line.find(": ") + 2));
    std::sort(lines.begin(), lines.end());
    return lines;
}
template <class... T>
Lines unseen_behind(T... members) {
    Holder<T...> const holder{{std::move(members)...}};
    return unseen_in(holder);
}

}  // namespace

#ifdef __GLIBC__
TEST_CASE("most_given: malloc gives no more for a request, and more for a larger one", "[unit]") {
    if (!trav::detail::has_headers()) return;
    std::vector<void*> blocks;
    std::size_t seed = 1, above = 0, below = 0;
    for (int i = 0; i != 20'000; ++i) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        std::size_t const size = 1 + (seed >> 33) % (i % 100 == 0 ? 300'000 : 700);
        std::size_t const alignment = std::size_t{32} << (seed >> 61);
        bool const aligned = i % 3 == 0;
        std::size_t const asked = aligned ? (size + alignment - 1) / alignment * alignment : size;
        void* const block = aligned ? std::aligned_alloc(alignment, asked) : std::malloc(asked);
        auto const at = reinterpret_cast<std::uintptr_t>(block);
        std::size_t const given = malloc_usable_size(block);
        above += given > trav::detail::most_given(asked, given, at);
        std::size_t const room = given >= 1 << 17 ? 13'000 : 64;
        below += asked > room && given <= trav::detail::most_given(asked - room, given, at);
        blocks.push_back(block);
        if (i % 2 == 1) {  // leaves gaps of all sizes
            std::swap(blocks[(seed >> 20) % blocks.size()], blocks.back());
            std::free(blocks.back());
            blocks.pop_back();
        }
    }
    for (void* const block : blocks) std::free(block);
    CHECK(above == 0);
    CHECK(below == 0);
}
#endif

TEST_CASE("unseen: lists pointers to larger blocks", "[unit]") {
    std::unique_ptr<Vertex[]> const vertices(new Vertex[10]);
    std::unique_ptr<Colour[]> const colours(new Colour[5000]);
    std::unique_ptr<Named[]> const names(new Named[10]);
    CHECK(unseen_behind(vertices.get()) == if_known({"Vertex, in a larger block"}));
    CHECK(unseen_behind(vertices.get(), vertices.get()).size() == if_known({""}).size());  // told once
    CHECK(unseen_behind(colours.get()) == if_known({"Colour, in a larger block"}));
    CHECK(unseen_behind(names.get()) == if_known({"Named, in a larger block"}));  // behind their number
    CHECK(unseen_behind(names.get() + 1) == Lines());
    CHECK(unseen_behind(std::shared_ptr<int>(new int[100], std::default_delete<int[]>())) ==
          if_known({"int, in a larger block"}));
    CHECK(unseen_behind(std::unique_ptr<char, FreeIt>(static_cast<char*>(std::malloc(3000)))) ==
          if_known({"char, in a larger block"}));
    std::unique_ptr<char[]> const large(new char[1'000'000]);
    CHECK(unseen_behind(new (large.get()) Vertex()) == if_known({"Vertex, in a larger block"}));
    Entry entry;
    auto const hook = std::make_unique<Entry>();
    CHECK(unseen_behind(static_cast<Hook*>(hook.get())) == if_known({"Hook, in a larger block"}));
    CHECK(unseen_behind(static_cast<Hook*>(&entry)) == Lines());  // in no block
}

TEST_CASE("unseen: lists no object with a block of its own, or in the block of another", "[unit]") {
    CHECK(unseen_behind(std::make_unique<Vertex>(), std::make_unique<Colour>(), std::make_unique<Named>(),
                        std::make_unique<Line>(), std::make_unique<Entry>(), std::make_shared<Vertex>(),
                        std::make_shared<Named>(), std::make_shared<Line>(),
                        std::shared_ptr<Named>(new Named), std::make_unique<char>()) == Lines());
    for (std::size_t n = 1; n != 30; ++n) CHECK(unseen_behind(std::make_unique<Named[]>(n)) == Lines());

    auto const entry = std::make_unique<Entry>();
    CHECK(unseen_behind(static_cast<Hook*>(entry.get()), entry.get()) == Lines());
    auto const circle = std::make_unique<Circle>();
    CHECK(unseen_in(Shapes{circle.get()}) == Lines());

    std::vector<Vertex> vertices(100);
    Vertex* const first = vertices.data();
    CHECK(unseen_behind(std::move(vertices), first) == Lines());
    std::list<Vertex> list(3);
    Vertex* const front = &list.front();
    CHECK(unseen_behind(std::move(list), front) == Lines());
    std::map<int, Named> map{{1, {}}};
    Named* const one = &map.at(1);
    CHECK(unseen_behind(std::move(map), one) == Lines());

    std::unique_ptr<Colour[]> const colours(new Colour[5000]);
    auto const pixels = std::make_unique<Pixels>(Pixels{colours.get(), 5000});
    CHECK(unseen_behind(pixels.get(), colours.get()) == Lines());
    std::unique_ptr<Vertex[]> const three(new Vertex[10]);  // each of them is an object
    std::vector<Vertex*> pointers;
    for (int i = 0; i != 10; ++i) pointers.push_back(&three[static_cast<std::size_t>(i)]);
    CHECK(unseen_behind(pointers) == Lines());
    pointers.resize(5);
    CHECK(unseen_behind(pointers) == if_known({"Vertex, in a larger block"}));
}

TEST_CASE("unseen: lists only edges that are followed", "[unit]") {
    std::unique_ptr<Vertex[]> const vertices(new Vertex[10]);
    Holder<Vertex*> const holder{{vertices.get()}};
    CHECK(trav::unseen(trav::Objects<>(trav::EdgeKind::owns), trav::roots(holder)).empty());
}

TEST_CASE("unseen: lists an arena, although an object begins in it", "[unit]") {
    std::unique_ptr<char[]> const memory(new char[10'000]);
    Arena const arena{memory.get(), new (memory.get()) Named()};
    Lines const lines = unseen_in(arena);
    CHECK(std::count(lines.begin(), lines.end(), "char*") == (trav::detail::has_headers() ? 1 : 0));
    auto const alone = std::make_unique<Named>();
    CHECK(unseen_in(Arena{reinterpret_cast<char*>(alone.get()), alone.get()}) == Lines());
}

namespace {
/// As std::mdspan of C++23.
struct Matrix {
    using extents_type = int;
    double* first;
    double* data_handle() const { return first; }
    int size() const { return 6; }
};
}  // namespace

TEST_CASE("unseen: lists views of blocks that no object has", "[unit]") {
    std::unique_ptr<double[]> const matrix(new double[6]);
    CHECK(unseen_behind(Matrix{matrix.get()}) == if_known({"double, in a larger block"}));

    std::unique_ptr<int[]> const numbers(new int[1000]);
    std::unique_ptr<char16_t[]> const text(new char16_t[3]);
    std::unique_ptr<std::string[]> const strings(new std::string[5]);
    CHECK(unseen_behind(std::span<int const>(numbers.get(), 10)) == if_known({"int, in a larger block"}));
    CHECK(unseen_behind(std::u16string_view(text.get(), 3)) == if_known({"char16_t, in a larger block"}));
    CHECK(unseen_behind(std::vector<std::span<std::string>>{{strings.get(), 5}}) ==
          if_known({"std::string, in a larger block"}));
    std::span<int> const alone(numbers.get(), 1000);
    CHECK(trav::unseen(trav::Objects<>(), trav::roots(alone)).size() == if_known({""}).size());

    CHECK(unseen_behind(std::string_view("a literal"), std::span<int>(), std::string_view(),
                        std::u16string_view(text.get(), std::size_t{0})) == Lines());
    std::string owner(1000, 'x');
    std::vector<int> values(100);
    std::string_view const view = owner, short_view = view.substr(1, 3);
    std::span<int> const span = values;
    CHECK(unseen_behind(view, span).size() == if_known({"", ""}).size());
    CHECK(unseen_behind(short_view, span.subspan(1)) == Lines());
    CHECK(unseen_behind(std::move(owner), std::move(values), view, short_view, span) == Lines());

    std::unique_ptr<Vertex[]> const vertices(new Vertex[10]);  // each of them is an object
    CHECK(unseen_behind(std::span<Vertex>(vertices.get(), 10)) == Lines());
    CHECK(unseen_behind(std::span<Vertex>(vertices.get(), 5)) == if_known({"Vertex, in a larger block"}));
    auto const word = std::make_unique<std::string>("short");
    CHECK(unseen_behind(std::string_view(*word), word.get()) == Lines());
}
