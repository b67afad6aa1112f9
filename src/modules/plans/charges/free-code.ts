/** Returns the first of `code`, `code_2`, `code_3`, ... that is not taken, and adds it to `taken`. */
export function freeCode(code: string, taken: Set<string>): string {
  let free = code;
  for (let number = 2; taken.has(free); number += 1) free = `${code}_${number}`;
  taken.add(free);
  return free;
}
