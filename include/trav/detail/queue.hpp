// trav/detail/queue.hpp: the queue of the inner loops. It is a list of blocks, so items do not move when it
// grows, and empty blocks are freed. Like Stack, it can stay in registers.
#pragma once

#include "compiler.hpp"

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace trav::detail {

template <class T>
class Queue {
    static constexpr std::size_t block_size = sizeof(T) < 128 ? 8192 / sizeof(T) : 64;
    struct Block {
        Block* next = nullptr;
        alignas(T) unsigned char room[block_size * sizeof(T)];
        T* begin() { return reinterpret_cast<T*>(room); }
    };

  public:
    Queue() = default;
    Queue(Queue const&) = delete;
    Queue& operator=(Queue const&) = delete;
    TRAV_ALWAYS_INLINE ~Queue() { clear(); }

    TRAV_INLINE void push(T item) {
        make_room();
        put(std::move(item));
    }
    /// Makes room for one call of put().
    TRAV_INLINE void make_room() {
        if (back_ == back_end_) [[unlikely]]
            add_block();
    }
    TRAV_INLINE void put(T item) {
        ::new (static_cast<void*>(back_)) T(std::move(item));
        ++back_;
    }
    /// Whether there is a front. Must be called before each front() or pop().
    TRAV_INLINE bool ready() {
        if (front_ != stop_) [[likely]]
            return true;
        if (front_ == back_) return false;
        if (front_ == end_of(first_) && first_ != last_) {
            first_ = after(first_);
            front_ = first_->begin();
            --blocks_;
        }
        stop_ = first_ == last_ ? back_ : end_of(first_);
        return front_ != stop_;
    }
    TRAV_INLINE T& front() { return *front_; }
    TRAV_INLINE T pop() {
        T item = std::move(*front_);
        front_->~T();
        ++front_;
        return item;
    }
    bool empty() const { return size() == 0; }
    std::size_t size() const {
        if (first_ == nullptr) return 0;
        return blocks_ * block_size - static_cast<std::size_t>(end_of(last_) - back_) -
               static_cast<std::size_t>(front_ - first_->begin());
    }
    TRAV_INLINE void clear() {
        if constexpr (!std::is_trivially_destructible_v<T>)
            while (ready()) pop();
        free(first_);
        first_ = last_ = nullptr;
        front_ = stop_ = back_ = back_end_ = nullptr;
        blocks_ = 0;
    }
    /// Drops all items but keeps one block if there is any, so that there is room for an item.
    void drop_items() {
        if constexpr (!std::is_trivially_destructible_v<T>)
            while (ready()) pop();
        if (first_ == nullptr) return;
        free(std::exchange(first_->next, nullptr));
        last_ = first_;
        front_ = stop_ = back_ = first_->begin();
        back_end_ = end_of(first_);
        blocks_ = 1;
    }

  private:
    TRAV_INLINE void add_block() {
        last_ = make(last_);
        if (first_ == nullptr) {
            first_ = last_;
            front_ = stop_ = first_->begin();
        }
        back_ = last_->begin();
        back_end_ = end_of(last_);
        ++blocks_;
    }
    TRAV_INLINE static T* end_of(Block* block) { return block->begin() + block_size; }
    TRAV_NOINLINE static Block* make(Block* last) {
        auto* const block = new Block;
        if (last != nullptr) last->next = block;
        return block;
    }
    TRAV_NOINLINE static Block* after(Block* block) {
        Block* const next = block->next;
        delete block;
        return next;
    }
    TRAV_NOINLINE static void free(Block* block) {
        while (block != nullptr) block = after(block);
    }

    T* front_ = nullptr;  // in the first block
    T* stop_ = nullptr;   // items from front_ to here can be taken without a check
    T* back_ = nullptr;   // in the last block
    T* back_end_ = nullptr;
    Block* first_ = nullptr;
    Block* last_ = nullptr;
    std::size_t blocks_ = 0;
};

}  // namespace trav::detail
