// The shapes of values: types of the standard library, and similar ones of others.
#include <trav/graph/detail/shape.hpp>
#include <trav/graph/objects.hpp>

#include "catch.hpp"

#include <any>
#include <array>
#include <atomic>
#include <concepts>
#include <coroutine>
#include <cstddef>
#include <deque>
#include <filesystem>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <span>
#include <stack>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

using trav::detail::set_of;
using trav::detail::Shape;
using trav::detail::shape_of;
using trav::detail::Types;

namespace other {

struct Plain {
    int number = 0;
};
struct Known {
    int* pointer = nullptr;
};
struct Pointing {
    Plain* pointer = nullptr;
};
struct Freeing {
    ~Freeing() { number = 0; }
    int number = 0;
};
union Union {
    int number;
    Plain* pointer;
};
enum class Enum { one };

struct Delete {
    void operator()(auto* p) const { delete[] p; }
};
struct DeleteWith {
    Plain* pool = nullptr;
    void operator()(auto* p) const { delete p; }
};
/// A smart pointer.
struct Smart {
    Plain& operator*() const;
    Plain* operator->() const;
    explicit operator bool() const;
};
/// An iterator is no smart pointer.
struct NoSmart {
    Plain& operator*() const;
    Plain* operator->() const;
};
/// Its elements are not lvalues.
struct Proxies : Smart {
    Plain operator*() const;
};
struct Multidimensional {
    using extents_type = int;
    int* data_handle() const;
    std::size_t size() const;
};
struct OwnMultidimensional : Multidimensional {
    ~OwnMultidimensional();
};
/// A view: it frees nothing.
template <class T>
struct View {
    T *first = nullptr, *last = nullptr;
    T* begin() const { return first; }
    T* end() const { return last; }
};
/// A container of unknown memory.
template <class T>
struct Container : View<T> {
    ~Container();
};
/// Owns an array: it tells its capacity.
template <class T>
struct Vector : Container<T> {
    using value_type = T;
    T* data() const;
    std::size_t size() const;
    std::size_t capacity() const;
};
/// An array in the object itself.
template <class T>
struct Small {
    T values[2]{};
    std::size_t count = 0;
    T const* begin() const { return values; }
    T const* end() const { return values + count; }
};
/// A tree by value, as in a path.
struct Self {
    Self const* begin() const;
    Self const* end() const;
};
struct Numbers {
    struct At {
        int operator*() const;
        At& operator++();
        bool operator==(At const&) const;
    };
    At begin() const;
    At end() const;
};
struct Hook {
    using hooktags = int;
    Plain *next = nullptr, *previous = nullptr;
};
struct Intrusive : Container<Plain> {
    using value_traits = int;
    using node_traits = int;
};

}  // namespace other

template <>
struct trav::Described<other::Known> : trav::Members<&other::Known::pointer> {};

using namespace other;

TEST_CASE("shape: pointers", "[unit]") {
    CHECK(shape_of<Plain*>() == Shape::pointer);
    CHECK(shape_of<Plain const*>() == Shape::pointer);
    CHECK(shape_of<Enum*>() == Shape::pointer);
    CHECK(shape_of<int*>() == Shape::raw);
    CHECK(shape_of<double const*>() == Shape::raw);
    CHECK(shape_of<std::byte*>() == Shape::raw);
    CHECK(shape_of<Plain**>() == Shape::raw);
    CHECK(shape_of<Plain* const*>() == Shape::raw);
    CHECK(shape_of<void*>() == Shape::opaque);
    CHECK(shape_of<void const*>() == Shape::opaque);
    CHECK(shape_of<void (*)(int)>() == Shape::plain);
    CHECK(shape_of<int Plain::*>() == Shape::plain);
    CHECK(shape_of<std::nullptr_t>() == Shape::plain);

    CHECK(shape_of<std::unique_ptr<int>>() == Shape::smart_pointer);
    CHECK(shape_of<std::unique_ptr<Plain, DeleteWith>>() == Shape::smart_pointer);
    CHECK(shape_of<std::shared_ptr<Plain>>() == Shape::smart_pointer);
    CHECK(shape_of<Smart>() == Shape::smart_pointer);
    CHECK(shape_of<NoSmart>() == Shape::plain);
    CHECK(shape_of<Proxies>() != Shape::smart_pointer);
    CHECK(shape_of<std::weak_ptr<Plain>>() == Shape::weak_pointer);
    CHECK(shape_of<std::reference_wrapper<Plain>>() == Shape::reference);
    CHECK(shape_of<trav::Object>() == Shape::object);

    CHECK(shape_of<std::unique_ptr<Plain[]>>() == Shape::array_pointer);
    CHECK(shape_of<std::unique_ptr<std::string[]>>() == Shape::array_pointer);
    CHECK(shape_of<std::unique_ptr<int[], Delete>>() == Shape::raw);
    CHECK(shape_of<std::unique_ptr<std::string[], Delete>>() == Shape::opaque);
    CHECK(shape_of<std::shared_ptr<Plain[]>>() == Shape::opaque);
}

