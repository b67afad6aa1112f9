// What migrations make of rows that were there before them: each begins with the schema before its migration.
import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { rebuildReports } from '../../src/modules/analytics/recording/report-rebuild.js';
import { differingReports } from '../../src/modules/analytics/recording/report-verification.js';
import { readMigrations } from '../../src/platform/db/migrating/migrations.js';
import { OldDatabase } from '../support/old-database.js';

const ORGANIZATION = randomUUID();

/** By the migration: inserts rows, migrates, and expects what they have become. */
const MOVES: Readonly<Record<string, (database: OldDatabase) => Promise<void>>> = {
  '0006_counters_of_every_aggregation': expectRecount,

  '0009_payments': async (database) => {
    const customer_id = await database.insert('customers', { organization_id: ORGANIZATION });
    const invoice = (invoice_type: string, cents: number) =>
      database.insert('invoices', {
        organization_id: ORGANIZATION,
        customer_id,
        invoice_type,
        currency: 'EUR',
        fees_amount_cents: cents,
        sub_total_excluding_taxes_amount_cents: cents,
        sub_total_including_taxes_amount_cents: cents,
        total_amount_cents: cents,
        created_at: '2027-02-03T04:05:06Z',
      });
    const paid = await invoice('advance_charges', 1200);
    const free = await invoice('advance_charges', 0);
    const owed = await invoice('subscription', 1200);
    await database.migrate();
    expect(
      await database.sql`
        select invoice_id, customer_id, payment_type, payment_status, amount_cents::int, currency, created_at
        from payments`.values(),
    ).toEqual([[paid, customer_id, 'manual', 'succeeded', 1200, 'EUR', '2027-02-03 04:05:06+00']]);
    const totals = await database.sql`select id, total_paid_amount_cents::int from invoices`.values();
    expect(Object.fromEntries(totals)).toEqual({ [paid]: 1200, [free]: 0, [owed]: 0 });
  },

  '0010_counters_of_days': expectRecount,
  '0012_counters_of_the_smallest': expectRecount,

  '0015_overtaken_events': async (database) => {
    await database.insert('pending_events', {});
    await database.migrate();
    expect(await database.sql`select is_overtaken from pending_events`.values()).toEqual([[true]]);
  },

  '0020_overdue_invoices': async (database) => {
    const test_clock_id = randomUUID();
    const onClock = await database.insert('customers', { organization_id: ORGANIZATION, test_clock_id });
    const live = await database.insert('customers', { organization_id: ORGANIZATION, sequential_id: 2 });
    const owed = {
      organization_id: ORGANIZATION,
      customer_id: live,
      status: 'finalized',
      sequential_id: 1,
      payment_status: 'pending',
      payment_overdue: false,
      payment_due_date: '2027-03-10',
    };
    const pending = await database.insert('invoices', owed);
    const failed = await database.insert('invoices', {
      ...owed,
      customer_id: onClock,
      payment_status: 'failed',
      payment_due_date: '2027-12-31',
    });
    await database.insert('invoices', { ...owed, payment_status: 'succeeded' });
    await database.insert('invoices', { ...owed, payment_overdue: true });
    await database.insert('invoices', { ...owed, status: 'draft' });
    await database.migrate();
    expect(
      await database.sql`
        select organization_id, due_at, kind, subject_id, customer_id, test_clock_id, attempts
        from due_work order by due_at`.values(),
    ).toEqual([
      [ORGANIZATION, '2027-03-11 00:00:00+00', 'payment_overdue', pending, live, null, 0],
      [ORGANIZATION, '2028-01-01 00:00:00+00', 'payment_overdue', failed, onClock, test_clock_id, 0],
    ]);
  },

  '0022_usage_from': async (database) => {
    const customer_id = randomUUID();
    const at = '2027-04-21T12:00:00Z';
    const subscription = (id: number, row: object) =>
      database.insert('subscriptions', {
        id: `00000000-0000-0000-0000-${String(id).padStart(12, '0')}`,
        organization_id: ORGANIZATION,
        customer_id,
        external_id: `sub_${id}`,
        status: 'terminated',
        started_at: at,
        ...row,
      });
    const replaced = { previous_subscription_id: randomUUID() };
    const ended = {
      started_at: '2027-01-01T00:00:00Z',
      terminated_at: at,
      on_termination_invoice: 'generate',
    };
    const expected = {
      [await subscription(1, {})]: 'at its start',
      [await subscription(2, { ...replaced, change_from_previous: 'upgrade' })]: 'a millisecond later',
      [await subscription(3, { ...replaced, change_from_previous: 'downgrade' })]: 'at its start',
      [await subscription(4, { started_at: null, status: 'pending' })]: null,
      [await subscription(5, { ...ended, external_id: 'again' })]: 'at its start',
      [await subscription(6, { external_id: 'again' })]: 'a millisecond later',
      [await subscription(7, { ...ended, external_id: 'unbilled', on_termination_invoice: 'skip' })]:
        'at its start',
      [await subscription(8, { external_id: 'unbilled' })]: 'at its start',
    };
    await database.migrate();
    const begun = await database.sql`
      select id, case usage_from - started_at when interval '0' then 'at its start'
        when interval '1 millisecond' then 'a millisecond later' end
      from subscriptions`.values();
    expect(Object.fromEntries(begun)).toEqual(expected);
  },

  '0027_local_deadlines': async (database) => {
    const entity = await database.insert('billing_entities', {
      organization_id: ORGANIZATION,
      timezone: 'Asia/Tokyo',
    });
    let sequential_id = 0;
    const deadline = async (timezone: string | null, kind: string, due_at: string) => {
      sequential_id += 1;
      const customer = { organization_id: ORGANIZATION, sequential_id, timezone };
      const customer_id = await database.insert('customers', customer);
      const subject_id = await database.insert('invoices', {
        organization_id: ORGANIZATION,
        billing_entity_id: entity,
        customer_id,
        expected_finalization_date: '2027-06-05',
        payment_due_date: '2027-06-20',
      });
      return database.insert('due_work', {
        organization_id: ORGANIZATION,
        customer_id,
        subject_id,
        kind,
        due_at,
      });
    };
    const grace = '2027-06-05T00:00:00Z';
    const term = '2027-06-21T00:00:00Z';
    const late = '2027-07-01T15:00:00Z';
    const expected = {
      [await deadline('America/Denver', 'invoice_finalization', grace)]: '2027-06-05 06:00:00+00',
      [await deadline(null, 'invoice_finalization', grace)]: '2027-06-04 15:00:00+00',
      [await deadline('America/Denver', 'payment_overdue', term)]: '2027-06-21 06:00:00+00',
      [await deadline('GMT+12', 'payment_overdue', term)]: '2027-06-21 12:00:00+00',
      [await deadline('Nowhere/Land', 'payment_overdue', term)]: '2027-06-21 00:00:00+00',
      [await deadline('America/Denver', 'payment_overdue', late)]: '2027-07-01 15:00:00+00',
      [await deadline('America/Denver', 'trial_end', grace)]: '2027-06-05 00:00:00+00',
    };
    await database.migrate();
    const due = await database.sql`select id, due_at from due_work`.values();
    expect(Object.fromEntries(due)).toEqual(expected);
  },

  '0029_keys_and_operator': async (database) => {
    const second = await database.insert('organizations', { created_at: '2027-01-02T00:00:00Z' });
    const first = await database.insert('organizations', { created_at: '2027-01-01T00:00:00Z' });
    const key = (value_hash: string, organization_id: string, created_at: string) =>
      database.insert('api_keys', { value_hash, organization_id, created_at });
    await key('later', first, '2027-01-03T00:00:00Z');
    await key('admin', first, '2027-01-01T00:00:00Z');
    await key('other', second, '2027-01-02T00:00:00Z');
    await database.migrate();
    expect(await database.sql`select id from organizations where is_operator`.values()).toEqual([[first]]);
    expect(await database.sql`select value_hash from api_keys where is_bootstrap`.values()).toEqual([
      ['admin'],
    ]);
  },

  '0034_claims_never_overlap': async (database) => {
    const period = (subscription_id: string, charges_from: string, charges_to: string) =>
      database.insert('billing_periods', {
        subscription_id,
        invoicing_reason: 'subscription_periodic',
        charges_from,
        charges_to,
      });
    const [sound, broken] = [randomUUID(), randomUUID()];
    await period(sound, '2027-01-01T00:00:00Z', '2027-02-01T00:00:00Z');
    await period(sound, '2027-02-01T00:00:00Z', '2027-03-01T00:00:00Z');
    await period(broken, '2027-01-01T00:00:00Z', '2027-02-01T00:00:00Z');
    await period(broken, '2027-01-15T00:00:00Z', '2027-02-15T00:00:00Z');
    await database.migrate();
    expect(await database.sql`select from billing_periods`).toHaveLength(4);
    await expect(period(sound, '2027-02-15T00:00:00Z', '2027-03-15T00:00:00Z')).rejects.toThrow(
      'billing_periods_charges_once',
    );
    await expect(period(broken, '2027-01-20T00:00:00Z', '2027-01-25T00:00:00Z')).rejects.toThrow(
      'billing_periods_charges_once',
    );
    await period(broken, '2027-03-01T00:00:00Z', '2027-04-01T00:00:00Z');
  },

  '0037_due_work_has_an_owner': async (database) => {
    const customer_id = await database.insert('customers', { organization_id: ORGANIZATION });
    const test_clock_id = await database.insert('test_clocks', {
      organization_id: ORGANIZATION,
      status: 'ready',
    });
    const work = (row: object) =>
      database.insert('due_work', { organization_id: ORGANIZATION, customer_id, kind: 'trial_end', ...row });
    const kept = [await work({}), await work({ test_clock_id })];
    await work({ customer_id: randomUUID() });
    await work({ test_clock_id: randomUUID() });
    await work({ organization_id: randomUUID() });
    await database.migrate();
    const left = await database.sql<{ id: string }[]>`select id from due_work`;
    expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
  },

  '0054_usage_notices': async (database) => {
    const rule = (row: object) =>
      database.insert('wallet_rules', {
        organization_id: ORGANIZATION,
        status: 'active',
        method: 'fixed',
        ...row,
      });
    await rule({ trigger: 'threshold', threshold_credits: 1 });
    await rule({ trigger: 'threshold', threshold_credits: 1, wallet_id: randomUUID() });
    await rule({
      trigger: 'interval',
      interval: 'weekly',
      wallet_id: randomUUID(),
      organization_id: randomUUID(),
    });
    await database.migrate();
    expect(await database.sql`select organization_id from usage_watches`.values()).toEqual([[ORGANIZATION]]);
  },

  '0058_organization_slugs': async (database) => {
    const organization = (name: string, created_at: string) =>
      database.insert('organizations', { name, created_at });
    const expected = {
      [await organization('Hooli & Söhne.', '2027-01-01')]: 'hooli-söhne',
      [await organization('Acme', '2027-01-03')]: 'acme-3',
      [await organization('ACME', '2027-01-01')]: 'acme',
      [await organization('acme-2', '2027-01-02')]: 'acme-2',
      [await organization('!', '2027-01-01')]: 'organization',
    };
    await database.migrate();
    const slugs = await database.sql`select id, slug from organizations`.values();
    expect(Object.fromEntries(slugs)).toMatchObject(expected);
  },

  '0062_document_files': async (database) => {
    await database.migrate();
    const keys = database.sql`select length(secret) from signing_secrets where purpose = 'document files'`;
    expect(await keys.values()).toEqual([[32]]);
  },

  '0068_fill_reports': async (database) => {
    const entity = await database.insert('billing_entities', {
      organization_id: ORGANIZATION,
      timezone: 'Asia/Tokyo',
    });
    const customer_id = await database.insert('customers', {
      organization_id: ORGANIZATION,
      billing_entity_id: entity,
    });
    const plan = (interval: string) =>
      database.insert('plans', { organization_id: ORGANIZATION, code: interval, interval });
    const subscription = async (interval: string) =>
      database.insert('subscriptions', {
        organization_id: ORGANIZATION,
        customer_id,
        external_id: interval,
        plan_id: await plan(interval),
        billing_time: 'calendar',
        status: 'active',
        subscription_at: '2027-01-01T00:00:00Z',
        started_at: '2027-01-01T00:00:00Z',
        usage_from: '2027-01-01T00:00:00Z',
      });
    const invoice = (row: object) =>
      database.insert('invoices', {
        organization_id: ORGANIZATION,
        customer_id,
        billing_entity_id: entity,
        status: 'finalized',
        payment_status: 'pending',
        invoice_type: 'subscription',
        currency: 'EUR',
        timezone: 'UTC',
        issuing_date: '2027-04-01',
        fees_amount_cents: 1_000,
        sub_total_excluding_taxes_amount_cents: 1_000,
        sub_total_including_taxes_amount_cents: 1_000,
        total_amount_cents: 1_000,
        sequential_id: 1,
        ...row,
      });
    const fee = (row: object) =>
      database.insert('fees', {
        organization_id: ORGANIZATION,
        customer_id,
        fee_type: 'subscription',
        currency: 'EUR',
        amount_cents: 1_000,
        payment_status: 'pending',
        ...row,
      });
    const quarterly = await invoice({});
    await fee({
      invoice_id: quarterly,
      subscription_id: await subscription('quarterly'),
      from_at: '2027-02-20T00:00:00Z',
      to_at: '2027-04-01T00:00:00Z',
    });
    const weekly = await subscription('weekly');
    for (const sequential_id of [2, 3]) {
      await fee({ invoice_id: await invoice({ sequential_id }), subscription_id: weekly });
    }
    await invoice({ status: 'voided', sequential_id: 4 });
    await fee({ fee_type: 'charge', created_at: '2027-05-31T16:00:00Z', taxes_amount_cents: 60 });
    await database.migrate();
    expect(
      await database.sql`
        select report, key, to_char(month, 'YYYY-MM') as month, divisor, trim_scale(amount)::text as amount,
          invoices_count::int, items_count::int
        from report_totals where report in ('gross_revenue', 'invoice_collection', 'mrr')
        order by report, month, divisor`.values(),
    ).toEqual([
      ['gross_revenue', '', '2027-04', 1, '3000', 3, 3],
      ['gross_revenue', '', '2027-06', 1, '1060', 0, 1],
      ['invoice_collection', 'pending', '2027-04', 1, '3000', 3, 3],
      ['mrr', '', '2027-02', 2, '1000', 0, 1],
      ['mrr', '', '2027-03', 2, '1000', 0, 1],
      ['mrr', '', '2027-04', 24, '104000', 0, 1],
    ]);
    expect(
      await database.sql`select to_char(standalone_on, 'YYYY-MM-DD'), billing_entity_id from fees where invoice_id is null`.values(),
    ).toEqual([['2027-06-01', entity]]);
  },

  '0069_wallet_depletion': async (database) => {
    const wallet = (status: string, balance_cents: number, organization_id = ORGANIZATION) =>
      database.insert('wallets', { status, balance_cents, organization_id, rate_amount: 1, priority: 1 });
    const filled = await wallet('active', 100);
    const empty = await wallet('active', 0);
    const ended = await wallet('terminated', 100, randomUUID());
    await database.migrate();
    const rows = await database.sql`select id, had_ongoing_balance from wallets`.values();
    expect(Object.fromEntries(rows)).toEqual({ [filled]: true, [empty]: false, [ended]: false });
    expect(await database.sql`select organization_id from usage_watches`.values()).toEqual([[ORGANIZATION]]);
  },

  '0082_people': async (database) => {
    await database.migrate();
    expect(await secretLengths(database, 'sessions')).toEqual([[32]]);
  },

  '0084_payment_providers': async (database) => {
    await database.migrate();
    expect(await secretLengths(database, 'sandbox pages')).toEqual([[32]]);
  },

  '0086_daily_usages': async (database) => {
    for (const deleted_at of [null, '2027-01-01T00:00:00Z']) {
      await database.insert('billable_metrics', {
        organization_id: ORGANIZATION,
        aggregation_type: 'count_agg',
        deleted_at,
      });
    }
    await database.migrate();
    expect(await database.sql`select organization_id from usage_watches`.values()).toEqual([[ORGANIZATION]]);
  },

  '0088_customer_portal_secret': async (database) => {
    await database.migrate();
    expect(await secretLengths(database, 'customer portal')).toEqual([[32]]);
  },

  '0090_single_sign_on': async (database) => {
    await database.migrate();
    expect(await secretLengths(database, 'single sign-on')).toEqual([[32]]);
  },

  '0093_payment_links_of_requests': async (database) => {
    const created_at = '2027-01-02T03:04:05Z';
    const organization = (name: string) => database.insert('organizations', { name, slug: name, created_at });
    const [fresh, deleter, taken] = [
      await organization('fresh'),
      await organization('deleter'),
      await organization('taken'),
    ];
    const sandbox = { provider_type: 'sandbox', code: 'sandbox', name: 'Sandbox' };
    await database.insert('payment_providers', {
      ...sandbox,
      organization_id: deleter,
      deleted_at: created_at,
    });
    await database.insert('payment_providers', {
      ...sandbox,
      organization_id: taken,
      provider_type: 'stripe',
    });
    await database.migrate();
    const kept = await database.sql`
      select organization_id, provider_type, code, name, settings, created_at from payment_providers
      where deleted_at is null order by provider_type`.values();
    expect(kept).toEqual([
      [fresh, 'sandbox', 'sandbox', 'Sandbox', {}, '2027-01-02 03:04:05+00'],
      [taken, 'stripe', 'sandbox', 'Sandbox', expect.anything(), expect.any(String)],
    ]);
  },

  '0097_listed_taxes': async (database) => {
    const ofOne = { organization_id: ORGANIZATION };
    const kept = await database.insert('taxes', { ...ofOne, code: 'kept', rate_percent: 20 });
    const deleted = await database.insert('taxes', {
      ...ofOne,
      code: 'gone',
      deleted_at: '2027-01-01T00:00:00Z',
    });
    const plan_id = randomUUID();
    await database.sql`insert into plan_taxes (organization_id, plan_id, tax_id) values (${ORGANIZATION}, ${plan_id}, ${kept})`;
    const customer_id = randomUUID();
    await database.sql`insert into customer_taxes (organization_id, customer_id, tax_id) values (${ORGANIZATION}, ${customer_id}, ${deleted})`;
    const billing_entity_id = await database.insert('billing_entities', { ...ofOne, last_invoice_number: 3 });
    await database.insert('invoices', {
      ...ofOne,
      billing_entity_id,
      sequential_id: 1,
      entity_sequential_id: 2,
      invoice_type: 'one_off',
      status: 'finalized',
      payment_status: 'pending',
    });
    // As if they were from before the triggers.
    await database.sql`delete from tax_assignments`;
    await database.sql`delete from tax_rates`;
    await database.migrate();
    expect(
      await database.sql`select list, owner_id, tax_id, assigned_at, removed_at from tax_assignments order by list`.values(),
    ).toEqual([
      ['customer', customer_id, deleted, null, null],
      ['plan', plan_id, kept, null, null],
    ]);
    expect(await database.sql`select tax_id, code, rate_percent, valid_from from tax_rates`.values()).toEqual(
      [[kept, 'kept', '20', null]],
    );
    expect(
      await database.sql`select first_number, last_number from retired_invoice_numbers order by first_number`.values(),
    ).toEqual([
      [1, 1],
      [3, 3],
    ]);
  },

  '0104_metric_messages': async (database) => {
    const endpoint = (event_types: string[] | null) =>
      database.insert('webhook_endpoints', { event_types, signature_algo: 'jwt' });
    const metric = ['created', 'updated', 'deleted'].map((change) => `billable_metric.${change}`);
    const some = await endpoint(['plan.created', ...metric, 'invoice.created']);
    const none = await endpoint(metric);
    const others = await endpoint(['plan.updated']);
    const all = await endpoint(null);
    await database.migrate();
    const kinds = await database.sql`select id, event_types from webhook_endpoints`.values();
    expect(Object.fromEntries(kinds)).toEqual({
      [some]: ['plan.created', 'invoice.created'],
      [none]: [],
      [others]: ['plan.updated'],
      [all]: null,
    });
  },

  '0108_test_figures': async (database) => {
    const ofOne = { organization_id: ORGANIZATION };
    const plan_id = await database.insert('plans', { ...ofOne, interval: 'weekly' });
    for (const test_clock_id of [null, randomUUID()]) {
      const customer_id = await database.insert('customers', {
        ...ofOne,
        test_clock_id,
        sequential_id: test_clock_id === null ? 1 : 2,
      });
      const subscription_id = await database.insert('subscriptions', {
        ...ofOne,
        customer_id,
        plan_id,
        billing_time: 'calendar',
        status: 'active',
        started_at: '2027-01-01T00:00:00Z',
        usage_from: '2027-01-01T00:00:00Z',
      });
      const invoice_id = await database.insert('invoices', {
        ...ofOne,
        customer_id,
        currency: 'EUR',
        timezone: 'UTC',
        status: 'finalized',
        payment_status: 'pending',
        invoice_type: 'subscription',
        sequential_id: 1,
        fees_amount_cents: 1_000,
        sub_total_excluding_taxes_amount_cents: 1_000,
        sub_total_including_taxes_amount_cents: 1_000,
        total_amount_cents: 1_000,
      });
      await database.insert('fees', {
        ...ofOne,
        customer_id,
        invoice_id,
        subscription_id,
        fee_type: 'subscription',
        currency: 'EUR',
        payment_status: 'pending',
        amount_cents: 1_000,
        from_at: '2027-01-01T00:00:00Z',
        to_at: '2027-01-08T00:00:00Z',
      });
    }
    // As the version before has added them up: without regard to clocks.
    await database.db.transaction((tx) => rebuildReports(tx, ORGANIZATION));
    await database.sql`update report_entries set test_clock_id = default`;
    await database.sql`update weekly_fee_totals set test_clock_id = default`;
    expect(await differingReports(database.db)).not.toEqual([]);
    await database.migrate();
    expect(await differingReports(database.db)).toEqual([]);
    const revenue = await database.sql`
      select count(distinct test_clock_id)::int, sum(amount)::int from report_entries
      where report = 'gross_revenue' group by test_clock_id order by 2`.values();
    expect(revenue).toEqual([
      [1, 1_000],
      [1, 1_000],
    ]);
  },
};

