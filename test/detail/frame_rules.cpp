#include <trav/detail/allocation_site.hpp>

#include "catch.hpp"
#include "support/pages.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <new>
#include <random>
#include <thread>
#include <vector>

#if TRAV_HAS_FRAME_RULES
#include <alloca.h>
#include <dlfcn.h>
#include <unwind.h>

// The oracle is the unwinder of the C++ runtime. It reads the same tables at each call.

namespace {

using trav::detail::Callers;
using trav::detail::FrameRule;

int equal, different;
int calls;      // of the unwinder
int fallbacks;  // of them by Callers

}  // namespace

/// Calls a function. The rule of its frame is an expression, so only the unwinder finds its caller.
asm(R"(
    .text
    .type by_expression, @function
by_expression:
    .cfi_startproc
    subq $8, %rsp
    .cfi_escape 0x0f, 2, 0x77, 16  # DW_CFA_def_cfa_expression: rsp + 16
    callq *%rdi
    addq $8, %rsp
    .cfi_def_cfa %rsp, 8
    retq
    .cfi_endproc
    .size by_expression, . - by_expression
)");
extern "C" void by_expression(void (*)());

/// The unwinder, counted.
extern "C" _Unwind_Reason_Code _Unwind_Backtrace(_Unwind_Trace_Fn step, void* data) {
    static auto* const next =
        reinterpret_cast<decltype(&_Unwind_Backtrace)>(dlsym(RTLD_NEXT, "_Unwind_Backtrace"));
    ++calls;
    return next(step, data);
}

namespace {

[[gnu::noinline]] void compare() {
    struct Stack {
        std::array<void const*, 64> calls{};
        std::size_t size = 0;
        void const* first = nullptr;
    } expected;
    expected.first = __builtin_return_address(0);
    _Unwind_Backtrace(
        [](_Unwind_Context* context, void* data) {
            auto& stack = *static_cast<Stack*>(data);
            auto const at = reinterpret_cast<void const*>(_Unwind_GetIP(context));
            if (at != nullptr && (stack.size != 0 || at == stack.first)) stack.calls[stack.size++] = at;
            return stack.size == stack.calls.size() ? _URC_END_OF_STACK : _URC_NO_REASON;
        },
        &expected);
    int const before = calls;
    Callers<64> const found(__builtin_return_address(0));
    fallbacks += calls - before;
    bool const same = found.size() == expected.size &&
                      std::equal(found.begin(), found.begin() + found.size(), expected.calls.begin());
    ++(same ? equal : different);
}

[[gnu::noinline]] int recursive(int depth) {
    int volatile local = depth;
    if (depth == 0) compare();
    else local = recursive(depth - 1);
    return local + 1;
}
/// Its frame grows at run time, so it is found from rbp.
[[gnu::noinline]] int growing(int depth) {
    auto* const bytes =
        static_cast<unsigned char volatile*>(alloca(static_cast<std::size_t>(depth) * 16 + 1));
    bytes[0] = 1;
    if (depth == 0) compare();
    else growing(depth - 1);
    return bytes[0];
}
/// Its stack is realigned.
[[gnu::noinline]] int aligned() {
    alignas(64) unsigned char volatile bytes[64];
    bytes[0] = 1;
    compare();
    return bytes[0];
}
int ascending(void const* a, void const* b) {
    compare();
    return *static_cast<int const*>(a) - *static_cast<int const*>(b);
}
struct AtExit {
    ~AtExit() { compare(); }
};

[[gnu::noinline]] FrameRule rule_of_caller() {
    return trav::detail::frame_rules.find(reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}

}  // namespace

TEST_CASE("frame rules: the unwinder of C++ finds the same callers") {
    equal = different = fallbacks = 0;
    for (int depth = 0; depth < 80; depth += 3) recursive(depth);
    for (int depth = 0; depth != 20; ++depth) growing(depth);
    CHECK(fallbacks == 0);
    aligned();
    fallbacks = 0;
    for (int i = 0; i != 2; ++i) by_expression(compare);
    CHECK(fallbacks == 2);
    CHECK(equal == 27 + 20 + 1 + 2);
    int numbers[] = {3, 2, 1, 5};
    std::qsort(numbers, 4, sizeof(int), ascending);
    std::sort(std::begin(numbers), std::end(numbers), [](int a, int b) { return compare(), a < b; });
    std::function<void()> const call = [] { compare(); };
    call();
    std::thread(call).join();
    try {
        AtExit const unwound;
        throw 1;
    } catch (int) { recursive(3); }
    CHECK(equal > 60);
    CHECK(different == 0);
}

TEST_CASE("frame rules: a plain function needs no unwinder, and a known rule does not change") {
    FrameRule const first = rule_of_caller(), again = [] { return rule_of_caller(); }();
    CHECK((first.kind == FrameRule::Kind::from_rsp || first.kind == FrameRule::Kind::from_rbp));
    CHECK((again.kind == FrameRule::Kind::from_rsp || again.kind == FrameRule::Kind::from_rbp));
    CHECK(first.cfa >= 16);
}

TEST_CASE("frame rules: an address in no function is complex") {
    static int data;
    CHECK(trav::detail::frame_rules.find(reinterpret_cast<std::uintptr_t>(&data)).kind ==
          FrameRule::Kind::complex);
    CHECK(trav::detail::frame_rules.find(16).kind == FrameRule::Kind::complex);
}

namespace {

/// The inverse of an odd number, modulo 2 to the power of 64. Each round doubles the number of right bits.
std::uint64_t inverse(std::uint64_t n) {
    std::uint64_t x = n;
    for (int round = 0; round != 5; ++round) x *= 2 - n * x;
    return x;
}

}  // namespace

// The table lies before unreadable memory.
TEST_CASE("frame rules: addresses with one place in the table have neighbouring places in it") {
    using trav::detail::FrameRules;
    constexpr std::size_t page = test::Pages::size, pages = (sizeof(FrameRules) + page - 1) / page;
    test::Pages const memory(4 * pages, PROT_NONE);
    test::Pages::allow(memory.begin(), pages, PROT_READ | PROT_WRITE);
    auto& rules = *new (memory.begin() + pages * page - sizeof(FrameRules)) FrameRules;
    auto const code = reinterpret_cast<std::uintptr_t>(&recursive) + 1;
    std::mt19937_64 random(1);
    for (int i = 0; i != 3000; ++i)  // about 70 of them share a place
        CHECK(rules.find(random() >> 20).kind == FrameRule::Kind::complex);
    std::uint64_t const next = inverse(0x9E3779B97F4A7C15u);  // from an address to one with the same place
    CHECK(rules.find(code + next).kind == FrameRule::Kind::complex);
    for (int again = 0; again != 2; ++again) {  // the first instruction: only the return address is there
        CHECK(rules.find(code).kind == FrameRule::Kind::from_rsp);
        CHECK(rules.find(code).cfa == 8);
        for (std::uint64_t i = 1; i != 40; ++i)  // more than find a place
            CHECK(rules.find(code + i * next).kind == FrameRule::Kind::complex);
    }
}
#endif
