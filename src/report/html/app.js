"use strict";
(() => {
const data = JSON.parse(document.getElementById("report").textContent);
const words = data.words; /* of verdicts.def, by their symbols: html_words.c */
const report = data.report, sources = data.sources || {}, timeline = data.timeline;
const $ = id => document.getElementById(id);

/* ---- building blocks ---- */

function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes || {}))
    if (key === "on") for (const [what, f] of Object.entries(value)) node.addEventListener(what, f);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(key, value === true ? "" : value);
  for (const child of children.flat(3)) if (child !== null && child !== undefined && child !== false) node.append(child);
  return node;
}
const base = path => path ? path.slice(path.lastIndexOf("/") + 1) : null;
const place = p => p && p.file ? base(p.file) + ":" + p.line : (p && p.function) || "?";
/* An access in a library, such as free, is shown where the program called it. */
const spot = a => a.file ? a : (a.stack || []).find(f => f.file) || a;
const thread = id => id === null || id === undefined ? "a thread" : id === 0 ? "main" : "T" + id;
const plural = (n, one, many) => n + " " + (n === 1 ? one : many || one + "s");

function source(p, around) {
  const lines = p && sources[p.path || p.file];
  if (!lines || !p.line) return null;
  const rows = [];
  for (let n = p.line - around; n <= p.line + around; n++)
    if (lines[n] !== undefined)
      rows.push(el("div", {class: n === p.line ? "here" : null}, el("i", {}, String(n)), lines[n]));
  return rows.length ? el("div", {class: "source mono", tabindex: "0", role: "region", "aria-label": "Source of " + place(p)}, rows) : null;
}

function frames(stack) {
  return el("ol", {class: "stack", start: "0"}, (stack || []).map(f =>
    el("li", {}, el("code", {}, f.function || "?"), " ", el("span", {class: "dim"}, f.file ? f.file + ":" + f.line : f.module || ""))));
}

function stack(title, s) {
  return s && s.length ? el("details", {}, el("summary", {}, title), frames(s)) : null;
}

function command(text) {
  if (!text) return null;
  const button = el("button", {type: "button", class: "copy"}, "Copy");
  button.addEventListener("click", () => copy(text, button));
  return el("div", {class: "command"}, el("code", {tabindex: "0"}, text), button);
}

function copy(text, button) {
  const done = () => { const was = button.textContent; button.textContent = "Copied"; setTimeout(() => button.textContent = was, 1200); };
  if (navigator.clipboard && window.isSecureContext) navigator.clipboard.writeText(text).then(done, () => byHand(text, done));
  else byHand(text, done);
}

function byHand(text, done) { /* files are no secure context everywhere */
  const area = el("textarea", {class: "away"}); area.value = text;
  document.body.append(area); area.select();
  if (document.execCommand("copy")) done();
  area.remove();
}

function facts(rows) {
  rows = rows.filter(r => r && r[1] !== null && r[1] !== undefined && r[1] !== "");
  return rows.length ? el("table", {class: "facts"}, rows.map(([k, v]) => el("tr", {}, el("th", {scope: "row"}, k), el("td", {}, v)))) : null;
}

/* ---- what there is ---- */

const consequences = words.consequences;
/* The classes of races, and kinds of the page's own: [kind, heading, colour, does it matter, title of one]. */
const classes = [["incident", "Incidents", "bad", true], ["finding", "The run itself", "bad", true], ...words.classes];
const ranked = kind => classes.findIndex(c => c[0] === kind);
classes.splice(ranked(words.class.UNKNOWN), 0, ["deadlock-order", "Possible deadlock", "warn", false], ["not-judged", "Not judged", "warn", false, "NOT JUDGED"]);
/* The worst under any memory model that was asked for; that model, where it is not the race's own verdict. */
const isHarmful = c => c && ranked(c) < ranked(words.class.UNKNOWN);
const worseUnder = r => Object.keys(r.models || {}).filter(m => isHarmful(r.models[m]) && (!r.class || ranked(r.models[m]) < ranked(r.class))).sort((a, b) => ranked(r.models[a]) - ranked(r.models[b]))[0];
const kindOf = r => r.not_judged ? "not-judged" : worseUnder(r) ? r.models[worseUnder(r)] : r.class || words.class.UNKNOWN;

function title(race) {
  const broken = race.class === words.class.SPEC_VIOLATED && consequences[race.consequence], under = worseUnder(race);
  return broken || classes[ranked(kindOf(race))][4] + (under ? " under " + under : "");
}

/* A deadlock that was made to happen is a finding, too: one entry, with what is known of the locks. */
const happens = f => !f.kind && f.replay && (report.deadlocks || []).some(d => d.status === "shown" && d.replay === f.replay);
const items = [];
for (const i of report.incidents || [])
  items.push({kind: i.confirmed ? "incident" : "not-judged", title: incidentTitle(i), subject: i.what || i.consequence, show: incident, of: i, id: i.id || "",
    where: i.at ? place(i.at) : "", command: (i.evidence || {}).replay});
