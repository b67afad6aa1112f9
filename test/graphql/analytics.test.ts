// Reports over GraphQL: analytics.md §7, and the members that REST does not have.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  applyCoupon,
  bookInWallet,
  callerWith,
  createCoupon,
  createCustomer,
  createMetric,
  createPlan,
  createTax,
  createWallet,
  perCall,
  type Resource,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;
let plan: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  const metric = await createMetric(client, { code: 'calls' });
  plan = await createPlan(client, {
    interval: 'quarterly',
    amount_cents: 9_000,
    charges: [perCall(metric, { properties: { amount: '10' } })],
  });
  const story = await Story.begin(client, '2027-01-01T00:00:00Z', { currency: 'EUR' });
  await applyCoupon(client, story.customer, await createCoupon(client, { amount_cents: 1_000 }));
  const subscription = await story.subscribe(plan);
  await story.use(subscription, metric, { '2027-02-01T00:00:00Z': {} });
  await story.advance('2027-04-01T12:00:00Z');
});
afterAll(() => server.stop());

const REPORTS = `{
  grossRevenues(includeTest: true) { month currency amountCents amount { amount } billingEntityId }
  mrrs(includeTest: true, from: "2027-02-15", to: "2027-03-01") { month amountCents }
  mrrByPlan(includeTest: true, to: "2027-01-31") { month amountCents planId plan { code } }
  revenueStreams(includeTest: true) { stream amountCents }
  invoicedUsages(includeTest: true) { code amountCents }
  invoiceCollections(includeTest: true) { paymentStatus invoicesCount }
  overdueBalances(includeTest: true) { month amountCents invoiceIds }
}`;

test('monthly reports show amounts and money', async () => {
  const { data, errors } = await client.graphql(REPORTS);
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    grossRevenues: [
      {
        month: '2027-04-01T00:00:00.000Z',
        currency: 'EUR',
        amountCents: 9_000,
        amount: { amount: '90.00' },
        billingEntityId: expect.any(String),
      },
    ],
    // 9,000 less its share of the coupon, over three months.
    mrrs: [
      { month: '2027-02-01T00:00:00.000Z', amountCents: 2_700 },
      { month: '2027-03-01T00:00:00.000Z', amountCents: 2_700 },
    ],
    mrrByPlan: [
      {
        month: '2027-01-01T00:00:00.000Z',
        amountCents: 2_700,
        planId: plan.svc_id,
        plan: { code: plan.code },
      },
    ],
    revenueStreams: [
      { stream: 'charge', amountCents: 900 },
      { stream: 'coupons', amountCents: 1_000 },
      { stream: 'subscription', amountCents: 8_100 },
    ],
    invoicedUsages: [{ code: 'calls', amountCents: 900 }],
    invoiceCollections: [{ paymentStatus: 'pending', invoicesCount: 1 }],
    overdueBalances: [],
  });
});

test('a billing entity is selected by id, and must exist', async () => {
  const query = 'query ($id: ID!) { mrrs(includeTest: true, billingEntityId: $id, months: 1) { month } }';
  const { data } = await client.graphql('{ grossRevenues(includeTest: true) { billingEntityId } }');
  const id = data.grossRevenues[0].billingEntityId;
  expect((await client.graphql(query, { id })).errors).toBeUndefined();
  const other = await server.organization();
  for (const [caller, wrong] of [
    [other, id],
    [client, 'none'],
  ] as const) {
    const { errors } = await caller.graphql(query, { id: wrong });
    expect(errors).toMatchObject([{ extensions: { code: 'not_found' } }]);
  }
});

test('months are counted from 1', async () => {
  const { errors } = await client.graphql('{ mrrByPlan(months: 0) { month } }');
  expect(errors).toMatchObject([{ extensions: { details: { months: ['value_is_invalid'] } } }]);
});

