// trav/profile/detail/counts.hpp: how much a sample counts for each combination of bands.
//
// A combination is a row: the number of a band for each breakdown. All rows are in one array.
#pragma once

#include "../../detail/compiler.hpp"
#include "../amount.hpp"
#include "in_batches.hpp"
#include "interner.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace trav::detail {

/// Bands are numbers.
template <class Number>
class Counts {
  public:
    /// Rows have a band for each of so many breakdowns.
    explicit Counts(std::size_t breakdowns) : rows_(Rows{breakdowns}), breakdowns_(breakdowns) {}

    /// The numbers of the rows of some objects, at most batch_size, whose bands follow each other.
    void rows(Number const* bands, std::size_t count, std::uint32_t* rows) {
        auto const row = [&](std::size_t i) { return Row{bands + i * breakdowns_, breakdowns_}; };
        bool alike = true;  // neighbours often have the same bands
        for (std::size_t i = breakdowns_; i < count * breakdowns_; ++i)
            alike &= bands[i] == bands[i - breakdowns_];
        if (alike && count != 0) {
            std::uint32_t const all = rows_.intern(row(0));
            for (std::size_t i = 0; i != count; ++i) rows[i] = all;
            return;
        }
        std::array<std::uint64_t, batch_size> hashes;
        std::array<bool, batch_size> again;
        for (std::size_t i = 0; i != count; ++i) {
            again[i] = i != 0 && row(i) == row(i - 1);
            if (!again[i]) hashes[i] = rows_.expect(row(i));
        }
        for (std::size_t i = 0; i != count; ++i)
            rows[i] = again[i] ? rows[i - 1] : rows_.intern(row(i), hashes[i]);
    }
    std::vector<Number> bands(std::uint32_t row) const {
        auto const* const bands = rows_[row].bands;
        return {bands, bands + breakdowns_};
    }

    /// Begins to count; what was counted before is forgotten.
    void begin_sample() { now_.assign(now_.size(), {}); }
    /// Objects, with their rows and sizes.
    void add(std::size_t count, std::uint32_t const* rows, std::uint64_t const* bytes) {
        if (rows_.size() > now_.size()) now_.resize(rows_.size());
        each_row(count, rows, bytes, [this](std::uint32_t row, Amount const& sum) { now_[row] += sum; });
    }
    /// Takes back what was added.
    void take_back(std::size_t count, std::uint32_t const* rows, std::uint64_t const* bytes) {
        each_row(count, rows, bytes, [this](std::uint32_t row, Amount const& sum) { now_[row] -= sum; });
    }
    /// What was counted: pairs of a row and an amount.
    using Sample = std::vector<std::pair<std::uint32_t, Amount>>;
    Sample sample() const {
        std::size_t counted = 0;
        for (Amount const& amount : now_) counted += std::size_t{amount.objects != 0};
        Sample sample;
        sample.reserve(counted);
        for (std::uint32_t row = 0; row != now_.size(); ++row)
            if (now_[row].objects != 0) sample.emplace_back(row, now_[row]);
        return sample;
    }

  private:
    /// Calls f(row, sum) for each stretch of objects in one row.
    TRAV_INLINE static void each_row(std::size_t count, std::uint32_t const* rows, std::uint64_t const* bytes,
                                     auto const& f) {
        for (std::size_t i = 0; i != count;) {
            std::uint32_t const row = rows[i];
            Amount sum;
            for (; i != count && rows[i] == row; ++i) sum += {bytes[i], 1};
            f(row, sum);
        }
    }
    struct Row {
        Number const* bands;
        std::size_t size;

        friend constexpr bool operator==(Row const& a, Row const& b) {
            for (std::size_t i = 0; i != a.size; ++i)  // std::equal calls memcmp, for a few words
                if (a.bands[i] != b.bands[i]) return false;
            return true;
        }
    };
    struct Hash {
        TRAV_INLINE std::size_t operator()(Row const& row) const {
            std::uint64_t hash = 0;
            for (std::size_t i = 0; i != row.size; ++i)
                hash = (hash ^ row.bands[i]) * 0x9E3779B97F4A7C15u, hash ^= hash >> 32;
            return static_cast<std::size_t>(hash);
        }
    };
    class Rows {
      public:
        explicit Rows(std::size_t bands) : bands_(bands) {}
        Row operator[](std::size_t row) const { return {all_.data() + row * bands_, bands_}; }
        std::size_t size() const { return size_; }
        void emplace_back(Row const& row) {
            all_.insert(all_.end(), row.bands, row.bands + row.size);
            ++size_;
        }

      private:
        std::vector<Number> all_;
        std::size_t bands_, size_ = 0;
    };

    Interner<Row, Hash, Rows> rows_;
    std::size_t breakdowns_;
    std::vector<Amount> now_;  // by row
};

}  // namespace trav::detail
