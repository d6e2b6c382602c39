/* Cuts a module into pieces: see pieces.h. In C++ because LLVM offers the copying of modules so. */
#include "build/pieces.h"
#include <cstdlib>
#include <cstring>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/xxhash.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>
#include <string>
#include <vector>

using namespace llvm;

namespace {

enum { DATA = 0 };                      /* the piece that has the variables */
constexpr const char *SUFFIX = ".omen"; /* of what was local: nobody else's name has it */

using Owners = DenseMap<const GlobalValue *, size_t>;

/* Goes into every piece that uses it, and is inlined there. */
bool is_helper(const GlobalValue &v) {
  auto *f = dyn_cast<Function>(&v);
  return f && !f->isDeclaration() && f->hasLocalLinkage() && f->hasFnAttribute(Attribute::AlwaysInline) &&
         f->getName().starts_with("__omen_");
}

size_t owner(const Owners &owners, const GlobalValue &v) {
  auto found = owners.find(&v);
  if (found != owners.end()) return found->second;
  auto *indirect = isa<GlobalAlias>(v) || isa<GlobalIFunc>(v) ? v.getAliaseeObject() : nullptr;
  return indirect && indirect != &v ? owner(owners, *indirect) : DATA;
}

/* ---- where to cut ---- */

const DICompileUnit *unit_of(const Function &f) {
  DISubprogram *s = f.getSubprogram();
  return s ? s->getUnit() : nullptr;
}

/* At the end of a source file, where that has one name out of two: then cuts do not move all the way down
 * when one file grows. Otherwise where there is no more room. */
bool cut_here(uint64_t weight, uint64_t size, const DICompileUnit *last, const DICompileUnit *next) {
  if (weight >= 2 * size) return true;
  if (weight < size / 2 || !last || last == next) return false;
  return weight >= size || (xxh3_64bits(last->getFilename()) & 1);
}

void add(omen_pieces *p, const Function *first) {
  p->v = (omen_module_piece *)realloc(p->v, (p->n + 1) * sizeof *p->v);
  if (!p->v) abort();
  std::string name = first ? "__omen_piece." + utohexstr(xxh3_64bits(first->getName())) : "";
  p->v[p->n++] = omen_module_piece{first ? strdup(name.c_str()) : nullptr, 0, 0};
}

/* ---- where variables are ---- */

constexpr size_t SEVERAL = SIZE_MAX;

/* Calls `visit` for every global that a constant is made from. */
template <class Visit> void each_global(Constant *c, DenseSet<const Constant *> &seen, Visit &visit) {
  if (auto *v = dyn_cast<GlobalValue>(c)) {
    visit(*v);
    return;
  }
  if (isa<ConstantData>(c) || !seen.insert(c).second) return;
  for (Value *o : c->operands())
    if (auto *k = dyn_cast<Constant>(o)) each_global(k, seen, visit);
}

template <class Visit> void each_global(Function &f, DenseSet<const Constant *> &seen, Visit &visit) {
  for (Instruction &i : instructions(f))
    for (Value *o : i.operands())
      if (auto *c = dyn_cast<Constant>(o)) each_global(c, seen, visit);
  for (Value *o : f.operands()) /* personality and the like */
    if (auto *c = dyn_cast<Constant>(o)) each_global(c, seen, visit);
}

const DISubprogram *function_of(const GlobalVariable &g) {
  SmallVector<DIGlobalVariableExpression *, 1> known;
  g.getDebugInfo(known);
  auto *scope = known.empty() ? nullptr : dyn_cast_or_null<DILocalScope>(known[0]->getVariable()->getScope());
  return scope ? scope->getSubprogram() : nullptr;
}

/* A variable is where it is used, if one piece alone does; a function's own is with its function, where its
 * name is told from. All others are in the piece of variables. */
void place_variables(Owners &owners, Module &m) {
  DenseMap<const GlobalValue *, size_t> users;
  DenseMap<const DISubprogram *, size_t> functions;
  for (Function &f : m) {
    if (f.isDeclaration() || is_helper(f)) continue;
    size_t piece = owner(owners, f);
    if (f.getSubprogram()) functions[f.getSubprogram()] = piece;
    auto visit = [&](GlobalValue &v) {
      auto put = users.try_emplace(&v, piece);
      if (put.first->second != piece) put.first->second = SEVERAL;
    };
    DenseSet<const Constant *> seen;
    each_global(f, seen, visit);
  }
  for (GlobalVariable &g : m.globals()) {
    if (g.isDeclaration() || g.getName().starts_with("llvm.")) continue;
    auto used = users.find(&g);
    auto home = functions.find(function_of(g));
    if (home != functions.end())
      owners[&g] = home->second;
    else if (used != users.end() && used->second != SEVERAL)
      owners[&g] = used->second;
  }
}

/* ---- names ---- */

bool numbered(const GlobalVariable &g) {
  return g.hasPrivateLinkage() || g.getName().starts_with("__omen_frame");
}

struct Joiner {
  const Owners &owners;
  DenseSet<GlobalValue *> across;       /* used by another piece than their own */
  DenseSet<const Constant *> looked_at; /* by this piece */
  std::vector<std::pair<GlobalVariable *, std::string>> names;
  DenseSet<const GlobalVariable *> named;
  size_t piece = DATA;
  const GlobalValue *user = nullptr;
  size_t nth = 0; /* of its variables without names */

