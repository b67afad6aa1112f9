import { invalid } from '../errors/app-error.js';
import { formatBytes, type Limits } from '../limits.js';

/**
 * Refuses a page that is too large to read. A shorter page would shift all numbered pages after it.
 * @param subject begins the message: `The events of a page hold properties`.
 * @throws AppError `per_page: value_is_out_of_range`.
 */
export function requirePageWithin(
  { pageBytes }: Pick<Limits, 'pageBytes'>,
  bytes: number,
  subject: string,
): void {
  if (bytes <= pageBytes) return;
  const limit = `${subject} of at most ${formatBytes(pageBytes)}: ask for fewer.`;
  throw invalid({ perPage: ['value_is_out_of_range'] }, limit);
}
