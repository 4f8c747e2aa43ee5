// Decides puzzles. The page ends this worker to stop it.
const kernelOf = (() => {
  let opened = null;
  const listener = {};
  return (module) => (opened ??= openKernel(module, listener).then((kernel) => ({ kernel, listener })));
})();
const real = (value) => [...new Int32Array(new Float64Array([value]).buffer)];
const list = (clues) => [clues.length, ...clues.flatMap((clue) => [clue.length, ...clue])];

// The cells of packed rows as a Uint8Array, 1 where a bit is set.
const unpacked = (bytes, height, width) => {
  const size = Math.ceil(width / 8), cells = new Uint8Array(height * width);
  for (let row = 0; row < height; ++row)
    for (let column = 0; column < width; ++column)
      cells[row * width + column] = (bytes[row * size + (column >> 3)] >> (column & 7)) & 1;
  return cells;
};

onmessage = async ({ data: { module, id, rows, columns, seconds } }) => {
  try {
    const { kernel, listener } = await kernelOf(module);
    if (id === undefined) return;
    listener.watch = (known, conflicts) => postMessage({ id, progress: { known, conflicts } });
    const began = performance.now();
    const longest = Math.max(rows.length, columns.length);
    if (longest > kernel.longestLine) return postMessage({ id, result: { longest: kernel.longestLine } });
    const [status, words] = kernel.ask(
      Int32Array.from([0, ...list(rows), ...list(columns), 0, 2, ...real(seconds), ...real(NaN)]),
    );
    if (status !== 0) throw new Error(new TextDecoder().decode(new Uint8Array(words.buffer, 4, words[0])));
    let next = 0;
    const cells = () => {
      const size = words[next++], bytes = new Uint8Array(words.buffer, 4 * next, size);
      next += Math.ceil(size / 4);
      return unpacked(bytes, rows.length, columns.length);
    };
    const solutions = [];
    for (let left = words[next++]; left > 0; --left) solutions.push(cells());
    const black = cells(), white = cells();
    const [finished, contradiction, conflicts] = words.slice(next);
    postMessage({
      id,
      result: {
        rows, columns, solutions, black, white, contradiction, conflicts,
        outcome: solutions.length > 1 ? "multiple" : !finished ? "undecided" : solutions.length ? "unique" : "none",
        seconds: (performance.now() - began) / 1000,
      },
    });
  } catch (error) {
    postMessage({ id, failed: String(error.message ?? error) });
  }
};
