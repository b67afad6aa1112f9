import type { MetricDemand } from '../billable-metrics/billable-metric.service.js';
import type { UpdatePlanChargeInput } from './charge.schema.js';
import type { Charge } from './charge.table.js';

/**
 * What charges as they were sent ask of the taking in of events, by metric id. They are not checked yet: what is asked
 * for charges that are then refused goes with their transaction.
 */
export function demandsOf(
  inputs: readonly UpdatePlanChargeInput[],
  existing: readonly Charge[],
): Map<string, MetricDemand> {
  const demands = new Map<string, MetricDemand>();
  for (const input of inputs) {
    const current = existing.find(({ id }) => id === input.id);
    const metricId = input.billableMetricId ?? current?.billableMetricId;
    if (metricId === undefined) continue;
    const known = demands.get(metricId);
    demands.set(metricId, {
      paidInAdvance: known?.paidInAdvance === true || (input.payInAdvance ?? current?.payInAdvance) === true,
    });
  }
  return demands;
}
