// test/cost_objects.cpp: a census of objects of thirty types, by trav and by hand. Separate from the other
// loops of test/cost_loops.cpp, so that it does not affect inlining there.
#include "cost_objects.hpp"

#include <trav/graph/objects.hpp>
#include <trav/store/hashed.hpp>
#include <trav/strategy/mark_stack.hpp>
#include <trav/traverse_heap.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace thirty {
namespace {

constexpr int types = 30;

template <int I>
struct Obj {
    Obj<(I + 1) % types>* next = nullptr;
    std::unique_ptr<Obj<(I + 7) % types>> own;
    std::vector<Obj<(I + 3) % types>*> others;
    std::string name;
    Obj<I>* last = nullptr;
};

template <int... I>
auto lists_of(std::integer_sequence<int, I...>) -> std::tuple<std::vector<std::unique_ptr<Obj<I>>>...>;

class Heap {
  public:
    explicit Heap(std::size_t of_each_type) {
        each([&]<int I>() {
            for (std::size_t k = 0; k != of_each_type; ++k) all<I>().push_back(std::make_unique<Obj<I>>());
        });
        each([&]<int I>() {
            for (auto const& o : all<I>()) {
                o->next = &any<I + 1>();
                if (random_() % 2) o->own = std::make_unique<Obj<(I + 7) % types>>();
                for (auto k = random_() % 4; k != 0; --k) o->others.push_back(&any<I + 3>());
                if (random_() % 2) o->last = &any<I>();
            }
        });
    }
    Obj<0> const& root() const { return *std::get<0>(objects_)[0]; }

  private:
    template <int I>
    auto& all() {
        return std::get<static_cast<std::size_t>(I % types)>(objects_);
    }
    template <int I>
    auto& any() {
        return *all<I>()[random_() % all<I>().size()];
    }
    static void each(auto f) {
        [&]<int... I>(std::integer_sequence<int, I...>) {
            (f.template operator()<I>(), ...);
        }(std::make_integer_sequence<int, types>{});
    }
    std::mt19937 random_{1};
    decltype(lists_of(std::make_integer_sequence<int, types>{})) objects_;
};

/// A pointer to an object of one of the types.
struct Some {
    void const* object;
    int type;
    friend bool operator==(Some const&, Some const&) = default;
};
struct SomeHash {
    std::uint64_t operator()(Some const& some) const {
        return reinterpret_cast<std::uintptr_t>(some.object) * 0x9E3779B97F4A7C15u;
    }
};

template <int I>
void push_children(void const* object, std::vector<Some>& stack) {
    auto const& o = *static_cast<Obj<I> const*>(object);
    if (o.next) stack.push_back({o.next, (I + 1) % types});
    if (o.own) stack.push_back({o.own.get(), (I + 7) % types});
    for (auto const* other : o.others)
        if (other) stack.push_back({other, (I + 3) % types});
    if (o.last) stack.push_back({o.last, I});
}

using Push = void (*)(void const*, std::vector<Some>&);
template <int... I>
constexpr auto pushes_of(std::integer_sequence<int, I...>) {
    return std::array<Push, sizeof...(I)>{push_children<I>...};
}
constexpr auto pushes = pushes_of(std::make_integer_sequence<int, types>{});

struct Census {
    static constexpr bool once = true;
    std::uint64_t sum = 0;
    void visit(auto& here) { sum += 1 + here.node.type->size; }
};

Heap const& heap() {
    static Heap const all(100);
    return all;
}

}  // namespace
}  // namespace thirty

template <int I>
struct trav::Described<thirty::Obj<I>>
    : trav::Members<&thirty::Obj<I>::next, &thirty::Obj<I>::own, &thirty::Obj<I>::others,
                    &thirty::Obj<I>::name, &thirty::Obj<I>::last> {};

void thirty::build() { heap(); }

std::uint64_t thirty::by_mark_stack() {
    return trav::traverse<trav::MarkStack>(trav::Objects<>(), trav::roots(heap().root()), Census{}).sum;
}
std::uint64_t thirty::by_depth_first() {
    return trav::traverse(trav::Objects<>(), trav::roots(heap().root()), Census{}).sum;
}
std::uint64_t thirty::by_hand() {
    trav::Hashed<Some, trav::detail::Absent<0>, SomeHash> seen;
    std::vector<Some> stack{{&heap().root(), 0}};
    std::uint64_t sum = 0;
    while (!stack.empty()) {
        Some const some = stack.back();
        stack.pop_back();
        if (!seen.touch(some).fresh) continue;
        sum += 1 + sizeof(Obj<0>);
        pushes[static_cast<std::size_t>(some.type)](some.object, stack);
    }
    return sum;
}
