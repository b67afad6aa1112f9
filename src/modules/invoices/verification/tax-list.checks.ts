import { type SQL, sql } from 'drizzle-orm';
import { queryRows } from '../../../platform/db/statements/query-rows.js';
import type { Db } from '../../../platform/db/database.js';
import { realTimeOf } from '../../../platform/db/tables/ids.js';
import { batchesOf } from '../../../platform/verification/batch-check.js';
import type { Check, Difference, Verified } from '../../../platform/verification/check.js';
import { type Fee, fees } from '../records/fees/fee.table.js';
import { listOf, TaxListHistory, type TaxOwner } from './tax-list-history.js';

/**
 * A fee may have been taxed by any list that was valid for this long before: longer than the transaction that read the list, and
 * the one that was changing it, may take.
 */
const BEFORE_MS = 5 * 60_000;
/** More than the clock of the database may be ahead of that of the program. */
const AFTER_MS = 60_000;

/** A fee with what decides its taxes (taxes.md §2), and the taxes that it has. */
interface TaxedFee extends Pick<
  Fee,
  | 'addOnId'
  | 'chargeId'
  | 'feeType'
  | 'fixedChargeId'
  | 'id'
  | 'organizationId'
  | 'taxList'
  | 'taxListOwnerId'
> {
  readonly customerId: string;
  readonly invoiceId: string | null;
  readonly number: string | null;
  readonly taxStatus: string | null;
  readonly invoiceStatus: string | null;
  readonly namedTaxCodes: readonly string[] | null;
  readonly taxedAt: string;
  readonly planId: string | null;
  readonly commitmentId: string | null;
  readonly billingEntityId: string;
  /** Those that the fee has. */
  readonly applied: readonly {
    readonly taxId: string;
    readonly code: string;
    readonly ratePercent: string;
  }[];
  /** The taxes of the fee that it was copied from. */
  readonly copiedTaxIds: readonly string[];
  /** What was edited after the fee was made: the records that list taxes, and the taxes themselves. */
  readonly edited: readonly Edit[];
}

interface Edit {
  readonly at: string;
  /** Names it for people. */
  readonly what: string;
  /** Of a record that lists taxes. */
  readonly list: TaxOwner['list'] | null;
  readonly taxId: string | null;
}

/**
 * Compares the taxes of fees with the history of the lists that apply to them, which triggers keep: an invoice that was issued
 * without its taxes is found, whatever the program had read. Source: docs/adr/0110.
 */
const LISTS_APPLIED: Check = {
  name: 'tax_lists',
  claim: 'Every fee has the taxes of the first list that applied to it.',
  isBinding: true,
  // No list counts where a tax provider computes the taxes.
  differences: (verified) => differences(verified, sql`tax_list <> 'provider'`, judgeKept),
};

/**
 * Fees from before lists were kept, whose taxes differ from those that would apply today, with what has changed since. Where
 * nothing has, the fee was probably taxed wrongly.
 */
const OLDER_FEES: Check = {
  name: 'older_fees',
  claim: 'Every fee from before tax lists were kept has the taxes that apply today.',
  isBinding: false,
  differences: (verified) => differences(verified, sql`tax_list is null`, judgeOlder),
};

export const TAX_LIST_CHECKS: readonly Check[] = [LISTS_APPLIED, OLDER_FEES];

type Judge = (fee: TaxedFee, history: TaxListHistory) => Record<string, unknown> | null;

async function* differences(verified: Verified, which: SQL, judge: Judge): AsyncGenerator<Difference> {
  const read = async (snapshot: Db, ids: SQL) => {
    const found = await findTaxed(snapshot, sql`${ids} and ${which}`);
    if (found.length === 0) return [];
    const history = await TaxListHistory.read(snapshot, found.flatMap(ownersOf), {
      taxIds: found.flatMap(({ applied, copiedTaxIds }) => [
        ...applied.map(({ taxId }) => taxId),
        ...copiedTaxIds,
      ]),
      codes: found.flatMap(({ organizationId, namedTaxCodes }) =>
        (namedTaxCodes ?? []).map((code) => ({ organizationId, code })),
      ),
    });
    return found.flatMap((fee) => {
      const { organizationId, id, invoiceId, number, applied, taxedAt } = fee;
      const difference = judge(fee, history);
      return difference === null
        ? []
        : [{ organizationId, id, invoiceId, number, taxedAt, applied, ...difference }];
    });
  };
  for await (const found of batchesOf(verified, fees, read)) yield* found;
}

