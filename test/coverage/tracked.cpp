#include <trav/profile/coverage.hpp>

#include <trav/graph/objects.hpp>
#include <trav/graph/resource.hpp>
#include <trav/profile/by_type.hpp>
#include <trav/profile/profiler.hpp>

#include "catch.hpp"
#include "support/pages.hpp"
#include "support/sanitized.hpp"

#include <algorithm>
#include <any>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

TRAV_TRACK_ALLOCATIONS();

namespace {

struct Base {
    virtual ~Base() = default;
    int number = 0;
};
struct Leaf : Base {
    std::string name;
};
struct Ghost : Base {  // not in the list of classes
    std::string chain = std::string(200, '~');
};
struct Driver {  // not described; its memory is overwritten
    std::vector<char> name;
};
struct Hidden;  // nobody knows it
struct Plain {  // taken for plain bytes
    long* numbers = nullptr;
};
struct Held {
    std::vector<std::unique_ptr<Base>> leaves;
    std::map<std::string, std::vector<std::string>> by_name;
    std::unordered_map<std::string, std::shared_ptr<Leaf>> shared;
    std::unordered_map<int, int> numbers;
    std::set<char> letters;
    std::deque<std::string> queue;
    std::list<std::string> list;
    std::forward_list<int> forward;
    std::vector<bool> bits;
    std::unique_ptr<Leaf[]> array;
    std::unique_ptr<char[]> mesh;
    std::variant<int, std::string> either;
    std::optional<std::string> maybe;
    std::shared_ptr<int> from_new;
    Leaf* part = nullptr;
};
struct Note {
    std::string text;
    std::unique_ptr<char[]> mesh;
};
struct Opaque {
    std::function<std::size_t()> handler;
    std::any anything;
    void* handle = nullptr;
    Driver* driver = nullptr;
    Hidden* hidden = nullptr;
    std::unique_ptr<Base> base;
    Plain plain;
};

using Heap = trav::Objects<Leaf>;

/// malloc's own word of a block, if it tells how much it gave.
std::size_t const header = trav::detail::given_by_malloc().bytes != 0 ? sizeof(std::size_t) : 0;

/// What was unseen, by text.
trav::Amount amount(trav::Coverage const& coverage, std::string const& text) {
    for (auto const& [known, amount] : coverage.unseen)
        if (known == text) return amount;
    return {};
}
trav::Amount sum(trav::Coverage const& coverage) {
    trav::Amount all = coverage.seen;
    for (auto const& [text, amount] : coverage.unseen) all += amount;
    return all;
}
/// The live blocks born after one.
trav::Amount born_after(std::uint64_t birth) {
    trav::Amount all;
    for (auto const& block : trav::live_blocks())
        if (block.birth > birth) all += trav::Amount{block.given + header, 1};
    return all;
}
trav::Amount given(std::initializer_list<void const*> blocks) {
    auto const live = trav::live_blocks();
    trav::Amount all;
    for (void const* p : blocks) all += trav::Amount{live.at(p)->given + header, 1};
    return all;
}

std::unique_ptr<Held> filled() {
    auto held = std::make_unique<Held>();
    for (int i = 0; i != 50; ++i) {
        auto leaf = std::make_unique<Leaf>();
        leaf->name = i % 2 ? std::string(100, 'x') : "short";
        held->part = leaf.get();
        held->leaves.push_back(std::move(leaf));
        std::string const key = "a key that is long enough " + std::to_string(i);
        held->by_name[key].emplace_back(60, 'y');
        held->shared[key] = std::make_shared<Leaf>();
        held->shared[key]->name = key;
        held->numbers[i] = i;
        held->letters.insert(static_cast<char>(i));
        held->queue.emplace_back(40, 'q');
        held->list.emplace_back(40, 'l');
        held->forward.push_front(i);
        held->bits.push_back(true);
    }
    held->array = std::make_unique<Leaf[]>(10);
    for (std::size_t i = 0; i != 10; ++i) held->array[i].name = std::string(50, 'z');
    held->mesh = std::make_unique<char[]>(1001);
    held->either = std::string(70, 'v');
    held->maybe = std::string(80, 'm');
    held->from_new.reset(new int(3));
    return held;
}

long* static_numbers = nullptr;

struct Lost {
    std::string name = std::string(99, 'l');
    long numbers[7] = {};
};
std::array<std::uintptr_t, 1000> inverted;  // reachable by the test, but not by a pointer
[[gnu::noinline]] void lose() {
    for (auto& lost : inverted) lost = ~reinterpret_cast<std::uintptr_t>(std::make_unique<Lost>().release());
}
template <int number>
[[gnu::noinline]] void lose_one() {
    inverted[number] = ~reinterpret_cast<std::uintptr_t>(::operator new(3000));
}
[[gnu::noinline]] void lose_halves() {
    std::size_t const volatile end = 10;  // not unrolled, so that there is one site
    for (std::size_t i = 8; i != end; ++i)
        inverted[i] = ~reinterpret_cast<std::uintptr_t>(::operator new(1500));
}
/// Overwrites the remains of calls on the stack.
[[gnu::noinline]] void clean_stack() {
    std::array<char volatile, 8192> bytes;
    for (auto& byte : bytes) byte = 0;
}

}  // namespace