for (const f of (report.findings || []).filter(f => !happens(f)))
  items.push({kind: "finding", title: consequences[f.consequence] || (f.consequence || "FINDING").toUpperCase(), subject: f.what, show: finding, of: f,
    where: f.file ? place(f) : f.stack && f.stack.length ? place(f.stack.find(x => x.file) || f.stack[0]) : "", id: f.id || ""});
for (const r of report.races || [])
  items.push({kind: kindOf(r), title: title(r), subject: r.location.name, show: race, of: r, id: r.id,
    where: r.accesses.map(a => place(spot(a)) + (a.op === "atomic" ? a.writes ? " atomic write" : " atomic read" : " " + a.op)).join("  ↔  "), command: r.evidence && r.evidence.replay});
/* What one change would mend is one entry; its races are folded behind it. */
const byId = new Map(items.map(i => [i.id, i]));
for (const g of report.groups || []) {
  const races = g.races.map(id => byId.get(id)).filter(Boolean);
  if (races.length < 2) continue;
  const item = {kind: races[0].kind, title: "ONE MISTAKE, " + races.length + " RACES: " + races[0].title, subject: g.what.replaceAll("`", ""), show: group, of: {...g, items: races}, id: g.id, where: sums(races), command: races[0].command};
  for (const r of races) r.group = item;
  items.splice(items.indexOf(races[0]), 0, item);
}
for (const d of report.deadlocks || [])
  items.push({kind: d.status === "shown" ? "finding" : "deadlock-order", title: d.status === "shown" ? "DEADLOCK, made to happen" : "POSSIBLE DEADLOCK", show: inversion, of: d, id: d.id || "", command: d.replay,
    subject: (d.edges || []).map(x => (x.wants || {}).object || "a lock").join(" ↔ "),
    where: (d.edges || []).map(x => place(((x.wants || {}).stack || []).find(f => f.file))).join("  ↔  ")});
const rank = Object.fromEntries(classes.map((c, i) => [c[0], i]));
items.sort((a, b) => rank[a.kind] - rank[b.kind]);
/* What a search looks at; made when the first is made, since that takes longer than drawing the list. */
const searched = i => i.text || (i.text = (i.title + " " + i.subject + " " + i.where + " " + i.id + " " + JSON.stringify(i.of.accesses || i.of.cause || i.of.stack || "")).toLowerCase());

/* ---- one group ---- */

/* "1 output-differs, 99 k-witness-harmless" */
function sums(races) {
  const n = new Map();
  for (const r of races) n.set(r.kind, (n.get(r.kind) || 0) + 1);
  return [...n].sort((a, b) => ranked(a[0]) - ranked(b[0])).map(([kind, count]) => count + " " + kind).join(", ");
}

function memberRow(i) {
  return el("li", {}, el("button", {type: "button", on: {click: () => choose(i, true)}}, i.subject), " ", el("span", {class: classes[ranked(i.kind)][2]}, i.title), " ", el("span", {class: "dim"}, i.where));
}

function group(g) {
  const [worst, ...others] = g.items;
  return [el("h2", {}, el("span", {class: classes[ranked(worst.kind)][2]}, "One mistake"), ": " + plural(g.items.length, "race")),
    el("p", {}, ticks(g.what[0].toUpperCase() + g.what.slice(1) + ".")), el("p", {class: "dim"}, sums(g.items)),
    el("details", {open: others.length <= 12}, el("summary", {}, others.length === 1 ? "The other one" : "The other " + others.length), el("ul", {class: "members"}, others.map(memberRow))),
    el("p", {class: "dim"}, "Group " + g.id + ". The worst of them:"), race({...worst.of, group: null})];
}

/* ---- one race ---- */

function held(a) {
  const all = [...(a.locks || []).map(l => ["", l]), ...(a.read_locks || []).map(l => ["the read lock of ", l])];
  if (!a.locks) return null;
  return el("p", {class: "dim"}, all.length ? ["Holding ", all.map(([how, l], i) => [i ? ", " : "", how, el("code", {}, l)])] : "Holding no lock");
}

function access(a, which) {
  const verbs = {read: "reads", write: "writes", atomic: a.writes ? "atomically writes" : "atomically reads"};
  return el("section", {class: "card"},
    el("h4", {}, which + ": " + thread(a.thread) + " " + (verbs[a.op] || a.op) + " ", el("code", {}, a.expression || plural(a.size || 0, "byte")), " at " + place(spot(a)) + (a.file ? "" : ", in " + (a.function || "a library"))),
    source(a.file ? {path: (a.stack && a.stack[0] && a.stack[0].path) || a.file, file: a.file, line: a.line} : spot(a), 5),
    held(a),
    stack("Stack", a.stack));
}

/* The steps of a long run that are shown, as in the text report: the beginning, the end, and what is marked; a number for those left out. */
function folded(steps, marked) {
  const head = 14, tail = 8, all = [];
  const alike = (a, b) => a.thread === b.thread && a.does === b.does && a.file === b.file && a.line === b.line && a.value === b.value && a.to === b.to;
  for (const s of steps) {
    if (s.left_out) all.push(s.left_out);
    if (!all.length || !alike(s, all[all.length - 1])) all.push(s);
  }
  if (all.length <= head + tail + 1) return all;
  const kept = [];
  let left = 0;
  all.forEach((s, i) => {
    if (typeof s === "number") { left += s; return; }
    if (i >= head && i < all.length - tail && !(marked && marked(s))) { left++; return; }
    if (left) kept.push(left);
    left = 0;
    kept.push(s);
  });
  return kept;
}

