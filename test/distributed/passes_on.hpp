// PassesOn: a communicator on top of another one. Tests replace some of its calls.
#pragma once

#include <trav/distributed/communicator.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace test {

template <class Comm>
struct PassesOn {
    Comm& comm;

    std::size_t rank() const { return comm.rank(); }
    std::size_t size() const { return comm.size(); }
    std::uint64_t sum(std::uint64_t n) { return comm.sum(n); }
    trav::distributed::Messages exchange(trav::distributed::Messages messages) {
        return comm.exchange(std::move(messages));
    }
};

}  // namespace test
