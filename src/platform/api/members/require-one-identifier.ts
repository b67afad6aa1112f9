import { badRequest } from '../../errors/app-error.js';

/**
 * Returns the single identifier by which a request names a record (such as its id or its code).
 * @throws AppError `bad_request` when none or several are sent.
 */
export function requireOneIdentifier<Name extends string>(
  identifiers: Record<Name, string | null | undefined>,
): { [N in Name]: Record<N, string> }[Name] {
  const given = Object.entries<string | null | undefined>(identifiers).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  if (given.length !== 1) {
    throw badRequest(`Name the record by exactly one of ${Object.keys(identifiers).join(', ')}.`);
  }
  return Object.fromEntries(given) as { [N in Name]: Record<N, string> }[Name];
}
