// Each amount in minor units has the same amount beside it with its currency, for clients that show it.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildSchema, getNamedType, isObjectType } from 'graphql';
import { createPlan } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

const OF_THE_PARENT = 'in the currency of the object that contains it';
const OF_THE_PLAN = 'in the currency of the plan';
const IN_UNITS = 'in a pricing unit, which is no currency';

/** Amounts alone, and where their currency is. */
const AMOUNTS_ALONE: Record<string, string> = {
  'ActivationRule.dueAmountCents': OF_THE_PLAN,
  'AppliedUsageThreshold.lifetimeUsageAmountCents': 'in the currency of the invoice',
  'Charge.minAmountCents': OF_THE_PLAN,
  'ChargeFilterUsage.amountCents': OF_THE_PARENT,
  'CreditNoteEstimateItem.amountCents': OF_THE_PARENT,
  'FeePricingUnitDetails.amountCents': IN_UNITS,
  'FeePricingUnitDetails.unitAmountCents': IN_UNITS,
  'GroupedUsage.amountCents': OF_THE_PARENT,
  'LifetimeUsage.currentUsageAmountCents': OF_THE_PLAN,
  'LifetimeUsage.externalHistoricalUsageAmountCents': OF_THE_PLAN,
  'LifetimeUsage.invoicedUsageAmountCents': OF_THE_PLAN,
  'MinimumCommitment.amountCents': OF_THE_PLAN,
  'PortalWalletTransaction.amountCents': 'in the currency of the wallet',
  'ProjectedChargeFilterUsage.amountCents': OF_THE_PARENT,
  'ProjectedChargeFilterUsage.projectedAmountCents': OF_THE_PARENT,
  'ProjectedGroupedUsage.amountCents': OF_THE_PARENT,
  'ProjectedGroupedUsage.projectedAmountCents': OF_THE_PARENT,
  'ProjectedPricingUnitDetails.amountCents': IN_UNITS,
  'ProjectedPricingUnitDetails.projectedAmountCents': IN_UNITS,
  'UsagePricingUnitDetails.amountCents': IN_UNITS,
  'UsageThreshold.amountCents': OF_THE_PLAN,
  'UsageThresholdCompletion.amountCents': OF_THE_PLAN,
  'WalletConsumption.amountCents': 'in the currency of the wallet',
};

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

test('every amount has its money beside it, with these exceptions', () => {
  const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
  const alone = Object.values(schema.getTypeMap()).flatMap((type) => {
    if (!isObjectType(type) || type.name === 'Money') return [];
    const fields = type.getFields();
    return Object.values(fields)
      .filter(({ name, type: shown }) => name.endsWith('Cents') && getNamedType(shown).name === 'SafeInt')
      .filter(({ name }) => getNamedType(fields[name.slice(0, -'Cents'.length)]?.type)?.name !== 'Money')
      .map(({ name }) => `${type.name}.${name}`);
  });
  expect(alone.sort()).toEqual(Object.keys(AMOUNTS_ALONE).sort());
});

test.each([
  ['EUR', 1_999, '19.99'],
  ['EUR', 5, '0.05'],
  ['EUR', 0, '0.00'],
  ['JPY', 1_999, '1999'],
  ['CLF', 12_345, '1.2345'],
])('%s %i reads as "%s", and costs no more than the cents', async (currency, amountCents, amount) => {
  const { code } = await createPlan(client, { amount_currency: currency, amount_cents: amountCents });
  const ask = (fields: string) => client.graphql(`{ plan(code: "${code}") { ${fields} } }`);
  const plain = await ask('amountCents');
  const answer = await ask('amount { amountCents currency amount }');
  expect(answer.data).toEqual({ plan: { amount: { amountCents, currency, amount } } });
  expect(answer.extensions?.['cost']?.['asked']).toBe(plain.extensions?.['cost']?.['asked']);
});
