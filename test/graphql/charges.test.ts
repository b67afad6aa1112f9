// Charges and filters over GraphQL: the twin of test/rest/plan-charges.test.ts.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createMetric,
  createPlan,
  createPricingUnit,
  createTax,
  type Resource,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;
let metric: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  metric = await createMetric(client, {
    aggregation_type: 'sum_agg',
    field_name: 'gb',
    recurring: true,
    filters: [{ key: 'region', values: ['eu', 'us'] }],
  });
});
afterAll(() => server.stop());

/** Members under the names that REST gives them. */
const KEYS = `... on GroupKeys {
  pricing_group_keys: pricingGroupKeys  grouped_by: pricingGroupKeys
  presentation_group_keys: presentationGroupKeys { value options { display_in_invoice: displayInInvoice } }
}`;
const PROPERTIES = `properties {
  ${KEYS}
  ... on StandardProperties { amount }
  ... on GraduatedProperties {
    graduated_ranges: graduatedRanges {
      from_value: fromValue  to_value: toValue  per_unit_amount: perUnitAmount  flat_amount: flatAmount
    }
  }
  ... on PackageProperties { amount  free_units: freeUnits  package_size: packageSize }
  ... on PercentageProperties {
    rate  fixed_amount: fixedAmount  free_units_per_events: freeUnitsPerEvents
    free_units_per_total_aggregation: freeUnitsPerTotalAggregation
    per_transaction_min_amount: perTransactionMinAmount  per_transaction_max_amount: perTransactionMaxAmount
  }
  ... on VolumeProperties {
    volume_ranges: volumeRanges {
      from_value: fromValue  to_value: toValue  per_unit_amount: perUnitAmount  flat_amount: flatAmount
    }
  }
  ... on GraduatedPercentageProperties {
    graduated_percentage_ranges: graduatedPercentageRanges {
      from_value: fromValue  to_value: toValue  rate  flat_amount: flatAmount
    }
  }
}`;
const FILTER = `{
  svc_id: id  charge_code: chargeCode  invoice_display_name: invoiceDisplayName  values  ${PROPERTIES}
}`;
const CHARGE = `{
  svc_id: id  code  charge_model: chargeModel  pay_in_advance: payInAdvance  invoiceable  prorated
  regroup_paid_fees: regroupPaidFees  min_amount_cents: minAmountCents  taxes { code }
  applied_pricing_unit: appliedPricingUnit { code  conversion_rate: conversionRate }
  ${PROPERTIES}  filters ${FILTER}
}`;

const run = async (query: string, variables: object) => {
  const { data, errors } = await client.graphql(query, variables as Record<string, unknown>);
  return { data, error: errors?.[0]?.extensions };
};
const mutate = (operation: string, selection: string, input: object) =>
  run(
    `mutation ($input: ${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input!) {
      ${operation}(input: $input) { ${selection} }
    }`,
    { input },
  );

const RANGE = { fromValue: 0, toValue: null, perUnitAmount: '1.5', flatAmount: '2.5' };

