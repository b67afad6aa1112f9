import { z } from 'zod';

const email = z.email();
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/**
 * Longest accepted e-mail address, with some room above RFC 5321 §4.5.3.1. Checked first, since the pattern is slow on
 * very long texts.
 */
const EMAIL_LENGTH = 320;

/** True for exactly one e-mail address without a display name. */
export function isEmail(text: string): boolean {
  return text.length <= EMAIL_LENGTH && email.safeParse(text).success;
}

/** True for the tag of an existing language, alone or with script and region: "en", "pt-BR". */
export function isLocale(text: string): boolean {
  try {
    return languages.of(text) !== undefined;
  } catch {
    return false; // not a well-formed language tag
  }
}
