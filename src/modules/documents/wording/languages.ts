import { german } from './de.js';
import { english } from './en.js';
import { spanish } from './es.js';
import { french } from './fr.js';
import { italian } from './it.js';
import { norwegian } from './nb.js';
import { brazilianPortuguese } from './pt-br.js';
import { swedish } from './sv.js';
import type { Wording } from './wording.js';
import { traditionalChinese } from './zh-tw.js';

/** A language of documents: its BCP 47 tag, which also selects how numbers and dates are written, and its texts. */
export interface Language {
  readonly tag: string;
  readonly wording: Wording;
}

const ENGLISH: Language = { tag: 'en', wording: english };

/** By the start of a locale in lower case, the more specific first. Source: documents-and-emails.md §2. */
const LANGUAGES: readonly (readonly [start: string, language: Language])[] = [
  ['en', ENGLISH],
  ['de', { tag: 'de', wording: german }],
  ['es', { tag: 'es', wording: spanish }],
  ['fr', { tag: 'fr', wording: french }],
  ['it', { tag: 'it', wording: italian }],
  ['nb', { tag: 'nb', wording: norwegian }],
  ['pt-br', { tag: 'pt-BR', wording: brazilianPortuguese }],
  ['sv', { tag: 'sv', wording: swedish }],
  ['zh-tw', { tag: 'zh-TW', wording: traditionalChinese }],
];

/**
 * The language of a document's locale; English for one without wording. A region keeps its manner of writing numbers and
 * dates: `de-CH` is German with Swiss numbers.
 */
export function languageOf(locale: string): Language {
  const requested = locale.toLowerCase().replace('_', '-');
  const found = LANGUAGES.find(([start]) => requested === start || requested.startsWith(`${start}-`));
  if (found === undefined) return ENGLISH;
  const { wording, tag } = found[1];
  const [regional = tag] = Intl.NumberFormat.supportedLocalesOf([locale.replace('_', '-')]);
  return { tag: regional, wording };
}
