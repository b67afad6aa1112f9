import type { Actor } from '../../../platform/actor.js';
import { groupBy } from '../../../platform/collections/grouping.js';
import type { Db } from '../../../platform/db/database.js';
import { distinct } from '../../../platform/collections/distinct-values.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { MonthParameters } from './analytics.input.js';
import type { GrossRevenue } from './analytics.service.js';
import type { ReportClocks } from './report-clocks.js';
import { customerReportRepository } from '../records/customer-report.repository.js';
import { customerFractions } from '../recording/report-entry.js';
import type { MonthRange } from '../records/report.repository.js';
import { filledRows, monthsOf, recurringRows, type ReportRow, rowOf } from './report-rows.js';
import { NO_CLOCK } from '../records/report.table.js';

type OnClock = Pick<Customer, 'id' | 'testClockId'>;

/** What reports tell of single customers, those on test clocks included: whoever asks names them. Source: analytics.md. */
export class CustomerReports {
  constructor(private readonly dependencies: ReportClocks) {}

  /**
   * The gross revenue of customers, by their ids: the rows of the report of each.
   * @throws AppError `months: value_is_invalid`.
   */
  async grossRevenues(
    db: Db,
    actor: Actor,
    customers: readonly OnClock[],
    parameters: MonthParameters,
  ): Promise<Map<string, GrossRevenue[]>> {
    const months = await this.monthsOf(db, actor, customers, parameters);
    const clocks = distinct(customers.map(({ testClockId }) => testClockId ?? NO_CLOCK));
    const query = queryOf(customers, months, parameters);
    const figures = await customerReportRepository.revenue(db, actor.organizationId, query, clocks);
    const found = groupBy(figures, ({ customerId }) => customerId);
    return rowsByCustomer(months, (id, range) => {
      const rows = (found.get(id) ?? []).map((figure) => ({
        ...rowOf(figure),
        invoicesCount: figure.invoicesCount,
        billingEntityId: figure.word,
      }));
      return filledRows<GrossRevenue>(
        rowsWithin(rows, range),
        parameters,
        { months: range },
        {
          keyOf: ({ billingEntityId }) => billingEntityId,
          zeros: { amountCents: 0n, invoicesCount: 0 },
          only: null,
        },
      );
    });
  }

  /**
   * The monthly recurring revenue of customers, likewise. The report keeps no sums of customers, so that it is computed from their
   * documents, by the rules of the report.
   * @throws AppError `months: value_is_invalid`.
   */
  async mrrs(
    db: Db,
    actor: Actor,
    customers: readonly OnClock[],
    parameters: MonthParameters,
  ): Promise<Map<string, ReportRow[]>> {
    const months = await this.monthsOf(db, actor, customers, parameters);
    const query = queryOf(customers, months, parameters);
    const fees = await customerReportRepository.planFees(db, actor.organizationId, query);
    const found = groupBy(recurringRows(fees.flatMap(customerFractions)), ({ scopeId }) => scopeId);
    return rowsByCustomer(months, (id, range) => {
      const rows = (found.get(id) ?? []).map(({ row }) => row);
      return filledRows(
        rowsWithin(rows, range),
        parameters,
        { months: range },
        {
          keyOf: () => '',
          zeros: { amountCents: 0n },
          only: {},
        },
      );
    });
  }

  /** The months of each customer, which end with the current time of its test clock if it has one. */
  private async monthsOf(
    db: Db,
    actor: Actor,
    customers: readonly OnClock[],
    parameters: MonthParameters,
  ): Promise<Map<string, MonthRange>> {
    const clocks = distinct(customers.map(({ testClockId }) => testClockId));
    const nows = await this.dependencies.testClocks.nows(db, actor, clocks);
    return new Map(
      customers.map(({ id, testClockId }) => [
        id,
        monthsOf(parameters, expectPresent(nows.get(testClockId), 'the time of a customer')),
      ]),
    );
  }
}

function queryOf(
  customers: readonly OnClock[],
  months: ReadonlyMap<string, MonthRange>,
  { currency }: MonthParameters,
) {
  return {
    customerIds: customers.map(({ id }) => id),
    currency: currency ?? null,
    months: widest([...months.values()]),
  };
}

/** The months that contain all ranges, which have the same bounds and differ in their places only. */
function widest(ranges: readonly MonthRange[]): MonthRange {
  const bounds = (name: keyof MonthRange) => ranges.flatMap((range) => range[name] ?? []).toSorted();
  return { first: bounds('first')[0] ?? null, last: bounds('last').at(-1) ?? null };
}

function rowsWithin<Row extends ReportRow>(rows: readonly Row[], { first, last }: MonthRange): Row[] {
  return rows.filter(
    ({ startsOn }) => (first === null || startsOn >= first) && (last === null || startsOn <= last),
  );
}

function rowsByCustomer<Row>(
  months: ReadonlyMap<string, MonthRange>,
  rowsOf: (customerId: string, range: MonthRange) => Row[],
): Map<string, Row[]> {
  return new Map([...months].map(([id, range]) => [id, rowsOf(id, range)]));
}