test('each report needs the permission of reports, and the plan that of plans', async () => {
  const without = await callerWith(server, client, { invoice: ['read'], plan: ['read'] });
  const { errors } = await without.graphql(REPORTS);
  expect(new Set(errors?.map(({ path }: Resource) => path[0]))).toEqual(
    new Set([
      'grossRevenues',
      'mrrs',
      'mrrByPlan',
      'revenueStreams',
      'invoicedUsages',
      'invoiceCollections',
      'overdueBalances',
    ]),
  );
  const reporting = await callerWith(server, client, { analytic: ['read'] });
  const { errors: refused } = await reporting.graphql(
    '{ mrrs(includeTest: true) { month } mrrByPlan(includeTest: true) { plan { code } } }',
  );
  expect(refused).toMatchObject([{ path: ['mrrByPlan', 0, 'plan'], extensions: { code: 'forbidden' } }]);
});

test('prepaid credits: given back ones count as not consumed, and months are those of the customer', async () => {
  const own = await server.organization();
  const story = await Story.begin(own, '2027-03-31T20:00:00Z', { currency: 'EUR', timezone: 'Asia/Tokyo' });
  const wallet = await createWallet(own, story.customer, { granted_credits: '50' });
  await bookInWallet(own, wallet, { voided_credits: '5' });
  await story.subscribe(await createPlan(own, { amount_cents: 3_000 }));
  await story.advance('2027-05-02T00:00:00Z');
  const [voided] = await story.invoices();
  expect(voided?.prepaid_credit_amount_cents).toBe(3_000);
  await own.post(`/invoices/${voided?.svc_id}/void`, {});
  await story.advance('2027-06-02T00:00:00Z');
  const { data, errors } = await own.graphql(`{
    all: prepaidCredits(includeTest: true) { ...Amounts }
    april: prepaidCredits(includeTest: true, to: "2027-04-30", currency: EUR) { ...Amounts }
    later: prepaidCredits(includeTest: true, from: "2027-07-01") { month }
    dollars: prepaidCredits(includeTest: true, currency: USD) { month }
  }
  fragment Amounts on PrepaidCredits {
    month purchasedAmountCents grantedAmountCents consumedAmountCents voidedAmountCents
  }`);
  expect(errors).toBeUndefined();
  const april = {
    month: '2027-04-01T00:00:00.000Z',
    purchasedAmountCents: 0,
    grantedAmountCents: 5_000,
    consumedAmountCents: 0,
    voidedAmountCents: 500,
  };
  const may = { ...april, month: '2027-05-01T00:00:00.000Z', grantedAmountCents: 0, voidedAmountCents: 0 };
  const june = { ...may, month: '2027-06-01T00:00:00.000Z', consumedAmountCents: 3_000 };
  expect(data).toEqual({ all: [april, may, june], april: [april], later: [], dollars: [] });
});

