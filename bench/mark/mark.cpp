// The suite `mark`: reaches every object of a heap and counts them, with each strategy of the library, with
// its peers, and with handwritten loops.
#include "mark.hpp"

namespace bench {

void mark(Settings const& settings, Contests& contests) {
    using Part = void (*)(Shape const&, Order, std::string const&, Settings const&, Contests&);
    auto const pointers = [](Shape const& shape, Order order, std::string const& title,
                             Settings const& chosen,
                             Contests& results) { mark_pointers(shape, order, title, chosen, results); };
    std::pair<char const*, Part> const parts[] = {
        {"pointers", pointers}, {"ghc", mark_ghc}, {"arrays", mark_arrays}, {"side-table", mark_side_table}};
    std::vector<Order> orders = settings.orders;
    if (!settings.orders_chosen) orders.push_back(Order::breadth_first);
    for (auto const& shape_name : settings.shapes) {
        Shape const shape = make_shape(shape_name, settings.n);
        for (Order const order : orders)
            for (auto const& [part, run] : parts)
                if (settings.wants(part))
                    run(shape, order, shape_name + ", " + name(order) + ", " + part, settings, contests);
    }
}

}  // namespace bench
