// A heap profile from GHC, drawn as SVG and as PostScript.
#include <trav/report/hp/reader.hpp>
#include <trav/report/plot/aux_file.hpp>
#include <trav/report/plot/postscript.hpp>
#include <trav/report/plot/summary.hpp>
#include <trav/report/plot/svg.hpp>

#include <iostream>
#include <sstream>

int main() {
    std::ostringstream svg, eps, aux;

    trav::HpFile const profile = trav::read_hp("example/data/Biography.hp");
    auto const traces = trav::plot::traces(profile, {.limit = 10});
    auto const shades = trav::plot::shades(traces, trav::plot::Ink::colour);
    trav::plot::write_svg(svg, traces);
    trav::plot::write_postscript(eps, traces, shades, {.width = 400});
    trav::plot::write_aux(aux, traces, shades);
    std::cout << trav::plot::summary(traces);

    bool const drawn = svg.str().ends_with("</svg>\n") && eps.str().starts_with("%!PS-Adobe-3.0 EPSF-3.0");
    return drawn && aux.str().find("ORDER VOID 4\n") != std::string::npos ? 0 : 1;
}
