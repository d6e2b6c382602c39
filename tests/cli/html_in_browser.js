/* Run inside the page by html.sh. TEST says what is expected of it. */
"use strict";
(async () => {
  const root = document.documentElement, $ = id => document.getElementById(id);
  const expect = (what, is) => { if (!is) throw new Error(what); };
  const key = k => (document.activeElement || document.body).dispatchEvent(new KeyboardEvent("keydown", {key: k, bubbles: true, cancelable: true}));
  const items = () => [...$("list").children], text = () => $("detail").textContent, chosen = () => items().findIndex(i => i.getAttribute("aria-selected") === "true");
  const frame = () => new Promise(done => requestAnimationFrame(() => done()));
  const report = JSON.parse($("report").textContent).report;

  async function whole() {
    const folded = report.groups.flatMap(g => g.races), alone = report.races.filter(r => !folded.includes(r.id));
    expect("every race is listed, those of a group as one", report.groups.length > 0 && items().length === alone.length + report.groups.length + report.incidents.length + (report.findings || []).length);
    const group = items().find(i => i.item.id === report.groups[0].id), many = items().length;
    group.click();
    expect("a group says what it is", text().includes("One mistake") && document.querySelectorAll("#detail .members li").length === report.groups[0].races.length - 1 && /race on/.test(text()));
    document.querySelector("#detail details .members button").click();
    expect("its races are behind it", /race on/.test(text()) && items().length === many + 1 && text().includes("One of several races of one mistake"));
    items()[0].click();
    expect("and fold again", items().length === many);
    expect("the worst comes first", /CRASH/.test(items()[0].textContent) && /harmless|one order|output/i.test(items().at(-1).textContent));
    expect("source of both sides", document.querySelectorAll("#detail .source .here").length >= 2 && text().includes("sum += *box"));
    expect("text from the program stays text", text().includes("<" + "/script>") && !document.querySelector("#detail b"));
    expect("both orders, as lanes", document.querySelectorAll(".lanes").length === 2);
    expect("values at the accesses", document.querySelectorAll(".lanes .access .value").length >= 2);
    expect("an incident comes first, with its command", /omen replay \S+ --incident i[0-9a-f]{8}$/.test(document.querySelector(".command code").textContent));
    expect("and the one that prevents it", /--incident i[0-9a-f]{8} --prevented$/.test(document.querySelectorAll(".command code")[1].textContent));
    expect("the cause is marked in the lanes", document.querySelectorAll(".lanes .cause").length >= 2);
    expect("why, and what would prevent it", text().includes("It happens only because") && text().includes("What would prevent it"));
    expect("where it dies", /signal 11/.test(text()));
    key("j"); expect("j goes on", chosen() === 1);
    key("k"); expect("k goes back", chosen() === 0);
    $("list").focus(); key("ArrowDown"); expect("arrows", chosen() === 1);
    key("End"); expect("End", chosen() === items().length - 1);
    expect("focus is seen", document.activeElement === $("list"));
    key("/"); expect("/ searches", document.activeElement === $("find"));
    $("find").value = "balance"; $("find").dispatchEvent(new Event("input"));
    expect("search narrows", items().length > 0 && items().every(i => i.textContent.includes("balance")));
    const race = report.races.find(r => r.location.name === "balance" && r.evidence);
    if (race) {
      items().find(i => i.item.id === race.id).click();
      expect("outputs as a diff", document.querySelectorAll(".diff .del").length > 0 && document.querySelectorAll(".diff .add").length > 0);
      expect("locks that are held", /Holding lock|Holding no lock/.test(text()));
    }
    $("find").value = "nothing is called so"; $("find").dispatchEvent(new Event("input"));
    expect("nothing found is said", !$("none").hidden && items().length === 0);
    $("find").value = ""; $("find").dispatchEvent(new Event("input"));
    const chip = document.querySelector("#chips button"), kind = chip.dataset.kind, before = items().length;
    chip.click(); expect("a chip hides its class", items().length < before && items().every(i => i.item.kind !== kind) && chip.getAttribute("aria-pressed") === "false");
    chip.click(); expect("and shows it again", items().length === before);
    items()[0].click();
    const dark = getComputedStyle(root).backgroundColor;
    $("theme").click(); await frame();
    expect("light and dark", getComputedStyle(root).backgroundColor !== dark);
    $("theme").click();
    $("timeline-button").click();
    const bars = () => document.querySelectorAll("#timeline .slice").length;
    expect("a timeline with every thread", new Set([...document.querySelectorAll("#timeline text")].map(t => t.textContent)).has("T2") && bars() >= 3);
    expect("the race's place in it", document.querySelectorAll("#timeline .race").length >= 1);
    const label = () => [...document.querySelectorAll("#timeline text")].at(-1).textContent, all = label();
    $("timeline").focus(); key("+"); key("+"); expect("zooms in", label() !== all);
    key("0"); expect("and out", label() === all);
    $("timeline").dispatchEvent(new WheelEvent("wheel", {deltaY: -100, clientX: 600, clientY: 300, bubbles: true, cancelable: true}));
    expect("the wheel zooms", label() !== all || document.querySelectorAll("#timeline text")[0].textContent);
    key("?"); expect("help", $("help").open); $("help").close();
    expect("everything that can be clicked has a name", [...document.querySelectorAll("button")].every(b => b.textContent.trim() || b.getAttribute("aria-label")));
    root.dataset.dark = matchMedia("(prefers-color-scheme: dark)").matches;
  }

  async function narrow() {
    expect("first the list alone", getComputedStyle($("detail")).display === "none");
    items()[0].click(); await frame();
    expect("then the race alone", getComputedStyle($("detail")).display !== "none" && getComputedStyle(document.querySelector("nav")).display === "none");
    expect("nothing is wider than the screen", root.scrollWidth <= innerWidth);
    document.querySelector(".back").click();
    expect("and back", getComputedStyle($("detail")).display === "none");
  }

  /* How many times slower the machine is now than it can be, for others' work: the mean of many small pieces of work by the
     quickest of them. */
  function disturbed() {
    const took = [];
    for (let i = 0, sum = 0; i < 400; i++) {
      const begin = performance.now();
      for (let k = 0; k < 400000; k++) sum = (sum * 31 + k) | 0;
      took.push(performance.now() - begin);
      root.dataset.sum = sum;
    }
    return took.reduce((a, b) => a + b, 0) / took.length / took.sort((a, b) => a - b)[40];
  }

  async function many() {
    expect("a thousand are listed", items().length === 1000);
    const layout = () => document.body.offsetHeight; /* now, not in the next frame: nothing here waits, so that clocks are real */
    layout();
    const opened = performance.now(), slower = disturbed();
    root.dataset.opened = Math.round(opened);
    root.dataset.slower = slower.toFixed(1);
    expect("open in under a second: " + Math.round(opened) + ", on a machine " + slower.toFixed(1) + " times slower than it can be", opened / slower < 1000);
    const steps = [];
    for (let i = 0; i < 60; i++) { const begin = performance.now(); key("j"); layout(); steps.push(performance.now() - begin); }
    steps.sort((a, b) => a - b);
    expect("a step takes " + steps[30].toFixed(1) + " ms", steps[30] < 50 * slower);
    $("find").value = "balance"; const from = performance.now(); $("find").dispatchEvent(new Event("input")); layout();
    expect("a search takes " + Math.round(performance.now() - from) + " ms", performance.now() - from < 200 * slower);
  }

  async function unjudged() {
    expect("it says that there are no verdicts", /races, without verdicts/.test($("run").textContent) && !/harm/.test($("run").textContent));
    items()[0].click();
    expect("and how to get one", /omen classify \S*plain.rec --race [0-9a-f]{12}/.test($("detail").textContent));
  }

  async function long() {
    items()[0].click();
    const [bad, good] = document.querySelectorAll(".lanes");
    expect("the beginning and the end of it", bad.querySelectorAll(".step").length === 22);
    expect("how many were left out", /278 more steps/.test(bad.querySelector(".fold").textContent));
    expect("no box is empty", [...bad.children].every(row => [...row.children].some(cell => cell.textContent)) && !document.querySelector(".lanes .lane"));
    expect("what is short is whole", good.querySelectorAll(".step").length === 20 && !good.querySelector(".fold"));
  }

  async function models() {
    const titles = items().map(i => i.textContent);
    expect("what goes wrong under a later model comes first: " + titles[0], /^ABORT under weak/.test(titles[0]));
    expect("its race counts as harmful: " + titles[1], /under weak.*publication.c/.test(titles[1]) && /matter/.test($("run").textContent));
    items()[1].click();
    expect("with its class by model", /sc: single-ordering, weak: spec-violated/.test(text()));
  }

  const tests = {models, main: whole, narrow, long, many, unjudged, clean: async () => expect("it says so", /no data race/i.test($("run").textContent) && items().length === 0)};
  try { await tests[TEST](); root.dataset.test = "passed"; } catch (e) { root.dataset.test = "failed: " + e.message; }
})();
