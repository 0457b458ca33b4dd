/** The strongly connected components of a graph (R. Tarjan, 1972), without recursion, as a graph may be deep. */
export function components(
  size: number,
  nextOf: (state: number) => readonly number[],
): { of: number[]; cyclic: Set<number> } {
  const order = new Int32Array(size).fill(-1);
  const low = new Int32Array(size);
  const of = new Array<number>(size).fill(-1);
  const cyclic = new Set<number>();
  const path: number[] = [];
  let visited = 0;
  let found = 0;
  for (let root = 0; root < size; root++) {
    if (order[root] !== -1) continue;
    const open = [{ state: root, targets: nextOf(root), at: 0 }];
    order[root] = low[root] = visited++;
    path.push(root);
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const { state, targets } = top;
      if (top.at < targets.length) {
        const target = targets[top.at++]!;
        if (target === state) cyclic.add(-1 - state);
        if (order[target] === -1) {
          order[target] = low[target] = visited++;
          path.push(target);
          open.push({ state: target, targets: nextOf(target), at: 0 });
        } else if (of[target] === -1) {
          low[state] = Math.min(low[state]!, order[target]!);
        }
        continue;
      }
      open.pop();
      const parent = open.at(-1)?.state;
      if (parent !== undefined) low[parent] = Math.min(low[parent]!, low[state]!);
      if (low[state] !== order[state]) continue;
      const members = path.splice(path.lastIndexOf(state));
      for (const member of members) of[member] = found;
      if (members.length > 1 || cyclic.delete(-1 - state)) cyclic.add(found);
      for (const member of members) cyclic.delete(-1 - member);
      found++;
    }
  }
  return { of, cyclic };
}
