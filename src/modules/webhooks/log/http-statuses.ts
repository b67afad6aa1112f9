/** The HTTP statuses that a filter selects. */
export type StatusRange = { readonly from: number; readonly to: number } | 'timeout';

/**
 * Reads an item of the filter by HTTP status: `404`, `5xx`, `200-204`, or `timeout` for attempts without an answer.
 * @returns null for anything else. Source: webhooks.md §6.
 */
export function readStatusRange(text: string): StatusRange | null {
  if (text === 'timeout') return 'timeout';
  const [, hundreds] = /^([1-5])xx$/i.exec(text) ?? [];
  if (hundreds !== undefined) return { from: Number(hundreds) * 100, to: Number(hundreds) * 100 + 99 };
  const [, first, last = first] = /^([1-5]\d\d)(?:-([1-5]\d\d))?$/.exec(text) ?? [];
  if (first === undefined) return null;
  return { from: Number(first), to: Number(last) };
}
