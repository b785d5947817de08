// A source file with trav/compiled.hpp.
#include "shelf.hpp"

#include <trav/compiled.hpp>

std::string print_compiled(Shelf const& shelf) {
    auto type = trav::by_type();
    trav::Profiler profiler{trav::Objects<Atlas>(), type};
    profiler.sample(trav::roots(shelf), 0);
    return trav::text(profiler.profile().by(type));
}
