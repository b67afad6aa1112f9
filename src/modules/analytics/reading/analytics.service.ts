import type { Actor } from '../../../platform/actor.js';
import { groupBy } from '../../../platform/collections/grouping.js';
import type { Db } from '../../../platform/db/database.js';
import { isUuid } from '../../../platform/db/tables/ids.js';
import { notFound } from '../../../platform/errors/app-error.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { TestParameters } from '../../customers/records/test-filter.js';
import type { AnalyticsNeeds } from '../analytics.needs.js';
import { countedAt, type ReportClocks } from './report-clocks.js';
import type { CustomerReportParameters, ReportParameters } from './analytics.input.js';
import {
  type CustomerOverdueBalance,
  dashboardRepository,
  type DashboardSummary,
} from '../records/dashboard.repository.js';
import {
  type CustomerCollectionQuery,
  type FigureQuery,
  type FractionReport,
  reportRepository,
  type SumFigure,
  type SumReport,
} from '../records/report.repository.js';
import {
  compareTexts,
  filledRows,
  monthly,
  monthsOf,
  orderOf,
  recurringRows,
  type ReportRow,
  rowOf,
} from './report-rows.js';

export interface GrossRevenue extends ReportRow {
  readonly invoicesCount: number;
  readonly billingEntityId: string;
}

export interface InvoiceCollection extends ReportRow {
  readonly paymentStatus: Invoice['paymentStatus'];
  readonly invoicesCount: number;
}

export interface InvoicedUsage extends ReportRow {
  /** The code of the metric. */
  readonly code: string;
}

export interface RevenueStream extends ReportRow {
  readonly stream: string;
}

export interface PlanMrr extends ReportRow {
  readonly planId: string;
}

export interface OverdueBalance extends ReportRow {
  readonly billingEntityId: string;
  readonly invoiceIds: readonly string[];
}

export interface PrepaidCredits extends Pick<ReportRow, 'month' | 'startsOn' | 'currency'> {
  readonly purchasedAmountCents: bigint;
  readonly grantedAmountCents: bigint;
  readonly consumedAmountCents: bigint;
  readonly voidedAmountCents: bigint;
}

/** The rows of a report that a caller has asked for. */
type Selection = Pick<FigureQuery, 'scopeId' | 'currency' | 'months' | 'counted'>;

/** Answers the reports from the sums that `ReportRecorder` keeps. Source: analytics.md. */
export class AnalyticsService {
  constructor(private readonly needs: ReportClocks & Pick<AnalyticsNeeds, 'billingEntities'>) {}

  /** @throws AppError as the other reports: `months: value_is_invalid`; `billing_entity_not_found`. */
  async grossRevenues(
    db: Db,
    actor: Actor,
    { externalCustomerId, ...parameters }: CustomerReportParameters,
  ): Promise<GrossRevenue[]> {
    const selection = await this.selectionOf(db, actor, parameters);
    const query =
      externalCustomerId === undefined || externalCustomerId === null
        ? ({ ...selection, report: 'gross_revenue', key: null } as const)
        : await ofCustomer(db, actor, externalCustomerId, selection);
    if (query === null) return [];
    const sums = await reportRepository.sums(db, actor.organizationId, query, 'scopeId');
    const rows = sums.map((sum) => ({
      ...rowOf(sum),
      invoicesCount: sum.invoicesCount,
      billingEntityId: sum.word,
    }));
    const { scopeId } = selection;
    return filledRows<GrossRevenue>(rows, parameters, selection, {
      keyOf: ({ billingEntityId }) => billingEntityId,
      zeros: { amountCents: 0n, invoicesCount: 0 },
      only: scopeId === null ? null : { billingEntityId: scopeId },
    });
  }

  async mrrs(db: Db, actor: Actor, parameters: ReportParameters): Promise<ReportRow[]> {
    const selection = await this.selectionOf(db, actor, parameters);
    const report = selection.scopeId === null ? 'mrr' : 'entity_mrr';
    const rows = (await this.recurring(db, actor, report, selection)).map(({ row }) => row);
    return filledRows(rows, parameters, selection, {
      keyOf: () => '',
      zeros: { amountCents: 0n },
      only: {},
    });
  }

