// The same as print_compiled.cpp, without trav/compiled.hpp.
#include "shelf.hpp"

#include <trav/profile/by_type.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/report/table.hpp>

std::string print_headers(Shelf const& shelf) {
    auto type = trav::by_type();
    trav::Profiler profiler{trav::Objects<Atlas>(), type};
    profiler.sample(trav::roots(shelf), 0);
    return trav::text(profiler.profile().by(type));
}
