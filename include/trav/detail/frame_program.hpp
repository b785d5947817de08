// trav/detail/frame_program.hpp: FrameProgram, the unwind table of one function: how to find its caller from
// the registers rsp and rbp.
//
// For x86-64 and ELF. Frames that need more than this, as after a signal or with a realigned stack, are
// `complex`: the caller must ask the system's unwinder. Sources: the DWARF 4 standard, section 6.4; the Linux
// Standard Base, section 10.6 (.eh_frame); the System V ABI for x86-64, section 3.7.
#pragma once

#include "compiler.hpp"

#include <cstddef>
#include <cstdint>

namespace trav::detail {

/// How to find the frame of the caller. The canonical frame address (CFA) is the value of rsp before the
/// call; the return address lies below it.
struct FrameRule {
    enum class Kind : unsigned char { none, complex, outermost, from_rsp, from_rbp };
    Kind kind = Kind::none;
    std::int16_t rbp = 0;  ///< where rbp is saved, from the CFA; 0: it is not
    std::int32_t cfa = 0;  ///< the CFA, from rsp or rbp
};

/// Reads call frame information.
class FrameTable {
  public:
    explicit FrameTable(std::uintptr_t at) : at_(reinterpret_cast<unsigned char const*>(at)) {}

    std::uintptr_t place() const { return reinterpret_cast<std::uintptr_t>(at_); }
    void skip(std::size_t bytes) { at_ += bytes; }
    template <class T>
    T read() {
        T value;
        copy_bytes(&value, at_, sizeof value);
        at_ += sizeof value;
        return value;
    }
    std::uint64_t uleb() {
        std::uint64_t value = 0;
        unsigned char byte;
        unsigned shift = 0;
        do {
            byte = *at_++;
            if (shift < 64) value |= std::uint64_t{byte & 0x7Fu} << shift;
            shift += 7;
        } while (byte & 0x80);
        return value;
    }
    std::int64_t sleb() {
        unsigned char const* const first = at_;
        std::uint64_t value = uleb();
        auto const shift = static_cast<unsigned>(7 * (at_ - first));
        if (shift < 64 && (at_[-1] & 0x40)) value |= ~std::uint64_t{0} << shift;
        return static_cast<std::int64_t>(value);
    }
    /// A pointer in one of DWARF's encodings. Sets `failed` for an encoding that compilers do not use.
    std::uintptr_t pointer(unsigned encoding, std::uintptr_t base, bool& failed) {
        std::uintptr_t const from = (encoding & 0x70) == 0x10   ? place()
                                    : (encoding & 0x70) == 0x30 ? base
                                                                : 0;
        failed |= (encoding & 0x70) != 0 && from == 0;
        switch (encoding & 0x0F) {
        case 0x00:
        case 0x04: return from + read<std::uint64_t>();
        case 0x0C: return from + static_cast<std::uintptr_t>(read<std::int64_t>());
        case 0x03: return from + read<std::uint32_t>();
        case 0x0B: return from + static_cast<std::uintptr_t>(std::intptr_t{read<std::int32_t>()});
        default: failed = true; return 0;
        }
    }

  private:
    unsigned char const* at_;
};

/// The call frame instructions of one function, up to an address in it.
class FrameProgram {
  public:
    /// The rule at `pc`, according to a frame description entry (FDE).
    static FrameRule rule(std::uintptr_t fde, std::uintptr_t pc) {
        FrameTable entry(fde);
        auto const length = entry.read<std::uint32_t>();
        std::uintptr_t const end = entry.place() + length;
        std::uintptr_t const id = entry.place();
        auto const to_cie = entry.read<std::uint32_t>();
        if (length == 0 || length == 0xFFFFFFFF || to_cie == 0) return {FrameRule::Kind::complex};
        FrameProgram program;
        program.read_cie(id - to_cie);
        program.first_ = program.now_;
        program.location_ = entry.pointer(program.encoding_, 0, program.complex_);
        std::uintptr_t const size = entry.pointer(program.encoding_ & 0x0F, 0, program.complex_);
        if (program.complex_) return {FrameRule::Kind::complex};
        if (pc - program.location_ >= size) return {FrameRule::Kind::complex};
        if (program.augmented_) entry.skip(entry.uleb());
        program.run(entry, end, pc);
        return program.result();
    }

  private:
    struct State {
        std::uint64_t cfa_register = 0;
        std::int64_t cfa = 0, rbp = 0;
        bool outermost = false;
    };
    static constexpr std::uint64_t rbp = 6, rsp = 7, return_address = 16;