TEST_CASE("shape: values of one or several types", "[unit]") {
    CHECK(shape_of<int>() == Shape::plain);
    CHECK(shape_of<Enum>() == Shape::plain);
    CHECK(shape_of<Plain>() == Shape::plain);
    CHECK(shape_of<Known>() == Shape::structure);
    CHECK(shape_of<Pointing>() == Shape::opaque);
    CHECK(shape_of<Freeing>() == Shape::opaque);
    CHECK(shape_of<Union>() == Shape::opaque);
    CHECK(shape_of<std::any>() == Shape::opaque);
    CHECK(shape_of<std::function<void()>>() == Shape::opaque);
    CHECK(shape_of<std::coroutine_handle<>>() == Shape::opaque);
    CHECK(shape_of<Hook>() == Shape::plain);
    CHECK(shape_of<std::optional<Plain*>>() == Shape::optional);
    CHECK(shape_of<std::variant<int, Plain*>>() == Shape::variant);
    CHECK(shape_of<std::tuple<>>() == Shape::tuple);
    CHECK(shape_of<std::tuple<int, Plain*>>() == Shape::tuple);
    CHECK(shape_of<std::pair<int, Plain*>>() == Shape::tuple);
    CHECK(shape_of<std::atomic<Plain*>>() == Shape::atomic);
}

TEST_CASE("shape: texts, and views of them", "[unit]") {
    CHECK(shape_of<std::string>() == Shape::text);
    CHECK(shape_of<std::u16string>() == Shape::text);
    CHECK(shape_of<std::filesystem::path>() == Shape::text);
    CHECK(shape_of<std::vector<bool>>() == Shape::text);
    CHECK(shape_of<std::string_view>() == Shape::text_view);
    CHECK(shape_of<Multidimensional>() == Shape::text_view);
    CHECK(shape_of<OwnMultidimensional>() == Shape::opaque);
}

TEST_CASE("shape: containers and views", "[unit]") {
    CHECK(shape_of<std::vector<int>>() == Shape::container);
    CHECK(shape_of<std::deque<Plain>>() == Shape::container);
    CHECK(shape_of<std::list<Plain*>>() == Shape::container);
    CHECK(shape_of<std::forward_list<Plain*>>() == Shape::container);
    CHECK(shape_of<std::set<int>>() == Shape::container);
    CHECK(shape_of<std::map<int, Plain>>() == Shape::container);
    CHECK(shape_of<std::unordered_map<int, Plain>>() == Shape::container);
    CHECK(shape_of<std::array<Plain*, 3>>() == Shape::container);
    CHECK(shape_of<std::array<Plain*, 0>>() == Shape::container);
    CHECK(shape_of<int[3]>() == Shape::container);
    CHECK(shape_of<Plain* [2][2]>() == Shape::container);
    CHECK(shape_of<Vector<Plain*>>() == Shape::container);
    CHECK(shape_of<Container<Plain*>>() == Shape::foreign);
    CHECK(shape_of<std::span<Plain>>() == Shape::view);
    CHECK(shape_of<View<Plain>>() == Shape::view);
    CHECK(shape_of<Small<Plain>>() == Shape::view);
    CHECK(shape_of<Intrusive>() == Shape::view);
    CHECK(shape_of<std::stack<Plain*>>() == Shape::adaptor);
    CHECK(shape_of<std::queue<int>>() == Shape::adaptor);
    CHECK(shape_of<std::priority_queue<int>>() == Shape::adaptor);
    CHECK(shape_of<Self>() == Shape::plain);     // its elements are ranges of the same type
    CHECK(shape_of<Numbers>() == Shape::plain);  // they are no lvalues
}

TEST_CASE("shape: ranges that may own an array all the same", "[unit]") {
    using trav::detail::MayOwnArray;
    CHECK(MayOwnArray<View<Plain>>);
    CHECK(MayOwnArray<Small<Plain>>);
    CHECK_FALSE(MayOwnArray<std::span<Plain>>);
    CHECK_FALSE(MayOwnArray<Container<Plain>>);
    CHECK_FALSE(MayOwnArray<Intrusive>);
    CHECK_FALSE(MayOwnArray<Plain>);
    CHECK_FALSE(MayOwnArray<std::array<Plain, 2>>);
}

