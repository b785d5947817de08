// The heap of an interpreter: headers with a tag, not a vtable; pointers in the bits of a NaN; strings and
// arrays after their headers; a hash table by hand; syntax in an arena. Its cache holds objects too long.
#include <trav/graph/objects.hpp>
#include <trav/path/path.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/by_type.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/root_set.hpp>
#include <trav/report/table.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// An interpreter manages its memory by hand, and distinguishes its types by tags.
// NOLINTBEGIN(cppcoreguidelines-no-malloc, bugprone-suspicious-realloc-usage)
// NOLINTBEGIN(cppcoreguidelines-pro-type-static-cast-downcast)

namespace lox {

enum class Tag : std::uint8_t { string, closure, instance };
struct Obj {
    Tag tag;
    Obj* next;  // all objects
};
struct Value {  // a double, or a pointer in the bits of a NaN
    static constexpr std::uint64_t nan = 0xfffc000000000000;
    std::uint64_t bits = 0;
    Obj* object() const { return bits >= nan ? reinterpret_cast<Obj*>(bits - nan) : nullptr; }
};
struct String : Obj {
    std::uint32_t length;  // the characters follow it
    char const* chars() const { return reinterpret_cast<char const*>(this + 1); }
};
struct Node {  // of syntax, in the arena
    enum Kind : std::uint8_t { literal, call } kind;
};
struct Literal : Node {
    String* string;
};
struct Call : Node {
    Node* callee;
    Node* argument;
};
struct Closure : Obj {
    Node* body;
    std::uint32_t count;  // the captured values follow it
    Value* captured() const { return reinterpret_cast<Value*>(const_cast<Closure*>(this) + 1); }
};
struct Table {  // open addressing
    struct Entry {
        String* key;
        Value value;
    };
    std::uint32_t capacity = 0;
    Entry* entries = nullptr;
};
struct Instance : Obj {
    String* type;
    Table fields;
};
struct Arena {
    std::vector<std::unique_ptr<std::byte[]>> chunks;
    std::byte* free = nullptr;  // in the last one
    std::size_t left = 0;
};
struct Machine {
    std::vector<Value> stack;
    Table globals;
    Table cache;
    Arena arena;
    Obj* objects = nullptr;
    ~Machine();
};

template <class T>
T* make(Machine& vm, Tag tag, std::size_t behind = 0) {
    T* const object = ::new (std::calloc(1, sizeof(T) + behind)) T();
    object->tag = tag;
    object->next = vm.objects;
    vm.objects = object;
    return object;
}
Value value(Obj* object) { return {Value::nan + reinterpret_cast<std::uintptr_t>(object)}; }
String* string(Machine& vm, std::string_view text) {
    auto* const s = make<String>(vm, Tag::string, text.size() + 1);
    s->length = static_cast<std::uint32_t>(text.size());
    text.copy(const_cast<char*>(s->chars()), text.size());
    return s;
}
void set(Table& table, String* key, Value value) {  // all keys differ here
    std::uint32_t used = 0;
    while (used != table.capacity && table.entries[used].key) ++used;
    if (used == table.capacity) {
        table.capacity = used ? 2 * used : 8;
        table.entries =
            static_cast<Table::Entry*>(std::realloc(table.entries, table.capacity * sizeof(Table::Entry)));
        for (std::uint32_t i = used; i != table.capacity; ++i) table.entries[i] = {};
    }
    table.entries[used] = {key, value};
}
template <class T>
T* node(Arena& arena, T made) {
    if (arena.left < sizeof(T)) {
        arena.chunks.push_back(std::make_unique<std::byte[]>(arena.left = std::size_t{64} * 1024));
        arena.free = arena.chunks.back().get();
    }
    T* const node = ::new (arena.free) T(made);
    arena.free += sizeof(T);
    arena.left -= sizeof(T);
    return node;
}

Machine::~Machine() {
    std::free(globals.entries);
    std::free(cache.entries);
    while (objects != nullptr) {
        Obj* const object = std::exchange(objects, objects->next);
        if (object->tag == Tag::instance) std::free(static_cast<Instance*>(object)->fields.entries);
        std::free(object);
    }
}

}  // namespace lox

template <>
struct trav::Described<lox::Obj> {
    static void whole(lox::Obj const& object, auto&& is) {
        switch (object.tag) {
        case lox::Tag::string: return is(static_cast<lox::String const&>(object));
        case lox::Tag::closure: return is(static_cast<lox::Closure const&>(object));
        case lox::Tag::instance: return is(static_cast<lox::Instance const&>(object));
        }
    }
};
template <>
struct trav::Described<lox::Value> {
    static void members(lox::Value value, auto&& member) { member("", value.object()); }
};

