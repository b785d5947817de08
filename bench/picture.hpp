// bench/picture.hpp: draws ns/object by number of objects, as SVG.
#pragma once

#include "harness.hpp"

#include <string>
#include <vector>

namespace bench {

/// Draws a panel for each shape, and a line for each method; lines of peers and limits are dashed. Readable
/// on light and dark backgrounds. Throws std::runtime_error if the file cannot be written.
void draw(std::string const& path, std::vector<Result> const& results);

}  // namespace bench
