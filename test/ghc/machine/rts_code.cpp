// test/ghc/machine/rts_code.cpp: the machine's return addresses, its constants and its tables.
#include <trav/ghc/machine/rts_code.hpp>

#include "catch.hpp"

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace trav::ghc;

namespace {

using enum ClosureType;

std::string name_of(Entry const* entry) {
    return at_offset<char const>(info(entry), info(entry).description);
}

struct Codes {
    Heap heap;
    RtsCode code{heap};
};

}  // namespace

TEST_CASE_METHOD(Codes, "a return address for each number of pointers", "[unit]") {
    std::pair<Return, char const*> const names[] = {
        {Return::run, "stg_ret"},
        {Return::apply, "stg_ap"},
        {Return::enter, "stg_enter"},
        {Return::enter_again, "stg_enter"},
        {Return::give_back, "stg_ret_p"},
        {Return::call, "stg_call"},
        {Return::keep, "stg_restore_cccs_eval"},
        {Return::take, "stg_block_takemvar"},
        {Return::put, "stg_block_putmvar"},
        {Return::read, "stg_block_readmvar"},
        {Return::throw_to, "stg_block_throwto"},
        {Return::unmask, "stg_unmaskAsyncExceptionszh_ret"},
        {Return::mask, "stg_maskAsyncExceptionszh_ret"},
        {Return::mask_uninterruptible, "stg_maskUninterruptiblezh_ret"}};
    std::set<Entry const*> all;
    for (auto const& [what, name] : names) {
        INFO(name);
        bool const with_ccs =
            what == Return::run || what == Return::apply || what == Return::call || what == Return::keep;
        CHECK(RtsCode::has_ccs(what) == with_ccs);
        for (std::size_t const n : {2u, 0u, 1u, 57u, 58u, 59u}) {
            Entry const* const frame = code.frame(what, n);
            all.insert(frame);
            CHECK(code.frame(what, n) == frame);
            CHECK(name_of(frame) == name);
            CHECK(RtsCode::is_own(frame));
            CHECK(RtsCode::what(frame) == what);
            CHECK(RtsCode::runs_code(frame) == (what == Return::run));
            std::size_t const words = n + (with_ccs ? 1 : 0);
            CHECK(info(frame).type == (words > 58 ? RET_BIG : RET_SMALL));
            Bitmap const bitmap =
                words > 58
                    ? Bitmap::large(at_offset<LargeBitmap>(info(frame), info(frame).layout.large_bitmap))
                    : Bitmap::small(info(frame).layout.bitmap);
            REQUIRE(bitmap.size() == words);
            for (std::size_t i = 0; i != words; ++i) CHECK(bitmap.pointer(i) == (i != 0 || !with_ccs));
        }
    }
    CHECK(all.size() == 6 * 14);
}

TEST_CASE_METHOD(Codes, "GHC's frames are not the machine's", "[unit]") {
    CHECK_FALSE(RtsCode::is_own(code.catch_frame));
    CHECK_FALSE(RtsCode::runs_code(code.catch_frame));
    CHECK_FALSE(RtsCode::runs_code(heap.update_frame(nullptr).info));
    CHECK(code.catch_frame == heap.catch_frame(nullptr).info);
    CHECK(code.atomically_frame == heap.atomically_frame(nullptr, nullptr).info);
    CHECK(code.catch_retry_frame == heap.catch_retry_frame(nullptr, nullptr).info);
    CHECK(code.catch_stm_frame == heap.catch_stm_frame(nullptr, nullptr).info);
}

TEST_CASE_METHOD(Codes, "constants are static, made once, and tagged", "[unit]") {
    std::vector<Closure*> all;
    for (int twice = 0; twice != 2; ++twice)
        for (Closure* const c :
             {code.unit(), code.dummy_ret(), code.blocked_indefinitely(), code.blocked_on_stm(),
              code.non_termination(), code.thread_killed(), code.nested_atomically(),
              code.cannot_compact_function(), code.cannot_compact_mutable()})
            all.push_back(c);
    std::vector<std::string> const names{"ghc-prim:GHC.Tuple.()",
                                         "base:RTS.DUMMY_RET",
                                         "base:GHC.IO.Exception.BlockedIndefinitelyOnMVar",
                                         "base:GHC.IO.Exception.BlockedIndefinitelyOnSTM",
                                         "base:GHC.IO.Exception.NonTermination",
                                         "base:GHC.IO.Exception.ThreadKilled",
                                         "base:Control.Exception.Base.NestedAtomically",
                                         "main:Main.cannotCompactFunction",
                                         "main:Main.cannotCompactMutable"};
    for (std::size_t i = 0; i != names.size(); ++i) {
        INFO(names[i]);
        CHECK(all[i + names.size()] == all[i]);
        CHECK(heap.is_static(all[i]));
        CHECK(constructor_name(untag(all[i])) == names[i]);
        CHECK(tag(all[i]) == (i == 5 ? 3 : 1));  // ThreadKilled is the third AsyncException
    }
    CHECK(type_description(untag(code.thread_killed())) == "AsyncException");
}

TEST_CASE_METHOD(Codes, "tables of the runtime system", "[unit]") {
    auto const has = [](Entry const* entry, std::string_view name, ClosureType kind, std::uint32_t ptrs) {
        INFO(name);
        CHECK(name_of(entry) == name);
        CHECK(info(entry).type == kind);
        CHECK(info(entry).layout.payload.ptrs == ptrs);
        CHECK(info(entry).layout.payload.nptrs == 0);
    };
    has(code.blackhole, "BLACKHOLE", BLACKHOLE, 1);
    has(code.ap_stack, "AP_STACK", AP_STACK, 0);
    has(code.ap_stack_noupd, "AP_STACK_NOUPD", AP_STACK, 0);
    has(code.raise, "raise", THUNK_1_0, 1);
    has(code.msg_null, "MSG_NULL", PRIM, 1);
    has(code.atomically, "atomically", THUNK_1_0, 1);
    has(code.compact(), "Compact", CONSTR, 3);
    CHECK(code.compact() == heap.con_info(Code("Compact").in("ghc-compact:GHC.Compact"), 3));
}
