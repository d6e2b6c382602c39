// A small stack machine whose program is the text: digits push, + - * & | x do, d doubles, j jumps back if not zero.
#include "text.h"
static uint32_t work(void) {
  uint32_t stack[32] = {0}, steps = 0, pc = 0, sum = 0;
  unsigned top = 0;
  while (pc < length && steps++ < 400) {
    char op = text[pc++];
    uint32_t a = top ? stack[top - 1] : 0, b = top > 1 ? stack[top - 2] : 0;
    switch (op) {
    case '0': case '1': case '2': case '3': case '4': case '5': case '6': case '7': case '8': case '9':
      if (top < 32) stack[top++] = (uint32_t)(op - '0');
      break;
    case '+': if (top > 1) stack[--top - 1] = a + b; break;
    case '-': if (top > 1) stack[--top - 1] = b - a; break;
    case '*': if (top > 1) stack[--top - 1] = a * b; break;
    case '&': if (top > 1) stack[--top - 1] = a & b; break;
    case '|': if (top > 1) stack[--top - 1] = a | b; break;
    case 'x': if (top > 1) stack[--top - 1] = a ^ b; break;
    case 'd': if (top && top < 32) stack[top++] = a; break;
    case 'j':
      if (top) {
        top--;
        if (a && pc > 4) pc -= 4;
      }
      break;
    case '.': sum = sum * 33 + a; break;
    default: break;
    }
  }
  return sum + steps;
}
