// bench/picture.hpp: ns/object against the number of objects, as SVG.
#pragma once

#include "harness.hpp"

#include <string>
#include <vector>

namespace bench {

/// A panel for each shape, a line for each method: dashed for peers and limits. Readable on light and on dark
/// ground. Throws std::runtime_error if the file cannot be written.
void draw(std::string const& path, std::vector<Result> const& results);

}  // namespace bench
