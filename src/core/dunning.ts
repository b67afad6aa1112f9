const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** When and how often a dunning campaign asks customers to pay. */
export interface DunningTerms {
  readonly daysBetweenAttempts: number;
  readonly maxAttempts: number;
  /** The lowest overdue balance, in minor units, at which an attempt is made, by currency. */
  readonly thresholds: ReadonlyMap<string, bigint>;
}

/** The attempts of a campaign on one customer so far. */
export interface DunningState {
  /** By currency. */
  readonly attempts: Readonly<Record<string, number>>;
  readonly lastAttemptAt: Date | null;
}

/** Overdue amounts of a customer in minor units, by currency. */
export type OverdueBalances = ReadonlyMap<string, bigint>;

/** The currencies whose overdue balance has reached its threshold, sorted. */
export function currenciesOverThreshold({ thresholds }: DunningTerms, balances: OverdueBalances): string[] {
  const reached = ([currency, balance]: [string, bigint]) => {
    const threshold = thresholds.get(currency);
    return balance > 0n && threshold !== undefined && threshold <= balance;
  };
  return [...balances]
    .filter(reached)
    .map(([currency]) => currency)
    .toSorted();
}

/** The currencies for which an attempt is made now. Source: payments.md §12. */
export function dueCurrencies(
  terms: DunningTerms,
  state: DunningState,
  balances: OverdueBalances,
  now: Date,
): string[] {
  const { lastAttemptAt, attempts } = state;
  if (lastAttemptAt !== null && now.getTime() <= earliestMs(terms, lastAttemptAt)) return [];
  return currenciesOverThreshold(terms, balances).filter(
    (currency) => (attempts[currency] ?? 0) < terms.maxAttempts,
  );
}

/** The full hour at which the next attempt is possible: later than the pause after the last one. Source: payments.md §12. */
export function nextAttemptAt(terms: DunningTerms, lastAttemptAt: Date): Date {
  return fullHourFrom(new Date(earliestMs(terms, lastAttemptAt) + 1));
}

/** True if as many attempts were made as the campaign allows, in every currency in which any was made. */
export function isFinished({ maxAttempts }: DunningTerms, { attempts }: DunningState): boolean {
  const made = Object.values(attempts);
  return made.length > 0 && made.every((count) => count >= maxAttempts);
}

/** The instant itself if it is a full hour (UTC), or else the next one. */
export function fullHourFrom(at: Date): Date {
  return new Date(Math.ceil(at.getTime() / HOUR_MS) * HOUR_MS);
}

function earliestMs({ daysBetweenAttempts }: DunningTerms, lastAttemptAt: Date): number {
  return lastAttemptAt.getTime() + daysBetweenAttempts * DAY_MS;
}
