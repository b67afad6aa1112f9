// Fixed charges and minimum commitments of plans: fixed-charges-and-commitments.md §1, §8; charges.md §2.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createAddOn,
  createCustomer,
  createPlan,
  createTax,
  type Resource,
  subscribe,
  termsOf,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;
let seat: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  seat = await createAddOn(client, { name: 'Seat', code: 'seat' });
});
afterAll(() => server.stop());

type Members = Record<string, unknown>;
const fixed = (over: Members = {}) => ({ add_on_id: seat.svc_id, charge_model: 'standard', ...over });
const planWith = (plan: Members) => {
  const right = {
    name: 'Team',
    interval: 'monthly',
    amount_cents: 0,
    amount_currency: 'EUR',
    pay_in_advance: false,
  };
  return client.post('/plans', { plan: { ...right, code: unique('plan'), ...plan } });
};
const put = (plan: Resource, changes: Members) => client.put(`/plans/${plan.code}`, { plan: changes });
const ranges = (name: string) => ({
  [name]: [
    { from_value: 0, to_value: 10, per_unit_amount: '5', flat_amount: '1' },
    { from_value: 11, to_value: null, per_unit_amount: '3', flat_amount: '20' },
  ],
});

describe('fixed charges of a plan', () => {
  test('fixed charges of a plan are created with it, in their order, with defaults', async () => {
    const tax = await createTax(client);
    const other = await createAddOn(client);
    const { fixed_charges } = await createPlan(client, {
      fixed_charges: [
        fixed(),
        fixed({ units: '3', pay_in_advance: true, prorated: true, properties: { amount: '12.50' } }),
        {
          add_on_code: other.code,
          charge_model: 'graduated',
          code: 'extra',
          invoice_display_name: 'Extra seats',
          units: 21,
          properties: ranges('graduated_ranges'),
          tax_codes: [tax.code],
        },
        fixed({ charge_model: 'volume', properties: ranges('volume_ranges') }),
      ],
    });
    const common = {
      svc_id: expect.any(String),
      svc_add_on_id: seat.svc_id,
      add_on_code: 'seat',
      created_at: expect.any(String),
      invoice_display_name: null,
      charge_model: 'standard',
      pay_in_advance: false,
      prorated: false,
      units: 0,
      svc_parent_id: null,
      taxes: [],
    };
    expect(fixed_charges).toEqual([
      { ...common, code: 'seat', properties: { amount: '0' } },
      {
        ...common,
        code: 'seat_2',
        units: 3,
        pay_in_advance: true,
        prorated: true,
        properties: { amount: '12.50' },
      },
      {
        ...common,
        svc_add_on_id: other.svc_id,
        add_on_code: other.code,
        code: 'extra',
        invoice_display_name: 'Extra seats',
        charge_model: 'graduated',
        units: 21,
        properties: ranges('graduated_ranges'),
        taxes: [tax],
      },
      { ...common, code: 'seat_3', charge_model: 'volume', properties: ranges('volume_ranges') },
    ]);
  });

  test('a list that is sent is the whole list: known ids change, the rest is new or goes', async () => {
    const tax = await createTax(client);
    const plan = await createPlan(client, {
      fixed_charges: [
        fixed({ code: 'a', units: 1, tax_codes: [tax.code] }),
        fixed({ code: 'b', pay_in_advance: true, prorated: true }),
        fixed({ code: 'c' }),
      ],
    });
    const [a, b] = plan.fixed_charges;
    const other = await createAddOn(client);
    const changed = await put(plan, {
      fixed_charges: [
        { id: b.svc_id, code: 'a', pay_in_advance: false, prorated: false, add_on_id: other.svc_id },
        { id: a.svc_id, code: 'b', charge_model: 'volume', units: 7, invoice_display_name: 'Seats' },
        fixed({ id: unique('unknown'), code: 'd' }),
      ],
    });
    expect(changed.body.plan.fixed_charges).toEqual([
      { ...b, code: 'a' },
      {
        ...a,
        code: 'b',
        charge_model: 'volume',
        units: 7,
        invoice_display_name: 'Seats',
        properties: {
          volume_ranges: [{ from_value: 0, to_value: null, per_unit_amount: '0', flat_amount: '0' }],
        },
      },
      expect.objectContaining({ code: 'd' }),
    ]);
    expect((await put(plan, { name: 'Other' })).body.plan.fixed_charges).toHaveLength(3);
    expect((await put(plan, { fixed_charges: [] })).body.plan.fixed_charges).toEqual([]);
  });

  test('model and code stay once the plan has a subscription', async () => {
    const plan = await createPlan(client, { fixed_charges: [fixed({ code: 'kept', units: 1 })] });
    await subscribe(client, await createCustomer(client), plan);
    const [before] = plan.fixed_charges;
    const { svc_id: id } = before;
    const agreed = await put(plan, { fixed_charges: [{ id, code: 'other', charge_model: 'volume' }] });
    expect(agreed.body.plan.fixed_charges).toEqual([before]);
    const changed = await put(plan, { fixed_charges: [{ id, properties: { amount: '2' }, units: 4 }] });
    expect(changed.body.plan.fixed_charges).toEqual([{ ...before, units: 4, properties: { amount: '2' } }]);
  });

  test.each<[Members, Members, string]>([
    [{ charge_model: undefined }, { charge_model: ['value_is_mandatory'] }, 'no model'],
    [{ charge_model: 'package' }, { charge_model: ['value_is_invalid'] }, 'a model for usage only'],
    [{ add_on_id: undefined }, { add_on_id: ['value_is_mandatory'] }, 'no add-on'],
    [{ units: -1 }, { units: ['value_is_out_of_range'] }, 'negative units'],
    [{ units: 1.5 }, { units: ['value_is_invalid'] }, 'a part of a unit'],
    [
      { charge_model: 'volume', pay_in_advance: true },
      { pay_in_advance: ['invalid_charge_model'] },
      'volume in advance',
    ],
    [
      { charge_model: 'graduated', pay_in_advance: true, prorated: true },
      { prorated: ['invalid_charge_model'] },
      'graduated in advance by days',
    ],
    [{ properties: { amount: '-1' } }, { properties: ['invalid_amount'] }, 'a negative price'],
    [
      { charge_model: 'volume', properties: { volume_ranges: [] } },
      { properties: ['missing_volume_ranges'] },
      'no ranges',
    ],
    [{ code: ' ' }, { code: ['value_is_mandatory'] }, 'a blank code'],
    [
      { invoice_display_name: 'n'.repeat(256) },
      { invoice_display_name: ['value_is_too_long'] },
      'a name that is too long',
    ],
  ])('%j is refused: %j (%s)', async (over, details) => {
    const { status, body } = await planWith({ fixed_charges: [fixed(), fixed(over)] });
    const prefixed = Object.entries(details).map(([name, codes]) => [`fixed_charges.1.${name}`, codes]);
    expect([status, body.error_details]).toEqual([422, Object.fromEntries(prefixed)]);
  });

  test('two with one code, or one id twice, are refused', async () => {
    const twice = await planWith({ fixed_charges: [fixed({ code: 'a' }), fixed({ code: 'a' })] });
    expect(twice.body.error_details).toEqual({ 'fixed_charges.1.code': ['value_already_exist'] });
    const plan = await createPlan(client, { fixed_charges: [fixed()] });
    const { svc_id: id } = plan.fixed_charges[0];
    const repeated = await put(plan, { fixed_charges: [{ id }, { id, code: 'b' }] });
    expect(repeated.body.error_details).toEqual({ 'fixed_charges.1.id': ['value_already_exist'] });
  });

  test.each<[Members, string]>([
    [{ add_on_id: '0190a0a0-0000-7000-8000-000000000000' }, 'add_ons_not_found'],
    [{ add_on_id: 'no-id' }, 'add_ons_not_found'],
    [{ add_on_id: null, add_on_code: 'no-such-add-on' }, 'add_ons_not_found'],
    [{ tax_codes: ['no-such-tax'] }, 'tax_not_found'],
  ])('the path %j answers 404 %s', async (over, code) => {
    const { status, body } = await planWith({ fixed_charges: [fixed(over)] });
    expect([status, body.code]).toEqual([404, code]);
  });

  test("another organization's add-on does not exist", async () => {
    const stranger = await server.organization();
    const { svc_id: addOnId } = await createAddOn(stranger);
    expect((await planWith({ fixed_charges: [fixed({ add_on_id: addOnId })] })).body.code).toBe(
      'add_ons_not_found',
    );
  });

  test('a fixed charge is deleted with its add-on', async () => {
    const gone = await createAddOn(client);
    const plan = await createPlan(client, {
      fixed_charges: [fixed({ add_on_id: gone.svc_id }), fixed({ code: 'kept' })],
    });
    expect((await client.delete(`/add_ons/${gone.code}`)).status).toBe(200);
    const { fixed_charges } = (await client.get(`/plans/${plan.code}`)).body.plan;
    expect(fixed_charges).toMatchObject([{ code: 'kept' }]);
  });
});

