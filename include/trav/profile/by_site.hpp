// trav/profile/by_site.hpp: by_site(), a breakdown of a heap of trav::Objects by allocation site, in a
// program that tracks its allocations (../allocations.hpp).
//
//     TRAV_TRACK_ALLOCATIONS();                  // in one source file
//
//     auto type = trav::by_type();
//     auto site = trav::by_site();
//     trav::Profiler profiler{heap, type, site};
//     profiler.sample(roots);
//     trav::print(std::cout, profiler.profile().by(type, site));
//
// A site is the innermost function outside the standard library that allocated the block of the object. The
// bytes that the object owns elsewhere count at this site, too. An object in no tracked block, such as a
// static container, has the site that allocated most of these bytes. If there is none, or the allocation was
// not sampled, the band is `(untracked)`.
//
// A sample lists all live blocks, and looks each object up in this list. The list has 56 bytes per block,
// directly from the operating system, until the next sample.
#pragma once

#include "../allocations.hpp"
#include "../detail/raise.hpp"
#include "../graph/object.hpp"
#include "../graph/owned_bytes.hpp"
#include "band.hpp"
#include "symbols.hpp"

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>

namespace trav {

/// A breakdown by the function that allocated an object.
class BySite {
  public:
    explicit BySite(std::string name) : name_(std::move(name)) {}

    std::string const& name() const { return name_; }
    /// Throws std::logic_error if the program does not track its allocations.
    void begin_sample(std::size_t, double) {
        if (detail::is_tracked_block == nullptr)
            detail::raise(std::logic_error("trav: by_site() needs a program that tracks its allocations: "
                                           "write TRAV_TRACK_ALLOCATIONS(); in one source file"));
        blocks_.reset();
        blocks_.emplace(live_blocks());
    }
    AllocationSite const* key(Object const& o) {
        AllocationSite const* const own = site_of(o.address);
        return own != nullptr || o.type->owned == nullptr ? own : site_of_most(o);
    }
    Band band(AllocationSite const* site) {
        return {site != nullptr ? symbols_.site({site->begin(), site->size()}) : "(untracked)"};
    }

    friend Restriction operator==(BySite const& by, std::string text) { return in(by, {std::move(text)}); }

  private:
    AllocationSite const* site_of(void const* p) const {
        LiveBlock const* const block = blocks_->at(p);
        return block != nullptr && !block->site.empty() ? AllocationSite::of(block->site.data()) : nullptr;
    }
    /// The site of most bytes that the object owns elsewhere.
    AllocationSite const* site_of_most(Object const& o) {
        bytes_.clear();
        AllocationSite const* most = nullptr;
        auto const add = [&](void const* p, std::size_t bytes, bool) {
            AllocationSite const* const site = site_of(p);
            if (site == nullptr) return;
            std::size_t const sum = bytes_[site] += bytes;
            if (most == nullptr || sum > bytes_[most]) most = site;
        };
        detail::BlocksTo<decltype(add)> list(add);
        o.type->owned(o.address, &list);
        return most;
    }

    std::string name_;
    std::optional<LiveBlocks> blocks_;
    std::unordered_map<AllocationSite const*, std::size_t> bytes_;
    detail::Symbols symbols_;
};

/// A breakdown by the function that allocated an Object.
inline BySite by_site(std::string name = "site") { return BySite(std::move(name)); }

}  // namespace trav