template <>
struct trav::Described<lox::String> {
    static void members(lox::String const& s, auto&& member) {
        member("chars", trav::Buffer{s.chars(), s.length + 1});
    }
};
template <>
struct trav::Described<lox::Closure> {
    static void members(lox::Closure const& c, auto&& member) {
        member("body", c.body);
        member("captured", trav::Buffer{c.captured(), c.count});
    }
};
template <>
struct trav::Described<lox::Table> {
    static void members(lox::Table const& table, auto&& member) {
        member("", trav::Buffer{table.entries, 0, table.capacity});  // its bytes
        for (lox::Table::Entry const& entry : trav::Buffer{table.entries, table.capacity}) {
            if (!entry.key) continue;
            member("keys", entry.key);
            member(entry.key->chars(), entry.value);  // named by its key
        }
    }
};

template <>
struct trav::Described<lox::Instance> {
    static void members(lox::Instance const& i, auto&& member) {
        member("class", i.type);
        member("", i.fields);
    }
    static std::string label(lox::Instance const& i) { return i.type->chars(); }
};

template <>
struct trav::Described<lox::Node> {
    static void whole(lox::Node const& node, auto&& is) {
        if (node.kind == lox::Node::literal) is(static_cast<lox::Literal const&>(node));
        else is(static_cast<lox::Call const&>(node));
    }
};
template <>
struct trav::Described<lox::Literal> : trav::Members<&lox::Literal::string> {};
template <>
struct trav::Described<lox::Call> : trav::Members<&lox::Call::callee, &lox::Call::argument> {};
template <>
struct trav::Described<lox::Arena> {
    // The nodes in it are objects. This is the free room.
    static void members(lox::Arena const& arena, auto&& member) {
        member("free", trav::Buffer{arena.free, 0, arena.left});
    }
};
template <>
struct trav::Described<lox::Machine> : trav::Members<&lox::Machine::stack, &lox::Machine::globals,
                                                     &lox::Machine::cache, &lox::Machine::arena> {};

int main() {
    lox::Machine vm;
    auto* const session = string(vm, "Session");
    for (int i = 0; i != 1000; ++i) {
        auto* const instance = make<lox::Instance>(vm, lox::Tag::instance);
        instance->type = session;
        set(instance->fields, string(vm, "user"), lox::value(string(vm, "user " + std::to_string(i))));
        if (i % 10 == 0) set(vm.globals, string(vm, "session " + std::to_string(i)), lox::value(instance));

        auto* const report = make<lox::Closure>(vm, lox::Tag::closure, sizeof(lox::Value));
        lox::Node* const show = node(vm.arena, lox::Literal{{lox::Node::literal}, session});
        report->body = node(vm.arena, lox::Call{{lox::Node::call}, show, show});
        report->count = 1;
        report->captured()[0] = lox::value(instance);
        set(vm.cache, string(vm, "report " + std::to_string(i)), lox::value(report));
    }
    vm.stack = {{std::bit_cast<std::uint64_t>(1.5)}, lox::value(session)};

    trav::Objects<> const heap;
    auto type = trav::by_type();
    auto label = trav::by("label", [&](trav::Object const& o) { return heap.label(o); });
    trav::RootSets<trav::Object> roots{{"stack", trav::object(vm.stack)},
                                       {"globals", trav::object(vm.globals)},
                                       {"cache", trav::object(vm.cache)}};
    trav::Profiler profiler{heap, type, label, roots};
    profiler.sample(trav::roots(vm.stack, vm.globals, vm.cache, vm.arena));
    auto const profile = profiler.profile();
    trav::print(std::cout, profile.by(type));
    trav::print(std::cout, profile.where(label == "Session").by(roots));

    lox::Obj const& report = *vm.cache.entries[1].value.object();
    auto const* const closure = trav::as<lox::Closure>(trav::object(report));
    std::cout << trav::path(heap, trav::roots(vm), trav::object(*closure->captured()[0].object()));

    trav::Amount counted{};  // the interpreter's own count
    for (lox::Obj* object = vm.objects; object != nullptr; object = object->next) {
        if (object->tag != lox::Tag::instance) continue;
        std::size_t const room = static_cast<lox::Instance*>(object)->fields.capacity;
        counted += trav::Amount{sizeof(lox::Instance) + room * sizeof(lox::Table::Entry), 1};
    }
    return profile.by(type).at("lox::Instance") == counted ? 0 : 1;
}

// NOLINTEND(cppcoreguidelines-pro-type-static-cast-downcast)
// NOLINTEND(cppcoreguidelines-no-malloc, bugprone-suspicious-realloc-usage)
