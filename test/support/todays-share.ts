/** Those of all cases whose turn it is today, where a whole run takes too long: each has its turn once in so many days. */
export function todaysShare<Case>(all: readonly Case[], days: number): Case[] {
  const today = Math.floor(Date.now() / 86_400_000) % days;
  return all.filter((_, index) => index % days === today);
}
