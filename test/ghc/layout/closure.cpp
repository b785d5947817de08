// test/ghc/layout/closure.cpp: the bytes of GHC 9.0.2's closures, 64 bits, profiled: sizes and offsets as
// printed by programs compiled with it. (CONTINUATION: as declared in GHC 9.6.)
#include "catch.hpp"

#include <trav/ghc/heap/heap.hpp>
#include <trav/ghc/layout/cost_centre.hpp>
#include <trav/ghc/layout/primitive.hpp>
#include <trav/ghc/layout/thread.hpp>

#include <memory>

using namespace trav::ghc;

namespace {

/// The offset of a member in bytes, from the start of the object.
template <class T, class Base, class M>
std::size_t offset(M Base::* member) {
    alignas(T) static std::byte room[sizeof(T)];
    T& object = *::new (room) T();
    return static_cast<std::size_t>(reinterpret_cast<std::byte*>(&(object.*member)) - room);
}
/// The offset of a member in words after a header of that many words.
template <class T, class Base, class M>
std::size_t field(M Base::* member, std::size_t header = 3) {
    return offset<T>(member) / 8 - header;
}

}  // namespace

TEST_CASE("closures have GHC's sizes in words", "[unit]") {
    CHECK(sizeof(Closure) == 3 * 8);
    CHECK(sizeof(Thunk) == 4 * 8);
    CHECK(sizeof(Selector) == 5 * 8);
    CHECK(sizeof(Pap) == 5 * 8);
    CHECK(sizeof(Ap) == 6 * 8);
    CHECK(sizeof(ApStack) == 6 * 8);
    CHECK(sizeof(Ind) == 4 * 8);
    CHECK(sizeof(IndStatic) == 6 * 8);
    CHECK(sizeof(BlockingQueue) == 7 * 8);
    CHECK(sizeof(ArrBytes) == 4 * 8);
    CHECK(sizeof(MutArrPtrs) == 5 * 8);
    CHECK(sizeof(SmallMutArrPtrs) == 4 * 8);
    CHECK(sizeof(MutVar) == 4 * 8);
    CHECK(sizeof(UpdateFrame) == 4 * 8);
    CHECK(sizeof(CatchFrame) == 5 * 8);
    CHECK(sizeof(UnderflowFrame) == 2 * 8);
    CHECK(sizeof(StopFrame) == 3 * 8);
    CHECK(sizeof(StableName) == 4 * 8);
    CHECK(sizeof(Weak) == 8 * 8);
    CHECK(sizeof(CFinalizerList) == 8 * 8);
    CHECK(sizeof(Bco) == 7 * 8);
    CHECK(sizeof(RetFun) == 3 * 8);
    CHECK(sizeof(MVarTsoQueue) == 5 * 8);
    CHECK(sizeof(MVar) == 6 * 8);
    CHECK(sizeof(TVar) == 6 * 8);
    CHECK(sizeof(TRecEntry) == 3 * 8);
    CHECK(sizeof(TRecChunk) == 53 * 8);
    CHECK(sizeof(TRecHeader) == 6 * 8);
    CHECK(sizeof(AtomicallyFrame) == 5 * 8);
    CHECK(sizeof(CatchStmFrame) == 5 * 8);
    CHECK(sizeof(CatchRetryFrame) == 6 * 8);
    CHECK(sizeof(CompactNFData) == 12 * 8);
    CHECK(sizeof(Tso) == 18 * 8);
    CHECK(sizeof(Stack) == 5 * 8);
    CHECK(sizeof(Continuation) == 6 * 8);
    CHECK(sizeof(InfoTable) == 4 * 8);
    CHECK(sizeof(FunInfo) == 7 * 8);
    CHECK(sizeof(ConInfo) == 5 * 8);
    CHECK(sizeof(CostCentre) == 8 * 8);
    CHECK(sizeof(CostCentreStack) == 12 * 8);
    CHECK(sizeof(IndexTable) == 4 * 8);
}

TEST_CASE("the header is info, ccs, hp", "[unit]") {
    CHECK(offset<Closure>(&Closure::info) == 0);
    CHECK(offset<Closure>(&Closure::ccs) == 8);
    CHECK(offset<Closure>(&Closure::hp) == 16);
}

