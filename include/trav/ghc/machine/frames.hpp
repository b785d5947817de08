// trav/ghc/machine/frames.hpp: the stack of a running thread.
//
// Offers Frames: push and pop on the STACK objects of the selected thread. A stack starts with 1 KiB (GHC:
// -ki) and grows by chunks of 32 KiB (-kc), which end in underflow frames. The frames that begin in the first
// 1 KiB (-kb) from the top move to the new chunk. Without a new chunk, a push takes O(1). A push never starts
// a collection.
#pragma once

#include "../heap/heap.hpp"

#include <cstddef>
#include <cstring>
#include <vector>

namespace trav::ghc {

class Frames {
  public:
    static constexpr std::size_t initial_words = 1024 / word_bytes - words_of<Tso>,
                                 chunk_words = 32768 / word_bytes, kept_words = 1024 / word_bytes,
                                 reserved_words = 21;

    explicit Frames(Heap& heap)
        : heap_(heap),
          stop_(heap.stop_frame()),
          update_(heap.update_frame(nullptr).info),
          underflow_(heap.underflow_frame(nullptr).info) {}

    /// Allocates a thread with only a STOP_FRAME on its stack. Charges the stack to these cost centres, the
    /// thread to the system's.
    Closure* thread(CostCentreStack* of_stack) {
        CostCentreStack* const mine = heap_.ccs();
        heap_.set_ccs(of_stack);
        Closure* const stack =
            heap_.stack(std::vector{stop_}, initial_words - words_of<Stack> - words_of<StopFrame>);
        heap_.set_ccs(heap_.cost_centres().system());
        Closure* const tso = heap_.thread(stack);
        heap_.set_ccs(mine);
        as<Tso>(tso)->cccs = mine;
        return tso;
    }
    /// Selects the thread for later operations.
    void select(Closure* tso) { tso_ = as<Tso>(tso); }

    /// Pushes a frame of that many words and sets its info pointer; the caller must fill in the rest.
    Word* push(Entry const* info, std::size_t words) {
        Stack* s = stack();
        if (static_cast<std::size_t>(s->sp - words_after(s)) < words) s = grow(words);
        s->sp -= words;
        *reinterpret_cast<Entry const**>(s->sp) = info;
        return s->sp;
    }
    /// Whether the chunk has room for that many words and GHC's reserve.
    bool has_room(std::size_t words) const {
        return static_cast<std::size_t>(sp() - words_after(stack())) >= words + reserved_words;
    }
    /// Continues on a new chunk. (GHC: threadStackOverflow)
    void overflow() { grow(0); }
    void push_update(Closure* updatee, CostCentreStack* ccs) {
        auto* const frame = reinterpret_cast<UpdateFrame*>(push(update_, words_of<UpdateFrame>));
        frame->ccs = ccs;
        frame->hp = 0;
        frame->updatee = updatee;
    }
    /// The topmost frame. At the end of a chunk, returns to the previous chunk.
    Word* top() {
        while (*reinterpret_cast<Entry const**>(stack()->sp) == underflow_) {
            tso_->tot_stack_size -= stack()->stack_size;
            tso_->stackobj = reinterpret_cast<UnderflowFrame*>(stack()->sp)->next_chunk;
        }
        return stack()->sp;
    }
    void pop(std::size_t words) { stack()->sp += words; }
    /// The topmost words; an underflow frame if the chunk has no other frame.
    Word* sp() const { return stack()->sp; }

    /// The size of the frame in words.
    static std::size_t words(Word const* frame) {
        InfoTable const& table = info(*reinterpret_cast<Entry const* const*>(frame));
        switch (table.type) {
        case ClosureType::UPDATE_FRAME: return words_of<UpdateFrame>;
        case ClosureType::RET_BIG:
            return 1 + Bitmap::large(at_offset<LargeBitmap const>(table, table.layout.large_bitmap)).size();
        default: return 1 + Bitmap::small(table.layout.bitmap).size();
        }
    }

  private:
    Stack* stack() const { return as<Stack>(untag(tso_->stackobj)); }

    Stack* grow(std::size_t wanted) {
        Stack* const old = stack();
        Word* const end = words_after(old) + old->stack_size;
        // a chunk with a free lower half was too small for the new frame
        std::size_t size = chunk_words, least = 0;
        if (old->sp > words_after(old) + old->stack_size / 2) least = 2 * (old->stack_size + words_of<Stack>);
        if (size < least) size = least;
        Word* kept = old->sp;
        while (kept < end && static_cast<std::size_t>(kept - old->sp) < kept_words) kept += words(kept);
        auto const moved = static_cast<std::size_t>(kept - old->sp);
        least = words_of<Stack> + words_of<UnderflowFrame> + moved + wanted;
        if (size < least) size = least;

        Closure* const chunk = heap_.stack(List<Frame>{}, size - words_of<Stack>);
        auto* const s = as<Stack>(chunk);
        s->ccs = old->ccs;
        s->dirty = 1;
        if (kept < end) {
            s->sp -= words_of<UnderflowFrame>;
            auto* const frame = reinterpret_cast<UnderflowFrame*>(s->sp);
            frame->info = underflow_;
            frame->next_chunk = old;
        }
        s->sp -= moved;
        std::memcpy(s->sp, old->sp, moved * word_bytes);
        old->sp = kept;
        tso_->stackobj = chunk;
        tso_->tot_stack_size += size - words_of<Stack>;
        return s;
    }

    Heap& heap_;
    Frame stop_;
    Entry const *update_, *underflow_;
    Tso* tso_ = nullptr;
};

}  // namespace trav::ghc