  void operator()(GlobalValue &v) {
    if (!v.hasLocalLinkage() || is_helper(v)) return;
    if (owner(owners, v) != piece) across.insert(&v);
    auto *g = dyn_cast<GlobalVariable>(&v);
    /* Literals, and what the instrumenter made, are numbered over the whole program: a new one would give all
     * pieces other names. */
    if (g && numbered(*g) && named.insert(g).second)
      names.emplace_back(g, user->getName().str() + ".literal." + std::to_string(nth++));
  }
  template <class What> void look(size_t in, const GlobalValue &who, What &&what) {
    if (in != piece) looked_at.clear();
    piece = in;
    user = &who;
    nth = 0;
    each_global(what, looked_at, *this);
  }
};

const Function *block_of(const Constant *c, DenseSet<const Constant *> &seen) {
  if (auto *b = dyn_cast<BlockAddress>(c)) return b->getFunction();
  if (isa<GlobalValue>(c) || isa<ConstantData>(c) || !seen.insert(c).second) return nullptr;
  for (const Value *o : c->operands())
    if (auto *k = dyn_cast<Constant>(o))
      if (auto *f = block_of(k, seen)) return f;
  return nullptr;
}

/* The function of whose labels the variable is a table; or NULL. */
const Function *labels_of(const GlobalVariable &g) {
  DenseSet<const Constant *> seen;
  return g.hasInitializer() ? block_of(g.getInitializer(), seen) : nullptr;
}

/* A table of labels can only be where the labels are. */
void place_tables(Owners &owners, Module &m) {
  for (GlobalVariable &g : m.globals())
    if (const Function *f = labels_of(g)) owners[&g] = owner(owners, *f);
}

void make_known(GlobalValue &v, const DenseSet<const GlobalValue *> &kept) {
  if (!kept.count(&v)) v.setName(v.getName() + SUFFIX);
  v.setLinkage(GlobalValue::ExternalLinkage);
  v.setVisibility(GlobalValue::HiddenVisibility);
}

/* What assembly may use by its name keeps that. */
void list_used(const Module &m, DenseSet<const GlobalValue *> &kept) {
  SmallVector<GlobalValue *, 16> used;
  collectUsedGlobalVariables(m, used, false);
  collectUsedGlobalVariables(m, used, true);
  kept.insert(used.begin(), used.end());
}

/* The linker would keep one group of a name, and its members are in several pieces now. The program has been
 * linked: there is one definition of each. */
void drop_groups(Module &m) {
  for (GlobalObject &o : m.global_objects()) {
    o.setComdat(nullptr);
    if (o.hasLinkOnceLinkage())
      o.setLinkage(o.hasLinkOnceODRLinkage() ? GlobalValue::WeakODRLinkage : GlobalValue::WeakAnyLinkage);
  }
}

/* ---- one piece ---- */

using Described = DenseSet<const Metadata *>;

/* Each variable is told of where it is; what is no longer there as a variable, with the others. */
void keep_variables(DICompileUnit *u, const Described &mine, const Described &others, bool data) {
  SmallVector<Metadata *, 16> kept;
  for (auto *v : u->getGlobalVariables())
    if (mine.count(v) || (data && !others.count(v))) kept.push_back(v);
  u->replaceGlobalVariables(MDTuple::get(u->getContext(), kept));
}

void describe(Module &m, const DenseSet<DICompileUnit *> &units, const Described &mine,
              const Described &others, bool data) {
  NamedMDNode *all = m.getNamedMetadata("llvm.dbg.cu");
  if (!all) return;
  SmallVector<MDNode *, 16> kept;
  for (MDNode *n : all->operands()) {
    auto *u = cast<DICompileUnit>(n);
    keep_variables(u, mine, others, data);
    if (!data) {
      u->replaceEnumTypes(nullptr);
      u->replaceRetainedTypes(nullptr);
      u->replaceImportedEntities(nullptr);
    }
    if (!u->getGlobalVariables().empty() || units.count(u)) kept.push_back(u);
  }
  all->clearOperands();
  for (MDNode *n : kept) all->addOperand(n);
}

/* All nodes that the piece has, in the order in which they are come upon. */
struct Nodes {
  DenseSet<const MDNode *> seen;
  std::vector<MDNode *> v;

