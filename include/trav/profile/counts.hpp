// trav/profile/counts.hpp: the amount that a sample counts for each combination of bands.
//
// A combination is a row: one band number per breakdown. All rows are in one array.
#pragma once

#include "../detail/array.hpp"
#include "../detail/compiler.hpp"
#include "../detail/growing_array.hpp"
#include "amount.hpp"
#include "detail/interner.hpp"
#include "in_batches.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace trav::detail {

/// `Number` is the type of band numbers.
template <class Number>
class Counts {
  public:
    /// Makes rows with one band for each of `breakdowns` breakdowns.
    explicit Counts(std::size_t breakdowns) : rows_(Rows{breakdowns}), breakdowns_(breakdowns) {}

    /// Finds the row of each object. `bands` has the bands of at most batch_size objects, one after the
    /// other.
    void rows(Number const* bands, std::size_t count, std::uint32_t* rows) {
        each_stretch(bands, count, [rows](std::uint32_t row, std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i != end; ++i) rows[i] = row;
        });
    }
    std::vector<Number> bands(std::uint32_t row) const {
        auto const* const bands = rows_[row].bands;
        return {bands, bands + breakdowns_};
    }

    /// Begins a new count, and forgets the previous one.
    void begin_sample() { now_.assign(now_.size(), Amount{}); }
    /// Counts objects with these bands and sizes, or uncounts them.
    void add(Number const* bands, std::size_t count, std::uint64_t const* bytes, bool back = false) {
        each_stretch(bands, count, [&](std::uint32_t row, std::size_t begin, std::size_t end) {
            while (row >= now_.size()) now_.push({});
            Amount sum{0, end - begin};
            for (std::size_t i = begin; i != end; ++i) sum.bytes += bytes[i];
            if (back) now_[row] -= sum;
            else now_[row] += sum;
        });
    }
    /// The counted amounts.
    struct Counted {
        std::uint32_t row;
        Amount amount;
    };
    using Sample = Array<Counted>;
    Sample sample() const {
        std::size_t counted = 0;
        for (Amount const& amount : now_) counted += std::size_t{amount.objects != 0};
        Sample sample(counted);
        Counted* next = sample.begin();
        for (std::uint32_t row = 0; row != now_.size(); ++row)
            if (now_[row].objects != 0) *next++ = {row, now_[row]};
        return sample;
    }

  private:
    static constexpr std::size_t few_rows = 4096;

    /// Calls f(row, begin, end) for each stretch of objects in the same row.
    TRAV_INLINE void each_stretch(Number const* bands, std::size_t count, auto const& f) {
        auto const row = [&](std::size_t i) { return Row{bands + i * breakdowns_, breakdowns_}; };
        if (count == 0) return;
        Number differences = 0;  // neighbours often have equal bands
        for (std::size_t i = breakdowns_; i < count * breakdowns_; ++i)
            differences |= bands[i] ^ bands[i - breakdowns_];
        if (differences == 0) return f(rows_.intern(row(0)), 0, count);
        if (rows_.size() < few_rows) {  // they are in the cache
            for (std::size_t begin = 0, end = 0; begin != count; begin = end) {
                do ++end;
                while (end != count && row(end) == row(begin));
                f(rows_.intern(row(begin), Hash{}(row(begin))), begin, end);
            }
            return;
        }
        std::array<std::uint64_t, batch_size> hashes;
        std::array<std::size_t, batch_size + 1> begins;
        std::size_t stretches = 0;
        for (std::size_t i = 0; i != count; ++stretches) {
            begins[stretches] = i;
            hashes[stretches] = rows_.expect(row(i));
            do ++i;
            while (i != count && row(i) == row(i - 1));
        }
        begins[stretches] = count;
        for (std::size_t i = 0; i != stretches; ++i)
            f(rows_.intern(row(begins[i]), hashes[i]), begins[i], begins[i + 1]);
    }
    struct Row {
        Number const* bands;
        std::size_t size;

        friend constexpr bool operator==(Row const& a, Row const& b) {
            for (std::size_t i = 0; i != a.size; ++i)  // for a few words, std::equal would call memcmp
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
    GrowingArray<Amount> now_;  // by row
};

}  // namespace trav::detail
