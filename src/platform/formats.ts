import { z } from 'zod';

const email = z.email();
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** The longest address that mail can be sent to, with room (RFC 5321 §4.5.3.1); patterns fail on megabytes. */
const EMAIL_LENGTH = 320;

/** One e-mail address without a display name. */
export function isEmail(text: string): boolean {
  return text.length <= EMAIL_LENGTH && email.safeParse(text).success;
}

/** A language that exists, alone or with script and region: "en", "pt-BR". */
export function isLocale(text: string): boolean {
  try {
    return languages.of(text) !== undefined;
  } catch {
    return false; // not even of a language tag's form
  }
}