describe('charges over GraphQL', () => {
  test('charges over GraphQL are those of REST, with the properties of every model', async () => {
    const { code, svc_id: planId } = await createPlan(client);
    const unit = await createPricingUnit(client);
    const tax = await createTax(client);
    const add = async (chargeModel: string, properties: object, over: object = {}) => {
      const input = { planId, billableMetricId: metric.svc_id, chargeModel, properties, ...over };
      const { data, error } = await mutate('createCharge', `charge ${CHARGE}`, input);
      expect(error).toBeUndefined();
      return data.createCharge.charge;
    };
    const charges = [
      await add(
        'standard',
        { standard: { amount: '0.5', pricingGroupKeys: ['user'] } },
        {
          payInAdvance: true,
          invoiceable: false,
          regroupPaidFees: 'invoice',
          prorated: true,
        },
      ),
      await add('graduated', { graduated: { graduatedRanges: [RANGE] } }, { minAmountCents: 500 }),
      await add(
        'package',
        { package: { amount: '1.5', freeUnits: 10, packageSize: 100 } },
        {
          taxCodes: [tax.code],
        },
      ),
      await add('percentage', { percentage: { rate: '1.5', freeUnitsPerEvents: 3, fixedAmount: '0.2' } }),
      await add(
        'volume',
        { volume: { volumeRanges: [RANGE] } },
        {
          appliedPricingUnit: { code: unit.code, conversionRate: '0.5' },
        },
      ),
      await add('graduated_percentage', {
        graduatedPercentage: {
          graduatedPercentageRanges: [{ fromValue: 0, toValue: null, rate: '2.5', flatAmount: '1.5' }],
        },
      }),
      await add('dynamic', {
        dynamic: { presentationGroupKeys: [{ value: 'user', options: { displayInInvoice: true } }] },
      }),
    ];
    const rest = (await client.get(`/plans/${code}`)).body.plan.charges;
    expect(rest).toMatchObject(
      charges.map(({ taxes, ...charge }) => ({ ...charge, taxes: taxes.map(() => ({ code: tax.code })) })),
    );
    expect(rest).toHaveLength(7);

    const [first] = charges;
    const changed = await mutate('updateCharge', `charge ${CHARGE}`, { id: first.svc_id, code: 'renamed' });
    expect(changed.data.updateCharge.charge).toEqual({ ...first, code: 'renamed' });
    const found = await run(`query ($plan: String!) { charge(planCode: $plan, code: "renamed") ${CHARGE} }`, {
      plan: code,
    });
    expect(found.data.charge).toEqual(changed.data.updateCharge.charge);
    const deleted = await mutate('deleteCharge', 'deletedId charge { code }', { id: first.svc_id });
    expect(deleted.data.deleteCharge).toEqual({ deletedId: first.svc_id, charge: { code: 'renamed' } });
    const listed = await run(
      'query ($plan: String!) { charges(planCode: $plan, first: 1) { totalCount nodes { code } } }',
      {
        plan: code,
      },
    );
    expect(listed.data.charges).toEqual({ totalCount: 6, nodes: [{ code: charges[6].code }] });
  });

  test('charges over GraphQL have filters, in their list and one by one', async () => {
    const { svc_id: planId, code: planCode } = await createPlan(client);
    const made = await mutate('createCharge', `charge ${CHARGE}`, {
      planId,
      billableMetricId: metric.svc_id,
      chargeModel: 'standard',
      code: 'c',
      filters: [{ values: { region: ['eu'] }, properties: { standard: { amount: '2.5' } } }],
    });
    const { charge } = made.data.createCharge;
    const added = await mutate('createChargeFilter', `chargeFilter ${FILTER}`, {
      chargeId: charge.svc_id,
      values: { region: ['us'] },
      invoiceDisplayName: 'America',
    });
    const { chargeFilter } = added.data.createChargeFilter;
    const changed = await mutate('updateChargeFilter', `chargeFilter ${FILTER}`, {
      id: chargeFilter.svc_id,
      properties: { standard: { amount: '3.5' } },
    });
    const repriced = { ...chargeFilter, properties: { ...chargeFilter.properties, amount: '3.5' } };
    expect(changed.data.updateChargeFilter.chargeFilter).toEqual(repriced);
    const path = `/plans/${planCode}/charges/c`;
    expect((await client.get(path)).body.charge.filters).toEqual([...charge.filters, repriced]);

    const read = await run(
      `query ($plan: String!, $id: ID!) {
        chargeFilter(planCode: $plan, chargeCode: "c", id: $id) ${FILTER}
        chargeFilters(planCode: $plan, chargeCode: "c") { totalCount nodes { id chargeModel } }
      }`,
      { plan: planCode, id: chargeFilter.svc_id },
    );
    expect(read.data).toEqual({
      chargeFilter: repriced,
      chargeFilters: {
        totalCount: 2,
        nodes: [chargeFilter, ...charge.filters].map(({ svc_id: id }) => ({ id, chargeModel: 'standard' })),
      },
    });
    const deleted = await mutate('deleteChargeFilter', 'deletedId chargeFilter { values }', {
      id: chargeFilter.svc_id,
    });
    expect(deleted.data.deleteChargeFilter).toEqual({
      deletedId: chargeFilter.svc_id,
      chargeFilter: { values: { region: ['us'] } },
    });
    expect((await client.get(`${path}/filters`)).body.meta.total_count).toBe(1);
  });

  test.each<[string, object, string, object | null]>([
    [
      'createCharge',
      { chargeModel: 'standard', properties: { standard: { amount: '-1' } }, minAmountCents: -1 },
      'unprocessable_entity',
      { properties: ['invalid_amount'], minAmountCents: ['value_is_out_of_range'] },
    ],
    [
      'createCharge',
      { chargeModel: 'standard', filters: [{ values: { colour: ['red'] }, properties: { package: {} } }] },
      'unprocessable_entity',
      {
        'filters.0.values': ['value_is_invalid'],
        'filters.0.billableMetricFilter': ['relation_must_exist'],
        'filters.0.properties': ['value_is_invalid'],
      },
    ],
    [
      'createCharge',
      { chargeModel: 'standard', appliedPricingUnit: { code: 'none', conversionRate: '0' } },
      'unprocessable_entity',
      {
        appliedPricingUnit: ['relation_must_exist'],
        'appliedPricingUnit.conversionRate': ['value_is_out_of_range'],
      },
    ],
    ['updateCharge', { id: 'x' }, 'not_found', { charge: ['not_found'] }],
    ['deleteCharge', { id: 'x' }, 'not_found', { charge: ['not_found'] }],
    ['createChargeFilter', { chargeId: 'x' }, 'not_found', { charge: ['not_found'] }],
    ['updateChargeFilter', { id: 'x' }, 'not_found', { chargeFilter: ['not_found'] }],
    ['deleteChargeFilter', { id: 'x' }, 'not_found', { chargeFilter: ['not_found'] }],
  ])('%s refuses %j with %s, %j', async (operation, over, code, details) => {
    const { svc_id: planId } = await createPlan(client);
    const made = { planId, billableMetricId: metric.svc_id, code: unique('c') };
    const input = operation === 'createCharge' ? { ...made, ...over } : over;
    expect((await mutate(operation, '__typename', input)).error).toMatchObject({ code, details });
  });
});
