import type { Api } from './api.js';
import type { Formats } from './portal-formats.js';
import type { PlainWord, Words } from './words.js';

/** What the page offers its sections. Words and formats are those of the customer's language, which the customer can change. */
export interface PageContext {
  readonly api: Api;
  readonly words: Words;
  readonly formats: Formats;
  /** Does the work, and shows an error if it fails. */
  attempt(work: () => Promise<void>): Promise<void>;
  fail(error: unknown): void;
  /** Shows a text at the end of the page; screen readers announce it. */
  notify(text: string): void;
  /** Loads and draws all sections again, notifies the customer, and focuses the first element that the selector matches. */
  reload(notice: PlainWord, focus?: string): Promise<void>;
}
