// Drawn: parses a PostScript drawing, to compare hp2ps's drawing of a profile with this library's.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

struct Drawn {
    using Point = std::pair<double, double>;
    using Colour = std::array<double, 3>;

    std::vector<std::string> texts;
    std::vector<std::vector<Point>> polygons;  // without repeated points
    std::vector<Colour> filled, key;           // colours of the polygons; colours of boxes and marks
    std::vector<Point> boxes;                  // origins of boxes and marks
    std::size_t pages = 0;

    explicit Drawn(std::string const& file) {
        std::size_t const prolog = file.find("%%EndSetup");
        std::istringstream lines(prolog == std::string::npos ? file : file.substr(prolog));
        for (std::string line; std::getline(lines, line);)
            if (!line.empty() && line[0] != '%' && line[0] != '/') read(line);
    }

  private:
    void read(std::string line) {
        std::string rest;
        for (std::size_t i = 0; i != line.size(); ++i) {
            if (line[i] != '(') {
                rest += line[i];
                continue;
            }
            texts.emplace_back();
            while (line[++i] != ')') texts.back() += line[i] == '\\' ? line[++i] : line[i];
        }
        std::istringstream in(rest);
        std::vector<double> numbers;
        for (std::string word; in >> word;) {
            char* end = nullptr;
            double const number = std::strtod(word.c_str(), &end);
            if (*end == '\0') {
                numbers.push_back(number);
                continue;
            }
            std::size_t const n = numbers.size();
            if (word == "moveto" && n >= 2) begin({numbers[n - 2], numbers[n - 1]});
            else if (word == "from") begin({numbers[n - 2], numbers[n - 1]});
            else if (word == "lineto" || word == "to") to({numbers[n - 2], numbers[n - 1]});
            else if (word == "rectangle") begin({numbers[n - 4], numbers[n - 3]});
            else if (word == "setgray") fill({numbers[n - 1], numbers[n - 1], numbers[n - 1]});
            else if (word == "setrgbcolor" || word == "fill-and-stroke")
                fill({numbers[n - 3], numbers[n - 2], numbers[n - 1]});
            else if (word == "showpage") ++pages;
        }
    }
    void begin(Point point) { path_ = {point}; }
    void to(Point point) {
        if (point != path_.back()) path_.push_back(point);
    }
    void fill(Colour colour) {
        if (path_.size() == 1) {
            boxes.push_back(path_[0]);
            key.push_back(colour);
            return;
        }
        while (path_.size() > 1 && path_.back() == path_.front()) path_.pop_back();
        polygons.push_back(path_);
        filled.push_back(colour);
    }

    std::vector<Point> path_;
};

// Whether two numbers are equal up to the precision of their decimals.
inline bool about(double a, double b, double apart = 0.0051) { return std::abs(a - b) <= apart; }

// Optional parts of a comparison, in addition to bands, names, colours and titles.
struct Compared {
    bool places_of_key = true, axes = true;
};

// Whether a text is a number at an axis.
inline bool at_axis(std::string const& text) {
    return !text.empty() && text.find_first_not_of("0123456789.,kM") == std::string::npos;
}

// The difference between two drawings, or "".
inline std::string difference(Drawn ours, Drawn theirs, Compared compared = {}) {
    if (!compared.axes) {
        std::erase_if(ours.texts, at_axis);
        std::erase_if(theirs.texts, at_axis);
    }
    auto const text = [](std::string const& a, std::string const& b) {
        char *end_a = nullptr, *end_b = nullptr;
        double const number_a = std::strtod(a.c_str(), &end_a), number_b = std::strtod(b.c_str(), &end_b);
        std::size_t const gap = a.find("...");  // hp2ps cuts long texts at the end
        if (gap != std::string::npos && a.substr(0, gap) == b.substr(0, gap)) return true;
        // hp2ps always writes times with one decimal.
        return a == b || (*end_a == '\0' && *end_b == '\0' && about(number_a, number_b, 0.0501));
    };
    if (ours.pages != theirs.pages) return "pages";
    if (ours.texts.size() != theirs.texts.size()) return "how many texts";
    for (std::size_t i = 0; i != ours.texts.size(); ++i)
        if (!text(ours.texts[i], theirs.texts[i])) return ours.texts[i] + " instead of " + theirs.texts[i];
    auto const same = [](auto const& a, auto const& b) {
        // One of hp2ps's colours has a tenth less green.
        if (about(b[0], 0.5) && about(b[1], 0.9) && about(b[2], 0)) return about(a[0], 0.5) && about(a[1], 1);
        for (std::size_t i = 0; i != a.size(); ++i)
            if (!about(a[i], b[i])) return false;
        return true;
    };
    auto const colours = [&](auto const& a, auto const& b) {
        if (a.size() != b.size()) return false;
        for (std::size_t i = 0; i != a.size(); ++i)
            if (!same(a[i], b[i])) return false;
        return true;
    };
    if (!colours(ours.filled, theirs.filled)) return "colours of bands";
    if (!colours(ours.key, theirs.key)) return "colours of the key";
    auto const points = [](auto const& a, auto const& b) {
        if (a.size() != b.size()) return false;
        for (std::size_t i = 0; i != a.size(); ++i)
            if (!about(a[i].first, b[i].first) || !about(a[i].second, b[i].second)) return false;
        return true;
    };
    for (std::size_t i = 0; i != ours.polygons.size(); ++i)
        if (!points(ours.polygons[i], theirs.polygons[i])) return "band " + std::to_string(i);
    return !compared.places_of_key || points(ours.boxes, theirs.boxes) ? "" : "places of the key";
}
