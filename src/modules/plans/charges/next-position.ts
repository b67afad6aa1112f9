/** The position after all others of a list. Deleting an element leaves a gap in the positions. */
export function nextPosition(others: readonly { readonly position: number }[]): number {
  return Math.max(-1, ...others.map(({ position }) => position)) + 1;
}