/* Lanes of threads, time flows down. `marked`: which steps are the cause. */
function lanes(name, steps, end, marked) {
  if (!steps || !steps.length) return null;
  const rows = folded(steps, marked), ids = [...new Set(rows.filter(s => s.does !== undefined).map(s => s.thread))].sort((a, b) => a - b);
  const grid = el("div", {class: "lanes", role: "table", "aria-label": name, tabindex: "0", style: "grid-template-columns: repeat(" + ids.length + ", minmax(7rem, 1fr))"});
  grid.append(el("div", {role: "row", style: "display: contents"}, ids.map(id => el("div", {class: "head", role: "columnheader"}, thread(id)))));
  for (const s of rows) {
    const row = el("div", {role: "row", style: "display: contents"});
    if (s.does === undefined) {
      row.append(el("div", {class: "fold", role: "cell", style: "grid-column: 1 / -1"}, "… " + plural(s, "more step") + " …"));
      grid.append(row);
      continue;
    }
    for (const id of ids) {
      if (s.thread !== id) { row.append(el("div", {role: "cell"})); continue; }
      const is = s.does === "reads" || s.does === "writes";
      row.append(el("div", {class: "step" + (is ? " access" : "") + (s.chosen ? " chosen" : "") + (marked && marked(s) ? " cause" : ""), role: "cell", title: s.file ? s.file + ":" + s.line : null},
        s.does, s.file ? (s.does === "is stopped" ? " before " : is ? " " : " at ") + place(s) : "", s.value !== undefined && s.value !== null ? [" ", el("span", {class: "value"}, (is ? s.does === "writes" ? ":= " : "= " : "") + s.value)] : null,
        lineOf(s)));
    }
    grid.append(row);
  }
  return el("section", {class: "card"}, el("h4", {}, name), grid, end ? el("p", {class: "ends"}, end) : null);
}

function lineOf(p) {
  const lines = p && sources[p.path || p.file], text = lines && lines[p.line];
  return text ? el("div", {class: "mono dim"}, text.trim()) : null;
}

function ending(e) {
  if (!e || !e.how) return null;
  if (e.how === words.end.EXIT) return "The program ends with status " + e.status + ".";
  if (e.how === words.end.SIGNAL) return "The program dies of signal " + e.signal + (e.name ? " (" + e.name + ")" : "") + (e.message ? ": " + e.message : "") + ".";
  if (e.how === words.end.DEADLOCK) return "No thread can go on.";
  if (e.how === words.end.ENDLESS) return "The program goes on for ever.";
  if (e.defect) { const t = e.defect.title || e.defect.kind; return t[0].toUpperCase() + t.slice(1) + (e.defect.file ? " at " + place(e.defect) : "") + "."; }
  return "The run ends: " + e.how + ".";
}

function orders(r) {
  const e = r.evidence;
  if (!e || !e.schedule) return null;
  const flipped = e.order === "alternate", kinds = ["recorded order", "flipped order"];
  const bad = lanes("With the " + kinds[+flipped] + ": " + title(r).toLowerCase(), e.schedule, ending(e.end));
  const good = lanes("With the " + kinds[+!flipped], e.other_schedule, ending(e.other_end));
  return [el("h3", {}, "The order of the two accesses decides"), el("div", {class: good ? "two" : ""}, bad, good)];
}

/* Lines of two texts, by the longest common subsequence; long ones from the first difference on. */
function diff(a, b) {
  const lines = text => text.endsWith("\n") ? text.slice(0, -1).split("\n") : text ? (text + "  (no newline at the end)").split("\n") : [];
  let x = lines(a), y = lines(b), from = 0;
  while (from < x.length && from < y.length && x[from] === y[from]) from++;
  from = Math.max(0, from - 3);
  x = x.slice(from, from + 200); y = y.slice(from, from + 200);
  const n = x.length, m = y.length, best = Array.from({length: n + 1}, () => new Uint16Array(m + 1));
  for (let i = n - 1; i >= 0; i--) for (let j = m - 1; j >= 0; j--)
    best[i][j] = x[i] === y[j] ? best[i + 1][j + 1] + 1 : Math.max(best[i + 1][j], best[i][j + 1]);
  const rows = [];
  for (let i = 0, j = 0; i < n || j < m;) {
    if (i < n && j < m && x[i] === y[j]) rows.push(["", "  " + x[i++]]), j++;
    else if (i < n && (j === m || best[i + 1][j] >= best[i][j + 1])) rows.push(["del", "- " + x[i++]]);
    else rows.push(["add", "+ " + y[j++]]);
  }
  return el("div", {class: "diff mono", tabindex: "0", role: "region", "aria-label": "What is written, in both orders"},
    from ? el("div", {class: "dim"}, "  (" + plural(from, "line") + " alike)") : null, rows.map(([kind, text]) => el("div", {class: kind || null}, text || " ")));
}

