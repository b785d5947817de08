// The bytes of values in the order of this machine.
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>

namespace test {

/// The bytes of a value without padding.
template <class T>
std::string native_bytes(T const& value) {
    static_assert(std::has_unique_object_representations_v<T>);
    return {reinterpret_cast<char const*>(&value), sizeof value};
}
/// Replaces bytes from a position on with the bytes of a value.
template <class T>
void overwrite(std::string& bytes, std::size_t at, T const& value) {
    bytes.replace(at, sizeof value, native_bytes(value));
}

}  // namespace test
