// Values of types like std::expected and optional<T&>, which have C++23 and C++26, and handles of coroutines.
#include <trav/graph/objects.hpp>
#include <trav/graph/owned_bytes.hpp>
#include <trav/profile/unseen.hpp>

#include "catch.hpp"

#include <any>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#if __has_include(<expected>)
#include <expected>
#endif

namespace {

/// The members of std::expected that matter here.
template <class T, class E>
struct Expected {
    std::variant<T, E> either;
    bool has_value() const { return either.index() == 0; }
    T const& operator*() const { return std::get<0>(either); }
    T const* operator->() const { return &**this; }
    E const& error() const { return std::get<1>(either); }
    explicit operator bool() const { return has_value(); }
};
template <class E>
struct Expected<void, E> {
    std::variant<std::monostate, E> either;
    bool has_value() const { return either.index() == 0; }
    void operator*() const {}
    E const& error() const { return std::get<1>(either); }
    explicit operator bool() const { return has_value(); }
};
/// The members of optional<T&>.
template <class T>
struct Optional;
template <class T>
struct Optional<T&> {
    T* target = nullptr;
    bool has_value() const { return target != nullptr; }
    T& operator*() const { return *target; }
    T* operator->() const { return target; }
    explicit operator bool() const { return has_value(); }
};
/// The members of std::coroutine_handle.
class Handle {
  public:
    Handle(std::nullptr_t = nullptr) {}
    static Handle from_address(void* frame) {
        Handle handle;
        handle.frame_ = frame;
        return handle;
    }
    void* address() const { return frame_; }
    bool done() const { return false; }
    void resume() const {}
    explicit operator bool() const noexcept { return frame_ != nullptr; }
    [[maybe_unused]] friend bool operator==(Handle a, Handle b) { return a.frame_ == b.frame_; }

  private:
    void* frame_ = nullptr;
};

struct Item {
    std::string name;
};
template <class T>
struct Holder {
    T value;
};

std::size_t count_targets(auto const& object) {
    std::size_t count = 0;
    trav::Objects<>().edges(trav::object(object), [&](trav::NamedEdge const& edge) {
        count += edge.kind != trav::EdgeKind::opaque;
    });
    return count;
}
std::size_t count_unseen(auto const& object) {
    return trav::unseen(trav::Objects<>(), trav::roots(object)).size();
}

template <template <class, class> class Either>
void check_expected(auto const& error) {
    using Numbers = std::vector<int>;
    Numbers const numbers(1000);
    Holder<Either<int, Numbers>> const bad{error(numbers)};
    CHECK(trav::owned_bytes(bad) == 1000 * sizeof(int));
    CHECK(trav::owned_bytes(Holder<Either<int, Numbers>>{}) == 0);
    CHECK(trav::owned_bytes(Holder<Either<void, Numbers>>{error(numbers)}) == 1000 * sizeof(int));
    CHECK(trav::owned_bytes(Holder<Either<void, Numbers>>{}) == 0);

    Item item;
    CHECK(count_targets(Holder<Either<Item*, Item*>>{error(&item)}) == 1);
    CHECK(count_targets(Holder<Either<std::unique_ptr<Item>, int>>{}) == 0);
    CHECK(count_unseen(Holder<Either<int, std::any>>{error(std::any(1))}) == 1);
    CHECK(count_unseen(Holder<Either<std::any, int>>{}) == 0);
}
/// Makes a value with an error.
struct WithError {
    auto operator()(auto error) const { return Made<decltype(error)>{std::move(error)}; }
    template <class E>
    struct Made {
        E error;
        template <class T>
        operator Expected<T, E>() const {
            Expected<T, E> made;
            made.either.template emplace<1>(error);
            return made;
        }
    };
};

}  // namespace

template <>
struct trav::Described<Item> : trav::Members<&Item::name> {};
template <class T>
struct trav::Described<Holder<T>> : trav::Members<&Holder<T>::value> {};

TEST_CASE("the error in an expected is looked into, and the value", "[unit]") {
    check_expected<Expected>(WithError());
#ifdef __cpp_lib_expected
    check_expected<std::expected>([](auto error) { return std::unexpected(std::move(error)); });
#endif
}

TEST_CASE("an optional reference leads to an object, which is no part", "[unit]") {
    Item item{std::string(100, 'i')};
    Holder<Optional<Item&>> const holder{{&item}}, empty{};
    CHECK(trav::owned_bytes(holder) == 0);
    CHECK(count_targets(holder) == 1);
    CHECK(count_targets(empty) == 0);
    Holder<Optional<Item const&>> const of_const{{&item}};
    CHECK(trav::owned_bytes(of_const) == 0);
    CHECK(count_targets(of_const) == 1);
    CHECK(trav::owned_bytes(Holder<std::optional<Item>>{item}) == 101);
#if __cpp_lib_optional >= 202506L
    Holder<std::optional<Item&>> const standard{item};
    CHECK(trav::owned_bytes(standard) == 0);
    CHECK(count_targets(standard) == 1);
#endif
}

TEST_CASE("the handle of a coroutine is unseen unless it is null", "[unit]") {
    int frame = 0;
    CHECK(count_unseen(Holder<Handle>{Handle::from_address(&frame)}) == 1);
    CHECK(count_unseen(Holder<Handle>{}) == 0);
}