function output(r) {
  const o = r.evidence && r.evidence.output;
  if (!o || o.primary === undefined || (o.primary === o.alternate && !o.stream)) return null;
  const at = (o.at || []).filter(p => p.file).map(p => place(p) + " in " + p.function);
  return [el("h3", {}, "What is written"), el("p", {class: "dim"}, "− recorded order, + flipped order" + (o.stream ? "; the first difference is on " + o.stream + ", line " + o.line : "") +
    (at.length ? ", written at " + [...new Set(at)].join(" and ") : "") + "."), diff(o.primary || "", o.alternate || "")];
}

function holds(list, word) {
  return (list || []).map(h => el("li", {}, thread(h.thread) + " " + word + " " + h.kind + " ", h.object ? el("code", {}, h.object) : null,
    h.holder !== null && h.holder !== undefined && word === "waits for" ? ", held by " + thread(h.holder) : "", stack("Stack", h.stack)));
}

/* What a defect hit: {name, scope, place, size, where, allocated | made, freed | gone}. */
function object(o) {
  if (!o) return null;
  const by = (b, word) => b && b.stack ? el("details", {open: true}, el("summary", {}, word + (b.thread === null ? "" : " by " + thread(b.thread))), frames(b.stack)) : null;
  return [o.where ? el("p", {}, "That is " + o.where + ".") : null, by(o.allocated || o.made, o.allocated ? "Allocated" : "Made"), by(o.freed || o.gone, o.freed ? "Freed" : "Gone")];
}

function defect(d) {
  return [d.says ? el("p", {}, d.says[0].toUpperCase() + d.says.slice(1)) : null, source(d, 4), d.stack && d.stack.length ? frames(d.stack) : null, object(d.object),
    d.waits || d.holds ? el("ul", {}, holds(d.waits, "waits for"), holds(d.holds, "holds")) : null];
}

function happened(e) {
  if (!e) return null;
  if (e.defect) return defect(e.defect);
  return [e.stack && e.stack.length ? [el("p", {}, "In " + thread(e.thread) + ":"), frames(e.stack)] : null,
    e.waits || e.holds ? el("ul", {}, holds(e.waits, "waits for"), holds(e.holds, "holds")) : null];
}

/* Not what the first sentence has said already. */
const quoted = s => /^[\w.,:=@%+\/-]+$/.test(s) ? s : "'" + s.replaceAll("'", "'\\''") + "'";
const said = (r, text) => text && text.toLowerCase() !== (r.what || "").toLowerCase() + "." ? el("p", {}, text) : null;

const otherInput = e => e.with ? [el("p", {}, "With another input than the recorded one:"), el("ul", {}, e.with.map(w => el("li", {}, el("code", {}, w))))] : null;

function race(r) {
  const e = r.evidence || {}, l = r.location, kind = classes[rank[kindOf(r)]][2];
  return [
    el("h2", {}, el("span", {class: kind}, title(r)), ": race on ", el("code", {}, l.name)),
    links("One of several races of one mistake: ", [r.group]),
    r.not_judged ? el("p", {}, "It could not be judged: " + r.not_judged + ".") : null, links("It causes incident ", [e.incident]),
    r.class || r.not_judged || !report.recording ? null : [el("p", {class: "dim"}, "It has no verdict yet. This gives one:"), command("omen classify " + quoted(r.recording || report.recording) + " --race " + r.id)],
    el("p", {}, r.what ? r.what[0].toUpperCase() + r.what.slice(1) + "." : ""),
    otherInput(e),
    e.replay ? el("p", {class: "dim"}, "See it happen (add --gdb for a debugger):") : null, command(e.replay),
    e.end && (e.end.stack || e.end.waits || e.end.defect) ? [el("h3", {}, "What happens"), e.end.defect ? null : said(r, ending(e.end)), happened(e.end), e.end.defect ? said(r, ending(e.end)) : null] : null,
    r.class === words.class.OUTPUT_DIFFERS ? output(r) : null,
    el("h3", {}, "The two accesses"), el("div", {class: "two"}, access(r.accesses[0], "First"), access(r.accesses[1], "Second")),
    orders(r), r.class === words.class.OUTPUT_DIFFERS ? null : output(r),
    el("h3", {}, r.class ? "What the verdict rests on" : "What is known"),
    facts([["Class", r.class || (r.not_judged ? "not judged" : "not classified")], ["Consequence", r.consequence], ["How it is known", r.proof],
      ["Witnesses (k)", r.k !== undefined && r.class === words.class.K_WITNESS ? String(r.k) : null],
      ["Runs up to the race × schedules after it", r.paths !== undefined ? r.paths + " × " + r.schedules : null],
      ["Other inputs", r.inputs ? r.inputs.tried + " tried, the race is there with " + r.inputs.reached + (r.inputs.proved ? "; both orders proved alike for all inputs of " + plural(r.inputs.proved, "path") : "") + (r.inputs.alike ? "; no difference found, but no proof, with the inputs of " + plural(r.inputs.alike, "path") : "") : null],
      ["The proof assumes", r.assumes ? r.assumes.join("; ") : null],
      ["Not proved because", r.inputs && r.inputs.assumes && r.inputs.assumes.length ? r.inputs.assumes.join("; ") : null],
      ["By memory model", r.models ? Object.keys(r.models).map(m => m + ": " + (r.models[m] || "not judged")).join(", ") : null], ["Seen in the run", r.origin === "predicted" ? "no: predicted from it, and then run by another schedule" : r.instances ? plural(r.instances, "time") : null], ["Pairs of call stacks", r.members ? String(r.members.length + (r.members_left_out || 0)) : null],
      ["Memory after the two accesses", r.states_differ === undefined ? null : r.states_differ ? "depends on their order" : "is the same in both orders"],
      ["Where", plural(l.size, "byte") + ", " + l.kind + (l.file ? ", defined at " + l.file + ":" + l.line : "")],
      ["Block", l.block_size ? plural(l.block_size, "byte") + ", offset " + l.offset : null],
      ["Can come right after each other", r.schedulable ? "yes" : "no: ordered by another race"], ["Time", r.seconds ? (r.seconds * 1000).toFixed(0) + " ms" : null], ["Id", r.id]]),
    members(r), stack("Where the block was allocated", l.allocated), created(r)];
}