TEST_CASE("fields follow the header in GHC's order", "[unit]") {
    CHECK(offset<Pap>(&Pap::arity) == 24);
    CHECK(offset<Pap>(&Pap::n_args) == 28);
    CHECK(field<Pap>(&Pap::fun) == 1);
    CHECK(offset<Ap>(&Ap::arity) == 32);
    CHECK(offset<Ap>(&Ap::n_args) == 36);
    CHECK(field<Ap>(&Ap::fun, 4) == 1);
    CHECK(field<ApStack>(&ApStack::size, 4) == 0);
    CHECK(field<ApStack>(&ApStack::fun, 4) == 1);
    CHECK(field<Selector>(&Selector::selectee, 4) == 0);
    CHECK(field<Ind>(&Ind::indirectee) == 0);
    CHECK(field<IndStatic>(&IndStatic::indirectee) == 0);
    CHECK(field<IndStatic>(&IndStatic::static_link) == 1);
    CHECK(field<IndStatic>(&IndStatic::saved_info) == 2);
    CHECK(field<BlockingQueue>(&BlockingQueue::link) == 0);
    CHECK(field<BlockingQueue>(&BlockingQueue::bh) == 1);
    CHECK(field<BlockingQueue>(&BlockingQueue::owner) == 2);
    CHECK(field<BlockingQueue>(&BlockingQueue::queue) == 3);
    CHECK(field<MutArrPtrs>(&MutArrPtrs::ptrs) == 0);
    CHECK(field<MutArrPtrs>(&MutArrPtrs::size) == 1);
    CHECK(field<Weak>(&Weak::cfinalizers) == 0);
    CHECK(field<Weak>(&Weak::key) == 1);
    CHECK(field<Weak>(&Weak::value) == 2);
    CHECK(field<Weak>(&Weak::finalizer) == 3);
    CHECK(field<Weak>(&Weak::link) == 4);
    CHECK(field<MVar>(&MVar::head) == 0);
    CHECK(field<MVar>(&MVar::tail) == 1);
    CHECK(field<MVar>(&MVar::value) == 2);
    CHECK(field<TVar>(&TVar::current_value) == 0);
    CHECK(field<TVar>(&TVar::first_watch_queue_entry) == 1);
    CHECK(field<TVar>(&TVar::num_updates) == 2);
    CHECK(field<TRecChunk>(&TRecChunk::prev_chunk) == 0);
    CHECK(field<TRecChunk>(&TRecChunk::next_entry_idx) == 1);
    CHECK(field<TRecChunk>(&TRecChunk::entries) == 2);
    CHECK(field<TRecHeader>(&TRecHeader::enclosing_trec) == 0);
    CHECK(field<TRecHeader>(&TRecHeader::current_chunk) == 1);
    CHECK(field<TRecHeader>(&TRecHeader::state) == 2);
    CHECK(field<Bco>(&Bco::instrs) == 0);
    CHECK(field<Bco>(&Bco::literals) == 1);
    CHECK(field<Bco>(&Bco::ptrs) == 2);
    CHECK(offset<Bco>(&Bco::arity) == 48);
    CHECK(offset<Bco>(&Bco::size) == 52);
    CHECK(offset<Stack>(&Stack::stack_size) == 24);
    CHECK(offset<Stack>(&Stack::dirty) == 28);
    CHECK(offset<Stack>(&Stack::marking) == 29);
    CHECK(offset<Stack>(&Stack::sp) == 32);
    CHECK(field<Continuation>(&Continuation::apply_mask_frame) == 0);
    CHECK(field<Continuation>(&Continuation::mask_frame_offset) == 1);
    CHECK(field<Continuation>(&Continuation::stack_size) == 2);
    CHECK(field<UpdateFrame>(&UpdateFrame::updatee) == 0);
    CHECK(field<CatchFrame>(&CatchFrame::handler) == 1);
}