/** Judges a fee that keeps its list: the lists before that one were empty, and it was what the fee has. */
function judgeKept(fee: TaxedFee, history: TaxListHistory): Record<string, unknown> | null {
  const { taxList, taxListOwnerId, organizationId, namedTaxCodes, copiedTaxIds } = fee;
  const taxedAt = new Date(fee.taxedAt).getTime();
  const span = {
    from: new Date(taxedAt - BEFORE_MS),
    at: new Date(taxedAt),
    to: new Date(taxedAt + AFTER_MS),
  };
  const applied = listOf(fee.applied);
  if (taxList === 'pending') {
    const isIssued = fee.invoiceStatus === 'finalized' || fee.invoiceStatus === 'voided';
    return isIssued || applied !== '' ? { taxList, expected: ['a list, now that it is issued'] } : null;
  }
  const levels = [
    { list: 'named', ownerId: null, states: history.listsNamed(organizationId, namedTaxCodes ?? [], span) },
    ...(taxList === 'copied'
      ? [{ list: 'copied', ownerId: taxListOwnerId, states: history.listsOfTaxes(copiedTaxIds, span) }]
      : []),
    ...ownersOf(fee).map((owner) => ({ ...owner, states: history.listsOf(owner, span) })),
  ];
  const own = levels.findIndex(({ list, ownerId }) => list === taxList && ownerId === taxListOwnerId);
  const before = taxList === 'none' ? levels : levels.slice(0, Math.max(own, 0));
  const isOwn =
    taxList === 'none' ? applied === '' : levels[own]?.states.has(applied) === true && applied !== '';
  if (isOwn && before.every(({ states }) => states.has(''))) return null;
  const expected = levels.find(({ states }) => !states.has('')) ?? { list: 'none', states: new Set(['']) };
  return { taxList, taxListOwnerId, expected: { taxList: expected.list, taxes: [...expected.states] } };
}

/** Judges a fee from before lists were kept by the lists of today. */
function judgeOlder(fee: TaxedFee, history: TaxListHistory): Record<string, unknown> | null {
  // Nobody has kept the codes that a request has named.
  if (fee.feeType === 'credit' || fee.invoiceStatus === 'draft' || fee.taxStatus === 'pending') return null;
  const now = new Date(8.64e15);
  const owners = ownersOf(fee);
  const lists = owners.map((owner) => [...history.listsOf(owner, { from: now, at: now, to: now })][0] ?? '');
  const level = lists.findIndex((list) => list !== '');
  const today = lists[level] ?? '';
  if (listOf(fee.applied) === today) return null;
  if (fee.feeType === 'add_on' && fee.applied.length > 0) return null;
  // What comes after the list of today could only apply while an earlier list was another one.
  const deciding = level === -1 ? owners : owners.slice(0, level + 1);
  const since = new Date(fee.taxedAt);
  const edits = fee.edited.filter(
    ({ list, taxId }) =>
      deciding.some((owner) => owner.list === list) ||
      (taxId !== null && (today.includes(taxId) || fee.applied.some((tax) => tax.taxId === taxId))),
  );
  return {
    today: { taxList: owners[level]?.list ?? 'none', taxes: today },
    changedSince: [
      ...deciding.flatMap((owner) => history.changesSince(owner, since)),
      ...edits.map(({ at, what }) => `${at}: ${what}`),
    ].toSorted(),
  };
}

/** The records whose lists apply to a fee, in their order. Source: taxes.md §2. */
function ownersOf(fee: TaxedFee): TaxOwner[] {
  const owner = (list: TaxOwner['list'], ownerId: string | null): TaxOwner[] =>
    ownerId === null ? [] : [{ list, ownerId }];
  if (fee.feeType === 'credit') return [];
  return [
    ...owner('add_on', fee.feeType === 'add_on' ? fee.addOnId : null),
    ...owner('charge', fee.chargeId),
    ...owner('fixed_charge', fee.fixedChargeId),
    ...owner('commitment', fee.feeType === 'commitment' ? fee.commitmentId : null),
    ...owner('plan', fee.planId),
    ...owner('customer', fee.customerId),
    ...owner('billing_entity', fee.billingEntityId),
  ];
}

/** The id of a fee says when it was made, in real time; `created_at` is on the clock of its customer. */
const MADE_AT = realTimeOf(sql`batch.id`);

/** The taxes that a fee has, and those that its lists hold today. */
const TAXES_INVOLVED = sql`
  select applied.tax_id from applied_taxes as applied
  where applied.organization_id = batch.organization_id and applied.fee_id = batch.id
  union select listed.tax_id from tax_assignments as listed
  where listed.removed_at is null and listed.owner_id in (batch.charge_id, batch.fixed_charge_id, batch.add_on_id,
    plan.id, commitment.id, customer.id, customer.billing_entity_id)`;