function members(r) {
  if (!r.members) return null;
  const side = s => el("ol", {class: "stack", start: "0"}, s.map(f => el("li", {}, el("code", {}, f))));
  return el("details", {}, el("summary", {}, "All " + r.members.length + " pairs of call stacks that lead there"), r.members.slice(0, 64).map(m => el("div", {class: "two"}, side(m.stacks[0]), side(m.stacks[1]))));
}

function created(r) {
  const ids = [...new Set(r.accesses.map(a => a.thread))], list = (report.threads || []).filter(t => ids.includes(t.thread) && t.created && t.created.length);
  return list.map(t => stack("Where " + thread(t.thread) + " was created", t.created));
}

/* ---- one incident ---- */

function incidentTitle(i) { return (consequences[i.consequence] || (i.consequence || "INCIDENT").toUpperCase()) + (i.memory_model ? " under " + i.memory_model : ""); }

/* To other items, by their ids; those that the page does not have are left out. */
function links(text, ids) {
  const found = [...new Set(ids || [])].map(id => items.find(i => id && i.id === id)).filter(Boolean);
  return found.length ? el("p", {}, text, found.map(i => el("button", {type: "button", on: {click: () => choose(i, true)}}, i.subject + " [" + i.id + "]"))) : null;
}

/* What stands in backticks is code. */
const ticks = text => text.split("`").map((part, k) => k % 2 ? el("code", {}, part) : part);

/* The pairs of accesses, and the regions by twos: what came first, what came then, and on what. */
function pairsOf(cause) {
  const regions = cause.regions || [];
  return [...(cause.pairs || []).map(p => ({on: p.variable, race: p.race, sides: [p.earlier || {}, p.later || {}]})),
    ...regions.filter((r, k) => k % 2 === 0 && regions[k + 1]).map((r, k) => ({on: r.object, region: true, sides: [r, regions[2 * k + 1]]}))];
}

function side(p, k) {
  const s = p.sides[k], verb = p.region ? s.atomic ? "begins a region of" : "takes" : (s.atomic ? "atomically " : "") + (s.write ? "writes" : "reads");
  return el("section", {class: "card"}, el("h4", {}, (k ? "then " : "First ") + thread(s.thread) + " " + verb + " ", el("code", {}, p.on || "?"), " at " + place(s)), source(s, 3), stack("Stack", s.stack));
}

function causeOf(c) {
  const all = pairsOf(c), kinds = words.causes || {};
  return [el("h3", {}, "Why"), el("p", {}, c.what ? ["It happens ", ticks(c.what), " (" + (kinds[c.kind] || c.kind) + ")."] : "The cause was not found: no order was found without which it would not happen."),
    all.map(p => el("div", {class: "two"}, side(p, 0), side(p, 1))),
    c.remedy ? [el("h3", {}, "What would prevent it"), el("p", {}, ticks(c.remedy[0].toUpperCase() + c.remedy.slice(1) + "."), c.checked ? " " + c.checked.what + "." : "")] : null];
}

