// trav/ghc/layout/check.hpp: checks a closure in untrusted memory before it is decoded.
//
//     auto const readable = [&](Word address, Word bytes) { ... };   // whether they are in the heap's memory
//     ghc::check_closure(c, readable);                               // throws IllFormed, or
//     ghc::scan_closure(c, sink);                                    // reads nothing else
//
// Checks everything that size.hpp, children.hpp, fields.hpp and row.hpp read: the header and the info table,
// that the type is a heap object's, all counts, the frames of a stack, and the bitmaps of functions and
// frames. Does not check the closures that its pointers lead to: check each when it is reached. Reads each
// frame and each bitmap once; does not allocate.
#pragma once

#include "row.hpp"
#include "size.hpp"

#include <type_traits>

namespace trav::ghc {

namespace detail {

/// Checks one closure.
template <class Readable>
class ClosureCheck {
  public:
    ClosureCheck(Closure const* c, Readable const& readable) : c_(c), readable_(readable) {}

    void closure() {
        need(c_, words_of<Closure>);
        InfoTable const& its = table(c_->info);
        type_ = its.type;
        if (properties(type_).children == Taking::never && properties(type_).visited != Visited::follow)
            fail("was reached as a heap object");
        as_shape(c_, [&](auto const& object) {
            need(c_, words_of<std::remove_cvref_t<decltype(object)>>);
            counts(object);
            std::size_t const words = words_in(object);
            most(words);
            need(c_, words + readable_words);
            contents(object);
        });
    }

  private:
    // Larger counts are wrong in any memory, and their sums could overflow.
    static constexpr std::size_t most_words = std::size_t{1} << 48;

    [[noreturn]] void fail(char const* what) const { throw IllFormed(what, type_, c_); }
    void require(bool sound, char const* otherwise) const {
        if (!sound) fail(otherwise);
    }
    void most(std::size_t words) const { require(words <= most_words, "has an impossible count"); }
    void need(Word at, std::size_t words) const {
        require(at % word_bytes == 0 && readable_(at, words * word_bytes), "reaches out of its memory");
    }
    void need(void const* at, std::size_t words) const { need(address(at), words); }

    InfoTable const& table(Entry const* entry) const {
        need(address(entry) - sizeof(InfoTable), words_of<InfoTable>);
        return info(entry);
    }

    // Checks the counts that determine the size.
    template <class T>
    void counts(T const&) const {}
    void counts(Bco const& c) const { require(c.size >= words_of<Bco>, "is too small"); }
    void counts(ArrBytes const& c) const { most(c.bytes); }
    void counts(MutArrPtrs const& c) const {
        most(c.size);
        require(c.ptrs <= c.size, "has more elements than words");
    }
    void counts(SmallMutArrPtrs const& c) const { most(c.ptrs); }
    void counts(TRecChunk const& c) const {
        require(c.next_entry_idx <= trec_chunk_entries, "has too many entries");
    }
    void counts(CompactNFData const& c) const {
        most(c.total_words);
        require(c.total_words >= words_of<CompactNFData>, "is too small");
    }
    void counts(ApStack const& c) const { most(c.size); }
    void counts(Continuation const& c) const { most(c.stack_size); }

    // Checks everything that determines the pointers.
    template <class T>
    void contents(T const&) const {}
    void contents(Pap const& c) const { arguments(c.fun, c.n_args); }
    void contents(Ap const& c) const { arguments(c.fun, c.n_args); }
    void contents(Stack const& c) const {
        Word const begin = address(&c + 1), end = begin + c.stack_size * word_bytes, sp = address(c.sp);
        require(sp % word_bytes == 0 && sp >= begin && sp <= end, "has its stack pointer outside");
        frames(c.sp, reinterpret_cast<Word const*>(end));
    }
    void contents(ApStack const& c) const { frames_after(&c, c.size); }
    void contents(Continuation const& c) const { frames_after(&c, c.stack_size); }

    template <class T>
    void frames_after(T const* c, std::size_t words) const {
        auto const begin = reinterpret_cast<Word const*>(c + 1);
        frames(begin, begin + words);
    }
    void frames(Word const* frame, Word const* end) const {
        while (frame != end) {
            auto const left = static_cast<std::size_t>(end - frame);
            std::size_t const words = frame_words(frame, left);
            require(words <= left, "has a frame that reaches over the end");
            frame += words;
        }
    }
    // Follows scan_stack().
    std::size_t frame_words(Word const* frame, std::size_t left) const {
        using enum ClosureType;
        InfoTable const& its = table(*reinterpret_cast<Entry const* const*>(frame));
        auto const pointer = [&](std::size_t i) {
            require(i < left, "has a frame that reaches over the end");
            return reinterpret_cast<Closure const*>(frame[i]);
        };
        switch (its.type) {
        case UPDATE_FRAME: return words_of<UpdateFrame>;
        case UNDERFLOW_FRAME:
        case STOP_FRAME:
        case CATCH_FRAME:
        case CATCH_STM_FRAME:
        case CATCH_RETRY_FRAME:
        case ATOMICALLY_FRAME:
        case RET_SMALL: return 1 + Bitmap::small(its.layout.bitmap).size();
        case RET_BIG: return 1 + large(at_offset<Word const>(its, its.layout.large_bitmap));
        case RET_BCO: {
            Closure const* const bco = untag(pointer(1));
            require(function(bco).type == BCO, "has a frame of byte code without it");
            return 2 + large(as<Bco>(bco) + 1);
        }
        case RET_FUN:
            pointer(words_of<RetFun> - 1);
            most(frame[1]);
            arguments(pointer(2), frame[1]);
            return words_of<RetFun> + frame[1];
        default: throw IllFormed("is no stack frame", its.type, frame);
        }
    }

    // The table of an applied function or byte code object.
    InfoTable const& function(Closure const* fun) const {
        need(fun, words_of<Closure>);
        return table(fun->info);
    }
    void arguments(Closure const* tagged, std::size_t n) const {
        Closure const* const fun = untag(tagged);
        InfoTable const& its = function(fun);
        if (its.type == ClosureType::BCO)
            return require(n <= large(as<Bco>(fun) + 1), "has too many arguments");
        require(is_function(its.type), "applies what is no function");
        need(address(fun->info) - sizeof(FunInfo), words_of<FunInfo>);
        FunInfo const& info = fun_info(fun->info);
        std::size_t known = 0;
        if (info.fun_type == FunType::GEN) known = Bitmap::small(info.bitmap).size();
        else if (info.fun_type == FunType::GEN_BIG)
            known = large(at_offset<Word const>(its, static_cast<std::int64_t>(info.bitmap)));
        else known = Bitmap::canned(info.fun_type).size();
        require(n <= known, "has too many arguments");
    }
    // The number of words that a large bitmap describes.
    std::size_t large(void const* at) const {
        need(at, words_of<LargeBitmap>);
        std::size_t const size = static_cast<LargeBitmap const*>(at)->size;
        most(size);
        need(at, words_of<LargeBitmap> + (size + word_bits - 1) / word_bits);
        return size;
    }

    Closure const* c_;
    Readable const& readable_;
    ClosureType type_ = ClosureType::INVALID_OBJECT;
};

}  // namespace detail

/// Throws IllFormed unless the closure (untagged) can be decoded from memory for which readable(address,
/// bytes) is true.
template <class Readable>
void check_closure(Closure const* c, Readable const& readable) {
    detail::ClosureCheck<Readable>(c, readable).closure();
}

}  // namespace trav::ghc