describe('one by one', () => {
  const at = ({ code }: Resource, fixedCharge?: string) =>
    `/plans/${code}/fixed_charges${fixedCharge === undefined ? '' : `/${fixedCharge}`}`;
  const create = (plan: Resource, fixed_charge: Members) => client.post(at(plan), { fixed_charge });
  const change = (plan: Resource, code: string, fixed_charge: Members) =>
    client.put(at(plan, code), { fixed_charge });

  test('one fixed charge is added, read, changed and deleted, each a change of the plan', async () => {
    const plan = await createPlan(client, { fixed_charges: [fixed()] });
    const { code } = plan;
    const added = await create(plan, fixed({ units: 2, cascade_updates: true }));
    expect(added.body.fixed_charge).toMatchObject({ code: 'seat_2', units: 2 });
    expect((await client.get(`/plans/${code}/fixed_charges/seat_2`)).body).toEqual(added.body);
    const changed = await change(plan, 'seat_2', { units: 3, code: 'more', properties: { amount: '1' } });
    expect(changed.body.fixed_charge).toEqual({
      ...added.body.fixed_charge,
      code: 'more',
      units: 3,
      properties: { amount: '1' },
    });
    const listed = await client.get(`/plans/${code}/fixed_charges?per_page=1`);
    expect(listed.body).toMatchObject({
      fixed_charges: [changed.body.fixed_charge],
      meta: { total_count: 2 },
    });
    expect((await client.get(`/plans/${code}`)).body.plan.fixed_charges).toEqual([
      plan.fixed_charges[0],
      changed.body.fixed_charge,
    ]);
    expect((await client.delete(`/plans/${code}/fixed_charges/more`)).body).toEqual(changed.body);
    expect((await client.get(at(plan, 'more'))).body.code).toBe('fixed_charge_not_found');
    const [recorded] = await server.pool.sql<{ count: string }[]>`
      select count(*) from activity_log_entries
      where resource_id = ${plan.svc_id} and activity_type = 'plan.updated'`;
    expect(Number(recorded?.count)).toBe(3);
  });

  test('one fixed charge is refused for the same reasons, reported at the member', async () => {
    const plan = await createPlan(client, { fixed_charges: [fixed(), fixed({ code: 'b' })] });
    const wrong = { units: -1, charge_model: 'volume', pay_in_advance: true, code: 'seat' };
    expect((await create(plan, fixed(wrong))).body.error_details).toEqual({
      units: ['value_is_out_of_range'],
      pay_in_advance: ['invalid_charge_model'],
      code: ['value_already_exist'],
    });
    expect((await change(plan, 'b', { code: 'seat' })).body.error_details).toEqual({
      code: ['value_already_exist'],
    });
    expect((await create(plan, fixed({ add_on_id: null, add_on_code: 'none' }))).body.code).toBe(
      'add_on_not_found',
    );
    expect((await create(plan, fixed({ tax_codes: ['none'] }))).body.code).toBe('tax_not_found');
    expect((await change(plan, 'none', { units: 1 })).body.code).toBe('fixed_charge_not_found');
    expect((await create({ code: 'none' }, fixed())).body.code).toBe('plan_not_found');
    expect(termsOf((await client.get(`/plans/${plan.code}`)).body.plan)).toEqual(termsOf(plan));
  });

  test("another organization's do not exist", async () => {
    const plan = await createPlan(client, { fixed_charges: [fixed()] });
    const stranger = await server.organization();
    await createPlan(stranger, { code: plan.code });
    const answers = [
      await stranger.get(at(plan, 'seat')),
      await stranger.put(at(plan, 'seat'), { fixed_charge: { units: 1 } }),
      await stranger.delete(at(plan, 'seat')),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => 'fixed_charge_not_found'));
    const { errors } = await stranger.graphql(
      'mutation ($input: DeleteFixedChargeInput!) { deleteFixedCharge(input: $input) { deletedId } }',
      { input: { id: plan.fixed_charges[0].svc_id } },
    );
    expect(errors?.[0].extensions.code).toBe('not_found');
  });

  test('one fixed charge is added, changed and deleted through GraphQL too', async () => {
    const plan = await createPlan(client);
    const run = async (document: string, variables: object) => {
      const { data, errors } = await client.graphql(document, { ...variables });
      expect(errors).toBeUndefined();
      return data;
    };
    const made = await run(
      'mutation ($input: CreateFixedChargeInput!) { createFixedCharge(input: $input) { fixedCharge { id code units } } }',
      { input: { planId: plan.svc_id, addOnCode: 'seat', chargeModel: 'standard', units: 2 } },
    );
    const { id } = made.createFixedCharge.fixedCharge;
    await run(
      'mutation ($input: UpdateFixedChargeInput!) { updateFixedCharge(input: $input) { fixedCharge { units } } }',
      { input: { id, units: 4 } },
    );
    const read = await run(
      'query ($plan: String!) { fixedCharges(planCode: $plan) { nodes { id units } } fixedCharge(planCode: $plan, code: "seat") { id } }',
      { plan: plan.code },
    );
    expect(read).toEqual({ fixedCharges: { nodes: [{ id, units: 4 }] }, fixedCharge: { id } });
    const gone = await run(
      'mutation ($input: DeleteFixedChargeInput!) { deleteFixedCharge(input: $input) { deletedId } }',
      { input: { id } },
    );
    expect(gone.deleteFixedCharge.deletedId).toBe(id);
  });
});

