// The text of .hp files, for tests.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace test {

inline std::string hp_head(std::string const& sample_unit, std::string const& value_unit = "bytes") {
    return "JOB \"app\"\nDATE \"today\"\nSAMPLE_UNIT \"" + sample_unit + "\"\nVALUE_UNIT \"" + value_unit +
           "\"\n";
}
inline std::string hp_sample(std::string const& time, std::string const& bands) {
    return "BEGIN_SAMPLE " + time + '\n' + bands + "END_SAMPLE " + time + '\n';
}
/// Samples with these bands at 1.0, 2.0 ...
inline std::string hp_samples(std::vector<std::string> const& bands) {
    std::string text;
    for (std::size_t i = 0; i != bands.size(); ++i) text += hp_sample(std::to_string(i + 1) + ".0", bands[i]);
    return text;
}

}  // namespace test
