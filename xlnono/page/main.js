"use strict";
{
  const data = JSON.parse(document.getElementById("data").textContent);
  const at = (id) => document.getElementById(id);
  const content = (id) => at(id).textContent;
  const PLACE = "xlnono-page", LIMIT = 600, MOST_UNDO = 200, MOST_DRAWN = 1e6;
  const AXES = ["rows", "columns"];
  const EXAMPLE = {
    rows: "2 2\n7\n7\n5\n3\n1", columns: "2\n4\n5\n5\n5\n4\n2",
  };

  // Texts
  let language = data.language;
  const filled = (text, facts) => text.replace(/\{(\w+)\}/g, (all, name) => facts[name] ?? all);
  const say = (key, facts = {}) => filled(data.texts[language][key], facts);
  const lineName = (axis, index) => say(axis === "rows" || axis === "row" ? "row" : "column", { number: index + 1 });
  const counted = (noun, number) => (number === 1 ? say(`one_${noun}`) : say(`${noun}s`, { number }));
  const nothing = () => {};

  // What the browser keeps; pages from a disk may not be allowed to.
  let keeps = true;
  const stored = () => {
    try {
      return JSON.parse(localStorage.getItem(PLACE)) ?? {};
    } catch {
      keeps = false;
      return {};
    }
  };
  const store = () => {
    try {
      localStorage.setItem(PLACE, JSON.stringify({ ...typed(), language }));
    } catch {
      keeps = false;
    }
  };

  // The clues as typed, with undo across both lists
  // Its title, and the name of the file that it was in
  let about = { title: "", name: "" };
  const past = [];
  const typed = () => ({ rows: at("rows").value, columns: at("columns").value, ...about });
  let before = null;
  const remember = () => {
    const now = typed();
    if (before && (before.rows !== now.rows || before.columns !== now.columns)) {
      past.push(before);
      if (past.length > MOST_UNDO) past.shift();
    }
    before = now;
    at("undo").disabled = past.length === 0;
    store();
  };
  const fill = ({ rows, columns, title, name }) => {
    at("rows").value = rows ?? "";
    at("columns").value = columns ?? "";
    about = { title: title ?? "", name: name ?? "" };
  };
  const put = (rows, columns, named = about) => {
    remember();
    fill({ rows, columns, ...named });
    remember();
    changed();
  };
  const undo = () => {
    remember();
    const last = past.pop();
    if (!last) return;
    before = last;
    show("choice", false);
    fill(last);
    at("undo").disabled = past.length === 0;
    store();
    changed();
  };
  // A list that is emptied, or replaced as a whole by hand, begins another puzzle.
  const forget = () => {
    about = { title: "", name: "" };
    show("choice", false);
  };
  const forgetUnlessKept = ({ value, selectionStart, selectionEnd }) => {
    const kept = value.slice(0, selectionStart) + value.slice(selectionEnd);
    if (!kept.trim()) forget();
  };
  const inLines = (clues) => clues.map((clue) => clue.join(" ") || "0").join("\n");

  // Plain clues are read here; all else waits for the reader of the command line.
  const PLAIN = /^[ ,\t\u3000]*(\d{1,9}([ ,\t\u3000]+|$))*$/;
  const plainClues = (text) => {
    const lines = text.replace(/\s+$/, "").split(/\r\n|\r|\n/);
    if (lines.length === 1 && lines[0].trim() === "") return [];
    if (!lines.every((line) => PLAIN.test(line))) return null;
    return lines.map((line) => (line.match(/\d+/g) ?? []).map(Number).filter((block) => block > 0));
  };
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  // The largest of any number of numbers; Math.max takes only so many.
  const most = (numbers) => numbers.reduce((best, number) => Math.max(best, number), 0);
  const defectsOf = (rows, columns) => {
    const errors = [];
    for (const [axis, clues, length] of [["row", rows, columns.length], ["column", columns, rows.length]])
      clues.forEach((clue, index) => {
        const needed = sum(clue) + Math.max(clue.length - 1, 0);
        if (needed > length)
          errors.push({ axis, index, said: say("too_long", { line: lineName(axis, index), clue: clue.join(" "), needed, length }) });
      });
    const [inRows, inColumns] = [rows, columns].map((clues) => sum(clues.flat()));
    if (errors.length === 0 && inRows !== inColumns) errors.push({ said: say("totals", { rows: inRows, columns: inColumns }) });
    return errors;
  };

  // The kernel, in a worker of its own: it decides at once, and is ended to stop it
  const worker = (...scripts) =>
    new Worker(URL.createObjectURL(new Blob(scripts.map((id) => content(id) + "\n"), { type: "text/javascript" })));
  const unpack = async (id) => {
    const packed = Uint8Array.from(atob(content(id)), (character) => character.charCodeAt(0));
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  };
  const compiled = unpack("part-kernel").then((binary) => WebAssembly.compile(binary));
  let decider = null, deciding = null, count = 0;
  const halt = () => {
    decider?.terminate();
    decider = null;
    deciding?.resolve(null);
    deciding = null;
  };
  const decide = async (rows, columns, progress) => {
    const module = await compiled;
    if (deciding) halt();
    decider ??= worker("kernel-js", "kernel-worker");
    const id = ++count, mine = decider;
    return new Promise((resolve, reject) => {
      deciding = { resolve };
      mine.onerror = (event) => reject(new Error(event.message ?? "worker"));
      mine.onmessage = ({ data: found }) => {
        if (found.id !== id) return;
        if (found.progress) return progress(found.progress);
        deciding = null;
        if (found.failed) reject(new Error(found.failed));
        else resolve(found.result);
      };
      mine.postMessage({ module, id, rows, columns, seconds: LIMIT });
    });
  };

  // Python, in another worker: one question after the other
  let python = null, asked = null, ready = false, failed = false;
  let wanted = Promise.resolve();
  const sayPython = () => {
    at("python").textContent = ready ? "" : say(failed ? "python_failed" : "python_loading");
  };
  const startPython = async () => {
    ready = false;
    sayPython();
    try {
      const module = await compiled;
      python = worker("kernel-js", "python-worker");
      const names = ["program", "wasm", "glue", "loader", "library"];
      const parts = Object.fromEntries(names.map((name) => [name, content(`part-${name}`)]));
      await new Promise((resolve, reject) => {
        python.onerror = (event) => reject(new Error(event.message ?? "worker"));
        python.onmessage = ({ data: found }) => {
          if (found.ready) resolve();
          else if (found.setup) reject(new Error(found.failed));
        };
        python.postMessage({ setup: { parts, module, version: data.version } });
      });
      python.onmessage = ({ data: found }) => {
        if (!asked) return;
        if (found.progress !== undefined) asked.progress(found.progress);
        else if (found.id === asked.id) {
          const { resolve, reject } = asked;
          asked = null;
          if (found.failed) reject(new Error(found.failed));
          else resolve(found);
        }
      };
      ready = true;
      document.documentElement.dataset.python = String(Math.round(performance.now()));
      sayPython();
    } catch (error) {
      failed = true;
      document.documentElement.dataset.failed = String(error);
      sayPython();
      throw error;
    }
    buttons();
  };
  let started = null;
  // A question of an earlier turn is not asked any more; a long one is not even waited for.
  const ask = (name, facts, { progress = nothing, file = null, mine = null, long = false } = {}) => {
    const before = stops;
    const answer = wanted.then(async () => {
      await started;
      if (mine !== null && (mine !== turn || before !== stops)) return { stopped: true };
      return new Promise((resolve, reject) => {
        const id = ++count;
        asked = { id, resolve, reject, progress, long };
        python.postMessage({ id, name, facts, content: file });
      });
    });
    wanted = answer.catch(nothing);
    return answer;
  };
  const stopPython = () => {
    if (!asked) return;
    python.terminate();
    asked.resolve({ stopped: true });
    asked = null;
    started = startPython();
    started.catch(nothing);
  };
  const abandon = () => {
    if (asked?.long) stopPython();
  };

  // The board
  const CELL = 20, LETTER = 12;
  const drawn = (rows, columns, result) => {
    const digits = String(most(rows.flat())).length;
    const wide = Math.round(LETTER * (0.35 + 0.6 * digits)), high = Math.round(LETTER * 1.15), gap = LETTER / 3;
    const left = CELL / 2 + wide * most(rows.map((clue) => clue.length)) + gap;
    const top = CELL / 2 + high * most(columns.map((clue) => clue.length)) + gap;
    const right = left + CELL * columns.length, bottom = top + CELL * rows.length;
    const runs = [], dots = [], outlines = [];
    const shown = result?.outcome === "unique" || result?.outcome === "multiple" ? result.solutions[0] : result?.black;
    const white = result?.outcome === "unique" || result?.outcome === "multiple" ? shown.map((cell) => 1 - cell) : result?.white;
    if (result && result.outcome !== "none")
      for (let row = 0; row < rows.length; ++row)
        for (let column = 0; column < columns.length; ++column) {
          const place = row * columns.length + column, x = left + CELL * column, y = top + CELL * row;
          if (shown[place]) runs.push(`M${x} ${y}h${CELL}v${CELL}h${-CELL}z`);
          else if (white[place]) dots.push(`M${x + CELL / 2 - 2} ${y + CELL / 2}a2 2 0 1 0 4 0a2 2 0 1 0 -4 0`);
          if (result.solutions.length > 1 && result.solutions[0][place] !== result.solutions[1][place])
            outlines.push(`M${x + 1.5} ${y + 1.5}h${CELL - 3}v${CELL - 3}h${3 - CELL}z`);
        }
    const lines = (thick) => {
      const is = (k, length) => (k % 5 === 0 || k === length) === thick;
      const parts = [];
      for (let k = 0; k <= rows.length; ++k) if (is(k, rows.length)) parts.push(`M${left} ${top + CELL * k}H${right}`);
      for (let k = 0; k <= columns.length; ++k) if (is(k, columns.length)) parts.push(`M${left + CELL * k} ${top}V${bottom}`);
      return parts.join("");
    };
    const texts = [];
    rows.forEach((clue, row) =>
      [...clue].reverse().forEach((block, k) =>
        texts.push(`<text x="${left - gap - wide * (k + 0.5)}" y="${top + CELL * (row + 0.5) + LETTER * 0.36}">${block}</text>`)));
    columns.forEach((clue, column) =>
      [...clue].reverse().forEach((block, k) =>
        texts.push(`<text x="${left + CELL * (column + 0.5)}" y="${top - gap - high * (k + 0.5) + LETTER * 0.36}">${block}</text>`)));
    const width = right + CELL / 2, height = bottom + CELL / 2;
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" style="max-width:${1.6 * width}px" role="img" aria-label="${say("board")}">` +
      `<rect class="paper" width="${width}" height="${height}"/><path class="black" d="${runs.join("")}"/><path class="dot" d="${dots.join("")}"/>` +
      `<path class="thin" d="${lines(false)}"/><path class="thick" d="${lines(true)}"/><path class="differing" d="${outlines.join("")}"/>${texts.join("")}</svg>`;
  };

  const draw = (found, decided) => {
    const cells = found ? found.rows.length * found.columns.length : 0;
    if (cells > MOST_DRAWN) at("board").textContent = say("too_large", { most: MOST_DRAWN.toLocaleString(language) });
    else at("board").innerHTML = found ? drawn(found.rows, found.columns, decided) : "";
  };

  // What is on the page now
  let clues = null, result = null, film = null, making = false, turn = 0, timer = null, settled = nothing;
  const buttons = () => {
    const valid = clues !== null, possible = valid && ready && !making;
    at("explain").disabled = at("workbook").disabled = !possible || result?.outcome === "none";
    at("non").disabled = !possible;
    at("copy").disabled = !valid;
    at("locate").disabled = !ready;
  };
  const status = (text) => {
    at("status").textContent = text;
  };
  const show = (id, shown) => {
    at(id).hidden = !shown;
  };
  // Stop is there while anything runs for these clues, and ends all of it.
  let running = 0, stops = 0;
  const stoppable = async (answer) => {
    const mine = turn;
    ++running;
    show("stop", true);
    try {
      return await answer;
    } finally {
      if (mine === turn && --running === 0) show("stop", false);
    }
  };
  const stop = () => {
    ++stops;
    if (deciding) halt();
    stopPython();
  };
  const reset = () => {
    film = null;
    making = false;
    running = 0;
    sayPython();
    at("mistakes").textContent = "";
    at("corrections").replaceChildren();
    for (const id of ["stop", "again", "locate", "mistakes", "corrections", "steps"]) show(id, false);
  };
  const showErrors = (errors) => {
    at("errors").replaceChildren(...errors.slice(0, 20).map(({ said }) => Object.assign(document.createElement("li"), { textContent: said })));
    show("errors", errors.length > 0);
    for (const axis of AXES)
      at(axis).setAttribute("aria-invalid", String(errors.some((error) => error.axis && `${error.axis}s` === axis)));
  };
  const showCounts = (rows, columns) => {
    for (const [axis, found] of [["rows", rows], ["columns", columns]])
      at(`${axis}-count`).textContent = found ? `${counted("line", found.length)} · ${counted("black", sum(found.flat()))}` : "";
  };
  const read = async () => {
    const [rows, columns] = AXES.map((axis) => plainClues(at(axis).value));
    if (rows && columns) return { rows, columns, unread: [], errors: rows.length && columns.length ? defectsOf(rows, columns) : [] };
    status(say("reading"));
    return (await ask("clues", { rows: at("rows").value, columns: at("columns").value, language }, { mine: turn })).answer;
  };
  const seconds = (value) => (value < 0.0995 ? value.toFixed(3) : value.toFixed(1));
  const describe = () => {
    const facts = { seconds: seconds(result.seconds), conflicts: counted("conflict", result.conflicts) };
    let text = say(result.outcome, facts);
    if (result.outcome === "none" && result.contradiction >= 0) {
      const { contradiction: line } = result, height = result.rows.length;
      text += " " + say("none_line", { line: line < height ? lineName("row", line) : lineName("column", line - height) });
    }
    status(text);
  };
  // What is being made of earlier clues does not count any more.
  const outdate = () => {
    ++turn;
    clues = result = null;
    buttons();
  };
  const work = async () => {
    outdate();
    const mine = turn;
    halt();
    abandon();
    reset();
    const found = await read();
    if (mine !== turn || !found) return;
    showCounts(found.rows, found.columns);
    showErrors(found.errors);
    const some = found.rows.length > 0 && found.columns.length > 0;
    draw(some ? found : null, null);
    if (!some || found.errors.length) {
      status(some ? "" : say("waiting"));
      show("locate", some);
      suspect = found;
      buttons();
      return;
    }
    clues = found;
    buttons();
    const solving = ({ known, conflicts }) => {
      const cells = found.rows.length * found.columns.length;
      if (mine === turn) status(say("solving", { known, cells, conflicts: counted("conflict", conflicts) }));
    };
    solving({ known: 0, conflicts: 0 });
    const decided = await stoppable(decide(found.rows, found.columns, solving));
    if (mine !== turn) return;
    if (decided?.longest) {
      status(say("too_long_line", { longest: Math.max(found.rows.length, found.columns.length), most: decided.longest }));
      return;
    }
    if (!decided) {
      status(say("stopped"));
      show("again", true);
      return;
    }
    result = decided;
    describe();
    draw(found, result);
    buttons();
    if (result.outcome === "none") {
      suspect = found;
      await locate();
    }
  };
  let suspect = null;
  const locate = async () => {
    const mine = turn, { rows, columns, unread } = suspect;
    show("locate", false);
    show("mistakes", true);
    at("mistakes").textContent = say(failed ? "python_failed" : ready ? "locating" : "python_loading");
    const { answer, stopped } = await stoppable(ask("locate", { rows, columns, unread, language }, { mine }));
    if (mine !== turn) return;
    if (stopped) {
      show("mistakes", false);
      show("locate", true);
      buttons();
      return;
    }
    at("mistakes").textContent = answer.said.join("\n") || say("no_mistake");
    at("corrections").replaceChildren(
      ...answer.corrections.map((changes) => {
        const said = changes.map(({ axis, index, clue }) => `${lineName(axis, index)}: ${clue.join(" ") || 0}`);
        const button = Object.assign(document.createElement("button"), { type: "button", textContent: say(changes.some((change) => change.inserted) ? "insert" : "apply", { clues: said.join(", ") }) });
        button.onclick = () => {
          const lists = { row: rows.map((clue) => clue), column: columns.map((clue) => clue) };
          for (const { axis, index, clue, inserted } of changes) lists[axis].splice(index, inserted ? 0 : 1, clue);
          put(inLines(lists.row), inLines(lists.column));
        };
        return button;
      }),
    );
    show("corrections", answer.corrections.length > 0);
  };
  const report = (error) => status(say("internal", { what: error.message }));
  const run = () => {
    document.documentElement.dataset.state = "working";
    const working = work(), mine = turn;
    const settle = (error) => {
      if (mine !== turn) return;
      document.documentElement.dataset.state = "settled";
      if (error && failed) status(say("python_failed"));
      else if (error) report(error);
    };
    settled = working.then(() => settle(null), settle);
  };
  const changed = () => {
    clearTimeout(timer);
    notice(() => "");
    run();
  };
  // Said again when the language changes
  let noticed = () => "";
  const notice = (text) => {
    noticed = text;
    at("notice").textContent = text();
  };

  // Files
  const choose = (puzzles, name, said) => {
    const pick = ({ rows, columns, title }) => {
      put(inLines(rows), inLines(columns), { title, name });
      notice(said);
    };
    at("puzzle").replaceChildren(...puzzles.map((each, k) => new Option(`${k + 1}. ${each.title}`.trim(), k)));
    at("puzzle").onchange = () => pick(puzzles[at("puzzle").value]);
    pick(puzzles[0]);
    show("choice", puzzles.length > 1);
  };
  const open = async (file) => {
    if (!file) return;
    const failing = (said) => {
      show("choice", false);
      notice(said);
    };
    abandon();
    notice(() => say(ready ? "reading" : "python_loading"));
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const name = file.name.replace(/[/\\]/g, "_");
      const { answer } = await ask("open", { name }, { file: bytes });
      if (!answer) return notice(() => "");
      if (answer.puzzles.length === 0) return failing(() => answer.error[language]);
      choose(answer.puzzles, answer.name, () => `${say("opened", { name })}\n${answer.error[language]}`.trim());
    } catch (error) {
      failing(() => say(failed ? "python_failed" : "internal", { what: error.message }));
    }
  };

  // Pasting: cells of a sheet become lines, those of columns by their columns if there are several
  const cellsOf = (text) => {
    const rows = [[]];
    // Cells with line breaks are quoted.
    const cells = /("(?:[^"]|"")*"|[^\t\n]*)(\t|\n|$)/g;
    for (const [, cell, end] of text.replace(/\r\n?/g, "\n").replace(/\n$/, "").matchAll(cells)) {
      rows.at(-1).push(cell.replace(/^"|"$/g, "").replace(/\s+/g, " "));
      if (!end) break;
      if (end === "\n") rows.push([]);
    }
    return rows;
  };
  const pasted = (event, axis) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const many = text.includes("\t");
    const sheet = many || /<table/i.test(event.clipboardData?.getData("text/html") ?? "");
    if (!text.trim() || (!sheet && !/[\n\r]/.test(text.trim()))) return;
    let inserted = text.replace(/\r\n?/g, "\n");
    if (sheet) {
      event.preventDefault();
      const cells = cellsOf(text);
      const width = most(cells.map((row) => row.length));
      const lines = axis === "rows" || !many ? cells : Array.from({ length: width }, (_, k) => cells.map((row) => row[k] ?? ""));
      const area = at(axis);
      inserted = lines.map((line) => line.map((cell) => cell.trim()).filter(Boolean).join(" ") || "0").join("\n");
      remember();
      forgetUnlessKept(area);
      area.setRangeText(inserted, area.selectionStart, area.selectionEnd, "end");
      remember();
      changed();
    }
    // Only if nobody types before the answer.
    setTimeout(async () => {
      const mine = typed();
      const alone = AXES.every((each) => mine[each].trim() === (each === axis ? inserted.trim() : ""));
      try {
        const { answer } = await ask("paste", { text, alone });
        const now = typed();
        if (!answer || AXES.some((each) => now[each] !== mine[each])) return;
        choose([answer], "", () => say("whole", { rows: answer.rows.length, columns: answer.columns.length }));
      } catch {
        // Without Python the pasted text stays as it is.
      }
    });
  };

  // Copying and saving
  const rowsForSheet = () => {
    const { rows, columns } = clues;
    const deep = most([1, ...columns.map((clue) => clue.length)]), wide = most([1, ...rows.map((clue) => clue.length)]);
    // Signs that no reader of the sheet can take for clues.
    const cell = (place) => {
      if (!result || result.outcome === "none") return "";
      const [one, two] = result.solutions;
      if (result.outcome === "undecided") return result.black[place] ? "■" : result.white[place] ? "×" : "";
      if (two && one[place] !== two[place]) return "";
      return one[place] ? "■" : two ? "×" : "";
    };
    const head = Array.from({ length: deep }, (_, k) => [
      ...Array(wide).fill(""),
      ...columns.map((clue) => (clue.length ? clue[clue.length - deep + k] ?? "" : k === deep - 1 ? 0 : "")),
    ]);
    const body = rows.map((clue, row) => [
      ...Array(wide - Math.max(clue.length, 1)).fill(""),
      ...(clue.length ? clue : [0]),
      ...columns.map((_, column) => cell(row * columns.length + column)),
    ]);
    return { cells: [...head, ...body], deep, wide };
  };
  const copy = () => {
    const { cells, deep, wide } = rowsForSheet();
    const dark = "background:#1f2937;color:#1f2937";
    const html = `<table>${cells
      .map((row, y) => `<tr>${row.map((value, x) => `<td${y >= deep && x >= wide && value === "■" ? ` style="${dark}"` : ""}>${value}</td>`).join("")}</tr>`)
      .join("")}</table>`;
    let done = false;
    const take = (event) => {
      event.clipboardData.setData("text/plain", cells.map((row) => row.join("\t")).join("\n"));
      event.clipboardData.setData("text/html", html);
      event.preventDefault();
      done = true;
    };
    document.addEventListener("copy", take);
    document.execCommand("copy");
    document.removeEventListener("copy", take);
    notice(() => say(done ? "copied" : "not_copied"));
  };
  const save = (bytes, name, type) => {
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([bytes], { type })), download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  };
  const fileName = () => (about.title || about.name).replace(/[\\/:*?"<>|\u0000-\u001f]/g, "_").slice(0, 80).trim() || say("untitled");
  const named = () => ({ name: about.name || say("untitled"), language });
  const make = async (name, extra, said) => {
    const mine = turn, { rows, columns } = clues, cells = rows.length * columns.length;
    making = true;
    buttons();
    at("python").textContent = say(said, { known: 0, cells });
    try {
      const { answer, content: made, stopped } = await stoppable(ask(
        name,
        { title: about.title, rows, columns, ...extra },
        { progress: (known) => { at("python").textContent = say(said, { known, cells }); }, mine, long: true },
      ));
      if (mine !== turn || stopped) return null;
      if (answer.error) {
        notice(() => answer.error[language]);
        return null;
      }
      return made;
    } catch (error) {
      if (mine === turn) notice(() => say("internal", { what: error.message }));
      return null;
    } finally {
      if (mine === turn) {
        making = false;
        sayPython();
        buttons();
      }
    }
  };

  // Events
  const words = () => {
    document.documentElement.lang = language;
    document.title = say("title");
    at("language").value = language;
    for (const element of document.querySelectorAll("[data-t]")) element.textContent = say(element.dataset.t);
    at("film").title = say("steps");
    at("notice").textContent = noticed();
    if (!ready) sayPython();
  };
  for (const axis of AXES) {
    at(axis).addEventListener("beforeinput", () => forgetUnlessKept(at(axis)));
    at(axis).addEventListener("input", () => {
      forgetUnlessKept(at(axis));
      remember();
      clearTimeout(timer);
      outdate();
      document.documentElement.dataset.state = "working";
      timer = setTimeout(changed, 120);
    });
    at(axis).addEventListener("paste", (event) => pasted(event, axis));
  }
  at("undo").onclick = undo;
  const putAlone = (rows, columns) => {
    show("choice", false);
    put(rows, columns, {});
  };
  at("clear").onclick = () => putAlone("", "");
  at("example").onclick = () => putAlone(EXAMPLE.rows, EXAMPLE.columns);
  at("file").onchange = () => {
    open(at("file").files[0]);
    at("file").value = "";
  };
  at("stop").onclick = stop;
  at("again").onclick = run;
  at("locate").onclick = () => locate().catch(report);
  at("copy").onclick = copy;
  at("explain").onclick = async () => {
    film = await make("explain", named(), "explaining");
    if (!film) return;
    at("film").srcdoc = new TextDecoder().decode(film);
    show("steps", true);
    at("steps").scrollIntoView({ behavior: "smooth" });
  };
  at("save_steps").onclick = () => film && save(film, `${fileName()}.html`, "text/html");
  at("workbook").onclick = async () => {
    const made = await make("workbook", named(), "working");
    if (made) save(made, `${fileName()}.xlsx`, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
  };
  at("non").onclick = async () => {
    const made = await make("non", {}, "working");
    if (made) save(made, `${fileName()}.non`, "text/plain");
  };
  at("language").onchange = () => {
    language = at("language").value;
    store();
    words();
    run();
  };
  document.addEventListener("dragover", (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  document.addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    open(event.dataTransfer.files[0]);
  });

  const kept = stored();
  if (data.texts[kept.language]) language = kept.language;
  else {
    const preferred = navigator.languages.map((each) => each.slice(0, 2)).find((each) => data.texts[each]);
    language = preferred ?? language;
  }
  fill(kept);
  words();
  remember();
  if (!keeps) notice(() => say("nothing_kept"));
  compiled.catch(() => status(say("kernel_failed")));
  run();
  // The parts of Python stand below this script.
  document.addEventListener("DOMContentLoaded", () => {
    started = startPython();
    started.catch(nothing);
  });
  const begun = new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve));
  wanted = begun;
  globalThis.xlnono = { decide, ask, settled: () => settled, put, result: () => result };
}