template <>
struct trav::Described<Base> : trav::Members<&Base::number> {};
template <>
struct trav::Described<Leaf> : trav::Extends<Base, &Leaf::name> {};
template <>
struct trav::Described<Held>
    : trav::Members<&Held::leaves, &Held::by_name, &Held::shared, &Held::numbers, &Held::letters,
                    &Held::queue, &Held::list, &Held::forward, &Held::bits, &Held::array, &Held::mesh,
                    &Held::either, &Held::maybe, &Held::from_new, &Held::part> {};
template <>
struct trav::Described<Note> : trav::Members<&Note::text, &Note::mesh> {};
template <>
struct trav::Described<Opaque>
    : trav::Members<&Opaque::handler, &Opaque::anything, &Opaque::handle, &Opaque::driver, &Opaque::hidden,
                    &Opaque::base, &Opaque::plain> {};

TEST_CASE("coverage: all memory of described objects is seen, to the block", "[unit]") {
    std::uint64_t const before = trav::allocations();
    auto const held = filled();
    trav::Amount const all = born_after(before);
    auto const coverage = trav::coverage(Heap(), trav::roots(*held));
    CHECK(coverage.tracked);
    CHECK(coverage.seen == all);
    CHECK(coverage.outside == 0);
    CHECK(sum(coverage) == coverage.live);
    CHECK(coverage.share() ==
          Approx(static_cast<double>(all.bytes) / static_cast<double>(coverage.live.bytes)));
    CHECK(all.objects > 500);
}

TEST_CASE("coverage: the table adds up to malloc's bytes", "[unit]") {
    Held held = std::move(*filled());
    Heap const heap;
    auto const coverage = trav::coverage(heap, trav::roots(held));
    CHECK(coverage.outside == sizeof(Held));
    auto type = trav::by_type();
    trav::Profiler profiler{heap, type};
    profiler.sample(trav::roots(held), 0);
    auto const table = profiler.profile().by(type);
    auto const whole = trav::with_unseen(table, coverage);
    CHECK(whole.total().bytes == coverage.live.bytes + sizeof(Held));
    CHECK(whole.at("Held") == table.at("Held"));
    std::uint64_t rest = 0;
    for (auto const& [text, amount] : coverage.unseen) {
        CHECK(whole.at(text) == amount);
        rest += amount.bytes;
    }
    CHECK(whole.at("(rounding)").bytes == whole.total().bytes - table.total().bytes - rest);
    // at most malloc's rounding, and the array's name is part of a Leaf
    CHECK(whole.at("(rounding)").bytes < (16 + header) * coverage.seen.objects);
}

