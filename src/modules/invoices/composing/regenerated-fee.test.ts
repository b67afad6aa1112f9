// Copies of fees on regenerated invoices: invoices.md §7.
import { describe, expect, test } from '@jest/globals';
import { Big } from '../../../core/money/decimal.js';
import { feeRow } from '../../../../test/support/rows.js';
import type { Fee } from '../records/fees/fee.table.js';
import { copiedFee, type FeeAdjustment } from './regenerated-fee.js';
import { NO_TAXES } from '../../../core/taxes/tax.js';

const AT = new Date('2027-03-01T00:00:00Z');

const copyOf = (
  over: Partial<Fee>,
  adjustment: Partial<Record<keyof FeeAdjustment, string>> | null = null,
) => {
  const decimal = (text: string | undefined) => (text === undefined ? null : new Big(text));
  return copiedFee(
    {
      fee: feeRow(1_000n, {
        feeType: 'add_on',
        addOnId: 'add-on',
        currency: 'EUR',
        preciseAmountCents: '999.6',
        units: '4',
        preciseUnitAmount: '2.499',
        ...over,
      }),
      adjustment: adjustment && {
        units: decimal(adjustment.units),
        unitAmountCents: decimal(adjustment.unitAmountCents),
        displayName: adjustment.displayName ?? null,
      },
      taxes: NO_TAXES,
      trueUp: null,
    },
    AT,
  );
};

describe('the copy of a fee', () => {
  test.each<[string, Partial<Record<keyof FeeAdjustment, string>> | null, [bigint, string, string, string]]>([
    ['without changes has the same amounts', null, [1_000n, '9.996', '4', '2.499']],
    ['with another name as well', { displayName: 'Name' }, [1_000n, '9.996', '4', '2.499']],
    ['with other units has its price', { units: '3' }, [750n, '7.497', '3', '2.499']],
    ['with another price has its units', { unitAmountCents: '33.5' }, [134n, '1.34', '4', '0.335']],
    ['with both has their product', { units: '1.5', unitAmountCents: '33' }, [50n, '0.495', '1.5', '0.33']],
    ['without units costs nothing', { units: '0' }, [0n, '0', '0', '2.499']],
  ])('%s', (_, adjustment, expected) => {
    const { amountCents, preciseAmount, units, preciseUnitAmount } = copyOf({}, adjustment);
    expect([amountCents, preciseAmount.toFixed(), units.toFixed(), preciseUnitAmount.toFixed()]).toEqual(
      expected,
    );
  });

  test('the copy of a fee counts in the minor unit of its currency', () => {
    const yen = {
      currency: 'JPY',
      amountCents: 1_000n,
      preciseAmountCents: '1000',
      preciseUnitAmount: '250',
    };
    expect(copyOf(yen, { units: '3' }).amountCents).toBe(750n);
    expect(copyOf(yen, { unitAmountCents: '100' }).amountCents).toBe(400n);
  });

  test.each([
    ['fee', null, 'fee'],
    ['fee', 'first', 'first'],
  ])('the copy of fee %s, copied from %s, names %s', (id, originalFeeId, expected) => {
    expect(copyOf({ id, originalFeeId }).originalFeeId).toBe(expected);
  });

  test('the copy of the fee of an event names no event, and shows no details of another amount', () => {
    const usage = {
      feeType: 'charge',
      subscriptionId: 'subscription',
      chargeId: 'charge',
      billableMetricId: 'metric',
      eventTransactionId: 'event',
      amountDetails: { free_units: '1' },
      totalAggregatedUnits: '4',
    } as const;
    expect(copyOf(usage)).toMatchObject({
      source: { type: 'charge', eventTransactionId: null, filter: null },
      amountDetails: { free_units: '1' },
    });
    const changed = copyOf(usage, { units: '2' });
    expect(changed.amountDetails).toEqual({});
    expect(changed.totalAggregatedUnits?.toFixed()).toBe('2');
  });

  test('the copy of the fee of a plan keeps its details, by which unused days are credited', () => {
    const plan = {
      feeType: 'subscription',
      subscriptionId: 'subscription',
      amountDetails: { plan_amount_cents: 1 },
    } as const;
    expect(copyOf(plan, { units: '2' }).amountDetails).toEqual({ plan_amount_cents: 1 });
  });

  test('the copy of a fee fails for a fee that does not name what it bills', () => {
    expect(() => copyOf({ addOnId: null })).toThrow('Fee fee does not name what it bills.');
  });
});
