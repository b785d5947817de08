// The suite `sizes`: `mark` on pointers for heaps from 10^4 objects up to --n, and a picture of the results
// with --svg.
#include "harness.hpp"
#include "mark/mark.hpp"
#include "picture.hpp"

#include <algorithm>
#include <string>

namespace bench {

void sizes(Settings const& settings, Contests& contests) {
    std::size_t const before = contests.results().size();
    for (Order const order : settings.orders)
        for (std::size_t n = 10'000, step = 0; n <= settings.n; n = ++step % 2 ? n * 3 : n / 3 * 10) {
            Settings of_size = settings;
            of_size.n = n;  // small heaps are walked more often, for up to a tenth of a second
            of_size.rounds =
                static_cast<unsigned>(std::clamp<std::size_t>(1'000'000 / n, settings.rounds, 50));
            auto const& shape = settings.shapes.front();
            mark_pointers(make_shape(shape, n), order, shape + ", " + name(order), of_size, contests,
                          "sizes");
        }
    if (!settings.svg.empty())
        draw(settings.svg,
             {contests.results().begin() + static_cast<std::ptrdiff_t>(before), contests.results().end()});
}

}  // namespace bench