TEST_CASE("coverage: the share is the same with and without tracking", "[unit]") {
    std::vector<std::unique_ptr<Leaf>> leaves;
    for (int i = 0; i != 100'000; ++i) leaves.push_back(std::make_unique<Leaf>());
    auto const tracked = trav::coverage(Heap(), trav::roots(leaves));
    auto const untracked = trav::detail::untracked_coverage(Heap(), trav::roots(leaves));
    if (header == 0) return;
    CHECK(tracked.share() > 0.9);
    CHECK(tracked.share() == Approx(untracked.share()).epsilon(0.002));
}

TEST_CASE("coverage: objects behind opaque members", "[unit]") {
    Opaque opaque;
    std::uint64_t before = trav::allocations();
    opaque.handler = [text = std::string(100, 'f'), more = std::make_shared<std::string>(200, 'm')] {
        return text.size() + more->size();
    };
    trav::Amount const captured = born_after(before);
    CHECK(captured.objects == 4);
    before = trav::allocations();
    opaque.anything = std::vector<std::string>{std::string(300, 'a')};
    trav::Amount const any = born_after(before);
    CHECK(any.objects >= 2);                           // and the vector, where it does not fit into an any
    auto const block = std::make_unique<char[]>(123);  // zeroed: nothing in it looks like a pointer
    void* const handle = block.get();
    opaque.handle = handle;
    auto const driver = std::make_unique<Driver>(Driver{std::vector<char>(96, 'd')});
    opaque.driver = driver.get();
    auto const hidden = std::make_unique<Driver>(Driver{std::vector<char>(72, 'h')});
    opaque.hidden = reinterpret_cast<Hidden*>(hidden.get());
    opaque.base = std::make_unique<Ghost>();
    auto const numbers = std::make_unique<long[]>(20);
    opaque.plain.numbers = numbers.get() + 10;  // an address inside is enough

    auto const coverage = trav::coverage(Heap(), trav::roots(opaque));
    CHECK(amount(coverage, "(behind) Opaque.handler: std::function<unsigned long()>") == captured);
    CHECK(amount(coverage, "(behind) Opaque.anything: std::any") == any);
    CHECK(amount(coverage, "(behind) Opaque.handle: void*") == given({handle}));
    CHECK(amount(coverage, "(behind) Opaque.driver: Driver") == given({driver->name.data()}));
    CHECK(amount(coverage, "(behind) Opaque.hidden: Hidden, only declared") ==
          given({hidden.get(), hidden->name.data()}));
    CHECK(amount(coverage, "(behind) Opaque.base: Ghost, seen as Base") ==
          given({static_cast<Ghost*>(opaque.base.get())->chain.data()}));
    CHECK(amount(coverage, "(behind) Opaque") == given({numbers.get()}));
    trav::Amount const chain{sizeof(Ghost) - sizeof(Base), 0};
    CHECK(amount(coverage, "(beside) Base") == chain);
    CHECK(coverage.seen + chain == given({driver.get(), opaque.base.get()}));
    CHECK(sum(coverage) == coverage.live);
}

TEST_CASE("coverage: seen objects are not behind others", "[unit]") {
    auto const leaf = std::make_unique<Leaf>();
    leaf->name = std::string(100, 'n');
    trav::Amount const both = given({leaf.get(), leaf->name.data()});
    Opaque opaque;
    opaque.handle = leaf.get();
    auto const coverage = trav::coverage(Heap(), trav::roots(opaque, *leaf));
    CHECK(amount(coverage, "(behind) Opaque.handle: void*").objects == 0);
    CHECK(coverage.seen == both);
    auto const alone = trav::coverage(Heap(), trav::roots(opaque));
    CHECK(amount(alone, "(behind) Opaque.handle: void*") == both);
    CHECK(alone.seen.objects == 0);
}

TEST_CASE("coverage: the rest of a block beside its objects is not seen", "[unit]") {
    struct Chunk {
        alignas(Leaf) std::array<char, 10'000> bytes{};
    };
    auto const chunk = std::make_unique<Chunk>();
    auto* const first = new (chunk->bytes.data()) Leaf;
    auto* const last = new (chunk->bytes.data() + 9000) Leaf;
    auto const coverage = trav::coverage(Heap(), trav::roots(*first, *last));
    trav::Amount const left{sizeof(Chunk) - 2 * sizeof(Leaf), 0};
    CHECK(amount(coverage, "(beside) Leaf") == left);
    CHECK(coverage.seen + left == given({chunk.get()}));
    CHECK(sum(coverage) == coverage.live);
    last->~Leaf();
    first->~Leaf();
}

TEST_CASE("coverage: a pointer to the start of a block leads to an array of this size", "[unit]") {
    auto const text = std::make_unique<char[]>(1000);
    auto const numbers = std::make_unique<long*[]>(20);
    auto const freed = [](int* p) { ::operator delete(p); };
    std::unique_ptr<int[], decltype(freed)> const by_hand(static_cast<int*>(::operator new(400)), freed);
    std::pair<char const*, char const*> const twice{text.get(), text.get()};
    auto const coverage = trav::coverage(Heap(), trav::roots(twice, numbers, by_hand));
    trav::Amount const all = given({text.get(), numbers.get(), by_hand.get()});
    CHECK(coverage.seen == all);
    auto type = trav::by_type();
    trav::Profiler profiler{Heap(), type};
    profiler.sample(trav::roots(twice, by_hand));
    auto const bytes = [](void const* block) { return trav::live_blocks().at(block)->given; };
    CHECK(profiler.profile().by(type).at("char[]") == trav::Amount{bytes(text.get()), 1});
    CHECK(profiler.profile().by(type).at("int[]") == trav::Amount{bytes(by_hand.get()), 1});
}

TEST_CASE("coverage: a pointer to pointers leads to their array, whose elements are unseen", "[unit]") {
    auto const leaf = std::make_unique<Leaf>();
    auto const array = std::make_unique<Leaf*[]>(3);
    array[2] = leaf.get();
    std::pair const first(array.get(), 0);
    auto const coverage = trav::coverage(Heap(), trav::roots(first));
    CHECK(coverage.seen == given({array.get()}));
    CHECK(amount(coverage, "(behind) Leaf*[]: elements of unknown number") == given({leaf.get()}));
}

TEST_CASE("coverage: a stale pointer to characters takes no object's memory", "[unit]") {
    auto const leaf = std::make_unique<Leaf>();
    std::pair const stale(reinterpret_cast<char const*>(leaf.get()), leaf.get());
    auto const arena = std::make_unique<char[]>(1000);
    std::pair const in_arena(arena.get(), ::new (arena.get()) int(1));
    auto type = trav::by_type();
    trav::Profiler profiler{Heap(), type};
    profiler.sample(trav::roots(stale, in_arena));
    auto const table = profiler.profile().by(type);
    CHECK(table.at("Leaf") == trav::Amount{sizeof *leaf, 1});
    CHECK(table.at("char[]") == trav::Amount{trav::live_blocks().at(arena.get())->given, 1});
}

TEST_CASE("coverage: a pointer to the characters of a string adds no rounding to it", "[unit]") {
    std::string const text(17, '-');
    REQUIRE(trav::live_blocks().at(text.data())->given > 18);
    std::pair const twice(text.data(), std::ref(text));
    auto type = trav::by_type();
    trav::Profiler profiler{Heap(), type};
    profiler.sample(trav::roots(twice));
    auto const table = profiler.profile().by(type);
    CHECK(table.at("std::string") == trav::Amount{sizeof text + 18, 1});
    CHECK(table.at("char[]") == trav::Amount{});
}

TEST_CASE("coverage: a pointer into a block says nothing of how many characters there are", "[unit]") {
    auto const text = std::make_unique<char[]>(1000);
    std::vector<char*> const texts{text.get() + 1};
    auto const coverage = trav::coverage(Heap(), trav::roots(texts));
    CHECK(amount(coverage, "(behind) std::vector<char*>[]: char*") == given({text.get()}));
    CHECK(coverage.seen == given({texts.data()}));
}

TEST_CASE("coverage: the memory of a resource is not read, and counts as outside of malloc's", "[unit]") {
    test::Pages const pages(2, PROT_NONE);
    auto const block = std::make_unique<char[]>(1000);
    {
        trav::Resource<"pages"> const resource(pages.begin(), 8192);
        trav::Resource<"block"> const other(block.get(), 1000);
        auto const coverage = trav::coverage(Heap(), trav::roots(resource, other));
        CHECK(coverage.outside == 8192 + sizeof resource + sizeof other);
        CHECK(coverage.seen.objects == 5);  // two tables of a node each, and the block
        auto type = trav::by_type();
        trav::Profiler profiler{Heap(), type};
        profiler.sample(trav::roots(resource, other));
        auto const table = trav::with_unseen(profiler.profile().by(type), coverage);
        CHECK(table.at("pages").bytes >= 8192);
        CHECK(table.at("block").bytes >= 1000);
        CHECK(table.total().bytes == coverage.live.bytes + coverage.outside);
    }
}

TEST_CASE("coverage: nothing is behind texts and numbers", "[unit]") {
    auto const block = std::make_unique<char[]>(100);
    char const* const p = block.get();
    Note note{std::string(64, '-'), std::make_unique<char[]>(64)};
    std::memcpy(note.text.data(), &p, sizeof p);
    std::memcpy(note.mesh.get(), &p, sizeof p);
    auto const coverage = trav::coverage(Heap(), trav::roots(note));
    for (auto const& [text, amount] : coverage.unseen) CHECK(text.rfind("(behind)", 0) != 0);
    CHECK(coverage.seen == given({note.text.data(), note.mesh.get()}));
}

TEST_CASE("coverage: the rest of malloc's bytes", "[unit]") {
    Note const nothing;
    auto const coverage = trav::coverage(Heap(), trav::roots(nothing));
    if (test::sanitized) return;  // a sanitizer's malloc does not say
    trav::Amount const rest = amount(coverage, "(malloc)");
    std::uint64_t tracked = 0;
    for (auto const& [text, bytes] : coverage.unseen) tracked += text == "(malloc)" ? 0 : bytes.bytes;
    CHECK(rest.bytes == coverage.live.bytes - tracked);
    CHECK(rest.objects == 0);
}

TEST_CASE("coverage: a list of any number of children frees its memory", "[unit]") {
    Held held;
    for (int i = 0; i != 300; ++i) held.leaves.push_back(std::make_unique<Leaf>());
    Heap const heap;
    std::size_t const before = trav::live_blocks().size();
    std::size_t children = 0;
    for (trav::Object const& child : heap.children(trav::object(held))) children += child.address != nullptr;
    std::size_t const after = trav::live_blocks().size();
    CHECK(children == 300);
    CHECK(after == before);
}

TEST_CASE("coverage: static data and the stack", "[unit]") {
    Held const nothing;
    static_numbers = new long[10];
    auto const local = std::make_unique<long[]>(20);
    thread_local long* of_thread = nullptr;
    of_thread = new long[30];
    auto const before = amount(trav::coverage(Heap(), trav::roots(nothing)), "(elsewhere)");
    trav::Amount const three = given({static_numbers, local.get(), of_thread});
    long* const numbers = std::exchange(static_numbers, nullptr);
    CHECK(before.objects > three.objects);  // Catch has some, too
    delete[] numbers;
    delete[] of_thread;
    of_thread = nullptr;
    if (test::sanitized) return;  // locals of AddressSanitizer are elsewhere
    auto const after = amount(trav::coverage(Heap(), trav::roots(nothing)), "(elsewhere)");
    CHECK(before.objects > after.objects);
}

TEST_CASE("coverage: leaks by size and site", "[unit]") {
    Held const nothing;
    std::uint64_t const before = trav::allocations();
    lose();
    trav::Amount const all = born_after(before);
    REQUIRE(all.objects == 2000);
    clean_stack();
    auto const coverage = trav::coverage(Heap(), trav::roots(nothing));
    CHECK(sum(coverage) == coverage.live);
    // remains of other blocks may still point to some
    std::size_t objects = 0, names = 0;
    for (auto const& leak : coverage.leaks) {
        if (leak.bytes == sizeof(Lost) && leak.site == "lose") objects += leak.blocks;
        if (leak.bytes == Lost().name.capacity() + 1) names += leak.blocks;
    }
    CHECK(objects <= 1000);
    CHECK(objects > 950);
    CHECK(names <= 1000);
    CHECK(names > 950);
    CHECK(amount(coverage, "(leaked) lose").objects >= objects);
    for (auto& lost : inverted) delete reinterpret_cast<Lost*>(~lost);
}

TEST_CASE("coverage: the largest come first, then those of larger blocks, then the first by name", "[unit]") {
    Held const nothing;
    lose_halves();  // in the reverse of the expected order
    [&]<int... number>(std::integer_sequence<int, number...>) {
        (lose_one<7 - number>(), ...);
    }(std::make_integer_sequence<int, 8>());
    clean_stack();
    auto const coverage = trav::coverage(Heap(), trav::roots(nothing));
    // counts the pairs with equal amounts
    auto const ties = [](auto const& all, auto const& amount, auto const& name) {
        std::size_t equal = 0;
        for (std::size_t i = 1; i < all.size(); ++i) {
            auto const before = amount(all[i - 1]), after = amount(all[i]);
            if (before == after) CHECK(name(all[i - 1]) < name(all[i]));
            else CHECK(before > after);
            equal += before == after;
        }
        return equal;
    };
    auto const first = [](auto const& each) { return each.first; };
    CHECK(ties(coverage.unseen, [](auto const& each) { return each.second.bytes; }, first) != 0);
    auto const of_leak = [](auto const& leak) { return std::pair(leak.bytes * leak.blocks, leak.bytes); };
    CHECK(ties(coverage.leaks, of_leak, [](auto const& leak) { return leak.site; }) != 0);
    trav::Table table;
    table.columns = {"type"}, table.times = {0};
    auto const lines = trav::with_unseen(table, coverage).lines;
    auto const bytes = [](auto const& line) { return line.sum().bytes; };
    CHECK(ties(lines, bytes, [](auto const& line) { return line.texts; }) != 0);
    for (std::size_t i = 0; i != 10; ++i) ::operator delete(reinterpret_cast<void*>(~inverted[i]));
}