function incident(i) {
  const e = i.evidence || {}, c = i.cause || {};
  const sides = pairsOf(c).flatMap(p => p.sides.map(x => [x, p.region])), plain = s => s.to === undefined || s.to === null;
  const is = s => plain(s) && sides.some(([x, region]) => x.thread === s.thread && x.line === s.line && x.file === s.file && (region || s.does === (x.write ? "writes" : "reads")));
  const bad = lanes("The order that does it", e.schedule, ending(e.end), is), good = lanes(c.tested ? "With the cause reversed" : "Another run", e.other_schedule, ending(e.other_end), is);
  return [el("h2", {}, el("span", {class: i.confirmed ? "bad" : "warn"}, incidentTitle(i)), i.at ? ": at " + place(i.at) + (i.at.function ? " in " + i.at.function : "") : ""),
    el("p", {}, i.what ? i.what[0].toUpperCase() + i.what.slice(1) + "." : ""),
    otherInput(e),
    i.confirmed ? null : el("p", {}, "It was seen in " + plural(i.runs || 0, "exploration") + ", but not again in a fresh process: not judged."),
    e.replay ? el("p", {class: "dim"}, "See it happen (add --gdb for a debugger):") : null, command(e.replay),
    e.prevented ? el("p", {class: "dim"}, "See it prevented: the same run with the cause reversed:") : null, command(e.prevented),
    i.confirmed ? causeOf(c) : null, links("The races that cause it: ", i.races),
    bad || good ? [el("h3", {}, "What happens when"), el("div", {class: bad && good ? "two" : ""}, bad, good)] : null,
    e.end && (e.end.stack || e.end.waits || e.end.defect) ? [el("h3", {}, "Where it goes wrong"), happened(e.end)] : null,
    el("h3", {}, "What is known"),
    facts([["Consequence", i.consequence], ["Cause", c.kind], ["Tested", c.what ? c.tested ? c.further ? "yes: with the cause reversed it does not happen; " + c.further + " more reversed, so that nothing else goes wrong" : "yes: with the cause reversed, and the rest as it was, it does not happen" : "no" : null],
      ["Enough", c.what && typeof c.enough === "boolean" ? c.enough ? "yes: the recorded schedule with nothing but that changed fails, too" : "no: it is needed, but the recorded schedule with nothing but that changed does not fail" : null],
      ["Explorations that showed it", i.runs ? String(i.runs) : null], ["Switches", e.decisions ? e.decisions.matter + " matter, of " + e.decisions.before : null],
      ["Time", i.seconds ? (i.seconds * 1000).toFixed(0) + " ms" : null], ["Id", i.id]])];
}

function finding(f) {
  const own = f.kind ? defect(f) : f.stack && f.stack.length ? [source(f.stack.find(x => x.file), 5), frames(f.stack)] : null;
  const guilty = f.race && items.find(i => i.id === f.race);
  return [el("h2", {}, el("span", {class: "bad"}, consequences[f.consequence] || f.consequence), f.kind ? "" : ": the recorded run itself"), el("p", {}, f.what), command(f.replay),
    guilty ? el("p", {}, "A race decides it: ", el("button", {type: "button", on: {click: () => choose(guilty, true)}}, guilty.subject)) : null,
    own ? [el("h3", {}, "Where"), own] : null,
    (f.loops || []).map(l => el("section", {class: "card"}, el("h4", {}, thread(l.thread) + " goes round at"), source((l.stack || []).find(x => x.file), 4), frames(l.stack))),
    !f.kind && (f.waits || f.holds) ? [el("h3", {}, "Who waits for whom"), el("ul", {}, holds(f.waits, "waits for"), holds(f.holds, "holds"))] : null,
    facts([["Kind", f.kind], ["Strategy", f.strategy], ["Seed", f.seed === undefined ? null : String(f.seed)], ["Runs that failed so", f.runs ? String(f.runs) : null]])];
}

const lock = l => l.object || l.what || "a lock";
const edgesText = d => (d.edges || []).map(x => thread(x.thread) + " takes " + lock(x.wants) + " while it holds " + lock(x.holds)).join(", ");

function inversion(d) {
  const status = {shown: "made to happen", "not-reached": "no schedule that was tried makes it happen", potential: "not tried"};
  return [el("h2", {}, el("span", {class: d.status === "shown" ? "bad" : "warn"}, d.status === "shown" ? "DEADLOCK, made to happen" : "POSSIBLE DEADLOCK")),
    el("p", {}, "Locks are taken in different orders: " + edgesText(d) + "."), command(d.replay),
    el("div", {class: "two"}, (d.edges || []).map(x => el("section", {class: "card"}, el("h4", {}, thread(x.thread) + " holds ", el("code", {}, lock(x.holds)), " and takes ", el("code", {}, lock(x.wants))),
      source((x.holds.stack || []).find(f => f.file), 2), source((x.wants.stack || []).find(f => f.file), 2), stack("Where it took the first", x.holds.stack), stack("Where it takes the second", x.wants.stack)))),
    facts([["Status", status[d.status] || d.status], ["Runs tried", d.runs === undefined ? null : String(d.runs)], ["Id", d.id]])];
}

/* ---- the timeline ---- */

/* A race's own id; those of the races that cause an incident. */
const racesOf = item => !item ? [] : item.of.accesses ? [item.id] : item.of.races instanceof Array ? item.of.races : [];
let view = timeline ? [0, timeline.events || 1] : null;
const svgEl = (tag, a, ...c) => { const n = document.createElementNS("http://www.w3.org/2000/svg", tag); for (const k in a) n.setAttribute(k, a[k]); n.append(...c); return n; };

