import { sql } from 'drizzle-orm';
import { Big } from '../../../core/money/decimal.js';
import type { TAX_LISTS } from '../../../core/taxes/tax.js';
import type { Db } from '../../../platform/db/database.js';
import { queryRows } from '../../../platform/db/statements/query-rows.js';

/** A record that lists taxes. */
export interface TaxOwner {
  readonly list: (typeof TAX_LISTS)[number];
  readonly ownerId: string;
}

/** A span of real time around the instant that is asked about. */
interface Span {
  readonly from: Date;
  readonly at: Date;
  readonly to: Date;
}

interface Assigned extends TaxOwner {
  readonly taxId: string;
  readonly assignedAt: string | null;
  readonly removedAt: string | null;
}

interface Rated {
  readonly organizationId: string;
  readonly taxId: string;
  readonly code: string;
  readonly ratePercent: string;
  readonly validFrom: string | null;
  readonly validUntil: string | null;
}

/** The lists of taxes that records had, and the rates of these taxes, in real time; see `tax-history.table.ts`. */
export class TaxListHistory {
  /** By record. */
  private readonly states = new Map<string, readonly State[]>();

  private constructor(
    private readonly assigned: ReadonlyMap<string, readonly Assigned[]>,
    private readonly rates: ReadonlyMap<string, readonly Rated[]>,
    private readonly byCode: ReadonlyMap<string, readonly Rated[]>,
  ) {}

  /** Reads the history of records, and of taxes that are named by id or by organization and code. */
  static async read(
    db: Db,
    owners: readonly TaxOwner[],
    named: {
      readonly taxIds: readonly string[];
      readonly codes: readonly { readonly organizationId: string; readonly code: string }[];
    },
  ): Promise<TaxListHistory> {
    const distinct = [...new Map(owners.map((owner) => [keyOfOwner(owner), owner])).values()];
    const assigned = await queryRows<Assigned>(
      db,
      sql`
        select kept.list, kept.owner_id as "ownerId", kept.tax_id as "taxId", kept.assigned_at as "assignedAt",
          kept.removed_at as "removedAt"
        from json_to_recordset(${JSON.stringify(distinct)}::text::json) as owner ("list" text, "ownerId" uuid)
        join tax_assignments as kept on kept.owner_id = owner."ownerId" and kept.list = owner."list"`,
    );
    const taxIds = [...new Set([...named.taxIds, ...assigned.map(({ taxId }) => taxId)])];
    const rates = await queryRows<Rated>(
      db,
      sql`
        select kept.organization_id as "organizationId", kept.tax_id as "taxId", kept.code,
          kept.rate_percent::text as "ratePercent", kept.valid_from as "validFrom", kept.valid_until as "validUntil"
        from tax_rates as kept
        where kept.tax_id in (select value::uuid from json_array_elements_text(${JSON.stringify(taxIds)}::text::json))
          or (kept.organization_id, kept.code) in (
            select "organizationId", "code" from json_to_recordset(${JSON.stringify(named.codes)}::text::json)
              as code ("organizationId" uuid, "code" text))`,
    );
    return new TaxListHistory(
      Map.groupBy(assigned, keyOfOwner),
      Map.groupBy(rates, ({ taxId }) => taxId),
      Map.groupBy(rates, ({ organizationId, code }) => `${organizationId} ${code}`),
    );
  }

  /** Each list of taxes that a record had at some time in a span, as `listOf` writes it. */
  listsOf(owner: TaxOwner, span: Span): ReadonlySet<string> {
    const states = this.statesOf(keyOfOwner(owner), () => {
      const assigned = this.assigned.get(keyOfOwner(owner)) ?? [];
      const rates = assigned.flatMap(({ taxId }) => this.rates.get(taxId) ?? []);
      return statesBetween([...assigned.flatMap(endsOfAssignment), ...rates.flatMap(endsOfRate)], (at) =>
        assigned
          .filter(({ assignedAt, removedAt }) => isWithin(at, assignedAt, removedAt))
          .flatMap(({ taxId }) => validAt(this.rates.get(taxId) ?? [], at)),
      );
    });
    // Before it was made, it had no list. Where the clock was set back, its id says a later time than that of what followed.
    const made = new Date(madeAt(owner.ownerId));
    const from = made > span.from && made <= span.at ? made : span.from;
    return listsIn(states, { ...span, from });
  }

