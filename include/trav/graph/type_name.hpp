// trav/graph/type_name.hpp: the names of types and members, without RTTI: as the compiler spells them,
// and in a spelling common to all compilers.
#pragma once

#include "../detail/compiler.hpp"

#include <cstddef>
#include <string>
#include <string_view>

#if __has_include(<cxxabi.h>)
#include <cxxabi.h>
#endif

namespace trav::detail {

/// A text with the name of X, which is at the same distance from both ends for each X.
template <class X>
consteval std::string_view around_type() {
    return TRAV_THIS_FUNCTION;
}
inline constexpr std::size_t before_type = around_type<void>().find("void"),
                             after_type = around_type<void>().size() - before_type - 4;

/// The name of X. A search would take long to compile.
template <class X>
consteval std::string_view spelled_type() {
    std::string_view const all = around_type<X>();
    return all.substr(before_type, all.size() - before_type - after_type);
}

/// The last name in "&Type::member".
template <auto Member>
consteval std::string_view spelled_member() {
    std::string_view all = TRAV_THIS_FUNCTION;
    all.remove_suffix(after_type);
    std::size_t const colons = all.rfind("::");
    std::size_t const end = all.find_first_of(") ", colons);  // "(int* (T::*)() const)(& T::member)"
    return all.substr(colons + 2, end == all.npos ? end : end - colons - 2);
}

/// Drops ", argument<X>" after "<X": g++ spells a default argument only if the program did so before.
inline void drop_default(std::string& name, std::string_view argument) {
    for (std::size_t at = 0; (at = name.find(argument, at)) != name.npos; ++at) {
        std::size_t const first = at + argument.size();
        std::size_t end = first;
        for (std::size_t open = 1; end != name.size() && open != 0; ++end)
            open += std::size_t{name[end] == '<'} - std::size_t{name[end] == '>'};
        std::string const value = '<' + name.substr(first, end - 1 - first);
        if (at >= value.size() && name.compare(at - value.size(), value.size(), value) == 0)
            name.erase(at, end - at), at = 0;  // an argument around it may now repeat what is before it
    }
}

/// `spelled` in the usual spelling.
template <class = void>
std::string plain_name(std::string_view spelled) {
    std::string name(spelled);
    struct Spelling {
        std::string_view from, to;
    };
    static constexpr Spelling spellings[] = {
        {"{anonymous}::", ""},
        {"(anonymous namespace)::", ""},
        {"std::__cxx11::", "std::"},
        {"std::__1::", "std::"},
        {"std::__debug::", "std::"},
        {"long long unsigned int", "unsigned long long"},
        {"long unsigned int", "unsigned long"},
        {"short unsigned int", "unsigned short"},
        {"long long int", "long long"},
        {"long int", "long"},
        {"short int", "short"},
        {"> >", ">>"},
        {" *", "*"},
        {" &", "&"},
        {" [", "["},
        {" (", "("},
    };
    auto const spell = [&](std::string_view from, std::string_view to) {
        for (std::size_t at = 0; (at = name.find(from, at)) != name.npos;) name.replace(at, from.size(), to);
    };
    for (auto const& [from, to] : spellings) spell(from, to);
    drop_default(name, ", std::default_delete<");
    drop_default(name, ", std::char_traits<");
    drop_default(name, ", std::allocator<");
    spell("std::basic_string<char>", "std::string");
    // a type local to a function: g++ names the function, clang++ does not
    if (std::size_t const at = name.find("()::"); at != name.npos && name.find_first_of("<({") == at)
        name.erase(0, at + 4);
    return name;
}

/// The name of a class, given only the name of its std::type_info.
template <class = void>
std::string class_name(char const* mangled) {
#if __has_include(<cxxabi.h>)
    struct Name {
        char* text;
        ~Name() { free_block(text); }
    };
    Name const name{abi::__cxa_demangle(mangled, nullptr, nullptr, nullptr)};
    if (name.text) return plain_name(name.text);
#endif
    return mangled;
}

}  // namespace trav::detail
