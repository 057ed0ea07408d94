/* Stands between a reducer and a test: every run is written down, so that all reducers are counted alike.
 *
 * TEST, INPUT and LOG are given when it is compiled: the test, the name of the input, and the file that gets two lines
 * a run, "+ PID SECONDS BYTES TOKENS" before it and "- PID SECONDS CODE" after it. A run that the reducer kills has no
 * second line.
 */
#include <ctype.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

static void note(const char *line) {
    int log = open(LOG, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (log >= 0 && write(log, line, strlen(line)) < 0) _exit(125);
    close(log);
}

/* A word of letters, digits and _ is a token, and so is any other character that is no space. */
static void measure(const char *path, long *bytes, long *tokens) {
    unsigned char buffer[65536];
    int inside = 0, file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size;
    *bytes = *tokens = 0;
    while (file >= 0 && (size = read(file, buffer, sizeof buffer)) > 0) {
        *bytes += size;
        for (ssize_t at = 0; at < size; at++) {
            unsigned char here = buffer[at];
            int word = here < 128 && (isalnum(here) || here == '_');
            int continues = (here & 0xC0) == 0x80;
            if (word ? !inside : !continues && !isspace(here)) ++*tokens;
            inside = word;
        }
    }
    if (file >= 0) close(file);
}

int main(int count, char **arguments) {
    char line[128];
    int status;
    long bytes, tokens;
    measure(count > 1 ? arguments[1] : INPUT, &bytes, &tokens);
    snprintf(line, sizeof line, "+ %d %.4f %ld %ld\n", getpid(), now(), bytes, tokens);
    note(line);
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        execv(TEST, arguments);
        _exit(126);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0) return 125;
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    snprintf(line, sizeof line, "- %d %.4f %d\n", getpid(), now(), code);
    note(line);
    return code;
}
