// trav/report/hp/file.hpp: the contents of a .hp file, GHC's heap profile: samples of labelled amounts over
// time.
//
//     trav::HpFile const file = trav::read_hp("Sharing.hp");     // report/hp/reader.hpp
//     for (auto const& sample : file.samples)
//         for (auto const& band : sample.bands) ...              // band.label, band.value
//     trav::write_hp(out, file);                                 // report/hp/writer.hpp: the same bytes
#pragma once

#include "../../detail/compiler.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trav {

namespace detail {

/// The words that begin a statement in hp2ps; any other word begins a band.
inline constexpr std::array<std::string_view, 7> hp_keywords{
    "JOB", "DATE", "SAMPLE_UNIT", "VALUE_UNIT", "MARK", "BEGIN_SAMPLE", "END_SAMPLE"};

}  // namespace detail

/// The header of a .hp file.
struct HpHeader {
    std::string job{};
    std::string date{};
    std::string sample_unit = "seconds";
    std::string value_unit = "bytes";

    friend bool operator==(HpHeader const&, HpHeader const&) = default;
};

/// One label's amount in one sample.
struct HpBand {
    std::string label;
    std::uint64_t value;

    friend bool operator==(HpBand const&, HpBand const&) = default;
};

/// The amounts at one time. A repeated label has the sum of its amounts; a missing label has 0.
struct HpSample {
    double time;  ///< in the file's sample unit
    std::vector<HpBand> bands{};

    friend bool operator==(HpSample const&, HpSample const&) = default;
};

/// A heap profile over time.
struct HpFile {
    HpHeader header{};
    std::vector<HpSample> samples{};  ///< times ascend or stay; GHC's first and last have no bands
    std::vector<double> marks{};      ///< marked times; GHC marks none
    bool cut = false;                 ///< the file ended in the middle of a sample, which is dropped

    friend bool operator==(HpFile const&, HpFile const&) = default;
};

}  // namespace trav
