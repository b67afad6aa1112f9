import type { Actor } from '../../../../platform/actor.js';
import { groupBy } from '../../../../platform/collections/grouping.js';
import type { Db } from '../../../../platform/db/database.js';
import type { AppliedUsageThreshold } from './applied-usage-threshold.table.js';
import type { Invoice } from '../invoice.table.js';
import { progressiveInvoiceRepository, type ProgressiveQuery } from './progressive-invoice.repository.js';

/** Reads progressive invoices and the thresholds that caused them. Source: progressive-billing.md. */
export class ProgressiveInvoices {
  /** The thresholds that each invoice applied, by invoice id. */
  async appliedThresholds(
    db: Db,
    actor: Actor,
    invoiceIds: readonly string[],
  ): Promise<Map<string, AppliedUsageThreshold[]>> {
    const found = await progressiveInvoiceRepository.findThresholds(db, actor.organizationId, invoiceIds);
    return groupBy(found, ({ invoiceId }) => invoiceId);
  }

  /**
   * The thresholds that were applied to subscriptions, and to those before and after them in their chains, oldest first; by
   * subscription id.
   */
  async thresholdsApplied(
    db: Db,
    actor: Actor,
    subscriptionIds: readonly string[],
  ): Promise<Map<string, AppliedUsageThreshold[]>> {
    if (subscriptionIds.length === 0) return new Map();
    const found = await progressiveInvoiceRepository.findApplied(db, actor.organizationId, subscriptionIds);
    const groups = groupBy(found, ({ subscriptionId }) => subscriptionId);
    return new Map([...groups].map(([id, group]) => [id, group.map(({ applied }) => applied)]));
  }

  /** The last progressive invoice for each query, in their order; null without one. Source: progressive-billing.md §3. */
  last(db: Db, actor: Actor, queries: readonly ProgressiveQuery[]): Promise<(Invoice | null)[]> {
    return progressiveInvoiceRepository.findLast(db, actor.organizationId, queries);
  }

  /** What progressive invoices have billed; see the repository. */
  progressivelyBilled(db: Db, actor: Actor, queries: readonly ProgressiveQuery[]) {
    return progressiveInvoiceRepository.sumFees(db, actor.organizationId, queries);
  }
}