describe('months that a chart has no row for', () => {
  /** Each report with what tells the rows of one month apart. */
  const SERIES: Readonly<Record<string, string>> = {
    grossRevenues: 'billingEntityId amountCents invoicesCount',
    mrrs: 'amountCents',
    mrrByPlan: 'planId amountCents',
    revenueStreams: 'stream amountCents',
    invoicedUsages: 'code amountCents',
    invoiceCollections: 'paymentStatus amountCents invoicesCount',
    overdueBalances: 'billingEntityId amountCents invoiceIds',
    prepaidCredits: 'purchasedAmountCents grantedAmountCents consumedAmountCents voidedAmountCents',
  };
  const isAmount = (member: string) => /(Cents|Count|Ids)$/.test(member);
  let own: Client;

  const monthsFrom = (first: string, count: number): string[] => {
    const [year, month] = first.split('-').map(Number) as [number, number];
    return Array.from({ length: count }, (_, index) =>
      new Date(Date.UTC(year, month - 1 + index, 1)).toISOString().slice(0, 10),
    );
  };

  async function rowsOf(report: string, args: string): Promise<Resource[]> {
    const { data, errors } = await own.graphql(
      `{ ${report}(includeTest: true${args === '' ? '' : `, ${args}`}) { startsOn currency ${SERIES[report]} } }`,
    );
    expect(errors).toBeUndefined();
    return data[report];
  }

  /** The rows with a row of zeros for each series and month without one. */
  function withZeros(rows: readonly Resource[], months: readonly string[]): Resource[] {
    const seriesOf = (row: Resource): Resource =>
      Object.fromEntries(
        Object.entries(row).filter(([member]) => member !== 'startsOn' && !isAmount(member)),
      );
    const zeros = (row: Resource): Resource =>
      Object.fromEntries(
        Object.entries(row).flatMap(([member, value]) =>
          isAmount(member) ? [[member, Array.isArray(value) ? [] : 0]] : [],
        ),
      );
    const series = new Map(rows.map((row) => [Object.values(seriesOf(row)).join(' '), row]));
    const ordered = [...series].toSorted(([one], [other]) => (one < other ? -1 : 1));
    return months.flatMap((startsOn) =>
      ordered.map(
        ([name, row]) =>
          rows.find(
            (each) => each.startsOn === startsOn && Object.values(seriesOf(each)).join(' ') === name,
          ) ?? { ...row, startsOn, ...zeros(row) },
      ),
    );
  }

  beforeAll(async () => {
    own = await server.organization();
    const metric = await createMetric(own, { code: 'calls' });
    const overdue = { net_payment_term: 0 };
    const euros = await Story.begin(own, '2026-11-30T20:00:00Z', {
      currency: 'EUR',
      timezone: 'Asia/Tokyo',
      ...overdue,
    });
    await createWallet(own, euros.customer, { granted_credits: '5' });
    const yearly = await createPlan(own, {
      amount_cents: 1_200,
      interval: 'quarterly',
      pay_in_advance: true,
    });
    await euros.subscribe(yearly);
    await euros.advance('2027-06-03T00:00:00Z');
    const dollars = await Story.begin(own, '2027-01-15T00:00:00Z', { currency: 'USD', ...overdue });
    const monthly = await createPlan(own, {
      amount_cents: 300,
      amount_currency: 'USD',
      charges: [perCall(metric)],
    });
    const subscription = await dollars.subscribe(monthly);
    await dollars.use(subscription, metric, { '2027-02-28T23:30:00Z': {}, '2027-03-01T00:30:00Z': {} });
    await dollars.advance('2027-04-02T00:00:00Z');
  });

  test.each(Object.keys(SERIES))(
    'months that a chart has no row for are rows of zeros in `%s`, between the others as they are',
    async (report) => {
      const plain = await rowsOf(report, '');
      expect(plain.length).toBeGreaterThan(0);
      const [first, last] = [plain[0].startsOn, plain.at(-1).startsOn];
      const between = monthsFrom(first, 24).filter((month) => month <= last);
      expect(await rowsOf(report, 'fill: false')).toEqual(plain);
      // Without bounds: from the first row to the last.
      expect(await rowsOf(report, 'fill: true')).toEqual(withZeros(plain, between));
      const wide = 'from: "2026-10-31", to: "2027-09-01"';
      expect(await rowsOf(report, wide)).toEqual(plain);
      expect(await rowsOf(report, `${wide}, fill: true`)).toEqual(
        withZeros(plain, monthsFrom('2026-10', 12)),
      );
      const later = plain.filter(({ startsOn }) => startsOn >= '2027-03-01' && startsOn <= '2027-05-01');
      const spring = 'months: 3, asOf: "2027-05-31"';
      expect(await rowsOf(report, spring)).toEqual(later);
      expect(await rowsOf(report, `${spring}, fill: true`)).toEqual(
        withZeros(later, monthsFrom('2027-03', 3)),
      );
    },
  );

  test.each(Object.keys(SERIES))(
    '`%s` ends with the month of `asOf`, on its first and last day',
    async (report) => {
      for (const [asOf, first, last] of [
        ['2027-03-31', '2027-02-01', '2027-03-01'],
        ['2027-04-01', '2027-03-01', '2027-04-01'],
        ['2028-02-29', '2028-01-01', '2028-02-01'],
        ['2027-01-01', '2026-12-01', '2027-01-01'],
      ] as const)
        expect(await rowsOf(report, `months: 2, asOf: "${asOf}"`)).toEqual(
          await rowsOf(report, `from: "${first}", to: "${last}"`),
        );
    },
  );

  test('months are those of the customer: in Tokyo December has begun', async () => {
    const startsOf = async (report: string) =>
      (await rowsOf(report, 'currency: EUR, asOf: "2026-12-31", months: 2, fill: true')).map(
        ({ startsOn, amountCents, grantedAmountCents }) => [startsOn, amountCents ?? grantedAmountCents],
      );
    expect(await startsOf('prepaidCredits')).toEqual([
      ['2026-11-01', 0],
      ['2026-12-01', 500],
    ]);
    const revenues = (
      await rowsOf('grossRevenues', 'currency: EUR, from: "2026-11-01", to: "2026-12-31"')
    ).map(({ startsOn }) => startsOn);
    expect(revenues).toEqual(['2026-12-01']);
  });

  test('`months` ends today in UTC without `asOf`, and alone `asOf` chooses nothing', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const filled = 'months: 2, currency: EUR, fill: true';
    const [now, dated] = [await rowsOf('mrrs', filled), await rowsOf('mrrs', `${filled}, asOf: "${today}"`)];
    expect(now).toEqual(dated);
    expect(now).toHaveLength(2);
    expect(await rowsOf('mrrs', 'asOf: "2027-01-31"')).toEqual(await rowsOf('mrrs', ''));
  });

  test('a report without anything shows the currency that was asked for, where it has no other keys', async () => {
    const query = `{
      mrrs(currency: JPY, months: 3, asOf: "2027-03-05", fill: true) { startsOn currency amountCents }
      mrrByPlan(currency: JPY, months: 3, asOf: "2027-03-05", fill: true) { startsOn }
    }`;
    const { data } = await own.graphql(query);
    expect(data).toEqual({
      mrrs: monthsFrom('2027-01', 3).map((startsOn) => ({ startsOn, currency: 'JPY', amountCents: 0 })),
      mrrByPlan: [],
    });
  });

  test('filling reads no more, and has an end', async () => {
    const statements = async (args: string) =>
      (await own.graphql(`{ revenueStreams(${args}) { startsOn } }`)).extensions?.cost?.['statements'];
    expect(await statements('months: 12, fill: true')).toBe(await statements('months: 12'));
    const refused = async (document: string) =>
      (await own.graphql(document)).errors?.[0].extensions.inputErrors;
    expect(
      await refused(
        '{ mrrs(includeTest: true, from: "2000-01-01", to: "2027-01-01", fill: true) { startsOn } }',
      ),
    ).toMatchObject([{ path: ['months'], code: 'value_is_out_of_range' }]);
    const many = await server.organization();
    await server.pool.sql`
      insert into report_totals (organization_id, report, key, scope_id, month, currency, divisor, amount, invoices_count, items_count)
      select ${many.organizationId}, 'invoiced_usage', 'metric ' || number, ${many.organizationId}, '2027-01-01', 'EUR', 1, 1, 1, 1
      from generate_series(1, 100) as number`;
    const usage = (to: string) =>
      many.graphql(`{ invoicedUsages(from: "2027-01-01", to: "${to}", fill: true) { startsOn } }`);
    expect((await usage('2027-12-31')).data.invoicedUsages).toHaveLength(1_200);
    expect((await usage('2044-12-31')).errors?.[0].extensions.inputErrors).toMatchObject([
      { path: ['fill'], code: 'value_is_out_of_range' },
    ]);
  });
});

