import { expect } from '@jest/globals';
import type { Resource } from './builders.js';

type ExpectedPeriod = readonly [reason: string, from: string, to: string];
export type ExpectedFee =
  readonly [type: string, cents: number] | readonly [type: string, units: number, cents: number];

/** What a test says about an invoice; members that it omits are not compared. */
export interface ExpectedInvoice {
  readonly status?: string;
  /** The issuing date. */
  readonly issued?: string;
  /** The periods of the subscriptions that it bills. */
  readonly periods?: readonly ExpectedPeriod[];
  /** The periods whose usage it bills. */
  readonly chargePeriods?: readonly ExpectedPeriod[];
  /** All fees, in their order. */
  readonly fees?: readonly ExpectedFee[];
  /** In cents. */
  readonly total?: number;
}

/** What an invoice says about time and money: equal for two invoices that bill the same. */
export function billedOn(invoice: Resource): Required<Omit<ExpectedInvoice, 'status'>> {
  return {
    issued: invoice.issuing_date,
    periods: invoice.billing_periods.map((period: Resource) => [
      period.invoicing_reason,
      period.subscription_from_datetime,
      period.subscription_to_datetime,
    ]),
    chargePeriods: invoice.billing_periods.map((period: Resource) => [
      period.invoicing_reason,
      period.charges_from_datetime,
      period.charges_to_datetime,
    ]),
    fees: invoice.fees.map((fee: Resource) => [fee.item.type, Number(fee.units), fee.amount_cents]),
    total: invoice.total_amount_cents,
  };
}

/** Compares an invoice as REST returns it with what a test says about it. */
export function expectInvoice(invoice: Resource, expected: ExpectedInvoice): void {
  expectInvoices([invoice], [expected]);
}

/** Compares invoices with what a test says about them, in their order. */
export function expectInvoices(invoices: readonly Resource[], expected: readonly ExpectedInvoice[]): void {
  expect(invoices.map((invoice, index) => namedMembers(invoice, expected[index]))).toEqual(expected);
}

/** The members of an invoice that a test names; all of them of one that it does not expect. */
function namedMembers(invoice: Resource, expected: ExpectedInvoice | undefined): ExpectedInvoice {
  const members = { status: invoice.status, ...billedOn(invoice) };
  if (expected === undefined) return members;
  const fees = members.fees.map((fee, index) =>
    expected.fees?.[index]?.length === 2 ? withoutUnits(fee) : fee,
  );
  const named = Object.entries({ ...members, fees }).filter(([name]) => name in expected);
  return Object.fromEntries(named);
}

function withoutUnits(fee: ExpectedFee): ExpectedFee {
  return [fee[0], fee.at(-1) as number];
}
