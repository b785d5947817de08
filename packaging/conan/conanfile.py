"""Conan 2: conan create packaging/conan"""

import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.files import copy, load


class Trav(ConanFile):
    name = "trav"
    description = "Walks object graphs: heap traversals and heap profilers"
    license = "BSL-1.0"
    package_type = "header-library"
    settings = "compiler"
    no_copy_source = True

    def _checkout(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        header = load(self, os.path.join(self._checkout(), "include", "trav", "version.hpp"))
        self.version = ".".join(re.findall(r"_(?:MAJOR|MINOR|PATCH) (\d+)", header))

    def export_sources(self):
        copy(self, "LICENSE", self._checkout(), self.export_sources_folder)
        copy(self, "include/*", self._checkout(), self.export_sources_folder)

    def validate(self):
        check_min_cppstd(self, 20)

    def package_id(self):
        self.info.clear()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        copy(self, "include/*", self.source_folder, self.package_folder)

    def package_info(self):
        self.cpp_info.bindirs = []
        self.cpp_info.libdirs = []
