// Makes dumps from heap snapshots of V8.
#pragma once

#include "dump/written_v8.hpp"

#include <trav/dump/make_any_dump.hpp>
#include <trav/dump/v8/dump.hpp>

#include <memory>

// The snapshot as a dump of any format.
inline std::unique_ptr<trav::dump::AnyDump const> any_dump_of(Written const& v8) {
    return trav::dump::any_dump(trav::dump::V8Dump(v8.snapshot));
}
