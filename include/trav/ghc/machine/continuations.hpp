// trav/ghc/machine/continuations.hpp: what a thread goes on with when it has a value: the frames of its stack.
//
// Offers Continuations: frames of our own, which stand for GHC's return addresses, on the stack that is selected; entry code
// that waits, its variables in a frame; and a thread's way off its stack and back onto it. O(1) but for the variables.
#pragma once

#include "eval.hpp"
#include "frames.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace trav::ghc {

class Continuations : public Registers {
  public:
    explicit Continuations(Options options) : Registers(options), frames_(heap_), refs_(&refs_of_host_) {}

  protected:
    // What a frame of ours does when a value reaches it; GHC has a return address for each.
    enum class Return : std::uint8_t { run, apply, enter, give_back, call, put };

    struct Thread {
        Closure* tso;
        std::vector<Eval::Handle> suspended;  // one for each frame that goes on running code, outermost first
    };

    /// A variable among those of the code that is running.
    Ref ref(Closure* c) { return Ref(*refs_, tagged(c)); }

    Entry const* frame(Return what, std::size_t pointers) {
        auto& known = frame_infos_[static_cast<std::size_t>(what)];
        while (known.size() <= pointers) {
            static constexpr char const* names[] = {"stg_ret",   "stg_ap",   "stg_enter",
                                                    "stg_ret_p", "stg_call", "stg_block_putmvar"};
            std::string pattern(what == Return::apply || what == Return::call ? 1 : 0, 'n');
            pattern.append(known.size(), 'p');
            Code const code =
                Code(names[static_cast<std::size_t>(what)]).runs(&kinds[static_cast<std::size_t>(what)]);
            known.push_back(pattern.size() <= small_bitmap_limit
                                ? heap_.program().table(ClosureType::RET_SMALL, code, small_bitmap(pattern))
                                : heap_.program().table(ClosureType::RET_BIG, code, Word{0}, pattern));
        }
        return known[pointers];
    }
    void push_frame(Return what, Closure* pointer) {
        *pointers_after_info(frames_.push(frame(what, 1), 2)) = pointer;
    }
    /// The value that is given back next will be applied to the arguments from this one on.
    void push_application(std::size_t from = 0) {
        Closure** const at = push_with_ccs(Return::apply, arguments_.size() - from);
        std::copy(arguments_.begin() + static_cast<std::ptrdiff_t>(from), arguments_.end(), at);
    }
    void push_call() {
        Closure** const at = push_with_ccs(Return::call, arguments_.size() + 1);
        *at = node_;
        std::copy(arguments_.begin(), arguments_.end(), at + 1);
    }
    Closure** push_with_ccs(Return what, std::size_t pointers) {
        Word* const at = frames_.push(frame(what, pointers), 2 + pointers);
        at[1] = address(heap_.ccs());
        return pointers_after_info(at) + 1;
    }
    static Closure** pointers_after_info(Word* frame) { return reinterpret_cast<Closure**>(frame + 1); }

    /// Writes the variables of suspended entry code to the stack.
    void suspend(Eval::Handle code) {
        Refs& refs = code.promise().refs();
        std::size_t const n = refs.count();
        Closure** at = pointers_after_info(frames_.push(frame(Return::run, n), 1 + n));
        refs.update([&](Closure* c) { *at++ = c; });
        thread_->suspended.push_back(code);
    }
    /// Whether the frame on top is the innermost of suspended entry code.
    static bool runs_code(Entry const* entry) {
        return is_ours(entry) && *reinterpret_cast<Return const*>(entry->code) == Return::run;
    }
    /// Whether the frame is one of these, not the runtime system's.
    static bool is_ours(Entry const* entry) {
        return info(entry).type == ClosureType::RET_SMALL || info(entry).type == ClosureType::RET_BIG;
    }
    /// The innermost suspended entry code, which never goes on. (Its frame is not taken away.)
    void drop() {
        thread_->suspended.back().destroy();
        thread_->suspended.pop_back();
    }

    /// Puts what the thread was about to do on its stack.
    void park() {
        switch (todo_) {
        case Do::enter: push_frame(Return::enter, node_); break;
        case Do::give_back:
            if (node_) push_frame(Return::give_back, node_);
            break;
        case Do::run: suspend(Eval::Handle::from_address(callee_.address())); break;
        case Do::apply: push_call(); break;
        case Do::perform:
        case Do::nothing: break;
        }
        as<Tso>(thread_->tso)->cccs = heap_.ccs();
        todo_ = Do::nothing;
    }
    Frames frames_;
    Thread* thread_ = nullptr;
    Refs refs_of_host_;
    Refs* refs_;

  private:
    static constexpr Return kinds[] = {Return::run,       Return::apply, Return::enter,
                                       Return::give_back, Return::call,  Return::put};

    std::vector<Entry const*> frame_infos_[6];
};

}  // namespace trav::ghc
