// Mock GHC heaps with every kind of closure, generated from a seed.
#pragma once

#include <trav/ghc/heap/graph.hpp>
#include <trav/ghc/heap/heap.hpp>

#include <deque>
#include <random>
#include <string>
#include <vector>

namespace test {

using namespace trav::ghc;

class RandomHeap {
  public:
    Heap heap;
    std::vector<Closure*> all;  // objects created so far, including static closures

    explicit RandomHeap(unsigned seed, std::size_t objects = 120, Options options = {})
        : heap(options), random_(seed) {
        all.push_back(heap.con("X"));
        for (int i = 0; i < 4; ++i) add_static();
        while (all.size() < objects) all.push_back(dynamic(below(kinds)));
        for (std::size_t i = 0; i < objects / 4; ++i) tie(any());
        for (int i = 0; i < 3; ++i) heap.schedule(thread());
        for (std::size_t i = 0; i < 2 + objects / 20; ++i) heap.stable(any());
    }

    std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
    Closure* any() { return all[below(all.size())]; }

  private:
    static constexpr std::size_t kinds = 35;

    std::vector<Closure*> some(std::size_t n) {
        std::vector<Closure*> list(n);
        for (Closure*& c : list) c = any();
        return list;
    }
    /// Sometimes a null pointer: fields of a counted layout may be empty, but not in a layout with one
    /// pointer.
    std::vector<Closure*> some_or_null(std::size_t n) {
        std::vector<Closure*> list = some(n);
        if (n > 0 && below(6) == 0) list[below(n)] = nullptr;
        return list;
    }
    std::string args(std::size_t most) {
        std::string pattern;
        for (std::size_t n = below(most + 1); n > 0; --n) pattern += below(2) ? 'p' : 'n';
        return pattern;
    }
    std::vector<Slot> slots(std::string const& pattern, std::size_t n) {
        std::vector<Slot> list;
        for (std::size_t i = 0; i < n; ++i)
            list.push_back(pattern[i] == 'p' ? Slot(any()) : Slot(below(1000)));
        return list;
    }
    Code code(char const* name) {
        Code c = name;
        if (below(3) == 0) c = c.refers(statics_[below(statics_.size())]);
        return c;
    }
    void add_static() {
        Closure* c = nullptr;
        switch (below(6)) {
        case 0: c = heap.static_con("S", some(below(4))); break;
        case 1: c = heap.static_con(Code("T").number(2), {}, {below(9)}); break;
        case 2:
            c = heap.static_fun(statics_.empty() ? Code("sf") : code("sf"), some_or_null(below(3)));
            break;
        case 3: c = heap.caf(statics_.empty() ? Code("caf") : code("caf")); break;
        case 4: c = heap.ind_static(any()); break;
        default: c = heap.srt(some_static()); break;
        }
        statics_.push_back(c);
        all.push_back(c);
    }
    std::vector<Closure*> some_static() {
        std::vector<Closure*> list;
        for (std::size_t n = below(3); n > 0 && !statics_.empty(); --n)
            list.push_back(statics_[below(statics_.size())]);
        return list;
    }

    Closure* function() {
        std::string const pattern = below(8) == 0 ? std::string(60 + below(40), 'n') + "pnp" : args(9);
        return heap.fun(code("g").args(patterns_.emplace_back(pattern)),
                        below(2) ? some(below(3)) : some_or_null(3), words());
    }
    std::string pattern_of(Closure* fun) {
        Bitmap const bitmap = argument_bitmap(fun);
        std::string text;
        for (std::size_t i = 0; i < bitmap.size(); ++i) text += bitmap.pointer(i) ? 'p' : 'n';
        return text;
    }
    Closure* byte_code() {
        return heap.bco(any(), any(), any(), below(4) == 0 ? std::string(70, 'p') + "np" : args(5));
    }
    Closure* applicable() { return below(3) == 0 ? byte_code() : function(); }
    std::vector<Word> words() { return std::vector<Word>(below(4), 42); }

