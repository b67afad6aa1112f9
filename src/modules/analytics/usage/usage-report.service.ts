import { Temporal } from 'temporal-polyfill';
import { localDate } from '../../../core/time/calendar.js';
import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { countedAt, type ReportClocks } from '../reading/report-clocks.js';
import type { UsageReportParameters } from './usage-report.input.js';
import { type UsageFigure, usageReportRepository } from './usage-report.repository.js';

/** The days before the last one that a report without a first day covers. */
const DAYS_BEFORE = 30;

/** A row of the usage report. */
export interface ReportedUsage extends Omit<UsageFigure, 'amountCents'> {
  readonly organizationId: string;
  readonly amountCents: bigint;
}

/** Answers the usage report from the days that `DailyUsageService` keeps. Source: analytics.md §6. */
export class UsageReport {
  constructor(private readonly clocks: ReportClocks) {}

  /** @throws AppError `from_date: value_is_out_of_range` if it is after the last day; `test_clock_not_found`. */
  async usages(db: Db, actor: Actor, parameters: UsageReportParameters): Promise<ReportedUsage[]> {
    const { organizationId } = actor;
    const { counted, now } = await countedAt(this.clocks, db, actor, parameters);
    const figures = await usageReportRepository.figures(db, organizationId, {
      ...parameters,
      ...daysOf(parameters, now),
      counted,
      timeGranularity: parameters.timeGranularity ?? 'daily',
    });
    return figures.map((figure) => ({
      ...figure,
      organizationId,
      amountCents: BigInt(figure.amountCents),
    }));
  }
}

/** @throws AppError as `usages`. */
function daysOf(
  { fromDate, toDate }: UsageReportParameters,
  now: Date,
): { fromDate: string; toDate: string } {
  const today = localDate(now, 'UTC');
  const last = toDate ?? today.toString();
  const first = fromDate ?? daysBefore(last);
  if (first > last) {
    const errors = new FieldErrors();
    errors.add('fromDate', 'value_is_out_of_range');
    errors.throwIfAny();
  }
  return { fromDate: first, toDate: last };
}

/** The first day of a report that ends on a day; no earlier than the first date that there is. */
function daysBefore(last: string): string {
  const first = Temporal.PlainDate.from(last).subtract({ days: DAYS_BEFORE });
  return first.year < 1 ? '0001-01-01' : first.toString();
}