TEST_CASE("a TSO has GHC 9.0.2's fields", "[unit]") {
    auto const after_header = [](std::size_t at) { return at - 24; };
    CHECK(after_header(offset<Tso>(&Tso::next)) == 0);
    CHECK(after_header(offset<Tso>(&Tso::global_link)) == 8);
    CHECK(after_header(offset<Tso>(&Tso::stackobj)) == 16);
    CHECK(after_header(offset<Tso>(&Tso::what_next)) == 24);
    CHECK(after_header(offset<Tso>(&Tso::why_blocked)) == 26);
    CHECK(after_header(offset<Tso>(&Tso::flags)) == 28);
    CHECK(after_header(offset<Tso>(&Tso::block_info)) == 32);
    CHECK(after_header(offset<Tso>(&Tso::id)) == 40);
    CHECK(after_header(offset<Tso>(&Tso::saved_errno)) == 48);
    CHECK(after_header(offset<Tso>(&Tso::dirty)) == 52);
    CHECK(after_header(offset<Tso>(&Tso::bound)) == 56);
    CHECK(after_header(offset<Tso>(&Tso::cap)) == 64);
    CHECK(after_header(offset<Tso>(&Tso::trec)) == 72);
    CHECK(after_header(offset<Tso>(&Tso::blocked_exceptions)) == 80);
    CHECK(after_header(offset<Tso>(&Tso::bq)) == 88);
    CHECK(after_header(offset<Tso>(&Tso::alloc_limit)) == 96);
    CHECK(after_header(offset<Tso>(&Tso::tot_stack_size)) == 104);
    CHECK(after_header(offset<Tso>(&Tso::cccs)) == 112);

    CHECK(static_cast<int>(WhyBlocked::STM) == 6);
    CHECK(static_cast<int>(WhyBlocked::CCall) == 10);
    CHECK(static_cast<int>(WhyBlocked::MsgThrowTo) == 12);
    CHECK(static_cast<int>(WhyBlocked::MVarRead) == 14);
    CHECK(static_cast<int>(WhatNext::RunGHC) == 1);
    CHECK(static_cast<int>(WhatNext::Killed) == 3);
    CHECK(static_cast<int>(WhatNext::Complete) == 4);
}

TEST_CASE("info tables have GHC's fields", "[unit]") {
    CHECK(offset<InfoTable>(&InfoTable::type_description) == 0);
    CHECK(offset<InfoTable>(&InfoTable::description) == 8);
    CHECK(offset<InfoTable>(&InfoTable::layout) == 16);
    CHECK(offset<InfoTable>(&InfoTable::type) == 24);
    CHECK(offset<InfoTable>(&InfoTable::srt) == 28);
    CHECK(offset<FunInfo>(&FunInfo::slow_apply) == 0);
    CHECK(offset<FunInfo>(&FunInfo::bitmap) == 8);
    CHECK(offset<FunInfo>(&FunInfo::fun_type) == 16);
    CHECK(offset<FunInfo>(&FunInfo::arity) == 20);
    CHECK(offset<FunInfo>(&FunInfo::common) == 24);
    CHECK(offset<ConInfo>(&ConInfo::constructor_name) == 0);
    CHECK(offset<ConInfo>(&ConInfo::common) == 8);
}

TEST_CASE("tags are the low three bits", "[unit]") {
    alignas(8) std::byte room[64] = {};
    auto* const c = reinterpret_cast<Closure*>(room);
    for (unsigned t = 0; t < 8; ++t) {
        CHECK(tag(with_tag(c, t)) == t);
        CHECK(untag(with_tag(c, t)) == c);
        CHECK(with_tag(with_tag(c, 5), t) == with_tag(c, t));
    }
    CHECK(untag(nullptr) == nullptr);
}

TEST_CASE("words_in() counts the words of a closure, and pointers_in() its leading pointers", "[unit]") {
    Heap heap;
    Closure* const x = heap.con("X");
    auto* const con = as<Payload>(heap.con("C", {x, x}, {1, 2, 3}));
    CHECK(words_in(*con) == 3 + 5);
    CHECK(pointers_in(*con).count == 2);
    CHECK(pointers_in(*con).first == pointers_after(con));
    auto* const thunk = as<Thunk>(heap.thunk("t", {x}, {7}));
    CHECK(words_in(*thunk) == 4 + 2);  // including the word of padding
    CHECK(pointers_in(*thunk).count == 1);
    CHECK(pointers_in(*thunk).first == pointers_after(thunk));
    auto* const bco = as<Bco>(heap.bco(x, x, x));
    CHECK(pointers_in(*bco).count == 3);
    CHECK(pointers_in(*bco).first == &bco->instrs);
    auto* const selector = as<Selector>(heap.selector(0, x));
    CHECK(words_in(*selector) == 5);
    CHECK(*pointers_in(*selector).first == tagged(x));
}
