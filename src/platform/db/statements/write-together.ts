import { databaseFailure } from '../postgres/postgres-error.js';

/** A member of a batch that could not be written. */
export interface Unwritten<Member> {
  readonly member: Member;
  readonly error: unknown;
}

/**
 * Writes members of several organizations together, so that a bad one fails alone: a batch that fails is halved until the
 * bad members are found. Source: docs/adr/0102.
 * @param write writes all of the given members or none, in one transaction or statement.
 * @returns the members that were not written. Where the database itself fails, none is tried again by itself.
 */
export async function writeTogether<Member>(
  members: readonly Member[],
  write: (members: readonly Member[]) => Promise<unknown>,
): Promise<Unwritten<Member>[]> {
  if (members.length === 0) return [];
  try {
    await write(members);
    return [];
  } catch (error) {
    if (members.length === 1 || databaseFailure(error) !== null)
      return members.map((member) => ({ member, error }));
    const middle = Math.ceil(members.length / 2);
    const first = await writeTogether(members.slice(0, middle), write);
    return [...first, ...(await writeTogether(members.slice(middle), write))];
  }
}
