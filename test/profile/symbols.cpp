#include <trav/profile/symbols.hpp>

#include "catch.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

using trav::detail::function_name;
using trav::detail::is_of_library;

namespace {

/// The caller of this function.
struct Site {
    [[gnu::noinline]] static void const* here() { return __builtin_return_address(0); }
};
[[gnu::noinline]] void const* in_a_function(int) {
    void const* const volatile here = Site::here();
    return here;
}

}  // namespace

TEST_CASE("symbols: functions are named without parameters", "[unit]") {
    CHECK(function_name("main") == "main");
    CHECK(function_name("_ZN4game4load4fileEPKcRKSs") == "game::load::file");
    CHECK(function_name("_ZNK4game4SaveclEi") == "game::Save::operator()");
    CHECK(function_name("_ZN12_GLOBAL__N_14loadEv") == "load");
    CHECK(function_name("(x)") == "(x)");
    CHECK(function_name(")") == ")");
    std::string const lambda =
        function_name("_ZZ4mainENKUliE_clEi");  // as this library's demangler writes it
    CHECK((lambda == "main::{lambda(int)#1}::operator()" || lambda == "main::'lambda'(int)::operator()"));
}

TEST_CASE("symbols: functions of the library and of malloc are recognised", "[unit]") {
    for (char const* name :
         {"malloc", "calloc", "realloc", "strdup", "_Znwm", "_Znam", "_ZnwmSt11align_val_t",
          "_ZNSt6vectorIiSaIiEE9push_backERKi",
          "_ZSt11make_uniqueI3FooJEENSt9_MakeUniqIT_E15__single_objectEDpOT0_", "_ZNSs6appendEPKc",
          "_ZN9__gnu_cxx13new_allocatorIcE8allocateEmPKv", "_ZNKSt8functionIFvvEEclEv"})
        CHECK(is_of_library(name));
    for (char const* name :
         {"main", "_ZN4game4loadEv", "_Z4loadSt6vectorIiSaIiEE", "Signal", "_ZN5StateC1Ev", "_ZL4loadv",
          "mallocate", "_Z3addv", "_ZNK4game3barEv", "_ZN3odd3addEv", "_Z", "_ZS", "_ZS_3addv"})
        CHECK_FALSE(is_of_library(name));
}

#if __has_include(<link.h>)
TEST_CASE("symbols: the site is the innermost caller in the program itself", "[unit]") {
    trav::detail::Symbols symbols;
    void const* const here = in_a_function(1);
    std::vector<void const*> callers{here};
    CHECK(symbols.site(callers) == "in_a_function");
    callers = {reinterpret_cast<void const*>(&in_a_function)};  // preceded by a call in another function
    CHECK(symbols.site(callers) != "in_a_function");
    int local = 0;
    callers = {&local};  // no code
    CHECK(symbols.site(callers) == "?");
    CHECK(symbols.site({}) == "?");
    callers = {reinterpret_cast<char const*>(&::qsort) + 4};  // in a library that exports it
    CHECK(symbols.site(callers).find("qsort") != std::string::npos);
    CHECK(symbols.name(here) == "in_a_function");
    CHECK(symbols.name(&local) == "?");
}

TEST_CASE("symbols: calls by the library and by malloc count for the function that called it", "[unit]") {
    trav::detail::Symbols symbols;
    void const* const in_malloc = reinterpret_cast<char const*>(&std::malloc) + 4;
    std::vector<void const*> callers{in_malloc, in_malloc, in_a_function(1)};
    CHECK(symbols.site(callers) == "in_a_function");
    callers.pop_back();
    CHECK(symbols.site(callers) == "malloc");
    CHECK(symbols.name(in_malloc) == "malloc");
}

extern "C"
    [[gnu::visibility("hidden")]] char const __ehdr_start[];  // the program's first byte, by the linker

TEST_CASE("symbols: an address in no function is one of the file", "[unit]") {
    static char const data[] = "no code";
    std::uintptr_t base = 0;  // of the first file, the program
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* to) {
            *static_cast<std::uintptr_t*>(to) = info->dlpi_addr;
            return 1;
        },
        &base);
    trav::detail::Symbols symbols;
    auto const place = [&](char const* call) {
        std::ostringstream text;
        text << std::filesystem::read_symlink("/proc/self/exe").filename().string() << "+0x" << std::hex
             << reinterpret_cast<std::uintptr_t>(call) - base;
        return text.str();
    };
    CHECK(symbols.name(data + 4) == place(data + 3));
    CHECK(symbols.site(std::vector<void const*>{data + 4}) == place(data + 3));
    CHECK(symbols.name(__ehdr_start + 2) == place(__ehdr_start + 1));  // before all functions
    CHECK(symbols.name(stdout).starts_with("libc"));
}
#endif
