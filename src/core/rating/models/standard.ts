import { isPrice, type ChargeModelRules } from './charge-model.js';

export type StandardProperties = {
  /** Currency units for one unit. */
  readonly amount: string;
};

/** Always `{}`: every unit costs the same, so there is nothing to explain. */
export type StandardDetails = Record<string, never>;

/** Every unit costs the same; on a prorated charge, in proportion to its days. Source: charges.md §4. */
export const standardModel: ChargeModelRules<StandardProperties, StandardDetails> = {
  defaults: { amount: '0' },

  parse: ({ amount }) =>
    isPrice(amount) ? { properties: { amount } } : { errors: [{ code: 'invalid_amount', member: 'amount' }] },

  rate: ({ amount }, { units, proration }) => ({
    amount: (proration?.units ?? units).times(amount),
    pricedUnits: units,
    amountDetails: {},
  }),
};
