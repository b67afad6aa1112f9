import { ZERO } from '../decimal.js';
import type { ChargeModelRules } from './charge-model.js';

export type DynamicProperties = Record<string, never>;

/** A `{}`: the events have said it all. */
export type DynamicDetails = Record<string, never>;

/** Usage costs what its events say. Source: charges.md §4. */
export const dynamicModel: ChargeModelRules<DynamicProperties, DynamicDetails> = {
  defaults: {},

  parse: () => ({ properties: {} }),

  rate: (_properties, { units, eventsAmount }) => ({
    amount: units.eq(0) ? ZERO : eventsAmount,
    pricedUnits: units,
    amountDetails: {},
  }),

  pricesEventsAlone: true,
};
