// Addresses: the targets of references until all objects are known. Takes 4 bytes per address, and 8 more for
// an address that is not a multiple of 8 or that is more than 16 GiB away from the first.
#pragma once

#include "../../../detail/large_vector.hpp"
#include "../../detail/ids.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace trav::dump::detail {

class Addresses {
  public:
    void reserve(std::size_t count) { short_.reserve(count); }
    std::size_t size() const { return short_.size(); }
    /// The number of addresses that are not 0.
    std::size_t count() const { return count_; }

    void add(std::uint64_t address) {
        bool const any = address != 0;
        if (any && count_ == 0) base_ = address - address % 8 - (std::uint64_t{1} << 34);
        count_ += any;
        std::uint64_t const distance = any ? address - base_ : 8;
        bool const fits = distance % 8 == 0 && distance / 8 - 1 < far - 1;
        if (!fits) far_.push_back(address);
        std::uint32_t const number = fits ? static_cast<std::uint32_t>(distance / 8) : far;
        short_.push_back(any ? number : null);
    }

    /// The objects at the addresses; Ids::none if there is no object or the address is 0.
    trav::detail::LargeVector<Node> nodes(Ids const& ids) && {
        std::array<std::uint64_t, 1024> addresses;
        trav::detail::LargeVector<Node> nodes = std::move(short_);
        auto next_far = far_.begin();
        for (std::size_t begin = 0; begin != nodes.size();) {
            std::span const some =
                std::span(nodes).subspan(begin).first(std::min(addresses.size(), nodes.size() - begin));
            for (std::size_t i = 0; i != some.size(); ++i) {
                addresses[i] = some[i] == null ? 0 : base_ + std::uint64_t{some[i]} * 8;
                if (some[i] == far) addresses[i] = *next_far++;
            }
            ids.find(std::span(addresses).first(some.size()), some.data());
            for (std::size_t i = 0; i != some.size(); ++i)
                if (addresses[i] == 0) some[i] = Ids::none;
            begin += some.size();
        }
        return nodes;
    }

  private:
    static constexpr std::uint32_t null = 0, far = ~std::uint32_t{0};

    trav::detail::LargeVector<std::uint32_t> short_;  // from base_ on, in units of 8 bytes
    std::vector<std::uint64_t> far_;                  // the addresses that do not fit, in order
    std::uint64_t base_ = 0;
    std::size_t count_ = 0;
};

}  // namespace trav::dump::detail
