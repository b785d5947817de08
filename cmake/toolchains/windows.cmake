# 64-bit Windows: Debian's g++-mingw-w64-x86-64-posix and wine64.
set(CMAKE_SYSTEM_NAME Windows)
set(triple x86_64-w64-mingw32)
set(CMAKE_CXX_COMPILER ${triple}-g++-posix)
set(CMAKE_CXX_FLAGS_INIT -Wa,-mbig-obj)
set(emulator /usr/lib/wine/wine64)
include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
