// trav/profile/symbols.hpp: Symbols, which finds the function at an address in the symbols of the
// program and its libraries. If the program is stripped, the result is the file and the address in it
// instead, for addr2line. For ELF systems.
#pragma once

#include "../detail/compiler.hpp"
#include "../graph/type_name.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#if __has_include(<cxxabi.h>)
#include <cxxabi.h>
#endif
#if __has_include(<link.h>)
#include <link.h>
#include <unistd.h>
#endif

namespace trav::detail {

/// A C++ name in readable form, without the parameters of a function.
inline std::string function_name(char const* mangled) {
#if __has_include(<cxxabi.h>)
    std::unique_ptr<char, void (*)(void*)> const demangled(
        abi::__cxa_demangle(mangled, nullptr, nullptr, nullptr), std::free);
    std::string name = demangled ? demangled.get() : mangled;
#else
    std::string name = mangled;
#endif
    std::size_t at = name.rfind(')');
    for (int open = 0; at != name.npos && at != 0; --at) {
        open += name[at] == ')' ? 1 : name[at] == '(' ? -1 : 0;
        if (open == 0) break;
    }
    if (at != name.npos && at != 0) name.erase(at);
    return plain_name(name);
}

/// Whether a mangled name belongs to the standard library or to malloc, which allocate for their callers.
inline bool is_of_library(std::string_view name) {
    if (name == "malloc" || name == "calloc" || name == "realloc" || name == "strdup") return true;
    if (!name.starts_with("_Z")) return false;
    name.remove_prefix(2);
    if (name.starts_with("nw") || name.starts_with("na")) return true;  // operator new
    if (name.starts_with('N')) name.remove_prefix(1);
    if (name.starts_with('K')) name.remove_prefix(1);
    return name.starts_with("9__gnu_cxx") ||
           (name.size() > 1 && name[0] == 'S' && std::string_view("tabsiod").find(name[1]) != name.npos);
}

#if __has_include(<link.h>)

class Symbols {
  public:
    /// The innermost caller outside the standard library and malloc.
    std::string site(std::span<void const* const> callers) {
        for (void const* const caller : callers) {
            Function const* const function = find(caller);
            if (function == nullptr) return place(caller);
            if (!is_of_library(function->name)) return function_name(function->name.c_str());
        }
        return callers.empty() ? "?" : function_name(find(callers.front())->name.c_str());
    }
    /// The function that contains a call; its file and address if the function has no symbol.
    std::string name(void const* caller) {
        Function const* const function = find(caller);
        return function != nullptr ? function_name(function->name.c_str()) : place(caller);
    }

  private:
    struct Function {
        std::uintptr_t first, end;  // relative to the module
        std::string name;           // mangled
    };
    struct Module {
        std::uintptr_t base = 0;
        std::string file;
        std::vector<Function> functions;
    };

    /// A return address is the next instruction, which may be the start of another function.
    static std::uintptr_t call_before(void const* caller) {
        return reinterpret_cast<std::uintptr_t>(caller) - 1;
    }
    Function const* find(void const* caller) {
        Module const* const module = module_of(call_before(caller));
        if (module == nullptr) return nullptr;
        std::uintptr_t const address = call_before(caller) - module->base;
        auto const after = std::ranges::upper_bound(module->functions, address, {}, &Function::first);
        if (after == module->functions.begin() || address >= after[-1].end) return nullptr;
        return &after[-1];
    }
    std::string place(void const* caller) {
        Module const* const module = module_of(call_before(caller));
        if (module == nullptr) return "?";
        char digits[16];
        auto const end =
            std::to_chars(digits, digits + sizeof digits, call_before(caller) - module->base, 16);
        std::string const file = module->file == program ? file_of_program() : module->file;
        return file.substr(file.rfind('/') + 1) + "+0x" + std::string(digits, end.ptr);
    }
    static std::string file_of_program() {
        char path[4096];
        auto const size = readlink(program, path, sizeof path);
        return size > 0 ? std::string(path, static_cast<std::size_t>(size)) : program;
    }
    /// The program or library at an address.
    Module const* module_of(std::uintptr_t address) {
        struct Search {
            std::uintptr_t address, base;
            char const* file;
        } search{address, 0, nullptr};
        auto const look = [](dl_phdr_info* info, std::size_t, void* data) {
            auto& wanted = *static_cast<Search*>(data);
            for (unsigned i = 0; i != info->dlpi_phnum; ++i) {
                auto const& segment = info->dlpi_phdr[i];
                if (segment.p_type != PT_LOAD) continue;
                if (wanted.address - info->dlpi_addr - segment.p_vaddr >= segment.p_memsz) continue;
                wanted.base = info->dlpi_addr;
                wanted.file = *info->dlpi_name != '\0' ? info->dlpi_name : program;
                return 1;
            }
            return 0;
        };
        if (dl_iterate_phdr(look, &search) == 0) return nullptr;
        auto found = modules_.find(search.base);
        if (found == modules_.end())
            found = modules_.emplace(search.base, Module{search.base, search.file, functions_of(search.file)})
                        .first;
        return &found->second;
    }
    static std::vector<Function> functions_of(std::string const& file) {
        using Header = ElfW(Ehdr);
        using Section = ElfW(Shdr);
        using Symbol = ElfW(Sym);
        std::vector<Function> functions;
        std::ifstream in(file, std::ios::binary);
        auto const read = [&](auto& items, std::size_t offset) {
            in.seekg(static_cast<std::streamoff>(offset));
            in.read(reinterpret_cast<char*>(items.data()),
                    static_cast<std::streamsize>(items.size() * sizeof items[0]));
        };
        std::vector<Header> header(1);
        read(header, 0);
        if (!in || header[0].e_shentsize != sizeof(Section)) return functions;
        std::vector<Section> sections(header[0].e_shnum);
        read(sections, header[0].e_shoff);
        if (!in) return functions;
        auto table = std::ranges::find(sections, SHT_SYMTAB, &Section::sh_type);
        if (table == sections.end())  // stripped: exported symbols only
            table = std::ranges::find(sections, SHT_DYNSYM, &Section::sh_type);
        if (table == sections.end() || table->sh_link >= sections.size()) return functions;
        std::vector<Symbol> symbols(table->sh_size / sizeof(Symbol));
        read(symbols, table->sh_offset);
        std::vector<char> names(sections[table->sh_link].sh_size);
        read(names, sections[table->sh_link].sh_offset);
        if (!in) return functions;
        names.push_back('\0');
        for (Symbol const& symbol : symbols)
            if ((symbol.st_info & 0xf) == STT_FUNC && symbol.st_size != 0 && symbol.st_name < names.size())
                functions.push_back(
                    {symbol.st_value, symbol.st_value + symbol.st_size, names.data() + symbol.st_name});
        std::ranges::sort(functions, [](Function const& a, Function const& b) {
            return a.first != b.first ? a.first < b.first : a.name < b.name;
        });
        return functions;
    }

    static constexpr char const* program = "/proc/self/exe";
    std::map<std::uintptr_t, Module> modules_;
};

#else

class Symbols {
  public:
    std::string site(std::span<void const* const>) { return "?"; }
    std::string name(void const*) { return "?"; }
};

#endif

}  // namespace trav::detail
