// trav/ghc/profile/heap_sample.hpp: a census of GHC's heap profiler: the label, as GHC writes it, and the
// bytes of each band.
//
//     for (ghc::HeapBand const& band : sample.bands) ...      // band.label, band.bytes, band.identity
//     hp.sample(ghc::hp_sample(sample));                      // report/hp/writer.hpp
#pragma once

#include "../../profile/phase.hpp"
#include "../../profile/profile.hpp"
#include "../../report/hp/hp.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace trav::ghc {

/// A band, or a combination of bands in a product of breakdowns.
struct HeapBand {
    std::string label;
    std::uint64_t bytes;
    BandIdentity identity{};  ///< identity in the only breakdown; none in a product
};

struct HeapSample {
    double time;
    std::vector<HeapBand> bands{};  ///< sorted by label

    std::uint64_t bytes() const {
        std::uint64_t sum = 0;
        for (auto const& band : bands) sum += band.bytes;
        return sum;
    }
};

/// One sample of a profile by some of its columns; labels are the columns' texts. Omits bands of 0 bytes;
/// adds up bands with equal labels.
inline HeapSample heap_sample(Profile const& profile, std::vector<std::size_t> const& columns,
                              std::size_t sample) {
    std::map<std::string, HeapBand> bands;
    for (auto const& entry : profile.samples[sample].entries) {
        std::vector<std::string> texts;
        for (std::size_t const column : columns)
            texts.push_back(profile.columns[column].bands[entry.bands[column]].text);
        std::string const label = hp_label(texts);
        HeapBand& band = bands.try_emplace(label, HeapBand{label, 0}).first->second;
        band.bytes += entry.amount.bytes;
        if (columns.size() == 1)
            band.identity = profile.columns[columns[0]].bands[entry.bands[columns[0]]].identity;
    }
    HeapSample result{profile.samples[sample].time};
    for (auto& [label, band] : bands)
        if (band.bytes != 0) result.bands.push_back(std::move(band));
    return result;
}

/// Sorts the phases of a sample by biography in GHC's order and adds empty ones, since GHC writes all.
inline void add_empty_phases(HeapSample& sample) {
    std::vector<HeapBand> bands;
    for (Phase const phase : all_phases) {
        auto const at = std::ranges::find(sample.bands, name(phase), &HeapBand::label);
        bool const empty = at == sample.bands.end();
        bands.push_back({name(phase), empty ? 0 : at->bytes, {static_cast<std::uint64_t>(phase)}});
    }
    sample.bands = std::move(bands);
}

/// The sample for a .hp file.
inline HpSample hp_sample(HeapSample const& sample) {
    HpSample result{sample.time};
    for (auto const& band : sample.bands) result.bands.push_back({band.label, band.bytes});
    return result;
}

}  // namespace trav::ghc
