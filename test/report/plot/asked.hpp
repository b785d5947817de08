// Converts a string of hp2ps's flags to this library's parameters. For the tests only, and the flags that
// they use.
#pragma once

#include <trav/report/hp/reader.hpp>
#include <trav/report/plot/aux_file.hpp>
#include <trav/report/plot/layout.hpp>
#include <trav/report/plot/shade.hpp>

#include <sstream>
#include <stdexcept>
#include <string>

struct Asked {
    trav::plot::Choice choice;
    trav::plot::Layout layout;
    trav::plot::Ink ink = trav::plot::Ink::grey;
    bool previous = false;

    // "-d -m4"; the words may also be separated by ':'.
    explicit Asked(std::string flags) {
        for (char& c : flags)
            if (c == ':') c = ' ';
        std::istringstream in(flags);
        for (std::string flag; in >> flag;) {
            std::string const value = flag.substr(2);
            if (flag == "-d") choice.order = trav::plot::Order::deviation;
            else if (flag == "-i" || flag == "-i+") choice.order = trav::plot::Order::name;
            else if (flag == "-i-") choice.order = trav::plot::Order::name_reversed;
            else if (flag == "-y") choice.marks = false;
            else if (flag == "-c") ink = trav::plot::Ink::colour;
            else if (flag == "-p") previous = true;
            else if (flag == "-b") layout.title = trav::plot::TitleBox::big;
            else if (flag == "-s") layout.title = trav::plot::TitleBox::small;
            else if (flag == "-g") layout.upright = true;
            else if (flag == "-M") layout.key = trav::plot::Key::apart;
            else if (flag[1] == 'm') choice.limit = std::stoul(value);
            else if (flag[1] == 't') choice.threshold = std::stod(value);
            else if (flag[1] == 'e') layout.width = std::stod(value);
            else throw std::invalid_argument(flag);
        }
        if (choice.limit > 20) layout.key = trav::plot::Key::apart;
        if (choice.limit == 0 && layout.key != trav::plot::Key::apart) layout.key = trav::plot::Key::nowhere;
    }
};

inline trav::HpFile parse_hp(std::string const& text) {
    std::istringstream in(text);
    return trav::read_hp(in, "x.hp");
}

// Makes a profile from samples of the form "time label value label value ...", one per line.
inline trav::HpFile profile(std::string const& samples, std::string const& job = "job") {
    trav::HpFile file{.header = {job, "today", "seconds", "bytes"}};
    std::istringstream lines(samples);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream in(line);
        trav::HpSample sample{0};
        in >> sample.time;
        trav::HpBand band{"", 0};
        while (in >> band.label >> band.value) sample.bands.push_back(band);
        file.samples.push_back(sample);
    }
    return file;
}

// The .aux file for a .hp file.
inline std::string aux_of(std::string const& hp, Asked const& asked,
                          trav::plot::Saved const* saved = nullptr) {
    auto const traces = trav::plot::traces(parse_hp(hp), asked.choice, saved);
    std::ostringstream out;
    trav::plot::write_aux(out, traces, trav::plot::shades(traces, asked.ink, saved));
    return out.str();
}