  async mrrByPlan(
    db: Db,
    actor: Actor,
    parameters: Omit<ReportParameters, 'billingEntityId' | 'billingEntityCode'>,
  ): Promise<PlanMrr[]> {
    const selection = await this.selectionOf(db, actor, parameters);
    const found = await this.recurring(db, actor, 'plan_mrr', selection);
    const rows = found.map(({ row, scopeId }) => ({ ...row, planId: scopeId }));
    return filledRows<PlanMrr>(rows, parameters, selection, {
      keyOf: ({ planId }) => planId,
      zeros: { amountCents: 0n },
      only: null,
    });
  }

  async invoicedUsages(db: Db, actor: Actor, parameters: ReportParameters): Promise<InvoicedUsage[]> {
    const selection = await this.selectionOf(db, actor, parameters);
    const sums = await this.byKey(db, actor, 'invoiced_usage', selection);
    const rows = sums.map((sum) => ({ ...rowOf(sum), code: sum.word }));
    return filledRows<InvoicedUsage>(rows, parameters, selection, {
      keyOf: ({ code }) => code,
      zeros: { amountCents: 0n },
      only: null,
    });
  }

  async invoiceCollections(db: Db, actor: Actor, parameters: ReportParameters): Promise<InvoiceCollection[]> {
    const selection = await this.selectionOf(db, actor, parameters);
    const sums = await this.byKey(db, actor, 'invoice_collection', selection);
    const rows = sums.map((sum) => ({
      ...rowOf(sum),
      invoicesCount: sum.invoicesCount,
      paymentStatus: sum.word as Invoice['paymentStatus'],
    }));
    return filledRows<InvoiceCollection>(rows, parameters, selection, {
      keyOf: ({ paymentStatus }) => paymentStatus,
      zeros: { amountCents: 0n, invoicesCount: 0 },
      only: null,
    });
  }

  /** The collections of one customer, from its invoices themselves, since reports keep no figures of customers for them. */
  async collectionsOfCustomer(
    db: Db,
    actor: Actor,
    query: CustomerCollectionQuery,
  ): Promise<InvoiceCollection[]> {
    const found = await reportRepository.collections(db, actor.organizationId, query);
    return found.map(({ month, amountCents, ...row }) => ({
      ...row,
      ...monthly(month),
      amountCents: BigInt(amountCents),
    }));
  }

  async revenueStreams(db: Db, actor: Actor, parameters: ReportParameters): Promise<RevenueStream[]> {
    const selection = await this.selectionOf(db, actor, parameters);
    const sums = await this.byKey(db, actor, 'revenue_stream', selection);
    const rows = sums.map((sum) => ({ ...rowOf(sum), stream: sum.word }));
    return filledRows<RevenueStream>(rows, parameters, selection, {
      keyOf: ({ stream }) => stream,
      zeros: { amountCents: 0n },
      only: null,
    });
  }

  /** Reads the overdue invoices themselves, which are few: the report names them. */
  async overdueBalances(
    db: Db,
    actor: Actor,
    { externalCustomerId, ...parameters }: CustomerReportParameters,
  ): Promise<OverdueBalance[]> {
    const { scopeId: billingEntityId, ...selection } = await this.selectionOf(db, actor, parameters);
    const found = await reportRepository.overdue(db, actor.organizationId, {
      ...selection,
      billingEntityId,
      externalCustomerId: externalCustomerId ?? null,
    });
    const rows = found
      .toSorted((one, other) =>
        compareTexts(orderOf(one, one.billingEntityId), orderOf(other, other.billingEntityId)),
      )
      .map(({ month, amountCents, ...row }) => ({
        ...row,
        ...monthly(month),
        amountCents: BigInt(amountCents),
      }));
    return filledRows<OverdueBalance>(rows, parameters, selection, {
      keyOf: (row) => row.billingEntityId,
      zeros: { amountCents: 0n, invoiceIds: [] },
      only: billingEntityId === null ? null : { billingEntityId },
    });
  }

