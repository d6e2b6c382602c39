# Random expressions of C over variables of all types: is an invariant true exactly where the compiler says so?
# usage: invariants_c.py OMEN SEED COUNT, in an empty folder. Used by invariants.sh.
import random, subprocess, sys
omen, seed, n = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
random.seed(seed)
GLOBALS = '''#include <stdio.h>
enum e { E1 = 3, E2 = -4 };
struct s { unsigned lo : 3; int hi : 5; long w; struct s *n; short a[3]; };
signed char c = -7; unsigned char uc = 250; short sh = -300; unsigned short us = 65000; int i = -12345; unsigned u = 4000000000u;
long l = -5000000000; unsigned long ul = 18000000000000000000ul; float f = 1.1f; double d = -2.75; _Bool b = 1;
enum e en = E2; int a[4] = {5, -6, 7, -8}; struct s st2 = {6, -9, 77, 0, {1, -2, 3}}, st = {5, -11, -123456789012, &st2, {-3, 2, 9}};
int *p = &a[1]; struct s *ps = &st; int x = 2;
'''
INT = ['c', 'uc', 'sh', 'us', 'i', 'u', 'l', 'ul', 'b', 'en', 'E1', 'E2', 'a[0]', 'a[x]', 'a[x + 1]', '*p', 'p[1]', 'p[-1]', 'st.lo', 'st.hi', 'st.w',
       'ps->lo', 'ps->n->hi', 'ps->n->a[x]', 'st.a[1]', '(*ps).w', "'a'", "'\\\\n'".replace('\\\\', '\\'), '7', '0x7fffffff', '0x80000000', '3000000000', '5u', '9l',
       'sizeof(long)', 'sizeof a', '(int)f', '(long)d', '(unsigned char)i', '(signed char)us', '(short)l', '(_Bool)c', '(p - a)', '(&a[3] - p)']
FLT = ['f', 'd', '1.5', '2.5f', '1e3', '(float)i', '(double)u', '(float)ul']
PTR = ['p', '&a[1]', '&a[x]', 'a', 'p + 1', '&ps->n->w == 0 ? 0 : p', '(int *)0']
def ie(k):
    if k == 0 or random.random() < .15: return random.choice(INT)
    r = random.random()
    if r < .35: return f'({ie(k-1)} {random.choice("+ - * & | ^".split())} {ie(k-1)})'
    if r < .45: return f'({ie(k-1)} {random.choice("/ %".split())} ({ie(k-1)} | 1))'
    if r < .53: return f'({ie(k-1)} {random.choice(["<<", ">>"])} {random.randrange(8)})'
    if r < .63: return f'({random.choice("-~!+")}({ie(k-1)}))'
    if r < .75: return f'({random.choice(["int","unsigned","long","unsigned long","short","unsigned char","signed char","_Bool","unsigned short"])})({ie(k-1)})'
    if r < .88: return ce(k)
    return f'({ce(k-1)} ? {ie(k-1)} : {ie(k-1)})'
def fe(k):
    if k == 0: return random.choice(FLT)
    r = random.random()
    if r < .5: return f'({fe(k-1)} {random.choice("+ - * /".split())} {random.choice([fe, ie])(k-1)})'
    if r < .7: return f'(-{fe(k-1)})'
    return f'(float)({fe(k-1)})'
def ce(k):
    k = max(k, 1); r = random.random()
    cmp = random.choice('< <= > >= == !='.split())
    if r < .45: return f'({ie(k-1)} {cmp} {ie(k-1)})'
    if r < .65: return f'({fe(k-1)} {cmp} {random.choice([fe, ie])(k-1)})'
    if r < .75: return f'(({random.choice(PTR)}) {cmp} ({random.choice(PTR)}))'
    if r < .9: return f'({ce(k-1)} {random.choice(["&&", "||"])} {ce(k-1)})'
    return f'(!{ce(k-1)})'
bad = total = 0
while total < n:
    exprs = ['(x > 0) && ' + e if random.random() < .5 else f'x != 99 && ({e})' for e in (random.choice([ce, ie])(random.randrange(1, 5)) for _ in range(30))]
    open('d.c', 'w').write(GLOBALS + 'int main(void) {\n' + ''.join(f'  printf("%d\\n", !!({e}));\n' for e in exprs) + '  x = 3; x = 2;\n  return 0;\n}\n')
    r = subprocess.run([omen, 'cc', '-g', '-O0', '-fwrapv', '-w', 'd.c', '-o', 'd'], stderr=subprocess.PIPE)
    if r.returncode: sys.exit(r.stderr.decode())
    truth = subprocess.run(['./d'], stdout=subprocess.PIPE).stdout.split()
    args = sum((['--invariant', e] for e in exprs), [])
    r = subprocess.run([omen, 'run', '-q', '-o', 'd.rec', *args, '--', './d'], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if r.returncode: sys.exit(r.stderr.decode() + str(r.returncode))
    says = [l for l in open('d.rec/outcome') if l.startswith(('says', 'note'))]
    for e, t in zip(exprs, truth):
        total += 1
        never = any(f'{e} was never true' in l for l in says)
        broken = any(f'{e} violated' in l for l in says)
        if t == b'1' and never or t == b'0' and not (never or broken):
            bad += 1; print('WRONG', t, e, [l for l in says if e in l])
print(total, 'expressions,', bad, 'wrong')
sys.exit(bad != 0)
