/* Children: what they say and how they end comes back. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static int ask(const char *command) {
  char line[100] = "";
  FILE *f = popen(command, "r");
  if (!f) return 99;
  while (fgets(line, sizeof line, f)) printf("child: %s", line);
  return pclose(f);
}
int main(int argc, char **argv) {
  int fds[2], status, fd = open("data/settings", O_RDONLY); /* the number is used again */
  char text[32] = "";
  if (fd < 0 || read(fd, text, 5) != 5) return 2;
  close(fd);
  printf("%s\n", text);
  int first = ask("echo one; echo two");
  int second = ask("echo three; exit 3");
  if (pipe(fds)) return 3;
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    if (write(fds[1], "hello", 5) != 5) _exit(1);
    _exit(4);
  }
  close(fds[1]);
  memset(text, 0, sizeof text);
  ssize_t n = read(fds[0], text, 20);
  if (waitpid(pid, &status, 0) != pid) return 5;
  printf("%d %d %d %zd <%s> %s\n", first, WEXITSTATUS(second), WEXITSTATUS(status), n, text,
         argc > 1 ? argv[1] : "nothing");
  return system("exit 6") >> 8;
}
