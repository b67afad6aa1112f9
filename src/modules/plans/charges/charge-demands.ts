import type { MetricDemand } from '../../billable-metrics/billable-metric.service.js';
import type { SentChargeProperties, SentProperties } from './charge-properties.input.js';
import type { UpdatePlanCharge } from './charge.input.js';
import type { Charge } from './charge.table.js';

/**
 * What charges as they were sent ask of the taking in of events, by metric id. They are not checked yet: what is asked
 * for charges that are then refused goes with their transaction.
 */
export function demandsOf(
  inputs: readonly UpdatePlanCharge[],
  existing: readonly Charge[],
): Map<string, MetricDemand> {
  const demands = new Map<string, MetricDemand>();
  for (const input of inputs) {
    const current = existing.find(({ id }) => id === input.id);
    const metricId = input.billableMetricId ?? current?.billableMetricId;
    if (metricId === undefined) continue;
    const known = demands.get(metricId) ?? NOTHING;
    demands.set(metricId, {
      paidInAdvance: known.paidInAdvance || (input.payInAdvance ?? current?.payInAdvance) === true,
      dimensionKeys: [...known.dimensionKeys, ...dimensionKeysOf(input)],
    });
  }
  return demands;
}

const NOTHING: MetricDemand = { paidInAdvance: false, dimensionKeys: [] };

/** The properties that filters and groups look at, also those that only show units apart. */
function dimensionKeysOf({ properties, filters }: UpdatePlanCharge): string[] {
  return [
    ...groupKeysOf(properties),
    ...(filters ?? []).flatMap((filter) => [
      ...Object.keys(filter.values ?? {}),
      ...groupKeysOf(filter.properties),
    ]),
  ];
}

function groupKeysOf(sent: SentChargeProperties | null | undefined): readonly string[] {
  // One member, of the charge's model.
  const members = Object.values(sent ?? {}) as SentProperties[];
  return members.flatMap(({ pricingGroupKeys, groupedBy, presentationGroupKeys }) => [
    ...(pricingGroupKeys ?? groupedBy ?? []),
    ...(presentationGroupKeys ?? []).flatMap(({ value }) => value ?? []),
  ]);
}
