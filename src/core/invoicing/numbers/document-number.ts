/**
 * The number of a customer's next document of a kind: after the last one, and after all that may have been given in times that a
 * restore of a backup has lost (docs/adr/0126).
 * @param last the number of the last document; 0 before the first.
 * @param numberedAfter the last numbers that may have been given in those times, in their order.
 */
export function nextDocumentNumber(last: number, numberedAfter: readonly number[]): number {
  return Math.max(last, lastLostNumber(numberedAfter)) + 1;
}

/** True for a document that was issued before the last restore, which may have lost documents that refer to it. */
export function isFromBeforeRestore(number: number | null, numberedAfter: readonly number[]): boolean {
  return number !== null && number <= lastLostNumber(numberedAfter);
}

function lastLostNumber(numberedAfter: readonly number[]): number {
  return numberedAfter.at(-1) ?? 0;
}