  /** Each list that the codes of a request stood for at some time in a span. */
  listsNamed(organizationId: string, codes: readonly string[], span: Span): ReadonlySet<string> {
    const rates = codes.flatMap((code) => this.byCode.get(`${organizationId} ${code}`) ?? []);
    return listsIn(
      statesBetween(rates.flatMap(endsOfRate), (at) => validAt(rates, at)),
      span,
    );
  }

  /** Each list that these taxes were at some time in a span, without those that were deleted then. */
  listsOfTaxes(taxIds: readonly string[], span: Span): ReadonlySet<string> {
    const rates = taxIds.flatMap((id) => this.rates.get(id) ?? []);
    return listsIn(
      statesBetween(rates.flatMap(endsOfRate), (at) => validAt(rates, at)),
      span,
    );
  }

  /** What has changed of a record's list since an instant, for people. */
  changesSince(owner: TaxOwner, since: Date): string[] {
    const assigned = this.assigned.get(keyOfOwner(owner)) ?? [];
    const changes = assigned.flatMap((each) =>
      endsOfAssignment(each)
        .filter((at) => at > since)
        .map((at) => `${at.toISOString()}: taxes of the ${owner.list}`),
    );
    return [...new Set(changes)];
  }

  private statesOf(key: string, compute: () => readonly State[]): readonly State[] {
    const known = this.states.get(key) ?? compute();
    this.states.set(key, known);
    return known;
  }
}

/** A list that was valid from an instant on; null: from the beginning. */
interface State {
  readonly from: Date | null;
  readonly list: string;
}

/** Taxes with their rates as a text that is equal for equal lists, whatever their order. */
export function listOf(taxes: readonly Pick<Rated, 'taxId' | 'ratePercent'>[]): string {
  return taxes
    .map(({ taxId, ratePercent }) => `${taxId} at ${new Big(ratePercent).toFixed()} %`)
    .toSorted()
    .join(', ');
}

/** The lists that were valid one after another. @param changes instants at which another one may have become valid. */
function statesBetween(changes: readonly Date[], taxesAt: (at: Date) => readonly Rated[]): State[] {
  const instants = [...new Set(changes.map((at) => at.getTime()))].toSorted((one, other) => one - other);
  return [
    { from: null, list: listOf(taxesAt(new Date(-8.64e15))) },
    ...instants.map((at) => ({ from: new Date(at), list: listOf(taxesAt(new Date(at))) })),
  ];
}

/** The lists that were valid at some time in a span. */
function listsIn(states: readonly State[], { from, to }: Omit<Span, 'at'>): ReadonlySet<string> {
  const first = states.findLastIndex((state) => state.from === null || state.from <= from);
  return new Set(
    states
      .slice(first)
      .filter((state, place) => place === 0 || (state.from !== null && state.from <= to))
      .map(({ list }) => list),
  );
}

function validAt(rates: readonly Rated[], at: Date): Rated[] {
  return rates.filter(({ validFrom, validUntil }) => isWithin(at, validFrom, validUntil));
}

function isWithin(at: Date, from: string | null, to: string | null): boolean {
  return (from === null || new Date(from) <= at) && (to === null || at < new Date(to));
}

function endsOfAssignment({ assignedAt, removedAt }: Assigned): Date[] {
  return [assignedAt, removedAt].flatMap((at) => (at === null ? [] : [new Date(at)]));
}

function endsOfRate({ validFrom, validUntil }: Rated): Date[] {
  return [validFrom, validUntil].flatMap((at) => (at === null ? [] : [new Date(at)]));
}

/** When the id of a record was made, in real time. */
function madeAt(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}

function keyOfOwner({ list, ownerId }: TaxOwner): string {
  return `${list} ${ownerId}`;
}
