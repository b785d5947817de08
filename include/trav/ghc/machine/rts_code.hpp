// trav/ghc/machine/rts_code.hpp: the runtime system's own code: the return addresses and info tables that the
// machine uses.
//
// Offers Return and RtsCode. GHC has a return address for everything that can be done with a value; so has
// the machine, besides GHC's own frames (UPDATE_FRAME, CATCH_FRAME, ...). Each is looked up once.
#pragma once

#include "../heap/heap.hpp"

#include <string>
#include <vector>

namespace trav::ghc {

/// What a frame of the machine's own does when a value reaches it.
enum class Return : std::uint8_t {
    run,                  ///< entry code goes on; the frame holds its variables
    apply,                ///< the value is a function, and is applied
    enter,                ///< the value is not needed; another expression is evaluated
    give_back,            ///< likewise; another value is given back
    call,                 ///< likewise; a function is applied
    keep,                 ///< a function as a value keeps the cost centres (function_values.hpp)
    take,                 ///< the thread waits to empty an MVar, and does it again if it is resumed
    put,                  ///< likewise to fill one
    throw_to,             ///< the thread waits for another one to get its exception
    unmask,               ///< asynchronous exceptions come again; the value is given back
    mask,                 ///< they wait, unless the thread waits for something
    mask_uninterruptible  ///< they wait in any case
};

class RtsCode {
  public:
    explicit RtsCode(Heap& heap)
        : heap_(heap),
          blackhole(heap.rts_info(ClosureType::BLACKHOLE, 1)),
          catch_frame(heap.catch_frame(heap.end_tso_queue()).info),
          atomically_frame(heap.atomically_frame(nullptr, nullptr).info),
          catch_retry_frame(heap.catch_retry_frame(nullptr, nullptr).info),
          catch_stm_frame(heap.catch_stm_frame(nullptr, nullptr).info),
          ap_stack(heap.rts_info(ClosureType::AP_STACK)),
          ap_stack_noupd(
              heap.program().table(ClosureType::AP_STACK, Code("AP_STACK_NOUPD").in("base:RTS"), Word{0})),
          raise(heap.thunk_info(Code("raise").in("base:RTS"), 1)),
          msg_null(heap.table(ClosureType::PRIM, Code("MSG_NULL").in("base:RTS"), 1, 0)),
          atomically(heap.thunk_info(Code("atomically").in("base:RTS"), 1)) {}

    /// Whether the frame begins with cost centres to go on with.
    static bool has_ccs(Return what) {
        return what == Return::run || what == Return::apply || what == Return::call || what == Return::keep;
    }
    /// The return address of a frame with that many pointers, after the cost centres.
    Entry const* frame(Return what, std::size_t pointers) {
        auto const kind = static_cast<std::size_t>(what);
        auto& known = frames_[kind];
        while (known.size() <= pointers) {
            static constexpr char const* names[] = {"stg_ret",
                                                    "stg_ap",
                                                    "stg_enter",
                                                    "stg_ret_p",
                                                    "stg_call",
                                                    "stg_restore_cccs_eval",
                                                    "stg_block_takemvar",
                                                    "stg_block_putmvar",
                                                    "stg_block_throwto",
                                                    "stg_unmaskAsyncExceptionszh_ret",
                                                    "stg_maskAsyncExceptionszh_ret",
                                                    "stg_maskUninterruptiblezh_ret"};
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
    Closure* unit() { return constant(unit_, Code("()").in("ghc-prim:GHC.Tuple")); }
    /// On top of frames: what goes on with them. (GHC: stg_dummy_ret)
    Closure* dummy_ret() { return constant(dummy_ret_, Code("DUMMY_RET").in("base:RTS")); }
    /// What a thread gets that nothing can wake, by what it waits for.
    Closure* blocked_indefinitely() {
        return constant(blocked_on_mvar_, exception("BlockedIndefinitelyOnMVar"));
    }
    Closure* blocked_on_stm() { return constant(blocked_on_stm_, exception("BlockedIndefinitelyOnSTM")); }
    Closure* non_termination() { return constant(non_termination_, exception("NonTermination")); }
    Closure* thread_killed() {
        return constant(thread_killed_, exception("ThreadKilled").typed("AsyncException").number(2));
    }
    Closure* nested_atomically() {
        return constant(nested_atomically_, Code("NestedAtomically").in("base:Control.Exception.Base"));
    }

  private:
    static constexpr Return kinds[] = {Return::run,       Return::apply, Return::enter,
                                       Return::give_back, Return::call,  Return::keep,
                                       Return::take,      Return::put,   Return::throw_to,
                                       Return::unmask,    Return::mask,  Return::mask_uninterruptible};

    Heap& heap_;
    std::vector<Entry const*> frames_[std::size(kinds)];
    Closure *unit_ = nullptr, *dummy_ret_ = nullptr, *blocked_on_mvar_ = nullptr, *blocked_on_stm_ = nullptr,
            *non_termination_ = nullptr, *thread_killed_ = nullptr, *nested_atomically_ = nullptr;

    static Code exception(char const* name) { return Code(name).in("base:GHC.IO.Exception"); }
    Closure* constant(Closure*& known, Code const& code) {
        if (!known) known = heap_.static_con(code);
        return tagged(known);
    }

  public:
    Entry const* const blackhole;
    Entry const* const catch_frame;
    Entry const* const atomically_frame;
    Entry const* const catch_retry_frame;
    Entry const* const catch_stm_frame;
    Entry const* const ap_stack;
    Entry const* const ap_stack_noupd;  ///< of one that is entered by the one above it only
    Entry const* const
        raise;  ///< of a thunk that raises its free variable: what an exception leaves of others
    Entry const* const msg_null;    ///< of a message that has been seen to
    Entry const* const atomically;  ///< of a thunk that runs its free variable as a transaction
};

}  // namespace trav::ghc
