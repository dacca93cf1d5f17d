// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later

// peakmemory FILE PROGRAM [ARGUMENT]...: runs the program and writes its peak of resident memory,
// in KiB, to the file; ends as it did. What starts a process counts into that one's peak, so this
// one is small.
#include <cstdio>

#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    if (argc < 3)
        return 64;
    pid_t child = 0;
    if (posix_spawnp(&child, argv[2], nullptr, nullptr, argv + 2, environ) != 0)
        return 127;
    int status = 0;
    rusage usage {};
    if (wait4(child, &status, 0, &usage) != child)
        return 1;
    std::FILE *file = std::fopen(argv[1], "w");
    if (!file)
        return 1;
    std::fprintf(file, "%ld\n", usage.ru_maxrss);
    return std::fclose(file) == 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
