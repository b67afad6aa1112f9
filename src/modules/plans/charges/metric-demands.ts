import { TARGET_WALLET_KEY } from '../../../core/wallets/target-wallet.js';
import type { MetricDemand } from '../../billable-metrics/billable-metric.service.js';
import type { SentChargeProperties, SentProperties } from './properties/charge-properties.input.js';
import type { UpdatePlanCharge } from './charge.input.js';
import type { Charge } from './charge.table.js';

/**
 * What ingest must provide for the charges of an input (dimension keys, billing of single events), by metric id. The input
 * is not validated yet: if it is refused, the demands are rolled back with its transaction.
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
      dimensionKeys: [
        ...known.dimensionKeys,
        ...dimensionKeysOf(input),
        ...(input.acceptsTargetWallet === true ? [TARGET_WALLET_KEY] : []),
      ],
    });
  }
  return demands;
}

const NOTHING: MetricDemand = { paidInAdvance: false, dimensionKeys: [] };

/** The event properties that filters, pricing groups and presentation groups use. */
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
  // There is one member: the one of the charge's model.
  const members = Object.values(sent ?? {}) as SentProperties[];
  return members.flatMap(({ pricingGroupKeys, groupedBy, presentationGroupKeys }) => [
    ...(pricingGroupKeys ?? groupedBy ?? []),
    ...(presentationGroupKeys ?? []).flatMap(({ value }) => value ?? []),
  ]);
}
