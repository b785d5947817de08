# An overlay port of the checkout that it lies in: vcpkg install trav --overlay-ports=packaging/vcpkg
set(VCPKG_BUILD_TYPE release) # there are only headers
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
vcpkg_check_features(OUT_FEATURE_OPTIONS options
    INVERTED_FEATURES
        hana CMAKE_DISABLE_FIND_PACKAGE_Boost
        views CMAKE_DISABLE_FIND_PACKAGE_range-v3
        dump CMAKE_DISABLE_FIND_PACKAGE_ZLIB
        report CMAKE_DISABLE_FIND_PACKAGE_fmt)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS -DTRAV_INSTALL=ON -DTRAV_DEVELOP=OFF ${options})
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/trav)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/lib")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