describe('the minimum commitment of a plan', () => {
  test('the minimum commitment of a plan is created, changed by member, kept and removed', async () => {
    const tax = await createTax(client);
    const plan = await createPlan(client, {
      minimum_commitment: { amount_cents: 5_000, invoice_display_name: 'Minimum', tax_codes: [tax.code] },
    });
    const commitment = plan.minimum_commitment;
    expect(commitment).toEqual({
      svc_id: expect.any(String),
      plan_code: plan.code,
      amount_cents: 5_000,
      invoice_display_name: 'Minimum',
      interval: 'monthly',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      taxes: [tax],
    });
    const commitmentAfter = async (changes: Members) =>
      (await put(plan, changes)).body.plan.minimum_commitment;
    expect(await commitmentAfter({ minimum_commitment: { amount_cents: '6000' } })).toEqual({
      ...commitment,
      amount_cents: 6_000,
      updated_at: expect.any(String),
    });
    expect(
      await commitmentAfter({ minimum_commitment: { tax_codes: [], invoice_display_name: null } }),
    ).toMatchObject({
      svc_id: commitment.svc_id,
      amount_cents: 6_000,
      invoice_display_name: null,
      taxes: [],
    });
    expect(await commitmentAfter({ name: 'Other' })).toMatchObject({ amount_cents: 6_000 });
    expect(await commitmentAfter({ minimum_commitment: {} })).toBeNull();
    expect(await commitmentAfter({ minimum_commitment: { amount_cents: 1 } })).toMatchObject({
      amount_cents: 1,
    });
    expect(await commitmentAfter({ minimum_commitment: null })).toBeNull();
    expect((await createPlan(client, { minimum_commitment: {} })).minimum_commitment).toBeNull();
  });

  test.each<[Members, string]>([
    [{ amount_cents: 0 }, 'value_is_out_of_range'],
    [{ amount_cents: -1 }, 'value_is_out_of_range'],
    [{ amount_cents: 'much' }, 'value_is_invalid'],
    [{ invoice_display_name: 'Minimum' }, 'value_is_mandatory'],
  ])('%j is refused with %s', async (commitment, code) => {
    const { status, body } = await planWith({ minimum_commitment: commitment });
    expect([status, body.error_details]).toEqual([422, { 'minimum_commitment.amount_cents': [code] }]);
  });

  test('an unknown tax changes nothing', async () => {
    const plan = await createPlan(client, { minimum_commitment: { amount_cents: 5_000 } });
    const refused = await put(plan, { minimum_commitment: { amount_cents: 1, tax_codes: ['no-such-tax'] } });
    expect([refused.status, refused.body.code]).toEqual([404, 'tax_not_found']);
    expect(termsOf((await client.get(`/plans/${plan.code}`)).body.plan)).toEqual(termsOf(plan));
  });
});

