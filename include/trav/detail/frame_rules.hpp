// trav/detail/frame_rules.hpp: FrameRules, which finds the callers of a function without frame pointers. It
// reads the unwind tables that the compiler writes for exceptions, once for each return address, and keeps
// the result. For x86-64 and ELF; see frame_program.hpp.
#pragma once

#include "compiler.hpp"

#if defined(__x86_64__) && defined(__ELF__) && __has_include(<link.h>)
#define TRAV_HAS_FRAME_RULES 1
#include "frame_program.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <link.h>

namespace trav::detail {

/// The rules of all return addresses that were asked for. Does not allocate; known rules are found without a
/// lock. After dlclose() they are read anew.
class FrameRules {
  public:
    FrameRule find(std::uintptr_t return_address) noexcept {
        Entry* const entry = place_of(return_address ^ (closed_.load(std::memory_order_relaxed) << 48));
        if (entry != nullptr) {
            FrameRule const known = entry->rule.load(std::memory_order_acquire);
            if (known.kind != FrameRule::Kind::none) [[likely]]
                return known;
        }
        FrameRule const rule = look_up(return_address - 1);  // in the call, not behind it
        if (entry != nullptr) entry->rule.store(rule, std::memory_order_release);
        return rule;
    }

  private:
    struct Entry {
        std::atomic<std::uintptr_t> address;
        std::atomic<FrameRule> rule;
    };
    struct Search {
        std::uintptr_t pc, header = 0;
        std::uint64_t closed = 0;
    };

    /// The entry of a key, taken if it is new; null if the table is full nearby.
    Entry* place_of(std::uint64_t address) {
        std::size_t at = (address * 0x9E3779B97F4A7C15u) >> (64 - bits);
        for (int tries = 0; tries != 16; ++tries, at = (at + 1) & ((std::size_t{1} << bits) - 1)) {
            Entry& entry = entries_[at];
            std::uintptr_t there = entry.address.load(std::memory_order_relaxed);
            if (there == address) return &entry;
            if (there == 0 && entry.address.compare_exchange_strong(there, address)) return &entry;
            if (there == address) return &entry;
        }
        return nullptr;
    }
    FrameRule look_up(std::uintptr_t pc) {
        Search search{pc};
        dl_iterate_phdr(
            [](dl_phdr_info* info, std::size_t, void* data) {
                auto& s = *static_cast<Search*>(data);
                s.closed = info->dlpi_subs;
                std::uintptr_t header = 0;
                bool here = false;
                for (int i = 0; i != info->dlpi_phnum; ++i) {
                    auto const& part = info->dlpi_phdr[i];
                    if (part.p_type == PT_GNU_EH_FRAME) header = info->dlpi_addr + part.p_vaddr;
                    if (part.p_type == PT_LOAD)
                        here |= s.pc - (info->dlpi_addr + part.p_vaddr) < part.p_memsz;
                }
                if (here) s.header = header;
                return here ? 1 : 0;
            },
            &search);
        closed_.store(search.closed, std::memory_order_relaxed);
        std::uintptr_t const fde = search.header != 0 ? find_fde(search.header, pc) : 0;
        return fde != 0 ? FrameProgram::rule(fde, pc) : FrameRule{FrameRule::Kind::complex};
    }
    /// The entry of the last function at or before `pc` in the sorted table of .eh_frame_hdr, or the first
    /// entry. The function may end before `pc`.
    static std::uintptr_t find_fde(std::uintptr_t header, std::uintptr_t pc) {
        FrameTable table(header);
        auto const version = table.read<unsigned char>(), start = table.read<unsigned char>(),
                   count = table.read<unsigned char>(), order = table.read<unsigned char>();
        bool failed = version != 1 || order != 0x3B;  // pairs of 4-byte offsets from the header
        table.pointer(start, header, failed);
        std::size_t const functions = table.pointer(count, header, failed);
        if (failed || functions == 0) return 0;
        std::uintptr_t const first = table.place();
        auto const offset = [&](std::size_t i, std::size_t which) {
            FrameTable pair(first + 8 * i + 4 * which);
            return header + static_cast<std::uintptr_t>(std::intptr_t{pair.read<std::int32_t>()});
        };
        std::size_t low = 0, high = functions;
        while (high - low > 1) {
            std::size_t const middle = (low + high) / 2;
            if (offset(middle, 0) <= pc) low = middle;
            else high = middle;
        }
        return offset(low, 1);
    }

    static constexpr unsigned bits = 16;
    Entry entries_[std::size_t{1} << bits]{};
    std::atomic<std::uint64_t> closed_{0};  // libraries, so far; user addresses have 47 bits
};

inline constinit FrameRules frame_rules;

}  // namespace trav::detail

#else
#define TRAV_HAS_FRAME_RULES 0
#endif