    void read_cie(std::uintptr_t at) {
        FrameTable cie(at);
        std::uintptr_t const end = cie.place() + sizeof(std::uint32_t) + cie.read<std::uint32_t>();
        cie.skip(sizeof(std::uint32_t));
        auto const version = cie.read<unsigned char>();
        FrameTable letters = cie;
        while (cie.read<char>() != 0) {}
        code_unit_ = cie.uleb();
        data_unit_ = cie.sleb();
        std::uint64_t const column = version == 1 ? cie.read<unsigned char>() : cie.uleb();
        complex_ |= column != return_address || (version != 1 && version != 3);
        for (char letter = letters.read<char>(); letter != 0 && !complex_; letter = letters.read<char>()) {
            if (letter == 'z') augmented_ = true, cie.uleb();
            else if (letter == 'R') encoding_ = cie.read<unsigned char>();
            else if (letter == 'L') cie.skip(1);
            else if (letter == 'P') {
                auto const encoding = cie.read<unsigned char>();
                cie.pointer(encoding & 0x7F, 0, complex_);
            } else complex_ = true;  // 'S': the frame of a signal handler
        }
        if (!complex_) run(cie, end, ~std::uintptr_t{0});
    }

    /// Runs instructions until the location is behind `pc`.
    void run(FrameTable code, std::uintptr_t end, std::uintptr_t pc) {
        while (code.place() < end && !complex_) {
            auto const op = code.read<unsigned char>();
            std::uint64_t const low = op & 0x3F;
            switch (op >> 6) {
            case 1:
                if (advance(low, pc)) return;
                continue;
            case 2: save(low, static_cast<std::int64_t>(code.uleb()) * data_unit_); continue;
            case 3: restore(low); continue;
            default: break;
            }
            switch (op) {
            case 0x00: break;  // nop
            case 0x02:
                if (advance(code.read<std::uint8_t>(), pc)) return;
                break;
            case 0x03:
                if (advance(code.read<std::uint16_t>(), pc)) return;
                break;
            case 0x04:
                if (advance(code.read<std::uint32_t>(), pc)) return;
                break;
            case 0x05: {  // offset_extended
                std::uint64_t const reg = code.uleb();
                save(reg, static_cast<std::int64_t>(code.uleb()) * data_unit_);
                break;
            }
            case 0x06: restore(code.uleb()); break;
            case 0x07:  // undefined
                if (code.uleb() == return_address) now_.outermost = true;
                break;
            case 0x08: complex_ |= code.uleb() == return_address; break;  // same_value
            case 0x0A:                                                    // remember_state
                if (depth_ == most) complex_ = true;
                else states_[depth_++] = now_;
                break;
            case 0x0B:  // restore_state
                if (depth_ == 0) complex_ = true;
                else now_ = states_[--depth_];
                break;
            case 0x0C:  // def_cfa
                now_.cfa_register = code.uleb();
                now_.cfa = static_cast<std::int64_t>(code.uleb());
                break;
            case 0x0D: now_.cfa_register = code.uleb(); break;
            case 0x0E: now_.cfa = static_cast<std::int64_t>(code.uleb()); break;
            case 0x10: {  // expression
                std::uint64_t const reg = code.uleb();
                complex_ |= reg == rbp || reg == return_address;
                code.skip(code.uleb());
                break;
            }
            case 0x2E: code.uleb(); break;  // GNU_args_size
            default: complex_ = true;       // def_cfa_expression, and rarer ones
            }
        }
    }
    bool advance(std::uint64_t units, std::uintptr_t pc) {
        location_ += units * code_unit_;
        return location_ > pc;
    }
    void save(std::uint64_t reg, std::int64_t offset) {
        if (reg == rbp) now_.rbp = offset;
        else if (reg == return_address) complex_ |= offset != -8;
    }
    void restore(std::uint64_t reg) {
        if (reg == rbp) now_.rbp = first_.rbp;
    }
    FrameRule result() const {
        using Kind = FrameRule::Kind;
        auto const rbp_at = static_cast<std::int16_t>(now_.rbp);
        auto const cfa = static_cast<std::int32_t>(now_.cfa);
        if (complex_ || rbp_at != now_.rbp || cfa != now_.cfa) return {Kind::complex};
        if (now_.outermost) return {Kind::outermost};
        if (now_.cfa_register != rsp && now_.cfa_register != rbp) return {Kind::complex};
        return {now_.cfa_register == rsp ? Kind::from_rsp : Kind::from_rbp, rbp_at, cfa};
    }

    static constexpr std::size_t most = 8;
    State now_, first_, states_[most];
    std::size_t depth_ = 0;
    std::uintptr_t location_ = 0;
    std::uint64_t code_unit_ = 1;
    std::int64_t data_unit_ = 1;
    unsigned encoding_ = 0;
    bool augmented_ = false, complex_ = false;
};

}  // namespace trav::detail