const secretLengths = ({ sql }: OldDatabase, purpose: string) =>
  sql`select length(secret) from signing_secrets where purpose = ${purpose}`.values();

/** Deletes incomplete counters and schedules a recount of every metric that is not deleted. */
async function expectRecount(database: OldDatabase): Promise<void> {
  const metric = (row: object) =>
    database.insert('billable_metrics', { aggregation_type: 'count_agg', counter_state: 'counted', ...row });
  const kept = await metric({});
  const deleted = await metric({ deleted_at: '2027-01-01T00:00:00Z' });
  await database.insert('usage_counters', {});
  await database.migrate();
  expect(await database.sql`select from usage_counters`).toHaveLength(0);
  const states = await database.sql`select id, counter_state from billable_metrics`.values();
  expect(Object.fromEntries(states)).toEqual({ [kept]: 'recounting', [deleted]: 'counted' });
}

test.each(Object.entries(MOVES))('%s', async (tag, move) => {
  const database = await OldDatabase.before(tag);
  try {
    await move(database);
  } finally {
    await database.drop();
  }
});

test('every migration that reads or changes rows is above', () => {
  const moving = readMigrations().filter(({ statements }) =>
    statements.some((statement) => /^\s*(?:--.*\n\s*)*(?:update|insert|delete|with|do)\b/i.test(statement)),
  );
  expect(moving.map(({ tag }) => tag)).toEqual(Object.keys(MOVES));
});