    Frame frame() {
        switch (below(10)) {
        case 0: return heap.update_frame(any());
        case 1: return heap.catch_frame(any());
        case 2: return heap.atomically_frame(any(), any());
        case 3: return heap.catch_stm_frame(any(), any());
        case 4: return heap.catch_retry_frame(any(), any());
        case 5: {
            std::string const p = args(8);
            return heap.ret_small(code("small"), slots(p, p.size()));
        }
        case 6: {
            std::string const p = std::string(60 + below(80), below(2) ? 'p' : 'n') + args(8);
            return heap.ret_big(code("big"), slots(p, p.size()));
        }
        case 7: {
            Closure* const b = byte_code();
            std::string const p = pattern_of(b);
            return heap.ret_bco(b, slots(p, p.size()));
        }
        case 8: {
            Closure* const f = function();
            std::string const p = pattern_of(f);
            return heap.ret_fun(f, slots(p, p.size()), code("ret_fun"));
        }
        default: return heap.stop_frame();
        }
    }
    std::vector<Frame> frames() {
        std::vector<Frame> list;
        for (std::size_t n = below(5); n > 0; --n) list.push_back(frame());
        return list;
    }
    Closure* stack() {
        std::vector<Frame> list = frames();
        list.push_back(!stacks_.empty() && below(3) == 0
                           ? heap.underflow_frame(stacks_[below(stacks_.size())])
                           : heap.stop_frame());
        return stacks_.emplace_back(heap.stack(list, below(3) == 0 ? below(2000) : below(8)));
    }
    Closure* thread() {
        Closure* const tso = heap.thread(stack());
        WhyBlocked const whys[] = {WhyBlocked::NotBlocked, WhyBlocked::MVar,       WhyBlocked::BlackHole,
                                   WhyBlocked::STM,        WhyBlocked::MsgThrowTo, WhyBlocked::MVarRead,
                                   WhyBlocked::Delay};
        heap.block(tso, whys[below(7)], any());
        if (below(4) == 0) as<Tso>(tso)->what_next = below(2) ? WhatNext::Complete : WhatNext::Killed;
        if (below(2)) as<Tso>(tso)->bq = any();
        if (below(2)) as<Tso>(tso)->blocked_exceptions = any();
        return threads_.emplace_back(tso);
    }

    /// A region, or an object in it.
    Closure* compacted() {
        Closure* const region = heap.compact_region();
        std::vector<Closure*> inside{region};
        for (std::size_t n = below(4); n > 0; --n) {
            Closure* list = heap.con("Nil");
            for (std::size_t i = below(20) == 0 ? 500 + below(300) : below(5); i > 0; --i)
                list = heap.con("Cons", {heap.con("E", {}, {1, 2, i}), list});
            inside.push_back(untag(heap.add_to_compact(region, list)));
        }
        return inside[below(inside.size())];
    }

