// trav/ghc/layout/stack_frame.hpp: the frames on GHC's stacks, and their pointers.
//
// Offers a struct for each kind of frame with its own fields, and scan_stack(begin, end, sink), which calls
// sink(pointer) with a reference to each pointer, in address order, so that a collector may update it. It
// passes SRTs as copies. One pass, no allocation.
#pragma once

#include "application.hpp"

namespace trav::ghc {

// Frames with a profiling header derive from Closure, although they are not heap objects.

struct UpdateFrame : Closure {
    Closure* updatee;
};

struct CatchFrame : Closure {
    Word exceptions_blocked;
    Closure* handler;
};

struct AtomicallyFrame : Closure {
    Closure *code, *result;
};

struct CatchStmFrame : Closure {
    Closure *code, *handler;
};

struct CatchRetryFrame : Closure {
    Word running_alt_code;
    Closure *first_code, *alt_code;
};

struct StopFrame : Closure {};

struct UnderflowFrame {
    Entry const* info;
    Closure* next_chunk;
};

struct RetFun {
    Entry const* info;
    Word size;
    Closure* fun;
};

static_assert(words_of<UpdateFrame> == header_words + 1 && words_of<CatchFrame> == header_words + 2);
static_assert(words_of<AtomicallyFrame> == header_words + 2 && words_of<CatchStmFrame> == header_words + 2);
static_assert(words_of<CatchRetryFrame> == header_words + 3 && words_of<StopFrame> == header_words);
static_assert(words_of<UnderflowFrame> == 2 && words_of<RetFun> == 3);

/// The pointers in the frames from `frame` to `end`.
template <class Sink>
void scan_stack(Word* frame, Word const* end, Sink&& sink) {
    using enum ClosureType;
    auto const srt_of = [&](InfoTable const& table) {
        if (Closure* s = srt(table)) sink(s);
    };
    while (frame < end) {
        InfoTable const& table = info(*reinterpret_cast<Entry const**>(frame));
        auto const payload = reinterpret_cast<Closure**>(frame + 1);
        switch (table.type) {
        case UPDATE_FRAME:
            sink(reinterpret_cast<UpdateFrame*>(frame)->updatee);
            frame += words_of<UpdateFrame>;
            break;
        case UNDERFLOW_FRAME:
        case STOP_FRAME:
        case CATCH_FRAME:
        case CATCH_STM_FRAME:
        case CATCH_RETRY_FRAME:
        case ATOMICALLY_FRAME:
        case RET_SMALL: {
            Bitmap const bitmap = Bitmap::small(table.layout.bitmap);
            scan_bitmap(payload, bitmap, bitmap.size(), sink);
            srt_of(table);
            frame += 1 + bitmap.size();
            break;
        }
        case RET_BIG: {
            Bitmap const bitmap =
                Bitmap::large(at_offset<LargeBitmap const>(table, table.layout.large_bitmap));
            scan_bitmap(payload, bitmap, bitmap.size(), sink);
            srt_of(table);
            frame += 1 + bitmap.size();
            break;
        }
        case RET_BCO: {
            // sink may move the BCO, so its bitmap is read afterwards, at the new address
            sink(payload[0]);
            Bitmap const bitmap = argument_bitmap(untag(payload[0]));
            scan_bitmap(payload + 1, bitmap, bitmap.size(), sink);
            frame += 2 + bitmap.size();
            break;
        }
        case RET_FUN: {
            auto const call = reinterpret_cast<RetFun*>(frame);
            sink(call->fun);
            scan_arguments(call->fun, pointers_after(call), call->size, sink);
            srt_of(table);
            frame += words_of<RetFun> + call->size;
            break;
        }
        default: throw IllFormed("is no stack frame", table.type, frame);
        }
    }
}

}  // namespace trav::ghc