TEST_CASE("shape: values that need no description", "[unit]") {
    using trav::detail::is_recognised;
    CHECK(is_recognised<std::vector<int>>());
    CHECK(is_recognised<std::string>());
    CHECK(is_recognised<Smart>());
    CHECK_FALSE(is_recognised<Plain>());
    CHECK_FALSE(is_recognised<Pointing>());
    CHECK_FALSE(is_recognised<std::string_view>());
    CHECK_FALSE(is_recognised<Known>());  // without its description
}

TEST_CASE("shape: the types of parts", "[unit]") {
    auto const has = []<class... T>(auto list, std::type_identity<T>...) {
        return std::same_as<decltype(list), Types<T...>>;
    };
    using trav::detail::parts_in;
    constexpr std::type_identity<int> number;
    constexpr std::type_identity<Plain*> pointer;
    CHECK(has(parts_in<std::vector<int>>(), number));
    CHECK(has(parts_in<Container<Plain*>>(), pointer));
    CHECK(has(parts_in<std::span<Plain* const>>(), pointer));
    CHECK(has(parts_in<std::optional<Plain*>>(), pointer));
    CHECK(has(parts_in<std::variant<int, Plain*>>(), number, pointer));
    CHECK(has(parts_in<std::tuple<Plain*, int const>>(), pointer, number));
    CHECK(has(parts_in<std::atomic<Plain*>>(), pointer));
    CHECK(has(parts_in<std::stack<int>>(), std::type_identity<std::deque<int>>()));
    CHECK(has(parts_in<std::unique_ptr<Plain, DeleteWith>>(), std::type_identity<DeleteWith>()));
    CHECK(has(parts_in<std::unique_ptr<int[], Delete>>()));  // it has no members
    CHECK(has(parts_in<std::unique_ptr<Plain>>()));
    CHECK(has(parts_in<std::unique_ptr<Plain, void (*)(Plain*)>>()));
    CHECK(has(parts_in<Plain>()));
    CHECK(has(parts_in<Known>()));
    CHECK(has(parts_in<Pointing*>()));
}

TEST_CASE("shape: all shapes in a value", "[unit]") {
    using trav::detail::has_undescribed_class;
    using trav::detail::shapes_in;
    using trav::detail::undescribed;
    CHECK(set_of(Shape::plain) == 1);
    CHECK(set_of(Shape::plain, Shape::text) == 5);
    CHECK(shapes_in<int>() == set_of(Shape::plain));
    CHECK(shapes_in<std::vector<int>>() == set_of(Shape::plain, Shape::container));
    CHECK(shapes_in<std::map<int, std::optional<Known*>>>() ==
          set_of(Shape::container, Shape::tuple, Shape::plain, Shape::optional, Shape::pointer));
    CHECK(shapes_in<std::vector<Known>>() ==
          (trav::detail::every_shape | set_of(Shape::container)));  // any member
    CHECK(shapes_in<Plain>() == (set_of(Shape::plain) | undescribed));
    CHECK(shapes_in<std::vector<Plain>>() == (set_of(Shape::plain, Shape::container) | undescribed));
    CHECK(shapes_in<Pointing>() == set_of(Shape::opaque));
    CHECK(shapes_in<Delete>() == set_of(Shape::plain));  // empty
    CHECK(has_undescribed_class<std::optional<Plain>>());
    CHECK(has_undescribed_class<Smart>() == !std::is_empty_v<Smart>);
    CHECK_FALSE(has_undescribed_class<std::pair<int, Known*>>());
    CHECK_FALSE(has_undescribed_class<Known>());
    CHECK_FALSE(has_undescribed_class<Enum>());
}

TEST_CASE("shape: what lies in a value itself", "[unit]") {
    using trav::detail::has_elements_inside;
    using trav::detail::is_inside;
    long numbers[3] = {};
    auto const* const bytes = reinterpret_cast<char const*>(&numbers[1]);
    CHECK(is_inside(numbers[1], bytes));
    CHECK(is_inside(numbers[1], bytes + sizeof(long) - 1));
    CHECK_FALSE(is_inside(numbers[1], bytes + sizeof(long)));
    CHECK_FALSE(is_inside(numbers[1], bytes - 1));
    CHECK_FALSE(is_inside(numbers[1], nullptr));
    Small<int> small;
    CHECK_FALSE(has_elements_inside(small));  // none
    small.count = 1;
    CHECK(has_elements_inside(small));
    Plain elsewhere[2];
    CHECK_FALSE(has_elements_inside(View<Plain>{elsewhere, elsewhere + 2}));
    CHECK_FALSE(has_elements_inside(View<Plain>{}));
}

TEST_CASE("shape: the container in an adaptor", "[unit]") {
    std::stack<int, std::vector<int>> stack;
    stack.push(1), stack.push(2);
    CHECK(trav::detail::container_in(stack) == std::vector<int>{1, 2});
    CHECK(&trav::detail::container_in(stack).back() == &stack.top());
}