    Closure* dynamic(std::size_t kind) {
        using enum ClosureType;
        switch (kind) {
        case 0:
            return heap.con(Code("C").number(static_cast<std::uint32_t>(below(9))), some(below(3)), words());
        case 1: return heap.con("D", some_or_null(3 + below(4)), words());
        case 2: return heap.con("E", {}, {1, 2, 3});
        case 3: return heap.con("Cons", some(2));
        case 4: return function();
        case 5: return heap.fun(code("h"), some_or_null(2));
        case 6: return heap.fun(code("h"), some(1), std::vector<Word>(below(2), 1));
        case 7: return heap.fun(code("h"), {}, std::vector<Word>(1 + below(2), 1));
        case 8: return heap.thunk(code("t"), some_or_null(2 + below(3)), words());
        case 9: return heap.thunk(code("t"), some(1), std::vector<Word>(below(2), 1));
        case 10: return heap.thunk(code("t"), {}, std::vector<Word>(1 + below(2), 1));
        case 11: return heap.selector(99, any());  // no record has field 99: collections leave it
        case 12: {
            Closure* const f = applicable();
            std::string const p = pattern_of(f);
            return heap.pap(f, slots(p, below(p.size() + 1)));
        }
        case 13: {
            Closure* const f = applicable();
            std::string const p = pattern_of(f);
            return heap.ap(f, slots(p, p.size()));
        }
        case 14: return heap.ap_stack(any(), frames());
        case 15: return byte_code();
        case 16: return heap.blackhole(threads_.empty() ? thread() : threads_[below(threads_.size())]);
        case 17: return heap.mut_var(any(), below(2) ? MUT_VAR_CLEAN : MUT_VAR_DIRTY);
        case 18: return heap.mvar(any(), any(), any(), below(2) ? MVAR_CLEAN : MVAR_DIRTY);
        case 19: return heap.tvar(any(), below(2) ? any() : nullptr);
        case 20: {
            ClosureType const types[] = {MUT_ARR_PTRS_CLEAN, MUT_ARR_PTRS_DIRTY, MUT_ARR_PTRS_FROZEN_CLEAN,
                                         MUT_ARR_PTRS_FROZEN_DIRTY};
            return heap.array(some_or_null(below(8) == 0 ? 500 : below(6)), types[below(4)]);
        }
        case 21: {
            ClosureType const types[] = {SMALL_MUT_ARR_PTRS_CLEAN, SMALL_MUT_ARR_PTRS_DIRTY,
                                         SMALL_MUT_ARR_PTRS_FROZEN_CLEAN, SMALL_MUT_ARR_PTRS_FROZEN_DIRTY};
            return heap.small_array(some_or_null(below(6)), types[below(4)]);
        }
        case 22: return heap.bytes(below(5) == 0 ? 5000 : below(40));
        case 23: return heap.weak(any(), any(), below(2) ? any() : nullptr);
        case 24: return heap.prim("PRIM", some_or_null(below(3)), words());
        case 25: return heap.mut_prim("MUT_PRIM", some_or_null(below(3)), words());
        case 26: {
            std::vector<TRecEntry> entries;
            for (std::size_t n = below(17); n > 0; --n) entries.push_back({any(), any(), any()});
            return heap.trec_chunk(chunks_.empty() ? nullptr : chunks_[below(chunks_.size())], entries);
        }
        case 27: return heap.trec_header(nullptr, any());
        case 28: return below(2) ? heap.compact(12 + below(2000)) : compacted();
        case 29: return stack();
        case 30: return thread();
        case 31: {
            Closure* const tso = threads_.empty() ? thread() : threads_[below(threads_.size())];
            return heap.blocking_queue(any(), any(), tso, any());
        }
        case 32: return chunks_.emplace_back(heap.trec_chunk(nullptr, {{any(), any(), any()}}));
        case 33: return heap.continuation(frames());
        default: return heap.mvar_tso_queue(any(), any());
        }
    }

    /// Makes an object point to a later one, so that there are cycles.
    void tie(Closure* c) {
        if (heap.is_static(c) || is_in_region(c)) return;
        switch (type(c)) {
        case ClosureType::CONSTR_2_0: pointers_after(c)[1] = tagged(any()); break;
        case ClosureType::MUT_VAR_CLEAN: as<MutVar>(c)->var = tagged(any()); break;
        case ClosureType::MVAR_DIRTY: as<MVar>(c)->value = tagged(any()); break;
        case ClosureType::THUNK_2_0: pointers_after(as<Thunk>(c))[0] = tagged(any()); break;
        case ClosureType::MUT_ARR_PTRS_CLEAN:
            for (Word i = 0; i < as<MutArrPtrs>(c)->ptrs; ++i)
                pointers_after(as<MutArrPtrs>(c))[i] = tagged(any());
            break;
        default: break;
        }
    }

    std::mt19937 random_;
    std::vector<Closure*> statics_, stacks_, threads_, chunks_;
    std::deque<std::string> patterns_;
};

}  // namespace test
