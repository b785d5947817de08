// trav/graph/resource.hpp: Resource<"name">, memory under a name of the program's: a mapped file, the blocks
// of an arena, a buffer of a library. A class has it as a member, beside the handle; profiles count its bytes
// as one object whose type is the name.
//
//     class Font {
//         void* mapped_ = mmap(...);
//         trav::Resource<"mapped font"> memory_{mapped_, bytes};      // or later: memory_.add(first, bytes)
//     };
//
//     type            bytes       %  objects
//     mapped font  3.91 MiB   99.9%        1
//
// The memory is not looked into, and may be malloc's or not. Other objects in it keep their bytes, so that an
// arena has the bytes that no object of the roots uses. A traversal refers to a Resource, so a description
// cannot make one. Not for several threads at once.
#pragma once

#include "buffer.hpp"
#include "described.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

namespace trav {

namespace detail {

/// A text as an argument of a template.
template <std::size_t Size>
struct Literal {
    char text[Size]{};
    // NOLINTNEXTLINE(google-explicit-constructor)
    consteval Literal(char const (&from)[Size]) {
        for (std::size_t i = 0; i != Size; ++i) text[i] = from[i];
    }
    constexpr std::string_view view() const { return {text, Size - 1}; }
};

/// Ranges of memory. An object of its own, apart from the Resource that owns it.
template <Literal Name>
struct Ranges {
    std::map<std::uintptr_t, std::size_t> bytes;  // not by pointers, which would be followed
};

}  // namespace detail

/// Memory named `Name`.
template <detail::Literal Name>
class Resource {
    static_assert(!Name.view().empty(), "trav: a Resource has a name: trav::Resource<\"mapped font\">");

  public:
    using must_be_member = void;  // a description that makes a Resource does not compile

    Resource() = default;
    Resource(void const* first, std::size_t bytes) { add(first, bytes); }
    /// Refused: memory without its size.
    explicit Resource(void const*) {
        static_assert(Name.view().empty(), "trav: a Resource needs the number of bytes: {first, bytes}");
    }

    /// Adds `bytes` of memory, or changes the size of a range that begins at `first`.
    void add(void const* first, std::size_t bytes) {
        if (ranges_ == nullptr) ranges_ = std::make_unique<detail::Ranges<Name>>();
        if (first != nullptr) ranges_->bytes[reinterpret_cast<std::uintptr_t>(first)] = bytes;
    }
    /// Removes the range that begins at `first`.
    void remove(void const* first) {
        if (ranges_ != nullptr) ranges_->bytes.erase(reinterpret_cast<std::uintptr_t>(first));
    }
    /// The bytes of all ranges.
    std::size_t bytes() const {
        std::size_t sum = 0;
        if (ranges_ != nullptr)
            for (auto const& [first, bytes] : ranges_->bytes) sum += bytes;
        return sum;
    }

  private:
    friend struct Described<Resource>;
    std::unique_ptr<detail::Ranges<Name>> ranges_;
};

template <detail::Literal Name>
struct Described<detail::Ranges<Name>> {
    static constexpr std::string_view name = Name.view();
    static constexpr bool gives_way = true;
    static void members(detail::Ranges<Name> const& ranges, auto&& member) {
        member("", ranges.bytes);
        for (auto const& [first, bytes] : ranges.bytes)
            member("", Buffer{reinterpret_cast<unsigned char const*>(first), 0, bytes});
    }
};
template <detail::Literal Name>
struct Described<Resource<Name>> : Members<&Resource<Name>::ranges_> {
    static constexpr std::string_view name = "Resource";
};

}  // namespace trav