  void add(Metadata *m) {
    auto *n = dyn_cast_or_null<MDNode>(m);
    if (n && seen.insert(n).second) v.push_back(n);
  }
  template <class Has> void add_all(const Has &what) {
    SmallVector<std::pair<unsigned, MDNode *>, 4> its;
    what.getAllMetadata(its);
    for (auto &i : its) add(i.second);
  }
};

/* Code that was inlined, and types inside functions, belong to further source files: LLVM wants those to be
 * listed, too. */
void list_units(Module &m) {
  NamedMDNode *all = m.getNamedMetadata("llvm.dbg.cu");
  if (!all) return;
  Nodes nodes;
  for (MDNode *u : all->operands()) nodes.add(u);
  for (GlobalVariable &g : m.globals()) nodes.add_all(g);
  for (Function &f : m) {
    nodes.add_all(f);
    for (Instruction &i : instructions(f)) nodes.add_all(i);
  }
  size_t listed = all->getNumOperands();
  for (size_t k = 0; k < nodes.v.size(); k++) {
    if (k >= listed && isa<DICompileUnit>(nodes.v[k])) all->addOperand(nodes.v[k]);
    for (const MDOperand &o : nodes.v[k]->operands()) nodes.add(o.get());
  }
}

/* A function that is chosen when the program starts is copied with every piece; it is a name where the choice
 * is not made. */
void drop_choices(Module &m) {
  for (GlobalIFunc &i : make_early_inc_range(m.ifuncs())) {
    auto *resolver = i.getResolverFunction();
    if (resolver && !resolver->isDeclaration()) continue;
    auto *f = Function::Create(cast<FunctionType>(i.getValueType()), GlobalValue::ExternalLinkage,
                               i.getAddressSpace(), "", &m);
    f->setVisibility(i.getVisibility());
    f->setDSOLocal(i.isDSOLocal());
    f->takeName(&i);
    i.replaceAllUsesWith(f);
    i.eraseFromParent();
  }
}

void drop_unused(Module &m) {
  for (bool again = true; again;) {
    again = false;
    for (GlobalObject &o : m.global_objects()) o.removeDeadConstantUsers();
    for (Function &f : make_early_inc_range(m.functions()))
      if ((f.isDeclaration() || is_helper(f)) && f.use_empty()) f.eraseFromParent(), again = true;
    for (GlobalVariable &g : make_early_inc_range(m.globals()))
      if (g.isDeclaration() && g.use_empty()) g.eraseFromParent(), again = true;
  }
}

/* Names of what only this piece knows: they count over the whole program. */
void forget_names(Module &m) {
  for (GlobalVariable &g : m.globals())
    if (g.hasPrivateLinkage()) g.setName("");
}

/* CloneModule copies variables before functions: tables of labels must wait until the labels are there. */
std::unique_ptr<Module> copy_of(Module &m, function_ref<bool(const GlobalValue *)> mine) {
  std::vector<std::pair<GlobalVariable *, Constant *>> tables;
  for (GlobalVariable &g : m.globals())
    if (labels_of(g)) {
      tables.emplace_back(&g, g.getInitializer());
      g.setInitializer(Constant::getNullValue(g.getValueType()));
    }
  ValueToValueMapTy map;
  std::unique_ptr<Module> out = CloneModule(m, map, mine);
  for (auto &t : tables)
    if (mine(t.first)) cast<GlobalVariable>(map[t.first])->setInitializer(MapValue(t.second, map));
  return out;
}

} // namespace

