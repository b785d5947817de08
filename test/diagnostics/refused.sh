#!/usr/bin/env bash
# refused.sh FOLDER: whether all programs here are refused, for mutants/run. `./dev test -L diagnostics` compiles
# them one by one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
compiler=$(command -v "${CXX:-c++}")
echo '#include <trav/all.hpp>' | "$compiler" -std=c++20 -Iinclude -fsyntax-only -x c++ - || exit 125
for source in test/diagnostics/{breakdown,graph,policy,profiler,roots,store,strategy}_*.cpp; do
    cmake -DCOMPILER="$compiler" -DINCLUDE=include -DSOURCE="$source" -P test/diagnostics/refuse.cmake
done