test('figures of customers are those of the reports of each, in five statements for twenty', async () => {
  const own = await server.organization();
  const plans = await Promise.all(
    (
      [
        ['weekly', 1_000, true],
        ['monthly', 5_000, false],
        ['quarterly', 9_001, false],
        ['yearly', 120_000, true],
      ] as const
    ).map(([interval, amount, advance]) =>
      createPlan(own, { interval, amount_cents: amount, pay_in_advance: advance }),
    ),
  );
  await createTax(own, { rate: '7.7', applied_to_organization: true });
  const stories = [
    await Story.begin(own, '2027-03-20T00:00:00Z', { currency: 'EUR' }),
    await Story.begin(own, '2027-02-15T00:00:00Z', { currency: 'EUR' }),
  ];
  for (const [place, story] of stories.entries()) {
    await applyCoupon(own, story.customer, await createCoupon(own, { amount_cents: 333 }));
    const billed = plans.slice(2 * place, 2 * place + 2);
    for (const plan of billed) await story.subscribe(plan, { billing_time: 'calendar' });
    await story.advance('2027-04-15T00:00:00Z');
  }
  const [voided, disputed] = await (stories[0] as Story).invoices();
  await own.post(`/invoices/${voided?.svc_id}/void`, {});
  await own.post(`/invoices/${disputed?.svc_id}/lose_dispute`, {});
  for (let count = 2; count < 20; count++) await createCustomer(own);

  const figures = `
    grossRevenues(ARGUMENTS) { startsOn currency amountCents invoicesCount billingEntityId }
    mrrs(ARGUMENTS) { startsOn currency amountCents }`;
  const restrictions = [
    '',
    'months: 3',
    'months: 4, fill: true, currency: EUR',
    'currency: USD',
    'from: "2027-03-10", to: "2027-05-31"',
    'from: "2027-12-01"',
    'months: 2, asOf: "2027-07-03"',
  ];
  for (const restriction of restrictions) {
    const argumentsOf = (clock: string) =>
      `(${[clock, restriction].filter((text) => text !== '').join(', ')})`;
    const selected =
      restriction === ''
        ? figures.replaceAll('(ARGUMENTS)', '')
        : figures.replaceAll('(ARGUMENTS)', argumentsOf(''));
    const document = `{ customers { nodes { externalId ${selected} } } }`;
    const { data, errors } = await own.graphql(document);
    expect(errors).toBeUndefined();
    expect(data.customers.nodes).toHaveLength(20);
    for (const { customer, clock } of stories) {
      const clockArgument = `testClockId: "${clock.svc_id}"`;
      const report = await own.graphql(
        `{ ${figures.replaceAll('(ARGUMENTS)', argumentsOf(clockArgument))} }`,
      );
      expect(report.errors).toBeUndefined();
      const { externalId, ...shown } = data.customers.nodes.find(
        (node: Resource) => node.externalId === customer.external_id,
      );
      expect([externalId, restriction, shown]).toEqual([customer.external_id, restriction, report.data]);
    }
  }
  const whole = await own.graphql(`{ customers { nodes { ${figures.replaceAll('(ARGUMENTS)', '')} } } }`);
  const rows = whole.data.customers.nodes.flatMap(({ grossRevenues, mrrs }: Resource) => [
    grossRevenues.length,
    mrrs.length,
  ]);
  expect(rows.filter((count: number) => count > 0)).toHaveLength(4);
  // The customers, and for each report its figures and the times of the test clocks; relations.test.ts compares one with many.
  expect(whole.extensions?.cost?.['statements']).toBeLessThanOrEqual(5);
});

test('figures of customers need the permission of reports, and months from 1', async () => {
  const reading = await callerWith(server, client, { customer: ['read'] });
  const { data, errors } = await reading.graphql('{ customers { nodes { id mrrs { currency } } } }');
  expect(data).toEqual({ customers: null });
  expect(errors).toMatchObject([{ extensions: { code: 'forbidden' } }]);
  const wrong = await client.graphql('{ customers { nodes { mrrs(months: 0) { currency } } } }');
  expect(wrong.errors).toMatchObject([{ extensions: { details: { months: ['value_is_invalid'] } } }]);
});
