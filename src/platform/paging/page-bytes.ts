import { invalid } from '../errors/app-error.js';
import { formatBytes, type Limits } from '../limits.js';

/**
 * Refuses a page that is too large to be read: fewer rows than asked for would move every numbered page behind it.
 * @param held begins the sentence: `The events of a page hold properties`.
 * @throws AppError `per_page: value_is_out_of_range`.
 */
export function requirePageWithin(
  { pageBytes }: Pick<Limits, 'pageBytes'>,
  bytes: number,
  held: string,
): void {
  if (bytes <= pageBytes) return;
  const message = `${held} of at most ${formatBytes(pageBytes)}: ask for fewer.`;
  throw invalid({ perPage: ['value_is_out_of_range'], base: [message] }, { message });
}
