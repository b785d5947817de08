// trav/compiled.hpp: profiles of trav::Objects by type, compiled once in a program of several source files.
//
// Each source file that profiles includes it in place of graph/objects.hpp, profile/by_type.hpp,
// profile/profiler.hpp and report/table.hpp. One source file of the program is trav/compiled.cpp; CMake's
// target trav::compiled adds it. The other headers then compile as ever, and both kinds of source files may
// be in one program.
#pragma once

#include "graph/objects.hpp"
#include "profile/by_type.hpp"
#include "profile/profiler.hpp"
#include "report/table.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

#ifndef TRAV_COMPILED
#define TRAV_COMPILED extern  // compiled.cpp defines it as nothing
#endif

namespace trav::detail {

using ByType = decltype(by_type());

TRAV_COMPILED template class Sampler<Objects<>, false>;
TRAV_COMPILED template UniquePtr<Classifier<Object>> classifier_of<Object>(ByType&, Objects<> const&);
TRAV_COMPILED template Table grouped_by(Profile const&, std::vector<std::size_t> const&);
TRAV_COMPILED template std::size_t column_of(Profile const&, void const*, std::string const&);
// of the Types of all programs
TRAV_COMPILED template std::string plain_name<>(std::string_view);
TRAV_COMPILED template SharedBlockSize shared_block_size<>(void const*);
TRAV_COMPILED template bool is_own<>(void const*, void const*, Type const&);
TRAV_COMPILED template std::type_info const* left_out_of<>(Type const&, void const*);

}  // namespace trav::detail

namespace trav {

TRAV_COMPILED template std::string text<>(Table const&, TextOptions const&);

}  // namespace trav
