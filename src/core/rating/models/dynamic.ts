import { ZERO } from '../../money/decimal.js';
import type { ChargeModelRules } from './charge-model.js';

export type DynamicProperties = Record<string, never>;

/** Always `{}`: the events carry their own amounts, so there is nothing to explain. */
export type DynamicDetails = Record<string, never>;

/** Usage costs the sum of the amounts sent with its events. Source: charges.md §4. */
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