void omen_pieces_plan(omen_pieces *p, LLVMModuleRef m, uint64_t size) {
  Module &module = *unwrap(m);
  *p = omen_pieces{};
  uint64_t total = 0;
  for (Function &f : module) total += f.getInstructionCount();
  if (total < 2 * size || !module.getModuleInlineAsm().empty()) return;
  auto *owners = new Owners;
  p->owners = owners;
  add(p, nullptr);
  const DICompileUnit *last = nullptr;
  for (Function &f : module) {
    if (f.isDeclaration()) continue;
    const DICompileUnit *unit = unit_of(f);
    if (p->n == 1 || cut_here(p->v[p->n - 1].weight, size, last, unit)) add(p, &f);
    p->v[p->n - 1].weight += f.getInstructionCount();
    (*owners)[&f] = p->n - 1;
    last = unit;
  }
}

size_t omen_pieces_of(const omen_pieces *p, LLVMValueRef function) {
  return owner(*(Owners *)p->owners, *cast<GlobalValue>(unwrap(function)));
}

void omen_pieces_join(omen_pieces *p, LLVMModuleRef m) {
  Module &module = *unwrap(m);
  Owners &owners = *(Owners *)p->owners;
  place_variables(owners, module);
  place_tables(owners, module);
  drop_groups(module);
  Joiner j{owners, {}, {}, {}, {}};
  for (Function &f : module)
    if (!f.isDeclaration() && !is_helper(f)) j.look(owner(owners, f), f, f);
  for (Function &f : module)
    if (is_helper(f)) j.look(SEVERAL, f, f);
  for (GlobalVariable &g : module.globals())
    if (g.hasInitializer()) j.look(owner(owners, g), g, g.getInitializer());
  for (GlobalAlias &a : module.aliases()) j.look(owner(owners, a), a, a.getAliasee());
  for (GlobalIFunc &i : module.ifuncs()) j.look(owner(owners, i), i, i.getResolver());
  for (auto &n : j.names) n.first->setName(n.second);
  DenseSet<const GlobalValue *> kept;
  list_used(module, kept);
  for (GlobalValue &v : module.global_values())
    if (j.across.count(&v)) make_known(v, kept);
}

LLVMModuleRef omen_pieces_take(omen_pieces *p, LLVMModuleRef m, size_t k) {
  Module &module = *unwrap(m);
  const Owners &owners = *(Owners *)p->owners;
  auto mine = [&](const GlobalValue *v) {
    return !v->hasAvailableExternallyLinkage() && (is_helper(*v) || owner(owners, *v) == k);
  };
  DenseSet<DICompileUnit *> units;
  for (Function &f : module) {
    if (!f.isDeclaration() && mine(&f) && f.getSubprogram()) units.insert(f.getSubprogram()->getUnit());
    if (!mine(&f)) f.clearMetadata();
  }
  Described told, others;
  for (GlobalVariable &g : module.globals()) {
    SmallVector<DIGlobalVariableExpression *, 1> known;
    g.getDebugInfo(known);
    for (auto *v : known) (mine(&g) ? told : others).insert(v);
    if (!mine(&g) && !g.isAbsoluteSymbolRef()) g.clearMetadata();
  }
  describe(module, units, told, others, k == DATA);
  std::unique_ptr<Module> out = copy_of(module, mine);
  drop_choices(*out);
  drop_unused(*out);
  forget_names(*out);
  list_units(*out);
  const char *base = p->v[k].base;
  GlobalVariable *symbol = out->getNamedGlobal(OMEN_PIECE_BASE);
  if (symbol && base) symbol->setName(base);
  out->setModuleIdentifier(base ? base : "variables");
  out->setSourceFileName(base ? base : "variables");
  return wrap(out.release());
}

void omen_pieces_release(omen_pieces *p) {
  for (size_t i = 0; i < p->n; i++) free(p->v[i].base);
  free(p->v);
  delete (Owners *)p->owners;
  *p = omen_pieces{};
}
