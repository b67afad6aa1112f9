import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { callerWith, createPricingUnit, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const UNIT = '{ id code name shortName description }';
const create = `mutation ($input: CreatePricingUnitInput!) { createPricingUnit(input: $input) { pricingUnit ${UNIT} } }`;
const update = `mutation ($input: UpdatePricingUnitInput!) { updatePricingUnit(input: $input) { pricingUnit ${UNIT} } }`;

const run = async (query: string, variables: object, caller = client) => {
  const { data, errors } = await caller.graphql(query, variables as Record<string, unknown>);
  return { data, error: errors?.[0]?.extensions };
};

describe('pricing units', () => {
  test('pricing units are created, read, changed, listed and searched', async () => {
    const caller = await server.organization();
    const unit = await createPricingUnit(caller, { code: 'credits', description: 'bought ahead' });
    expect(unit).toEqual({
      id: expect.any(String),
      code: 'credits',
      name: 'Credits',
      shortName: 'CR',
      description: 'bought ahead',
    });
    const changed = await run(update, { input: { id: unit.id, name: 'Tokens', description: null } }, caller);
    const tokens = { ...unit, name: 'Tokens', description: null };
    expect(changed.data.updatePricingUnit.pricingUnit).toEqual(tokens);
    expect((await run(`{ pricingUnit(code: "credits") ${UNIT} }`, {}, caller)).data.pricingUnit).toEqual(
      tokens,
    );
    expect((await run(`{ pricingUnit(id: "${unit.id}") ${UNIT} }`, {}, caller)).data.pricingUnit).toEqual(
      tokens,
    );

    const newer = await createPricingUnit(caller, { name: 'Seats' });
    const list = async (args: string) => {
      const { data } = await run(`{ pricingUnits${args} { nodes ${UNIT} totalCount } }`, {}, caller);
      return data.pricingUnits;
    };
    expect(await list('')).toEqual({ nodes: [newer, tokens], totalCount: 2 });
    expect(await list('(search: "OKE")')).toEqual({ nodes: [tokens], totalCount: 1 });
  });

  test.each<[object, object]>([
    [
      { name: ' ', shortName: '', code: 'c'.repeat(256), description: 'd'.repeat(10_001) },
      {
        name: ['value_is_mandatory'],
        shortName: ['value_is_mandatory'],
        code: ['value_is_too_long'],
        description: ['value_is_too_long'],
      },
    ],
  ])('%j is refused: %j', async (over, details) => {
    const input = { name: 'n', shortName: 's', code: unique('unit'), ...over };
    expect((await run(create, { input })).error).toMatchObject({ code: 'unprocessable_entity', details });
  });

  test('a code is taken once', async () => {
    const { code } = await createPricingUnit(client);
    const { id } = await createPricingUnit(client);
    const taken = { code: 'unprocessable_entity', details: { code: ['value_already_exist'] } };
    expect((await run(create, { input: { name: 'n', shortName: 's', code } })).error).toMatchObject(taken);
    expect((await run(update, { input: { id, code } })).error).toMatchObject(taken);
    expect((await run(update, { input: { id, name: null } })).error).toMatchObject({
      details: { name: ['value_is_mandatory'] },
    });
  });

  test('another organization sees none of them, and has the codes for itself', async () => {
    const { id, code } = await createPricingUnit(client);
    const stranger = await server.organization();
    const gone = { code: 'not_found', details: { pricingUnit: ['not_found'] } };
    expect((await run(`{ pricingUnit(id: "${id}") { id } }`, {}, stranger)).error).toMatchObject(gone);
    expect((await run(`{ pricingUnit(code: "${code}") { id } }`, {}, stranger)).error).toMatchObject(gone);
    expect((await run('{ pricingUnit(id: "x") { id } }', {}, stranger)).error).toMatchObject(gone);
    expect((await run(update, { input: { id, name: 'n' } }, stranger)).error).toMatchObject(gone);
    expect((await run('{ pricingUnits { totalCount } }', {}, stranger)).data.pricingUnits.totalCount).toBe(0);
    await createPricingUnit(stranger, { code });
  });

  test('pricing units belong to the permission for plans', async () => {
    const reader = await callerWith(server, client, { plan: ['read'] });
    expect((await run('{ pricingUnits { totalCount } }', {}, reader)).error).toBeUndefined();
    const input = { name: 'n', shortName: 's', code: unique('unit') };
    expect((await run(create, { input }, reader)).error).toMatchObject({ code: 'forbidden' });
  });
});
