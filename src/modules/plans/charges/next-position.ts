/** The place after all others of a list. Places are kept when others go, so that some may be missing. */
export function nextPosition(others: readonly { readonly position: number }[]): number {
  return Math.max(-1, ...others.map(({ position }) => position)) + 1;
}
