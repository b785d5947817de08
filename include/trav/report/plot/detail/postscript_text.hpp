// trav/report/plot/detail/postscript_text.hpp: texts in PostScript, and the procedures that a drawing uses.
#pragma once

#include "characters.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace trav::plot::detail {

/// A text in Latin 1, in parentheses.
inline std::string ps_string(std::u32string const& text) {
    std::string result = "(";
    for (char32_t const c : text) {
        if (c == '(' || c == ')' || c == '\\') result += '\\';
        if (c < 0x7F) result += static_cast<char>(c);
        else result += c <= 0xFF ? fmt::format("\\{:03o}", static_cast<unsigned>(c)) : "?";
    }
    return result + ')';
}
/// The same for UTF-8.
inline std::string ps_string(std::string_view text) { return ps_string(characters(text)); }

// ISO Latin 1 has a minus sign at the code of the hyphen.
inline constexpr std::string_view postscript_prolog =
    R"(/latin { findfont dup length dict begin { 1 index /FID ne { def } { pop pop } ifelse } forall
  /Encoding ISOLatin1Encoding 256 array copy dup 45 /hyphen put def currentdict end definefont } def
/small { /H 10 selectfont } def  /large { /H 12 selectfont } def
/left { moveto show } def
/middle { moveto dup stringwidth pop 2 div neg 0 rmoveto show } def
/right { moveto dup stringwidth pop neg 0 rmoveto show } def
/from { newpath moveto } def  /to { lineto } def
/rectangle { 4 2 roll from exch dup 0 rlineto 0 3 -1 roll rlineto neg 0 rlineto closepath } def
/fill-and-stroke { gsave setrgbcolor fill grestore stroke } def
)";

}  // namespace trav::plot::detail
