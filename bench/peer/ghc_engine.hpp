// bench/peer/ghc_engine.hpp: an engine in the shape of GHC's (rts/TraverseHeap.c), written from its
// description: a work stack of 4096-byte blocks with elements of 7 words, a visit through a function pointer
// on every arrival, a switch on the kind of object.
//
// `Heap` describes its objects:
//     using node;
//     node resolve(node) const;                   // untag and so on
//     bool skip(node) const;                      // whether not to visit it
//     bool maybe_init(node);                      // the visited bit: whether this is the first arrival
//     GhcFields<node> fields(node) const;         // the switch
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace bench {

/// How to iterate over the children of an object.
enum class GhcLayout : std::uint8_t { none, one, step, pointers };
template <class N>
struct GhcFields {
    GhcLayout layout = GhcLayout::none;
    N const* first = nullptr;
    std::uint32_t count = 0;
};

template <class Heap>
class GhcEngine {
  public:
    using N = typename Heap::node;
    using Data = std::uintptr_t;
    /// Returns whether to descend now, with `*child_data` for each child.
    using Visit = bool (*)(void* context, N c, N parent, Data data, bool first_visit, std::uintptr_t* accum,
                           Data* child_data);

    explicit GhcEngine(Heap heap) : heap_(heap) { use_block(0); }

    void push_root(N c, Data data) { push({Kind::fresh, {.parent = c}, c, nullptr, data, 0}); }

    void work(Visit visit, void* context) {
        Arrival at;
        while (pop(at)) {
            for (;;) {
                at.c = heap_.resolve(at.c);
                if (heap_.skip(at.c)) break;
                std::uintptr_t accum = 0;
                Data child_data = 0;
                bool const first = heap_.maybe_init(at.c);
                if (!visit(context, at.c, at.parent, at.data, first, &accum, &child_data)) break;
                GhcFields<N> const fields = heap_.fields(at.c);
                if (fields.layout == GhcLayout::none) break;
                Element* separator = at.separator;
                if (fields.layout == GhcLayout::step)
                    separator = push({Kind::step,
                                      {.step = {1, fields.count, fields.first}},
                                      at.c,
                                      at.separator,
                                      child_data,
                                      accum});
                else if (fields.layout == GhcLayout::pointers)
                    separator = push({Kind::pointers,
                                      {.step = {1, fields.count, fields.first}},
                                      at.c,
                                      at.separator,
                                      child_data,
                                      accum});
                at = {*fields.first, at.c, child_data, separator};
            }
        }
    }
    std::size_t max_stack() const { return max_; }

  private:
    enum class Kind : std::uintptr_t { step, pointers, fresh };
    struct Element {
        Kind kind;
        union {
            struct {
                std::uint32_t at, count;
                N const* first;
            } step;
            N parent;
        } next;
        N c;
        Element* separator;  // the parent's element
        Data data;
        std::uintptr_t accum;
    };
    static_assert(sizeof(void*) != 8 || sizeof(Element) == 7 * 8);
    struct Arrival {
        N c, parent;
        Data data;
        Element* separator;
    };
    static constexpr std::size_t block_bytes = 4096, per_block = block_bytes / sizeof(Element);
    struct Block {
        Element elements[per_block];
        Element* free;  // the top when the next block was started
    };

    void use_block(std::size_t index) {
        if (index == blocks_.size()) blocks_.push_back(std::make_unique_for_overwrite<Block>());
        block_ = index;
        bottom_ = blocks_[index]->elements;
        limit_ = bottom_ + per_block;
        top_ = limit_;
    }
    Element* push(Element const& element) {
        if (top_ == bottom_) {
            blocks_[block_]->free = top_;
            use_block(block_ + 1);
        }
        if (++size_ > max_) max_ = size_;
        *--top_ = element;
        return top_;
    }
    void pop_off() {
        --size_;
        if (++top_ == limit_ && block_ != 0) {
            use_block(block_ - 1);
            top_ = blocks_[block_]->free;
        }
    }
    bool pop(Arrival& at) {
        for (;;) {
            if (top_ == limit_) return false;
            Element& e = *top_;
            if (e.kind == Kind::fresh) {
                at = {e.c, e.next.parent, e.data, e.separator};
                pop_off();
                return true;
            }
            auto& step = e.next.step;
            if (step.at == step.count) {
                pop_off();
                continue;
            }
            at = {step.first[step.at++], e.c, e.data, &e};
            if (e.kind == Kind::step && step.at == step.count) pop_off();  // known to be the last child
            return true;
        }
    }

    Heap heap_;
    std::vector<std::unique_ptr<Block>> blocks_;
    std::size_t block_ = 0, size_ = 0, max_ = 0;
    Element *bottom_ = nullptr, *limit_ = nullptr, *top_ = nullptr;
};

/// The visit of a profiler that counts: descends on the first arrival.
template <class Heap>
bool ghc_count(void* context, typename Heap::node, typename Heap::node, std::uintptr_t, bool first_visit,
               std::uintptr_t*, std::uintptr_t*) {
    *static_cast<std::uint64_t*>(context) += first_visit;
    return first_visit;
}

template <class Heap, class Roots>
std::uint64_t ghc_mark(Heap heap, Roots const& roots) {
    GhcEngine<Heap> engine(heap);
    typename GhcEngine<Heap>::Visit volatile visit = &ghc_count<Heap>;  // unknown at compile time, as in GHC
    std::uint64_t found = 0;
    for (auto const root : roots) engine.push_root(root, 0);
    engine.work(visit, &found);
    return found;
}

}  // namespace bench
