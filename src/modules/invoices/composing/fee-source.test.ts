import { expect, test } from '@jest/globals';
import type { Fee } from '../records/fees/fee.table.js';
import { sourceColumns } from './fee-source.js';
import type { FeeSource } from './planned-fee.js';

const subscriptionId = 'subscription';

const CHARGE: FeeSource = {
  type: 'charge',
  subscriptionId,
  chargeId: 'charge',
  billableMetricId: 'metric',
  filter: { id: 'filter', displayName: 'Europe', values: { region: ['europe'] } },
  groupedBy: { project: 'apollo' },
  targetWalletCode: 'prepaid',
  presentationBreakdowns: [{ presentationBy: { host: null }, units: '3' }],
  pricingUnitDetails: null,
  eventTransactionId: 'event',
  trueUp: null,
};

/** Every type of fee, with the columns that its source fills. */
const COLUMNS: Readonly<Record<Fee['feeType'], readonly [FeeSource, Partial<Fee>]>> = {
  subscription: [{ type: 'subscription', subscriptionId }, { subscriptionId }],
  charge: [
    CHARGE,
    {
      subscriptionId,
      chargeId: 'charge',
      billableMetricId: 'metric',
      chargeFilterId: 'filter',
      filterDisplayName: 'Europe',
      filterValues: { region: ['europe'] },
      groupedBy: { project: 'apollo' },
      targetWalletCode: 'prepaid',
      presentationBreakdowns: [{ presentationBy: { host: null }, units: '3' }],
      eventTransactionId: 'event',
    },
  ],
  fixed_charge: [
    { type: 'fixed_charge', subscriptionId, fixedChargeId: 'fixed charge', addOnId: 'add-on' },
    { subscriptionId, fixedChargeId: 'fixed charge', addOnId: 'add-on' },
  ],
  add_on: [{ type: 'add_on', addOnId: 'add-on' }, { addOnId: 'add-on' }],
  credit: [{ type: 'credit', walletTransactionId: 'purchase' }, { walletTransactionId: 'purchase' }],
  commitment: [{ type: 'commitment', subscriptionId }, { subscriptionId }],
};

test.each(Object.entries(COLUMNS))(
  'a fee of type %s has its source in the row',
  (feeType, [source, filled]) => {
    const { groupedBy, ...columns } = sourceColumns(source);
    const present = Object.entries(columns).filter(([, value]) => value !== null);
    expect({ ...Object.fromEntries(present), groupedBy }).toEqual({ groupedBy: {}, ...filled, feeType });
  },
);
