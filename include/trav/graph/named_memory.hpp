// trav/graph/named_memory.hpp: NamedMemory<"name">, a std::pmr::memory_resource whose memory counts under
// this name (resource.hpp). It is the upstream of the program's pools and buffers:
//
//     trav::NamedMemory<"parser arena"> memory;
//     std::pmr::monotonic_buffer_resource arena(&memory);
//     std::pmr::vector<Token> tokens(&arena);
//     ...
//     profiler.sample(trav::roots(parser, memory));
//
// Values in the arena count as before. The rest counts as `parser arena`: free room, headers of the pool, and
// values out of reach of the roots. Not for several threads at once.
#pragma once

#include "described.hpp"
#include "resource.hpp"

#include <cstddef>
#include <memory_resource>
#include <string_view>

namespace trav {

template <detail::Literal Name>
class NamedMemory final : public std::pmr::memory_resource {
  public:
    /// Takes its memory from `upstream`.
    explicit NamedMemory(std::pmr::memory_resource* upstream = std::pmr::new_delete_resource())
        : upstream_(upstream) {}
    NamedMemory(NamedMemory const&) = delete;
    NamedMemory& operator=(NamedMemory const&) = delete;

    /// The bytes that are allocated now.
    std::size_t bytes() const { return memory_.bytes(); }

  private:
    void* do_allocate(std::size_t bytes, std::size_t alignment) override {
        void* const block = upstream_->allocate(bytes, alignment);
        memory_.add(block, bytes);
        return block;
    }
    void do_deallocate(void* block, std::size_t bytes, std::size_t alignment) override {
        memory_.remove(block);
        upstream_->deallocate(block, bytes, alignment);
    }
    bool do_is_equal(std::pmr::memory_resource const& other) const noexcept override {
        return this == &other;
    }

    friend struct Described<NamedMemory>;
    std::pmr::memory_resource* upstream_;
    Resource<Name> memory_;
};

template <detail::Literal Name>
struct Described<NamedMemory<Name>> : Members<&NamedMemory<Name>::memory_> {
    static constexpr std::string_view name = "NamedMemory";
};

}  // namespace trav