function findTaxed(db: Db, which: SQL): Promise<TaxedFee[]> {
  return queryRows<TaxedFee>(
    db,
    sql`
    with batch as materialized (select * from ${fees} where ${which} and deleted_at is null)
    select batch.id, batch.organization_id as "organizationId", batch.customer_id as "customerId",
      batch.invoice_id as "invoiceId", invoice.number, invoice.status as "invoiceStatus", invoice.tax_status as "taxStatus",
      batch.fee_type as "feeType", batch.add_on_id as "addOnId", batch.charge_id as "chargeId",
      batch.fixed_charge_id as "fixedChargeId", batch.tax_list as "taxList", batch.tax_list_owner_id as "taxListOwnerId",
      to_json(batch.named_tax_codes) as "namedTaxCodes", coalesce(batch.taxed_at, ${MADE_AT}) as "taxedAt",
      plan.id as "planId",
      -- A minimum that has ended is deleted; the history of its taxes stays.
      coalesce(commitment.id, case when batch.tax_list = 'commitment' then batch.tax_list_owner_id end) as "commitmentId",
      case when batch.tax_list in ('billing_entity', 'none') and batch.tax_list_owner_id is not null
        then batch.tax_list_owner_id else customer.billing_entity_id end as "billingEntityId",
      coalesce((
        select json_agg(json_build_object('taxId', applied.tax_id, 'code', applied.tax_code,
          'ratePercent', applied.tax_rate_percent::text))
        from applied_taxes as applied
        where applied.organization_id = batch.organization_id and applied.fee_id = batch.id
      ), '[]'::json) as "applied",
      coalesce((
        select json_agg(applied.tax_id) from applied_taxes as applied
        where batch.tax_list = 'copied' and applied.tax_id is not null and applied.organization_id = batch.organization_id
          and applied.fee_id = batch.tax_list_owner_id
      ), '[]'::json) as "copiedTaxIds",
      case when batch.tax_list is not null then '[]'::json else (
        select coalesce(json_agg(json_build_object('at', to_char(change.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'what', change.what, 'list', change.list, 'taxId', change.tax_id)), '[]'::json)
        from (
          select edit.at, 'tax ' || tax.code || ' ' || edit.word as what, null as list, tax.id as tax_id
          from taxes as tax cross join lateral (values (tax.created_at, 'created'), (tax.deleted_at, 'deleted'),
            (case when tax.updated_at <> tax.created_at then tax.updated_at end, 'edited')) as edit (at, word)
          where tax.organization_id = batch.organization_id and tax.id in (${TAXES_INVOLVED})
          union all select add_on.updated_at, 'add-on ' || add_on.code || ' edited', 'add_on', null from add_ons as add_on
          where add_on.organization_id = batch.organization_id and add_on.id = batch.add_on_id
          union all select charge.updated_at, 'charge ' || charge.code || ' edited', 'charge', null
          union all select fixed.updated_at, 'fixed charge ' || fixed.code || ' edited', 'fixed_charge', null
          union all select commitment.updated_at, 'minimum commitment edited', 'commitment', null
          union all select plan.updated_at, 'plan ' || plan.code || ' edited', 'plan', null
          union all select customer.updated_at, 'customer edited', 'customer', null
          union all select entity.updated_at, 'billing entity ' || entity.code || ' edited', 'billing_entity', null
          from billing_entities as entity
          where entity.organization_id = batch.organization_id and entity.id = customer.billing_entity_id
        ) as change where change.at > ${MADE_AT}
      ) end as "edited"
    from batch
    join customers as customer on customer.organization_id = batch.organization_id and customer.id = batch.customer_id
    left join invoices as invoice on invoice.organization_id = batch.organization_id and invoice.id = batch.invoice_id
    left join charges as charge on charge.organization_id = batch.organization_id and charge.id = batch.charge_id
    left join fixed_charges as fixed on fixed.organization_id = batch.organization_id and fixed.id = batch.fixed_charge_id
    left join lateral (
      select period.plan_id from billing_periods as period
      where period.organization_id = batch.organization_id and period.invoice_id = batch.invoice_id
        and period.subscription_id = batch.subscription_id
      order by period.id limit 1
    ) as billed on true
    left join plans as plan on plan.organization_id = batch.organization_id
      and plan.id = coalesce(billed.plan_id, charge.plan_id, fixed.plan_id)
    left join minimum_commitments as commitment on commitment.organization_id = batch.organization_id
      and commitment.plan_id = plan.id
    where invoice.status is null or invoice.status <> 'deleted'`,
  );
}
