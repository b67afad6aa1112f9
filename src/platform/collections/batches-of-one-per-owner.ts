/**
 * Splits items into batches with at most one item per owner: the first item of each owner, then the second of each, and
 * so on. The items of a batch can be processed together, since an item depends only on earlier items of its own owner.
 */
export function batchesOfOnePerOwner<T>(items: readonly T[], ownerOf: (item: T) => string): T[][] {
  const batches: T[][] = [];
  const countByOwner = new Map<string, number>();
  for (const item of items) {
    const owner = ownerOf(item);
    const index = countByOwner.get(owner) ?? 0;
    countByOwner.set(owner, index + 1);
    (batches[index] ??= []).push(item);
  }
  return batches;
}
