import { isEmpty, type Period } from '../time/period.js';

/** A period ends in the second before midnight, and its run comes at midnight. Source: wallets.md §1. */
const TOLERANCE_MS = 3_600_000;

/** An invoice as the end of a wallet sees it. */
export interface DatedUsage {
  readonly at: Date;
  /** The end of the window of its usage; null if it bills none. */
  readonly usageEnd: Date | null;
}

interface Expiring {
  readonly expirationAt: Date | null;
}

/**
 * The end of the usage that windows cover, the latest of several; null if none covers any. The window of an invoice of a start is
 * empty.
 */
export function usageEndOf(windows: readonly (Period | null)[]): Date | null {
  const ends = windows.flatMap((window) => (window === null || isEmpty(window) ? [] : [window.to.getTime()]));
  return ends.length === 0 ? null : new Date(Math.max(...ends));
}

/** The last instant at which a period may end to be of the time of a wallet that expires. */
export function lastUsageEnd(expirationAt: Date): Date {
  return new Date(expirationAt.getTime() + TOLERANCE_MS);
}

/** True once a wallet has expired: it takes no new credits, and pays only what is of its time. */
export function hasExpired({ expirationAt }: Expiring, at: Date): boolean {
  return expirationAt !== null && expirationAt <= at;
}

/** True if credits were valid in the whole period of an invoice, or still are. Source: wallets.md §1, "Expiry and drafts". */
export function isOfTimeOf({ expirationAt }: Expiring, usageEnd: Date | null): boolean {
  return expirationAt === null || (usageEnd !== null && usageEnd <= lastUsageEnd(expirationAt));
}

/** True if a wallet may pay an invoice: until it expires any, afterwards those of its time. */
export function isValidFor(wallet: Expiring, { at, usageEnd }: DatedUsage): boolean {
  return !hasExpired(wallet, at) || isOfTimeOf(wallet, usageEnd);
}
