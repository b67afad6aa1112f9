import { describe, expect, test } from '@jest/globals';
import type { BillingEntity } from '../../billing-entities/records/billing-entity.table.js';
import { type BillingSettings, billingSettingsOf } from './billing-settings.js';
import type { Customer } from './customer.table.js';

const entity = {
  timezone: 'Europe/Paris',
  invoiceGracePeriodDays: 2,
  netPaymentTermDays: 30,
  issuingDateAnchor: 'next_period_start',
  issuingDateAdjustment: 'align_with_finalization_date',
  finalizeZeroAmountInvoice: false,
} as BillingEntity;

const silent = {
  timezone: null,
  invoiceGracePeriodDays: null,
  netPaymentTermDays: null,
  issuingDateAnchor: null,
  issuingDateAdjustment: null,
  finalizeZeroAmountInvoice: 'inherit',
} as Customer;

describe('billing settings', () => {
  test('the billing settings of a customer without own settings are those of its billing entity', () => {
    expect(billingSettingsOf(silent, entity)).toEqual({
      timezone: 'Europe/Paris',
      gracePeriodDays: 2,
      netPaymentTermDays: 30,
      issuingDateAnchor: 'next_period_start',
      issuingDateAdjustment: 'align_with_finalization_date',
      finalizeZeroAmountInvoice: false,
    });
  });

  test.each<[Partial<Customer>, Partial<BillingSettings>, string]>([
    [{ timezone: 'Asia/Tokyo' }, { timezone: 'Asia/Tokyo' }, 'its own days'],
    [{ invoiceGracePeriodDays: 0 }, { gracePeriodDays: 0 }, '0 is a value'],
    [{ netPaymentTermDays: 0 }, { netPaymentTermDays: 0 }, '0 is a value here too'],
    [{ issuingDateAnchor: 'current_period_end' }, { issuingDateAnchor: 'current_period_end' }, 'its anchor'],
    [{ issuingDateAdjustment: 'keep_anchor' }, { issuingDateAdjustment: 'keep_anchor' }, 'its adjustment'],
    [{ finalizeZeroAmountInvoice: 'finalize' }, { finalizeZeroAmountInvoice: true }, 'against the entity'],
    [{ finalizeZeroAmountInvoice: 'skip' }, { finalizeZeroAmountInvoice: false }, 'with the entity'],
  ])('the settings %j give %j: %s', (own, expected) => {
    expect(billingSettingsOf({ ...silent, ...own }, entity)).toMatchObject(expected);
  });
});
