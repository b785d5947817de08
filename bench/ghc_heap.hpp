// bench/ghc_heap.hpp: heaps like GHC's: constructors, functions, thunks, arrays and mutable variables on the
// mock heap, with info tables, tagged pointers and profiling headers. A tenth of the objects are thunks or
// mutable variables, and so retainers.
#pragma once

#include "shape/shape.hpp"

#include <trav/ghc/heap/graph.hpp>
#include <trav/ghc/heap/heap.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace bench {

class GhcHeap {
  public:
    using Closure = trav::ghc::Closure;

    GhcHeap(Shape const& shape, Order order) : objects_(shape.size()) {
        std::vector<Closure*> closures(shape.size());
        for (auto const i : layout(shape, order)) closures[i] = allocate(i, shape.children(i).size());
        for (std::size_t i = 0; i != shape.size(); ++i) {
            Closure** field = pointers(closures[i]);
            for (auto const target : shape.children(i)) *field++ = trav::ghc::tagged(closures[target]);
        }
        for (auto const root : shape.roots) roots.push_back(closures[root]);
    }

    std::vector<Closure*> roots;
    trav::ghc::Heap& heap() { return heap_; }
    std::size_t size() const { return objects_; }

  private:
    /// The i-th object: its kind depends on its number of pointers, and on chance.
    Closure* allocate(std::size_t i, std::size_t count) {
        using enum trav::ghc::ClosureType;
        std::size_t const dice = (i * 0x9E3779B97F4A7C15u >> 32) % 20;
        if (count >= 16) return array(count);
        auto& table = tables_[count][dice];
        if (table == nullptr) {
            auto const name = std::to_string(count) + "." + std::to_string(dice);
            if (dice == 0 || (dice == 1 && count != 1))
                table = heap_.thunk_info("thunk" + name, count, count == 0);
            else if (dice == 1) table = heap_.rts_info(MUT_VAR_CLEAN, 1);
            else if (dice < 6) table = heap_.fun_info("function" + name, count, count == 0);
            else table = heap_.con_info("Constructor" + name, count, dice == 6 && count < 2 ? 1 : 0);
        }
        return heap_.make(table);
    }
    Closure* array(std::size_t count) {
        using namespace trav::ghc;
        if (count < 128) {
            Closure* const c = heap_.allocate(heap_.rts_info(ClosureType::SMALL_MUT_ARR_PTRS_FROZEN_CLEAN),
                                              words_of<SmallMutArrPtrs> + count);
            as<SmallMutArrPtrs>(c)->ptrs = count;
            return c;
        }
        std::size_t const size = count + card_table_words(count);
        Closure* const c = heap_.allocate(heap_.rts_info(ClosureType::MUT_ARR_PTRS_FROZEN_CLEAN),
                                          words_of<MutArrPtrs> + size);
        as<MutArrPtrs>(c)->ptrs = count;
        as<MutArrPtrs>(c)->size = size;
        return c;
    }
    static Closure** pointers(Closure* c) {
        using namespace trav::ghc;
        ClosureType const t = type(c);
        if (is_array(t)) return pointers_after(as<MutArrPtrs>(c));
        if (is_small_array(t)) return pointers_after(as<SmallMutArrPtrs>(c));
        return is_thunk(t) ? pointers_after(as<Thunk>(c)) : pointers_after(c);
    }

    trav::ghc::Heap heap_;
    std::size_t objects_;
    trav::ghc::Entry const* tables_[16][20] = {};
};

}  // namespace bench
