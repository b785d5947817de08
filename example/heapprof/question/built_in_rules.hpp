// The texts of example/heapprof/rules/*.rules; cmake/built_in_rules.cmake writes their definitions.
#pragma once

#include <string_view>

namespace heapprof {

extern std::string_view const v8_rules, jvm_rules, ruby_rules, python_rules;

}  // namespace heapprof
