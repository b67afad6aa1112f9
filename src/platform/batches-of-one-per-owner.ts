/**
 * Splits a list into rounds: what comes first of each owner, then what comes second of each, and so on. What one owner's
 * things do to each other, happens between rounds; within one, all can be done at once.
 */
export function batchesOfOnePerOwner<T>(all: readonly T[], ownerOf: (each: T) => string): T[][] {
  const rounds: T[][] = [];
  const passed = new Map<string, number>();
  for (const each of all) {
    const owner = ownerOf(each);
    const round = passed.get(owner) ?? 0;
    passed.set(owner, round + 1);
    (rounds[round] ??= []).push(each);
  }
  return rounds;
}
