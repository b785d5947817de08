// trav/ghc/machine/rts_code.hpp: the runtime system's own code: the return addresses and info tables that the
// machine uses.
//
// Offers Return and RtsCode. GHC has a return address for everything that can be done with a value; so has
// the machine, besides GHC's UPDATE_FRAME, CATCH_FRAME and STOP_FRAME. Each is looked up once.
#pragma once

#include "../heap/heap.hpp"

#include <string>
#include <vector>

namespace trav::ghc {

/// What a frame of the machine's own does when a value reaches it.
enum class Return : std::uint8_t {
    run,        ///< entry code goes on; the frame holds its variables
    apply,      ///< the value is a function, and is applied
    enter,      ///< the value is not needed; another expression is evaluated
    give_back,  ///< likewise; another value is given back
    call,       ///< likewise; a function is applied
    keep,       ///< a function as a value keeps the cost centres (function_values.hpp)
    put         ///< the thread waits to fill an MVar
};

class RtsCode {
  public:
    explicit RtsCode(Heap& heap)
        : heap_(heap),
          blackhole(heap.rts_info(ClosureType::BLACKHOLE, 1)),
          catch_frame(heap.catch_frame(heap.end_tso_queue()).info),
          raise(heap.thunk_info(Code("raise").in("base:RTS"), 1)) {}

    /// Whether the frame begins with cost centres to go on with.
    static bool has_ccs(Return what) {
        return what == Return::apply || what == Return::call || what == Return::keep;
    }
    /// The return address of a frame with that many pointers, after the cost centres.
    Entry const* frame(Return what, std::size_t pointers) {
        auto const kind = static_cast<std::size_t>(what);
        auto& known = frames_[kind];
        while (known.size() <= pointers) {
            static constexpr char const* names[] = {"stg_ret",          "stg_ap",   "stg_enter",
                                                    "stg_ret_p",        "stg_call", "stg_restore_cccs_eval",
                                                    "stg_block_putmvar"};
            std::string pattern(has_ccs(what) ? 1 : 0, 'n');
            pattern.append(known.size(), 'p');
            Code const code = Code(names[kind]).runs(&kinds[kind]);
            known.push_back(pattern.size() <= small_bitmap_limit
                                ? heap_.program().table(ClosureType::RET_SMALL, code, small_bitmap(pattern))
                                : heap_.program().table(ClosureType::RET_BIG, code, Word{0}, pattern));
        }
        return known[pointers];
    }
    /// Whether a frame is one of the machine's own, not GHC's.
    static bool is_own(Entry const* entry) {
        return info(entry).type == ClosureType::RET_SMALL || info(entry).type == ClosureType::RET_BIG;
    }
    /// What one of the machine's own frames does.
    static Return what(Entry const* entry) { return *reinterpret_cast<Return const*>(entry->code); }
    /// Whether a frame is one in which entry code goes on.
    static bool runs_code(Entry const* entry) { return is_own(entry) && what(entry) == Return::run; }

    /// The value `()`.
    Closure* unit() {
        if (!unit_) unit_ = heap_.static_con(Code("()").in("ghc-prim:GHC.Tuple"));
        return tagged(unit_);
    }

  private:
    static constexpr Return kinds[] = {Return::run,  Return::apply, Return::enter, Return::give_back,
                                       Return::call, Return::keep,  Return::put};

    Heap& heap_;
    std::vector<Entry const*> frames_[std::size(kinds)];
    Closure* unit_ = nullptr;

  public:
    Entry const* const blackhole;
    Entry const* const catch_frame;
    Entry const* const
        raise;  ///< of a thunk that raises its free variable: what an exception leaves of others
};

}  // namespace trav::ghc
