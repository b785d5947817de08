// trav/ghc/machine/rts_code.hpp: the runtime system's own code: the machine's return addresses and info
// tables.
//
// Offers Return and RtsCode. GHC has a return address for each way to continue with a value; so has the
// machine, in addition to GHC's own frames (UPDATE_FRAME, CATCH_FRAME, ...). Each is looked up once.
#pragma once

#include "../heap/heap.hpp"

#include <string>
#include <vector>

namespace trav::ghc {

/// The action of one of the machine's own frames on a returned value.
enum class Return : std::uint8_t {
    run,                  ///< resumes entry code; the frame holds its variables
    apply,                ///< applies the value, a function
    enter,                ///< ignores the value; evaluates another expression
    enter_again,          ///< likewise, one that was entered before; then enters its value, too
    give_back,            ///< ignores the value; returns another value
    call,                 ///< ignores the value; applies a function
    keep,                 ///< restores the cost centres and enters the value (function_values.hpp)
    take,                 ///< the thread waits to empty an MVar; if resumed, it tries again
    put,                  ///< the thread waits to fill an MVar; if resumed, it tries again
    read,                 ///< the thread waits to read an MVar; if resumed, it tries again
    throw_to,             ///< the thread waits for another one to receive its exception
    unmask,               ///< unmasks asynchronous exceptions and returns the value
    mask,                 ///< likewise masks them, except while the thread is blocked
    mask_uninterruptible  ///< likewise masks them completely
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

    /// Whether the frame begins with a cost-centre stack to restore.
    static bool has_ccs(Return what) {
        return what == Return::run || what == Return::apply || what == Return::call || what == Return::keep;
    }
    /// The return address of a frame with that many pointers, which follow the cost-centre stack.
    Entry const* frame(Return what, std::size_t pointers) {
        auto const kind = static_cast<std::size_t>(what);
        auto& known = frames_[kind];
        while (known.size() <= pointers) {
            static constexpr char const* names[] = {"stg_ret",
                                                    "stg_ap",
                                                    "stg_enter",
                                                    "stg_enter",
                                                    "stg_ret_p",
                                                    "stg_call",
                                                    "stg_restore_cccs_eval",
                                                    "stg_block_takemvar",
                                                    "stg_block_putmvar",
                                                    "stg_block_readmvar",
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
    /// The action of one of the machine's own frames.
    static Return what(Entry const* entry) { return *reinterpret_cast<Return const*>(entry->code); }
    /// Whether a frame resumes entry code.
    static bool runs_code(Entry const* entry) { return is_own(entry) && what(entry) == Return::run; }

    /// The value `()`.
    Closure* unit() { return constant(unit_, Code("()").in("ghc-prim:GHC.Tuple")); }
    /// The `fun` of an AP_STACK that continues with its topmost frame. (GHC: stg_dummy_ret)
    Closure* dummy_ret() { return constant(dummy_ret_, Code("DUMMY_RET").in("base:RTS")); }
    /// The exceptions for threads that nothing can wake, by the reason why they are blocked.
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
    /// The exceptions for values that a compact region cannot hold.
    Closure* cannot_compact_function() { return constant(no_function_, Code("cannotCompactFunction")); }
    Closure* cannot_compact_mutable() { return constant(no_mutable_, Code("cannotCompactMutable")); }
    /// The constructor of a Compact: the region, the value and an MVar.
    Entry const* compact() {
        if (!compact_) compact_ = heap_.con_info(Code("Compact").in("ghc-compact:GHC.Compact"), 3);
        return compact_;
    }

  private:
    static constexpr Return kinds[] = {Return::run,       Return::apply,
                                       Return::enter,     Return::enter_again,
                                       Return::give_back, Return::call,
                                       Return::keep,      Return::take,
                                       Return::put,       Return::read,
                                       Return::throw_to,  Return::unmask,
                                       Return::mask,      Return::mask_uninterruptible};

    Heap& heap_;
    std::vector<Entry const*> frames_[std::size(kinds)];
    Closure *unit_ = nullptr, *dummy_ret_ = nullptr, *blocked_on_mvar_ = nullptr, *blocked_on_stm_ = nullptr,
            *non_termination_ = nullptr, *thread_killed_ = nullptr, *nested_atomically_ = nullptr,
            *no_function_ = nullptr, *no_mutable_ = nullptr;
    Entry const* compact_ = nullptr;

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
    Entry const* const ap_stack_noupd;  ///< for an AP_STACK that only another AP_STACK enters
    Entry const* const
        raise;  ///< for a thunk that raises its free variable: an exception updates thunks to this
    Entry const* const msg_null;    ///< for a message that is done
    Entry const* const atomically;  ///< for a thunk that runs its free variable as a transaction
};

}  // namespace trav::ghc