  /** By the months in which transactions of wallets were settled, in the zones of their customers. */
  async prepaidCredits(db: Db, actor: Actor, parameters: ReportParameters): Promise<PrepaidCredits[]> {
    const selection = await this.selectionOf(db, actor, parameters);
    const figures = await dashboardRepository.prepaidCredits(db, actor.organizationId, selection);
    const rows = figures.map(({ month, currency, ...amounts }) => ({
      ...monthly(month),
      currency,
      purchasedAmountCents: BigInt(amounts.purchased),
      grantedAmountCents: BigInt(amounts.granted),
      consumedAmountCents: BigInt(amounts.consumed),
      voidedAmountCents: BigInt(amounts.voided),
    }));
    return filledRows<PrepaidCredits>(rows, parameters, selection, {
      keyOf: () => '',
      zeros: {
        purchasedAmountCents: 0n,
        grantedAmountCents: 0n,
        consumedAmountCents: 0n,
        voidedAmountCents: 0n,
      },
      only: {},
    });
  }

  /** @throws AppError `test_clock_not_found`. */
  async dashboardSummary(db: Db, actor: Actor, parameters: TestParameters): Promise<DashboardSummary> {
    const { counted } = await countedAt(this.needs, db, actor, parameters);
    return dashboardRepository.summary(db, actor.organizationId, counted);
  }

  /** What customers have not paid in time, by customer id; by currency. */
  async overdueBalancesOf(
    db: Db,
    { organizationId }: Actor,
    customerIds: readonly string[],
  ): Promise<Map<string, CustomerOverdueBalance[]>> {
    const balances = await dashboardRepository.overdueBalances(db, organizationId, customerIds);
    return groupBy(balances, ({ customerId }) => customerId);
  }

  private byKey(db: Db, actor: Actor, report: SumReport, selection: Selection): Promise<SumFigure[]> {
    return reportRepository.sums(db, actor.organizationId, { ...selection, report, key: null }, 'key');
  }

  /** By month, currency and scope. */
  private async recurring(
    db: Db,
    actor: Actor,
    report: FractionReport,
    selection: Selection,
  ): Promise<{ readonly row: ReportRow; readonly scopeId: string }[]> {
    const query = { ...selection, report, key: null };
    return recurringRows(await reportRepository.fractions(db, actor.organizationId, query));
  }

  /** @throws AppError `months: value_is_invalid`; `billing_entity_not_found`, `test_clock_not_found`. */
  private async selectionOf(db: Db, actor: Actor, parameters: ReportParameters): Promise<Selection> {
    const { counted, now } = await countedAt(this.needs, db, actor, parameters);
    const months = monthsOf(parameters, now);
    return {
      months,
      counted,
      currency: parameters.currency ?? null,
      scopeId: await this.entityId(db, actor, parameters),
    };
  }

  private async entityId(
    db: Db,
    actor: Actor,
    { billingEntityId: id, billingEntityCode: code }: ReportParameters,
  ): Promise<string | null> {
    const { billingEntities } = this.needs;
    if (typeof code === 'string') return (await billingEntities.get(db, actor, { code })).id;
    if (typeof id !== 'string') return null;
    if (!isUuid(id)) throw notFound('billing_entity');
    return (await billingEntities.getWithArchived(db, actor, id)).id;
  }
}

/** The figures of the customer that has an external id and is not deleted; null if none has. */
async function ofCustomer(
  db: Db,
  actor: Actor,
  externalCustomerId: string,
  selection: Selection,
): Promise<FigureQuery<SumReport> | null> {
  const key = await reportRepository.findLiveCustomer(db, actor.organizationId, externalCustomerId);
  return key === null ? null : { ...selection, report: 'customer_revenue', key };
}
