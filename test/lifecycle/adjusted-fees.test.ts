// Fees of draft invoices that are changed by hand: invoices.md §6, fees.md §2.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createAddOn,
  createMetric,
  createPlan,
  createTax,
  perCall,
  type Resource,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { messageTypesAbout } from '../support/messages.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { Story } from '../support/story.js';
import { WrittenTables } from '../support/written-tables.js';

let server: TestServer;
let client: Client;
let metrics: { calls: Resource; seats: Resource; volume: Resource; regions: Resource };
let addOn: Resource;
let tax: Resource;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.organization();
  metrics = {
    calls: await createMetric(client),
    seats: await createMetric(client),
    volume: await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'size' }),
    regions: await createMetric(client, { filters: [{ key: 'region', values: ['eu', 'us'] }] }),
  };
  addOn = await createAddOn(client);
  tax = await createTax(client, { rate: 10 });
});
afterAll(() => server.stop());

const PREVIEW = `mutation ($input: AdjustedFeeInput!) {
  previewAdjustedFee(input: $input) { fee { units amountCents } invoice { status totalAmountCents } } }`;
const CREATE = `mutation ($input: AdjustedFeeInput!) {
  createAdjustedFee(input: $input) { fee { id adjustedFeeId } invoice { id status } } }`;
const DELETE = `mutation ($input: DeleteAdjustedFeeInput!) {
  deleteAdjustedFee(input: $input) { deletedId invoice { id } } }`;

const attempt = async (input: object, document = CREATE, caller = client) => {
  const { data, errors } = await caller.graphql(document, { input });
  return { data, error: errors?.[0]?.extensions };
};
/** Changes a fee. @returns the fee's new id. */
const adjust = async (input: object): Promise<string> => {
  const { data, error } = await attempt(input);
  expect(error).toBeUndefined();
  return data.createAdjustedFee.fee.id;
};
const read = async (id: string): Promise<Resource> => (await client.get(`/invoices/${id}`)).body.invoice;
const put = async (id: string, action: string): Promise<Resource> =>
  (await client.put(`/invoices/${id}/${action}`)).body.invoice;
/** `[name, units, cents]` of each fee. */
const linesOf = ({ fees }: Resource) =>
  fees.map((fee: Resource) => [fee.item.invoice_display_name, Number(fee.units), fee.amount_cents]);
const feeOf = (invoice: Resource, name: string): Resource =>
  invoice.fees.find((fee: Resource) => fee.item.invoice_display_name === name);

const RANGES = [
  { from_value: 0, to_value: 10, flat_amount: '0', per_unit_amount: '1' },
  { from_value: 11, to_value: null, flat_amount: '2', per_unit_amount: '0.5' },
];

/** A plan of 31.00 with charges of several models and a fixed charge, taxed with 10 %. */
const aPlan = (over: object = {}): Promise<Resource> =>
  createPlan(client, {
    invoice_display_name: 'Base',
    amount_cents: 3_100,
    tax_codes: [tax.code],
    charges: [
      perCall(metrics.calls, {
        invoice_display_name: 'Calls',
        charge_model: 'graduated',
        properties: { graduated_ranges: RANGES },
        min_amount_cents: 1_000,
      }),
      perCall(metrics.seats, { invoice_display_name: 'Seats' }),
      perCall(metrics.volume, {
        invoice_display_name: 'Volume',
        charge_model: 'percentage',
        properties: { rate: '5' },
      }),
      perCall(metrics.regions, {
        invoice_display_name: 'Regions',
        filters: [{ values: { region: ['eu'] }, properties: { amount: '3' } }],
      }),
    ],
    fixed_charges: [
      {
        add_on_id: addOn.svc_id,
        invoice_display_name: 'Support',
        units: 3,
        charge_model: 'standard',
        properties: { amount: '10' },
      },
    ],
    ...over,
  });

