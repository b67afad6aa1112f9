import type { Words } from './words.js';

/** An amount as the API answers it, in major units of its currency. */
export interface Money {
  readonly amount: string;
  readonly currency: string;
}

/** Writes amounts, numbers and dates in the manner of one language. */
export class Formats {
  constructor(
    private readonly language: string,
    private readonly timeZone: string,
  ) {}

  money({ amount, currency }: Money): string {
    // Decimal text is read exactly, and has the decimals of the currency; browsers have others for some.
    const decimals = amount.split('.')[1]?.length ?? 0;
    const style = {
      style: 'currency',
      currency,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    } as const;
    return new Intl.NumberFormat(this.language, style).format(amount as Intl.StringNumericLiteral);
  }

  /** @param decimal text: `12.50`. */
  number(decimal: string): string {
    const most = { maximumFractionDigits: 12 };
    return new Intl.NumberFormat(this.language, most).format(decimal as Intl.StringNumericLiteral);
  }

  /** A calendar date: `2026-05-31`. */
  date(date: string): string {
    return this.day('UTC').format(new Date(`${date}T00:00:00Z`));
  }

  /** The local day of an instant. */
  instant(instant: string): string {
    return this.day(this.timeZone).format(new Date(instant));
  }

  private day(timeZone: string): Intl.DateTimeFormat {
    return new Intl.DateTimeFormat(this.language, { dateStyle: 'medium', timeZone });
  }
}

/** The token in the fragment of the address; null without one. */
export function tokenOf(fragment: string): string | null {
  const token = fragment.replace(/^#/, '');
  return token === '' ? null : token;
}

/** What a link leads to: `/invitation#<token>`, `/reset-password#<token>`; older links have the token in the path. */
export function linkOf({ pathname, hash }: { readonly pathname: string; readonly hash: string }): {
  readonly kind: string;
  readonly token: string;
} {
  const [, kind = '', token = ''] = pathname.split('/');
  return { kind, token: tokenOf(hash) ?? token };
}

/** What an identity provider has sent the browser back with; null unless somebody has signed in there. */
export function signOnAnswerOf(
  search: string,
): { readonly code: string; readonly state: string; readonly issuer: string | null } | null {
  const parameters = new URLSearchParams(search);
  const [code, state] = [parameters.get('code'), parameters.get('state')];
  return code === null || state === null ? null : { code, state, issuer: parameters.get('iss') };
}

interface Payable {
  readonly paymentStatus: string;
  readonly paymentOverdue: boolean;
}

/** The name of the word for the state of an invoice. */
export function stateOf({
  paymentStatus,
  paymentOverdue,
}: Payable): keyof Words & ('paid' | 'unpaid' | 'overdue') {
  if (paymentStatus === 'succeeded') return 'paid';
  return paymentOverdue ? 'overdue' : 'unpaid';
}

/** True for an invoice of which an amount is left to pay. */
export function isDue({
  paymentStatus,
  totalDueAmount,
}: {
  readonly paymentStatus: string;
  readonly totalDueAmount: Money;
}): boolean {
  return paymentStatus !== 'succeeded' && Number(totalDueAmount.amount) > 0;
}

/** The members of a form that differ from what is stored; an emptied one is null. */
export function changesOf(
  stored: Readonly<Record<string, string | null>>,
  entered: Readonly<Record<string, string>>,
): Record<string, string | null> {
  const values = Object.entries(entered).map(([name, text]) => [name, text.trim() || null] as const);
  return Object.fromEntries(values.filter(([name, value]) => value !== (stored[name] ?? null)));
}

/** What a provider reports of a payment method; null what it does not report. */
export interface Instrument {
  readonly kind: string | null;
  readonly brand: string | null;
  readonly lastDigits: string | null;
  readonly expiryMonth: number | null;
  readonly expiryYear: number | null;
}

/** How customers know a payment method, such as "Visa •••• 4242, 08/2031"; null if nothing is known of it. */
export function nameOf({ kind, brand, lastDigits, expiryMonth, expiryYear }: Instrument): string | null {
  const word = (brand ?? kind)?.replaceAll('_', ' ');
  if (word === undefined) return null;
  const digits = lastDigits === null ? '' : ` •••• ${lastDigits}`;
  const isDated = expiryMonth !== null && expiryYear !== null;
  const expiry = isDated ? `, ${String(expiryMonth).padStart(2, '0')}/${expiryYear}` : '';
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}${digits}${expiry}`;
}
