import { type FieldErrors } from '../../../platform/errors/field-errors.js';
import { isLonger } from '../../../platform/errors/input-rules.js';
import { isEmail } from '../../../platform/text/text-formats.js';
import type { AuthenticationMethod } from '../../../platform/identity/authentication-methods.js';
import type { OwnMembership } from './membership.repository.js';

/** Fewest and most characters of a password. Source: auth.md §2. */
const PASSWORD_LENGTH = { least: 8, most: 128 };

/** The form in which e-mail addresses are stored and compared. */
export function normalizedEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Reports what is no e-mail address. */
export function checkEmail(errors: FieldErrors, email: string): void {
  if (email === '') errors.add('email', 'value_is_mandatory');
  else if (!isEmail(email)) errors.add('email', 'invalid_email_format');
}

/** Reports a new password that is too short or too long. */
export function checkPassword(errors: FieldErrors, path: string, password: string): void {
  if (Array.from(password.slice(0, PASSWORD_LENGTH.least * 2)).length < PASSWORD_LENGTH.least)
    errors.add(path, password === '' ? 'value_is_mandatory' : 'value_is_too_short');
  else if (isTooLong(password)) errors.add(path, 'value_is_too_long');
}

/** True for a text that is nobody's password, and would be expensive to hash. */
export function isTooLong(password: string): boolean {
  return isLonger(password, PASSWORD_LENGTH.most);
}

/** True if a session that began in this way acts in the organization of the membership. */
export function isOpenTo(
  { allowedMethods, opensWithPassword }: Pick<OwnMembership, 'allowedMethods' | 'opensWithPassword'>,
  method: AuthenticationMethod,
): boolean {
  return allowedMethods.includes(method) && (opensWithPassword || method !== 'email_password');
}

/** What an assignment of roles changes. */
export function changeOfRoles(before: readonly string[], after: readonly string[]) {
  return {
    deleted: before.filter((role) => !after.includes(role)),
    added: after.filter((role) => !before.includes(role)),
  };
}
