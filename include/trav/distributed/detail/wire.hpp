// trav/distributed/detail/wire.hpp: numbers, texts, and lists, pairs and options of them, to and from bytes.
#pragma once

#include "../communicator.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav::distributed {

/// Thrown if a message from another rank is malformed.
struct BadMessage : std::runtime_error {
    using std::runtime_error::runtime_error;
};

namespace detail {

/// Sent in its memory representation.
template <class T>
concept Plain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

/// Appends bytes to a message.
inline void put_bytes(Message& to, void const* from, std::size_t size) {
    std::size_t const before = to.size();
    to.resize(before + size);
    if (size != 0) std::memcpy(to.data() + before, from, size);
}

/// A type that can be written as bytes and read back. Specialised for types that contain others.
template <class T>
struct Wire {
    static constexpr bool possible = Plain<T>;
    static void put(Message& to, T const& value) { put_bytes(to, &value, sizeof value); }
};

/// Appends a value to a message.
template <class T>
void put(Message& to, T const& value) {
    Wire<T>::put(to, value);
}

/// Takes values from the front of a message.
class Reader {
  public:
    explicit Reader(std::span<std::byte const> from) : from_(from) {}
    bool more() const { return !from_.empty(); }

    template <class T>
    T take() {
        if constexpr (Plain<T>) {
            T value;
            bytes(&value, sizeof value);
            return value;
        } else {
            return Wire<T>::take(*this);
        }
    }
    void bytes(void* to, std::size_t size) {
        check_left(size);
        if (size != 0) std::memcpy(to, from_.data(), size);
        from_ = from_.subspan(size);
    }
    /// The length of a list with items of at least one byte each.
    std::size_t length() {
        auto const size = take<std::uint64_t>();
        check_left(size);
        return static_cast<std::size_t>(size);
    }

  private:
    void check_left(std::uint64_t size) const {
        if (size > from_.size())
            throw BadMessage("trav: a message of another rank ends too early: is it of the same program?");
    }

    std::span<std::byte const> from_;
};

template <>
struct Wire<std::string> {
    static constexpr bool possible = true;
    static void put(Message& to, std::string const& text) {
        detail::put(to, std::uint64_t{text.size()});
        put_bytes(to, text.data(), text.size());
    }
    static std::string take(Reader& from) {
        std::string text(from.length(), ' ');
        from.bytes(text.data(), text.size());
        return text;
    }
};
template <class T>
struct Wire<std::vector<T>> {
    static constexpr bool possible = Wire<T>::possible;
    static void put(Message& to, std::vector<T> const& list) {
        detail::put(to, std::uint64_t{list.size()});
        for (T const& item : list) detail::put(to, item);
    }
    static std::vector<T> take(Reader& from) {
        std::vector<T> list;
        for (std::size_t left = from.length(); left != 0; --left) list.push_back(from.take<T>());
        return list;
    }
};
template <class T>
struct Wire<std::optional<T>> {
    static constexpr bool possible = Wire<T>::possible;
    static void put(Message& to, std::optional<T> const& option) {
        detail::put(to, option.has_value());
        if (option) detail::put(to, *option);
    }
    static std::optional<T> take(Reader& from) {
        if (from.take<unsigned char>() == 0) return {};
        return from.take<T>();
    }
};
template <class A, class B>
struct Wire<std::pair<A, B>> {
    static constexpr bool possible = Wire<A>::possible && Wire<B>::possible;
    static void put(Message& to, std::pair<A, B> const& pair) {
        detail::put(to, pair.first);
        detail::put(to, pair.second);
    }
    static std::pair<A, B> take(Reader& from) {
        A first = from.take<A>();
        return {std::move(first), from.take<B>()};
    }
};

}  // namespace detail
}  // namespace trav::distributed
