// trav/ghc/layout/stack_frame.hpp: the pointers of stack frames and of function applications.
//
// Offers scan_stack(begin, end, sink) and scan_arguments(fun, args, n, sink); the sink is called with a
// `Closure*&` for each pointer, in address order, so that a collector may update it. An SRT is handed over as
// a copy. One pass, no allocation.
#pragma once

#include "error.hpp"
#include "info_table.hpp"
#include "thread.hpp"

namespace trav::ghc {

/// The pointers among `n` words that the bitmap describes.
template <class Sink>
void scan_bitmap(Closure** words, Bitmap bitmap, std::size_t n, Sink&& sink) {
    for (std::size_t i = 0; i < n; ++i)
        if (bitmap.pointer(i)) sink(words[i]);
}

/// The pointers among the first n arguments of a function or byte code object (tagged or not).
template <class Sink>
void scan_arguments(Closure const* fun, Closure** arguments, std::size_t n, Sink&& sink) {
    scan_bitmap(arguments, argument_bitmap(untag(fun)), n, sink);
}

/// The pointers of the frames from `frame` up to `end`.
template <class Sink>
void scan_stack(Word* frame, Word* end, Sink&& sink) {
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
            // a collector may move the BCO when it is handed over: its bitmap is read from where it is then
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
