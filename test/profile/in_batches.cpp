#include "catch.hpp"

#include <trav/profile/in_batches.hpp>

#include <cstddef>
#include <span>
#include <vector>

TEST_CASE("in batches: passes on all nodes in order, in full batches and a last partial one", "[unit]") {
    using trav::detail::batch_size;
    for (std::size_t const count :
         {std::size_t{0}, std::size_t{1}, batch_size - 1, batch_size, 2 * batch_size + 5}) {
        std::vector<std::size_t> nodes, sizes;
        auto batches = trav::detail::in_batches<std::size_t>([&](std::span<std::size_t const> some) {
            nodes.insert(nodes.end(), some.begin(), some.end());
            sizes.push_back(some.size());
        });
        std::vector<std::size_t> wanted_nodes, wanted_sizes(count / batch_size, batch_size);
        if (count % batch_size != 0) wanted_sizes.push_back(count % batch_size);
        for (std::size_t n = 0; n != count; ++n) batches.push(n), wanted_nodes.push_back(n);
        batches.flush();
        batches.flush();  // of nothing
        CHECK(nodes == wanted_nodes);
        CHECK(sizes == wanted_sizes);
    }
}
