import { Big, divideAt, floorAt } from '../money/decimal.js';
import { fromCents, toCents } from '../money/money.js';

/** Decimal places of quantities of credits. Source: wallets.md §1. */
const CREDIT_SCALE = 5;

/** The largest amount of a top-up or a balance: JSON clients read it without loss. Source: rest-conventions.md §14. */
export const MAX_AMOUNT_CENTS = BigInt(Number.MAX_SAFE_INTEGER);

/** What a credit of a wallet is worth. */
export interface CreditRate {
  /** Currency units per credit; greater than 0. */
  readonly rateAmount: Big;
  readonly currency: string;
}

/** An amount of money, and the credits that stand for it. */
export interface CreditAmount {
  readonly amountCents: bigint;
  readonly creditAmount: Big;
}

/** Reads a quantity of credits; decimal places beyond the fifth are dropped. @returns null for text that is none. */
export function readCredits(text: string): Big | null {
  return /^\d{1,30}(?:\.\d{0,100})?$/.test(text) ? floorCredits(new Big(text)) : null;
}

export function floorCredits(credits: Big): Big {
  return floorAt(credits, CREDIT_SCALE);
}

/** The amount that a top-up is worth, rounded to the currency, and the credits that this amount buys. Source: wallets.md §2. */
export function topUpAmount(credits: Big, { rateAmount, currency }: CreditRate): CreditAmount {
  const amountCents = toCents(credits.times(rateAmount), currency);
  return { amountCents, creditAmount: creditsFor(amountCents, { rateAmount, currency }) };
}

/** The amount of credits that are voided; unlike those of a top-up, the credits stay as given. Source: wallets.md §2. */
export function voidedAmount(credits: Big, { rateAmount, currency }: CreditRate): CreditAmount {
  return { amountCents: toCents(credits.times(rateAmount), currency), creditAmount: credits };
}

/** The credits that an amount stands for. Source: wallets.md §2. */
export function creditsFor(amountCents: bigint, { rateAmount, currency }: CreditRate): Big {
  return divideAt(fromCents(amountCents, currency), rateAmount, CREDIT_SCALE);
}
