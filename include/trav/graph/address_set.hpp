// trav/graph/address_set.hpp: a set of addresses, which numbers its members in ascending order.
//
// Members are multiples of 8. Each piece of 64 KB that contains a member takes 2 KB: a bit for every 8 bytes,
// and a number for every 64 bits. Each region of 64 MB with such pieces takes 8 KB. Both appear with their
// first member, so gaps between arenas or mapped files cost nothing.
#pragma once

#include "../detail/compiler.hpp"
#include "../detail/growing_array.hpp"
#include "../detail/regions.hpp"
#include "../detail/unique_ptr.hpp"

#include <cstddef>
#include <cstdint>

namespace trav::detail {

class AddressSet {
    static constexpr unsigned unit_bits = 3, word_bits = 9, piece_bits = 16, region_bits = 26;
    static constexpr std::size_t words = std::size_t{1} << (piece_bits - word_bits);

    struct Word {
        std::uint64_t bits;    // for each 8 bytes: whether a member begins there
        std::uint64_t before;  // members before this word, once they are numbered
    };
    struct Piece {
        Word word[words];
    };
    struct Region {
        UniquePtr<Piece> piece[std::size_t{1} << (region_bits - piece_bits)];
    };

  public:
    static constexpr std::size_t none = ~std::size_t{0};

    /// Members that lie close together and can be read at once.
    struct Block {
        Piece const* piece;
        std::uintptr_t begin;  // address of the piece
        std::uint32_t first, end;
        std::size_t number() const { return static_cast<std::size_t>(piece->word[first].before); }
        std::uintptr_t address() const { return begin + first * (std::uintptr_t{1} << word_bits); }
    };

    /// Adds a multiple of 8. Returns whether it is new.
    TRAV_ALWAYS_INLINE bool add(std::uintptr_t at) {
        Piece* piece = find_piece(at);
        if (piece == nullptr) [[unlikely]]
            piece = new_piece(at);
        Word& word = piece->word[word_of(at)];
        std::uint64_t const bit = std::uint64_t{1} << bit_of(at);
        bool const fresh = (word.bits & bit) == 0;
        word.bits |= bit;
        return fresh;
    }
    /// An address to prefetch before add(); any address.
    TRAV_ALWAYS_INLINE void const* word_at(std::uintptr_t at) const {
        Piece const* const piece = find_piece(at);
        return piece == nullptr ? nullptr : &piece->word[word_of(at)];
    }

    /// Numbers all members, and returns how many there are. Numbers are invalid after the next add().
    std::size_t number_all(GrowingArray<Block>& blocks) {
        std::uint64_t count = 0;
        blocks.clear();
        regions_.each([&](std::uintptr_t begin, Region& region) {
            for (std::size_t i = 0; i != pieces; ++i)
                if (Piece* const piece = region.piece[i].get())
                    number_piece(*piece, begin + (i << piece_bits), count, blocks);
        });
        return static_cast<std::size_t>(count);
    }
    /// The number of a member; `none` for any other multiple of 8.
    TRAV_ALWAYS_INLINE std::size_t number(std::uintptr_t at) const {
        Piece const* const piece = find_piece(at);
        if (piece == nullptr) [[unlikely]]
            return none;
        Word const& word = piece->word[word_of(at)];
        std::uint64_t const bit = std::uint64_t{1} << bit_of(at);
        if ((word.bits & bit) == 0) [[unlikely]]
            return none;
        return static_cast<std::size_t>(word.before + count_bits(word.bits & (bit - 1)));
    }
    /// Calls f(number) for the members from `begin` up to `end`, in ascending order. Both are multiples of 8.
    TRAV_ALWAYS_INLINE void each_between(std::uintptr_t begin, std::uintptr_t end, auto&& f) const {
        for (std::uintptr_t at = begin; at < end;) {
            Region const* const region = regions_.find(at);
            Piece const* const piece =
                region ? region->piece[at >> piece_bits & (pieces - 1)].get() : nullptr;
            unsigned const gap = piece ? word_bits : region ? piece_bits : region_bits;
            std::uintptr_t const next = ((at >> gap) + 1) << gap;
            if (piece) {
                Word const& word = piece->word[word_of(at)];
                std::uint64_t bits = word.bits & ~std::uint64_t{0} << bit_of(at);
                if (end < next) bits &= (std::uint64_t{1} << bit_of(end)) - 1;
                for (; bits != 0; bits &= bits - 1) {
                    std::uint64_t const lower = (bits & -bits) - 1;
                    f(static_cast<std::size_t>(word.before + count_bits(word.bits & lower)));
                }
            }
            if (next < at) break;  // the end of the address space
            at = next;
        }
    }
    /// Calls f(address, number) for the members of a block, in ascending order.
    TRAV_ALWAYS_INLINE static void each(Block const& block, auto&& f) {
        std::size_t number = block.number();
        for (std::uint32_t w = block.first; w != block.end; ++w)
            for (std::uint64_t bits = block.piece->word[w].bits; bits != 0; bits &= bits - 1) {
                std::size_t const unit = std::size_t{w} * 64 + lowest_bit(bits);
                f(block.begin + (unit << unit_bits), number++);
            }
    }

  private:
    static constexpr std::size_t pieces = std::size_t{1} << (region_bits - piece_bits);
    static constexpr unsigned block_members = 128;

    static constexpr std::size_t word_of(std::uintptr_t at) { return at >> word_bits & (words - 1); }
    static constexpr unsigned bit_of(std::uintptr_t at) { return at >> unit_bits & 63; }
    /// Without the instruction, which older processors lack.
    TRAV_INLINE static std::uint64_t count_bits(std::uint64_t bits) {
        bits -= bits >> 1 & 0x5555555555555555u;
        bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
        return ((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56;
    }

    TRAV_ALWAYS_INLINE Piece* find_piece(std::uintptr_t at) const {
        Region const* const region = regions_.find(at);
        return region ? region->piece[at >> piece_bits & (pieces - 1)].get() : nullptr;
    }
    TRAV_NOINLINE Piece* new_piece(std::uintptr_t at) {
        auto& piece = regions_.made(at).piece[at >> piece_bits & (pieces - 1)];
        piece = UniquePtr(new Piece());
        return piece.get();
    }
    static void number_piece(Piece& piece, std::uintptr_t begin, std::uint64_t& count,
                             GrowingArray<Block>& blocks) {
        std::uint32_t first = 0;
        std::uint64_t in_block = 0;
        for (std::uint32_t w = 0; w != words; ++w) {
            piece.word[w].before = count;
            std::uint64_t const more = count_bits(piece.word[w].bits);
            if (more != 0 && in_block == 0) first = w;
            count += more, in_block += more;
            if (in_block >= block_members || (w + 1 == words && in_block != 0)) {
                blocks.push({&piece, begin, first, w + 1});
                in_block = 0;
            }
        }
    }

    Regions<Region, region_bits> regions_;
};

}  // namespace trav::detail