/** The draft of January: 2 calls and 100 of volume. */
async function aDraft(over: object = {}) {
  const plan = await aPlan(over);
  const story = await Story.begin(client, '2027-01-01T00:00:00Z', {
    billing_configuration: { invoice_grace_period: 3 },
  });
  const subscription = await story.subscribe(plan);
  await story.use(subscription, metrics.calls, {
    '2027-01-02T00:00:00Z': {},
    '2027-01-03T00:00:00Z': {},
  });
  await story.use(subscription, metrics.volume, { '2027-01-02T00:00:00Z': { size: 100 } });
  await story.advance('2027-02-01T00:00:00Z');
  const [draft] = await story.invoices();
  const charge = (metric: Resource): Resource =>
    plan.charges.find((each: Resource) => each.svc_billable_metric_id === metric.svc_id);
  return { story, plan, subscription, draft: draft, id: String(draft.svc_id), charge };
}

const COMPUTED = [
  ['Base', 1, 3_100],
  ['Calls', 2, 200],
  ['Calls', 1, 800],
  ['Volume', 100, 500],
  ['Support', 3, 3_000],
];

describe('an adjusted fee', () => {
  test('an adjusted fee changes the minimum, the taxes and the total, stays at each refresh, and when the draft is final', async () => {
    const { story, draft, id, subscription } = await aDraft();
    expect(linesOf(draft)).toEqual(COMPUTED);
    const feeId = await adjust({ invoiceId: id, feeId: feeOf(draft, 'Calls').svc_id, units: '12' });
    // 10 of 1.00, 2 of 0.50 and 2.00 flat; no true-up any more.
    const lines = [
      ['Base', 1, 3_100],
      ['Calls', 12, 1_300],
      ['Volume', 100, 500],
      ['Support', 3, 3_000],
    ];
    const adjusted = await read(id);
    expect(adjusted).toMatchObject({
      status: 'draft',
      fees_amount_cents: 7_900,
      taxes_amount_cents: 790,
      total_amount_cents: 8_690,
    });
    expect(linesOf(adjusted)).toEqual(lines);
    expect(feeOf(adjusted, 'Calls')).toMatchObject({
      svc_id: feeId,
      amount_details: { graduated_ranges: [expect.any(Object), expect.any(Object)] },
      events_count: 2,
    });
    await story.use(subscription, metrics.calls, { '2027-01-04T00:00:00Z': {} });
    expect(linesOf(await put(id, 'refresh'))).toEqual(lines);
    await story.advance('2027-02-04T00:00:00Z');
    const final = await read(id);
    expect(final).toMatchObject({ status: 'finalized', total_amount_cents: 8_690 });
    expect(linesOf(final)).toEqual(lines);
    expect((await messageTypesAbout(server, id)).filter((type) => type.startsWith('invoice.'))).toEqual([
      'invoice.drafted',
      'invoice.ready_to_finalize',
      'invoice.created',
    ]);
    const verify = 'query ($id: ID!) { verifyInvoiceUsage(invoiceId: $id) { feeId } }';
    expect((await client.graphql(verify, { id })).data).toEqual({ verifyInvoiceUsage: [] });
    expect(await attempt({ invoiceId: id, feeId: final.fees[0].svc_id, units: '1' })).toMatchObject({
      error: { code: 'not_adjustable', status: 405 },
    });
  });

  const PRICED = '2.345';
  test.each([
    [
      'a price by hand, with a name',
      'Calls',
      { units: '7', unitAmountCents: PRICED, invoiceDisplayName: 'Phone' },
      ['Phone', 7, 16],
    ],
    ['no units, and is kept', 'Volume', { units: '0', unitAmountCents: '0' }, ['Volume', 0, 0]],
    ['only a name', 'Volume', { invoiceDisplayName: 'Traffic' }, ['Traffic', 100, 500]],
    ['units of a plan', 'Base', { units: '0.5' }, ['Base', 0.5, 1_550]],
    ['a price of a plan', 'Base', { units: '2', unitAmountCents: '100' }, ['Base', 2, 200]],
    ['units of a fixed charge', 'Support', { units: '5' }, ['Support', 5, 5_000]],
    ['a price of a fixed charge', 'Support', { units: '5', unitAmountCents: '1.5' }, ['Support', 5, 8]],
    ['no units of a fixed charge', 'Support', { units: '0' }, ['Support', 0, 0]],
  ])('an adjusted fee has %s', async (_what, name, change, line) => {
    const { draft, id } = await aDraft();
    const feeId = await adjust({ invoiceId: id, feeId: feeOf(draft, name).svc_id, ...change });
    const fee = (await put(id, 'refresh')).fees.find(
      (each: Resource) => each.item.invoice_display_name === line[0],
    );
    expect(linesOf({ fees: [fee] })).toEqual([line]);
    expect(fee.svc_id).not.toBe(feeId);
    expect(linesOf(await put(id, 'finalize'))).toContainEqual(line);
  });

  test('an adjusted fee of a charge without usage is added, for a filter too, and counts towards the commitment', async () => {
    const { draft, id, plan, charge } = await aDraft({ minimum_commitment: { amount_cents: 10_000 } });
    expect(linesOf(draft)).toEqual([...COMPUTED, ['Minimum commitment - True up', 1, 2_400]]);
    await adjust({ invoiceId: id, chargeId: charge(metrics.seats).svc_id, units: '4' });
    const regions = charge(metrics.regions);
    const { body } = await client.get(`/plans/${plan.code}/charges/${regions.code}/filters`);
    await adjust({
      invoiceId: id,
      chargeId: regions.svc_id,
      chargeFilterId: body.filters[0].svc_id,
      units: '2',
    });
    expect(linesOf(await put(id, 'finalize'))).toEqual([
      ['Base', 1, 3_100],
      ['Calls', 2, 200],
      ['Calls', 1, 800],
      ['Seats', 4, 400],
      ['Volume', 100, 500],
      ['Regions', 2, 600],
      ['Support', 3, 3_000],
      ['Minimum commitment - True up', 1, 1_400],
    ]);
  });

  test('an adjusted fee is found again after the subscription has got a plan of its own', async () => {
    const { draft, id, subscription } = await aDraft();
    await adjust({ invoiceId: id, feeId: feeOf(draft, 'Calls').svc_id, units: '20' });
    await adjust({ invoiceId: id, feeId: feeOf(await read(id), 'Support').svc_id, units: '4' });
    const { status } = await client.put(`/subscriptions/${subscription.external_id}`, {
      subscription: { plan_overrides: { amount_cents: 6_200 } },
    });
    expect(status).toBe(200);
    const refreshed = await put(id, 'refresh');
    expect(linesOf(refreshed)).toEqual([
      ['Base', 1, 6_200],
      ['Calls', 20, 1_700],
      ['Volume', 100, 500],
      ['Support', 4, 4_000],
    ]);
    // A second change replaces the first.
    await adjust({ invoiceId: id, feeId: feeOf(refreshed, 'Calls').svc_id, units: '10' });
    expect(linesOf(await put(id, 'refresh'))).toContainEqual(['Calls', 10, 1_000]);
  });

  test('an adjusted fee is removed, and the draft is as computed', async () => {
    const { draft, id, charge } = await aDraft();
    await adjust({ invoiceId: id, feeId: feeOf(draft, 'Base').svc_id, units: '3' });
    const added = await adjust({ invoiceId: id, chargeId: charge(metrics.seats).svc_id, units: '4' });
    const base = feeOf(await read(id), 'Base').svc_id;
    expect(await attempt({ id: added }, DELETE)).toEqual({
      data: { deleteAdjustedFee: { deletedId: added, invoice: { id } } },
    });
    // The refresh has given the other fee another id.
    expect(await attempt({ id: base }, DELETE)).toMatchObject({ error: { code: 'not_found' } });
    const current = feeOf(await read(id), 'Base').svc_id;
    await attempt({ id: current }, DELETE);
    const restored = await read(id);
    expect(linesOf(restored)).toEqual(COMPUTED);
    expect(await attempt({ id: restored.fees[0].svc_id }, DELETE)).toMatchObject({
      error: { code: 'not_found', details: { fee: ['not_found'] } },
    });
  });

  test('an adjusted fee is previewed without a trace', async () => {
    const { draft, id } = await aDraft();
    const input = { invoiceId: id, feeId: feeOf(draft, 'Base').svc_id, units: '2' };
    const journal = await WrittenTables.of(server);
    expect(await attempt(input, PREVIEW)).toEqual({
      data: {
        previewAdjustedFee: {
          fee: { units: '2.0', amountCents: 6_200 },
          invoice: { status: 'draft', totalAmountCents: 11_770 },
        },
      },
    });
    expect(await journal.take()).toEqual([]);
    expect(await read(id)).toEqual(draft);
  });

  test('an adjusted fee is refused with the code of what is wrong, and changes nothing', async () => {
    const { draft, id, charge } = await aDraft();
    const other = await aPlan();
    const base = feeOf(draft, 'Base').svc_id;
    const trueUp = draft.fees[2].svc_id;
    const volume = feeOf(draft, 'Volume').svc_id;
    const seats = charge(metrics.seats).svc_id;
    const nobody = '00000000-0000-7000-8000-000000000000';
    const invalid = (details: object) => ({ code: 'unprocessable_entity', details });
    const missing = (resource: string) => ({ code: 'not_found', details: { [resource]: ['not_found'] } });
    const cases: [object, object][] = [
      [{ units: '1' }, invalid({ feeId: ['value_is_mandatory'] })],
      [{ feeId: base }, invalid({ units: ['value_is_mandatory'] })],
      [{ feeId: base, unitAmountCents: '1' }, invalid({ units: ['value_is_mandatory'] })],
      [{ chargeId: seats, invoiceDisplayName: 'Seats' }, invalid({ units: ['value_is_mandatory'] })],
      [{ feeId: base, chargeId: seats, units: '1' }, invalid({ chargeId: ['value_is_invalid'] })],
      [
        { feeId: base, units: '-1', unitAmountCents: '-1', invoiceDisplayName: 'x'.repeat(256) },
        invalid({
          units: ['value_is_out_of_range'],
          unitAmountCents: ['value_is_out_of_range'],
          invoiceDisplayName: ['value_is_too_long'],
        }),
      ],
      [{ feeId: base, units: '9000000000000000' }, invalid({ amountCents: ['value_is_out_of_range'] })],
      [
        { feeId: base, units: '0', unitAmountCents: '1'.padEnd(20, '0') },
        invalid({ unitAmountCents: ['value_is_out_of_range'] }),
      ],
      [{ feeId: trueUp, units: '1' }, invalid({ feeId: ['value_is_invalid'] })],
      [{ feeId: volume, units: '1' }, invalid({ unitAmountCents: ['value_is_mandatory'] })],
      [{ feeId: nobody, units: '1' }, missing('fee')],
      [{ feeId: 'nobody', units: '1' }, missing('fee')],
      [{ chargeId: nobody, units: '1' }, missing('charge')],
      [{ chargeId: other.charges[0].svc_id, units: '1' }, missing('charge')],
      [{ chargeId: seats, subscriptionId: nobody, units: '1' }, missing('charge')],
      [{ chargeId: seats, chargeFilterId: nobody, units: '1' }, missing('chargeFilter')],
      [{ invoiceId: nobody, feeId: base, units: '1' }, missing('invoice')],
    ];
    for (const [input, error] of cases) {
      expect({ input, ...(await attempt({ invoiceId: id, ...input })) }).toMatchObject({ input, error });
    }
    const stranger = await server.organization();
    const input = { invoiceId: id, feeId: base, units: '1' };
    expect(await attempt(input, CREATE, stranger)).toMatchObject({ error: missing('invoice') });
    expect(await attempt({ id: base }, DELETE, stranger)).toMatchObject({ error: missing('fee') });
    expect(await read(id)).toEqual(draft);
  });
});