function drawTimeline(svg) {
  const wide = 1000, left = 90, row = 26, threads = timeline.threads, locks = timeline.locks || [], [from, to] = view, scale = (wide - left) / (to - from);
  const x = e => left + (e - from) * scale, tall = (threads.length + locks.length) * row + 30;
  svg.setAttribute("viewBox", "0 0 " + wide + " " + tall);
  svg.replaceChildren();
  const lane = (i, name) => { svg.append(svgEl("rect", {class: "band", x: left, y: i * row + 3, width: wide - left, height: row - 6}), svgEl("text", {x: 6, y: i * row + row / 2 + 4}, name)); };
  threads.forEach((t, i) => lane(i, thread(t.id)));
  const short = (s, n) => s.length > n ? s.slice(0, n - 1) + "…" : s;
  locks.forEach((l, i) => lane(threads.length + i, l.read ? "read " + short(l.name, 8) : short(l.name, 13)));
  const bar = (kind, i, a, b, text) => {
    if (b < from || a > to) return;
    const r = svgEl("rect", {class: kind, x: Math.max(left, x(a)), y: i * row + 5, width: Math.max(1, x(Math.min(b, to)) - Math.max(left, x(a))), height: row - 10});
    r.append(svgEl("title", {}, text)); svg.append(r);
  };
  threads.forEach((t, i) => { for (let k = 0; k < t.slices.length; k += 2) bar("slice", i, t.slices[k], t.slices[k + 1], thread(t.id) + ": events " + t.slices[k] + " to " + (t.slices[k + 1] - 1)); });
  locks.forEach((l, i) => { for (let k = 0; k < l.held.length; k += 3) bar("lock", threads.length + i, l.held[k], l.held[k + 1], l.name + (l.read ? " held for reading by " : " held by ") + thread(l.held[k + 2])); });
  const marks = racesOf(current).flatMap(id => (timeline.races || {})[id] || []);
  for (const e of marks) if (e >= from && e <= to) svg.append(svgEl("line", {class: "race", x1: x(e), x2: x(e), y1: 0, y2: threads.length * row}));
  svg.append(svgEl("text", {x: left, y: tall - 8}, "event " + Math.round(from)), svgEl("text", {x: wide - 6, y: tall - 8, "text-anchor": "end"}, "event " + Math.round(to)));
}

function zoom(factor, center) {
  if (!timeline) return;
  const width = Math.min(timeline.events, Math.max(2, (view[1] - view[0]) * factor)), c = center === undefined ? (view[0] + view[1]) / 2 : center;
  const share = (c - view[0]) / (view[1] - view[0]);
  view[0] = Math.max(0, Math.min(timeline.events - width, c - share * width)); view[1] = view[0] + width;
  if ($("timeline")) drawTimeline($("timeline"));
}

function showTimeline() {
  const svg = svgEl("svg", {id: "timeline", tabindex: "0", role: "img", "aria-label": "Timeline of the run: " + plural(timeline.threads.length, "thread") + ", " + plural(timeline.events, "event")});
  const at = e => { const box = svg.getBoundingClientRect(), px = (e.clientX - box.left) / box.width * 1000; return view[0] + Math.max(0, px - 90) / 910 * (view[1] - view[0]); };
  svg.addEventListener("wheel", e => { e.preventDefault(); zoom(e.deltaY > 0 ? 1.25 : 0.8, at(e)); }, {passive: false});
  let held = null;
  svg.addEventListener("pointerdown", e => { held = at(e); svg.setPointerCapture(e.pointerId); });
  svg.addEventListener("pointermove", e => { if (held === null) return; const move = held - at(e), width = view[1] - view[0]; view[0] = Math.max(0, Math.min(timeline.events - width, view[0] + move)); view[1] = view[0] + width; drawTimeline(svg); });
  svg.addEventListener("pointerup", () => held = null);
  const button = (text, label, f) => el("button", {type: "button", "aria-label": label, on: {click: f}}, text);
  fill([el("h2", {}, "The run"), el("p", {class: "dim"}, plural(timeline.events, "event") + " of synchronisation and of racing memory, in their order; blue: who ran; below: who held which lock" +
      (racesOf(current).length ? "; red: the accesses of " + (racesOf(current).length > 4 ? racesOf(current).length + " races" : "race " + racesOf(current).join(" and ")) : "") + (timeline.merged ? "; short turns are drawn together" : "") + "."),
    el("div", {class: "zoom"}, button("+", "Zoom in", () => zoom(.5)), button("−", "Zoom out", () => zoom(2)), button("All", "All of the run", () => zoom(Infinity)), el("span", {class: "dim"}, "or the wheel; drag to move")), svg]);
  drawTimeline(svg);
  $("timeline-button").setAttribute("aria-pressed", "true");
}

/* ---- list, choice, keys ---- */

const off = new Set();
let shown = [], current = null;

function fill(children) {
  const back = el("button", {type: "button", class: "back", on: {click: toList}}, "← List");
  $("detail").replaceChildren(back, ...children.flat(4).filter(c => c !== null && c !== undefined && c !== false && c !== ""));
  $("timeline-button").setAttribute("aria-pressed", "false");
}

function toList() { document.body.classList.remove("open"); $("list").focus(); }

function choose(item, open) {
  const folded = item && item.group && !shown.includes(item);
  if (current && current.li) current.li.setAttribute("aria-selected", false);
  current = item;
  if (item && item.li) {
    item.li.setAttribute("aria-selected", true);
    $("list").setAttribute("aria-activedescendant", item.li.id);
    item.li.scrollIntoView({block: "nearest"});
  }
  if (!item) return fill([]);
  fill(item.show(item.of));
  if (folded || (current && shown.some(i => i.group && i !== current && !$("find").value))) refresh(); /* of a group, only the race that is looked at is listed */
  if (open) { document.body.classList.add("open"); window.scrollTo(0, 0); }
  if (item.id) history.replaceState(null, "", "#" + item.id);
}

