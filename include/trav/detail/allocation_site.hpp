// trav/detail/allocation_site.hpp: AllocationSite, the call stack of an allocation. Equal sites are stored
// once and never freed.
#pragma once

#include "frame_rules.hpp"
#include "system_memory.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

#if __has_include(<unwind.h>)
#include <unwind.h>
#endif

namespace trav {

/// Return addresses, innermost first.
struct AllocationSite {
    AllocationSite const* next;  ///< the next site in the same list of the table
    std::size_t count;           ///< the number of addresses, which follow this struct in memory

    void const* const* begin() const { return reinterpret_cast<void const* const*>(this + 1); }
    void const* const* end() const { return begin() + count; }
    std::size_t size() const { return count; }
    /// The site whose addresses begin at `begin`.
    static AllocationSite const* of(void const* const* begin) {
        return reinterpret_cast<AllocationSite const*>(begin) - 1;
    }
};

namespace detail {

/// The innermost `Most` calls that are active.
template <unsigned Most>
class Callers {
  public:
    /// Starts with the call that returns to `first`.
    TRAV_ALWAYS_INLINE explicit Callers(void const* first) noexcept : first_(first) {
        if constexpr (Most > 1) {
            if (!follow_frames(TRAV_FRAME_ADDRESS) && !busy) {  // an unwinder may allocate
                busy = true;
                count_ = 0;
                unwind();
                busy = false;
            }
        }
        if (count_ == 0) callers_[count_++] = first;
    }
    void const* const* begin() const { return callers_; }
    std::size_t size() const { return count_; }

  private:
    /// Whether the frame rules lead through all calls. `frame` is that of a function with a frame pointer:
    /// the caller's rbp, then the return address.
    TRAV_NOINLINE TRAV_NO_SANITIZE_ADDRESS bool follow_frames([[maybe_unused]] void const* frame) noexcept {
#if TRAV_HAS_FRAME_RULES
        using Kind = FrameRule::Kind;
        auto const word = [](std::uintptr_t at) { return *reinterpret_cast<std::uintptr_t const*>(at); };
        auto const base = reinterpret_cast<std::uintptr_t>(frame);
        std::uintptr_t rbp = word(base), pc = word(base + 8), rsp = base + 16;
        while (count_ != Most && pc != 0) {
            auto const at = reinterpret_cast<void const*>(pc);
            if (count_ != 0 || at == first_) callers_[count_++] = at;
            FrameRule const rule = frame_rules.find(pc);
            if (rule.kind == Kind::outermost) break;
            if (rule.kind != Kind::from_rsp && rule.kind != Kind::from_rbp) return false;
            std::uintptr_t const cfa = (rule.kind == Kind::from_rsp ? rsp : rbp) +
                                       static_cast<std::uintptr_t>(std::intptr_t{rule.cfa});
            if (cfa <= rsp - 8) return false;  // the stack grows down
            if (rule.rbp != 0) rbp = word(cfa + static_cast<std::uintptr_t>(std::intptr_t{rule.rbp}));
            pc = word(cfa - 8);
            rsp = cfa;
        }
        return count_ != 0;
#else
        return false;
#endif
    }
    TRAV_NOINLINE void unwind() {
#if __has_include(<unwind.h>)
        auto const step = [](_Unwind_Context* context, void* self) {
            auto& callers = *static_cast<Callers*>(self);
            auto const at = reinterpret_cast<void const*>(_Unwind_GetIP(context));
            if (at != nullptr && (callers.count_ != 0 || at == callers.first_))
                callers.callers_[callers.count_++] = at;
            return callers.count_ == Most ? _URC_END_OF_STACK : _URC_NO_REASON;
        };
        _Unwind_Backtrace(step, this);
#endif
    }
    static inline thread_local bool busy = false;

    void const* first_;
    void const* callers_[Most];
    unsigned count_ = 0;
};

/// All sites, by the hash of their calls. Known sites are found without a lock.
class SiteTable {
  public:
    /// Returns the site of these calls, adding it if needed; null if there is no memory for a new one.
    template <unsigned Most>
    AllocationSite const* find(Callers<Most> const& callers) noexcept {
        std::uint64_t hash = callers.size();
        for (std::size_t i = 0; i != callers.size(); ++i)
            hash = (hash ^ reinterpret_cast<std::uintptr_t>(callers.begin()[i])) * 0x9E3779B97F4A7C15u;
        auto& list = lists_[hash >> (64 - bits)];
        AllocationSite const* const first = list.load(std::memory_order_acquire);
        if (auto* const known = find_in(first, nullptr, callers)) return known;
        Locked const locked(lock_);
        AllocationSite const* const newer = list.load(std::memory_order_relaxed);
        if (auto* const known = find_in(newer, first, callers)) return known;
        AllocationSite const* const site = make(newer, callers);
        if (site != nullptr) list.store(site, std::memory_order_release);
        return site;
    }

    /// Keeps other threads from changing the table until `thaw`, as before a fork().
    void freeze() noexcept { lock_.lock(); }
    void thaw() noexcept { lock_.unlock(); }

  private:
    static constexpr unsigned bits = 18;

    template <unsigned Most>
    static AllocationSite const* find_in(AllocationSite const* site, AllocationSite const* end,
                                         Callers<Most> const& callers) {
        for (; site != end; site = site->next)
            if (site->count == callers.size() && std::equal(site->begin(), site->end(), callers.begin()))
                return site;
        return nullptr;
    }
    template <unsigned Most>
    AllocationSite const* make(AllocationSite const* next, Callers<Most> const& callers) {
        static_assert(Most <= 256);
        std::size_t const bytes = sizeof(AllocationSite) + callers.size() * sizeof(void*);
        if (room_ < bytes) {
            auto* const memory = static_cast<unsigned char*>(system_memory(page));
            if (memory == nullptr) return nullptr;
            free_ = memory;
            room_ = page;
        }
        auto* const site = ::new (static_cast<void*>(free_)) AllocationSite{next, callers.size()};
        std::copy_n(callers.begin(), callers.size(), reinterpret_cast<void const**>(site + 1));
        free_ += bytes;
        room_ -= bytes;
        return site;
    }

    static constexpr std::size_t page = std::size_t{1} << 16;
    std::atomic<AllocationSite const*> lists_[std::size_t{1} << bits]{};
    Lock lock_;
    unsigned char* free_ = nullptr;
    std::size_t room_ = 0;
};

}  // namespace detail
}  // namespace trav