test('GraphQL shows and changes the same', async () => {
  const PLAN = `{
    id  code
    minimumCommitment { id  amountCents  invoiceDisplayName  planCode  interval  taxes { code } }
    fixedCharges {
      id  code  addOnCode  addOn { name }  chargeModel  units  payInAdvance  prorated  invoiceDisplayName  taxes { code }
      properties { ... on StandardProperties { amount } ... on VolumeProperties { volumeRanges { fromValue perUnitAmount } } }
    }
  }`;
  const run = async (mutation: string, input: object) => {
    const { data, errors } = await client.graphql(mutation, { input });
    return { data, error: errors?.[0]?.extensions };
  };
  const create = `mutation ($input: CreatePlanInput!) { createPlan(input: $input) { plan ${PLAN} } }`;
  const update = `mutation ($input: UpdatePlanInput!) { updatePlan(input: $input) { plan ${PLAN} } }`;
  const input = {
    name: 'Team',
    code: unique('plan'),
    interval: 'monthly',
    amountCents: 0,
    amountCurrency: 'EUR',
    payInAdvance: false,
    minimumCommitment: { amountCents: 900 },
    fixedCharges: [
      { addOnCode: 'seat', chargeModel: 'standard', units: 2, properties: { standard: { amount: '3' } } },
    ],
  };
  const { plan } = (await run(create, input)).data.createPlan;
  const rest = (await client.get(`/plans/${input.code}`)).body.plan;
  expect(plan.minimumCommitment).toEqual({
    id: rest.minimum_commitment.svc_id,
    amountCents: 900,
    invoiceDisplayName: null,
    planCode: input.code,
    interval: 'monthly',
    taxes: [],
  });
  const [fixedCharge] = plan.fixedCharges;
  expect(fixedCharge).toMatchObject({
    id: rest.fixed_charges[0].svc_id,
    code: 'seat',
    addOnCode: 'seat',
    addOn: { name: 'Seat' },
    units: 2,
    properties: { amount: '3.0' },
  });
  const changed = await run(update, {
    id: plan.id,
    minimumCommitment: {},
    fixedCharges: [{ id: fixedCharge.id, units: 5 }],
  });
  expect(changed.data.updatePlan.plan).toEqual({
    ...plan,
    minimumCommitment: null,
    fixedCharges: [{ ...fixedCharge, units: 5 }],
  });
  const refused = await run(update, {
    id: plan.id,
    minimumCommitment: { amountCents: 0 },
    fixedCharges: [{ addOnCode: 'seat', chargeModel: 'volume', payInAdvance: true, units: -1 }],
  });
  expect(refused.error).toMatchObject({
    code: 'unprocessable_entity',
    details: {
      'minimumCommitment.amountCents': ['value_is_out_of_range'],
      'fixedCharges.0.units': ['value_is_out_of_range'],
      'fixedCharges.0.payInAdvance': ['invalid_charge_model'],
    },
  });
});