function refresh() {
  const sought = $("find").value.toLowerCase().split(/\s+/).filter(Boolean);
  shown = items.filter(i => !off.has(i.kind) && (!i.group || i === current || sought.length) && sought.every(w => searched(i).includes(w)));
  $("list").replaceChildren(...shown.map((i, n) => {
    const li = el("li", {role: "option", id: "item-" + n, "aria-selected": i === current},
      el("div", {class: "title " + classes[rank[i.kind]][2]}, i.title), el("div", {class: "subject"}, el("code", {}, i.subject)), el("div", {class: "where"}, i.where));
    li.item = i; i.li = li;
    li.addEventListener("click", () => choose(i, true));
    return li;
  }));
  $("none").hidden = shown.length > 0;
  if (!shown.includes(current)) choose(shown[0] || null, false);
}

function move(by) {
  const at = shown.indexOf(current);
  const next = shown[Math.max(0, Math.min(shown.length - 1, at + by))];
  if (next) choose(next, false);
}

function theme() {
  const root = document.documentElement, dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
}

document.addEventListener("keydown", e => {
  if (e.ctrlKey || e.metaKey || e.altKey || $("help").open) return;
  if (e.target === $("find")) { if (e.key === "Escape" || e.key === "Enter") $("list").focus(); return; }
  const keys = {j: () => move(1), k: () => move(-1), Escape: toList, "/": () => $("find").focus(), "?": () => $("help").showModal(), d: theme,
    t: () => timeline && showTimeline(), "+": () => zoom(.5), "-": () => zoom(2), 0: () => zoom(Infinity),
    c: () => { const b = document.querySelector(".copy"); if (b) b.click(); }};
  if (document.activeElement === $("list") || document.activeElement === document.body)
    Object.assign(keys, {ArrowDown: keys.j, ArrowUp: keys.k, Enter: () => current && choose(current, true), Home: () => choose(shown[0], false), End: () => choose(shown[shown.length - 1], false)});
  if (keys[e.key]) { e.preventDefault(); keys[e.key](); }
});

$("program").textContent = (report.program || []).join(" ");
document.title = "Omen: " + base((report.program || ["report"])[0]);
const entries = items.filter(i => !i.group), harmful = entries.filter(i => classes[rank[i.kind]][3]).length;
const unjudged = entries.filter(i => i.kind === words.class.UNKNOWN).length, failed = entries.filter(i => i.kind === "not-judged").length;
$("run").textContent = !items.length ? "no data race was seen" : unjudged === entries.length ? plural((report.races || []).length, "race") + ", without verdicts" :
  (harmful ? plural(harmful, "matters", "matter") + " of " + entries.length : "nothing harmful among " + entries.length) + (unjudged ? "; " + unjudged + " without a verdict" : "") + (failed ? "; " + failed + " not judged" : "");
for (const [kind, text, ink] of classes) {
  const n = entries.filter(i => i.kind === kind).length;
  if (!n) continue;
  const b = el("button", {type: "button", class: ink, "aria-pressed": "true", "data-kind": kind}, text + " " + n);
  b.addEventListener("click", () => { off.has(kind) ? off.delete(kind) : off.add(kind); b.setAttribute("aria-pressed", !off.has(kind)); refresh(); });
  $("chips").append(b);
}
const coverage = report.race_coverage;
function showCoverage() {
  const count = (n, text) => n ? ", " + n + " " + text : "";
  document.body.classList.add("open");
  fill([el("h2", {}, "Coverage of races"), el("p", {}, "Of " + plural(coverage.candidates, "pair") + " of accesses that may race by static analysis, " + coverage.racing + " were seen racing" +
      count(coverage.ordered, "ordered") + count(coverage.apart, "at different memory") + count(coverage.one_side, "by one side only") + count(coverage.unreached, "not at all") + "."),
    coverage.worth_a_test.length ? el("h3", {}, "Most worth a test") : null,
    el("ul", {}, coverage.worth_a_test.map(w => el("li", {}, el("code", {}, w.location.name), ": " + w.accesses.map(a => a.op + " in " + a.function + " at " + base(a.file || "?") + ":" + a.line + (a.reached ? "" : " (not reached)")).join("; "))))]);
}
if (coverage) $("chips").append(el("button", {type: "button", on: {click: showCoverage}}, "Coverage of races"));
$("find").addEventListener("input", refresh);
$("theme").addEventListener("click", theme);
$("help-button").addEventListener("click", () => $("help").showModal());
if (timeline) $("timeline-button").addEventListener("click", () => $("timeline-button").getAttribute("aria-pressed") === "true" ? choose(current, true) : (document.body.classList.add("open"), showTimeline()));
else $("timeline-button").hidden = true;
current = items.find(i => "#" + i.id === location.hash) || items[0] || null;
refresh();
if (current) choose(current, Boolean(location.hash));
else fill([el("p", {}, "No data race was seen in this run.")]);
})();
