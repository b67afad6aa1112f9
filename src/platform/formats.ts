import { z } from 'zod';

const email = z.email();
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** One e-mail address without a display name. */
export function isEmail(text: string): boolean {
  return email.safeParse(text).success;
}

/** A language that exists, alone or with script and region: "en", "pt-BR". */
export function isLocale(text: string): boolean {
  try {
    return languages.of(text) !== undefined;
  } catch {
    return false; // not even of a language tag's form
  }
}
