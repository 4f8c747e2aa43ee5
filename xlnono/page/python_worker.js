// Runs xlnono itself, in Pyodide. The page ends this worker to stop it, and starts another.
const unzipped = async (text) => {
  const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};
const address = (content, type) => URL.createObjectURL(new Blob([content], { type }));

const start = async ({ parts, module, version }) => {
  const names = Object.keys(parts);
  const contents = await Promise.all(Object.values(parts).map(unzipped));
  const part = Object.fromEntries(names.map((name, k) => [name, contents[k]]));
  // Pyodide refuses workers that are no modules, which pages from a disk cannot start, and
  // recognizes them by this function. It needs none.
  self.importScripts = undefined;
  const { loadPyodide } = await import(address(part.loader, "text/javascript"));
  const { default: createPyodideModule } = await import(address(part.glue, "text/javascript"));
  const wasm = address(part.wasm, "application/wasm");
  const fetched = fetch;
  self.fetch = (place, options) => fetched(String(place).endsWith("/pyodide.asm.wasm") ? wasm : place, options);
  const python = await loadPyodide({
    indexURL: "file:///",
    stdLibURL: address(part.library, "application/zip"),
    lockFileContents: { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten", python: "3.14.0", version }, packages: {} },
    createPyodideModule,
    checkAPIVersion: false,
  });
  python.FS.writeFile("/program.zip", part.program);
  python.FS.mkdirTree("/work");
  // Some modules read files beside them, so the program must be in a folder.
  python.runPython(`
import sys, zipfile
sys.dont_write_bytecode = True
with zipfile.ZipFile("/program.zip") as program:
    program.extractall("/program")
sys.path.insert(0, "/program")
`);
  const listener = {};
  const kernel = await openKernel(module, listener);
  const answer = python.pyimport("xlnono.page.in_browser").begin({
    ask: (words) => {
      const [status, answer] = kernel.ask(words);
      return python.toPy([status, answer]);
    },
    listen: (watch) => {
      listener.watch = watch ?? undefined;
    },
    tell: (known) => postMessage({ progress: known }),
    longest_line: kernel.longestLine,
    longest_explained: kernel.longestExplained,
  });
  return { python, answer };
};

let started = null;
onmessage = async ({ data: { setup, id, name, facts, content } }) => {
  try {
    if (setup) {
      started = start(setup);
      await started;
      postMessage({ ready: true });
      return;
    }
    const { python, answer } = await started;
    if (content) python.FS.writeFile(`/work/${facts.name}`, content);
    const [said, made] = answer(name, JSON.stringify(facts)).toJs();
    postMessage({ id, answer: JSON.parse(said), content: made });
  } catch (error) {
    // The last line of what Python says.
    postMessage({ id, failed: String(error.message ?? error).trim().split("\n").pop(), setup: Boolean(setup) });
  }
};
