import { decimalText } from '../../../core/money/decimal.js';
import { addUpPriced, type PresentationUnits } from '../../../core/usage-reading/breakdown.js';
import {
  type ProjectedUsage,
  type Progress,
  projectUnits,
  projectUsage,
} from '../../../core/usage-reading/projected-usage.js';
import {
  breakDownCharge,
  type ChargeUsage,
  type PresentationLine,
  presentationLines,
  type ShownPricingUnit,
  shownPricingUnit,
  type PricingUnitLine,
  type UsageLine,
  usageLine,
} from './charge-usage.js';
import { priceOf, pricingOf } from '../metering/priced-charge.js';
import type { RatedCharge, UsageBucket } from '../rating/rated-charge.js';
import { withinLimits } from '../events/usage-limits.js';

/** Current figures with their projection to the end of the window. */
export interface ProjectedLine extends Omit<UsageLine, 'pricingUnitDetails'> {
  /** Decimal text. */
  readonly projectedUnits: string;
  readonly projectedAmountCents: bigint;
  readonly pricingUnitDetails: (PricingUnitLine & { readonly projectedAmountCents: bigint }) | null;
  readonly projectedPresentationBreakdowns: readonly PresentationLine[];
}

interface ProjectedBucket extends UsageBucket {
  readonly projected: ProjectedUsage;
  readonly projectedPresentation: readonly PresentationUnits[];
}

/** Usage of one charge so far, and its projection to the end of the window at the same rate. Source: current-usage.md §3. */
export function projectedChargeUsage(
  rated: RatedCharge,
  { currency, progress }: { readonly currency: string; readonly progress: Progress },
): ChargeUsage<ProjectedLine> {
  const { charge, metric } = rated;
  const projection = { progress, isRecurring: metric.recurring };
  const pricing = pricingOf(rated, currency);
  const buckets = rated.buckets.map((bucket): ProjectedBucket => ({
    ...bucket,
    projected: projectUsage(priceOf(rated, bucket.filter), bucket.rated, { ...projection, pricing }),
    projectedPresentation: bucket.presentation.map(({ presentationBy, units }) => ({
      presentationBy,
      units: projectUnits(units, projection),
    })),
  }));
  const pricingUnit = shownPricingUnit(rated);
  const lineOf = (parts: readonly ProjectedBucket[]) => projectedLine(parts, pricingUnit);
  return { charge, metric, amountCurrency: currency, ...breakDownCharge(buckets, lineOf) };
}

function projectedLine(
  parts: readonly ProjectedBucket[],
  pricingUnit: ShownPricingUnit | null,
): ProjectedLine {
  const { pricingUnitDetails, ...current } = usageLine(parts, pricingUnit);
  const projected = withinLimits(addUpPriced(parts.map((part) => part.projected)));
  return {
    ...current,
    projectedUnits: decimalText(projected.units),
    projectedAmountCents: projected.amountCents,
    pricingUnitDetails: pricingUnitDetails && {
      ...pricingUnitDetails,
      projectedAmountCents: projected.pricingUnitAmountCents ?? 0n,
    },
    projectedPresentationBreakdowns: presentationLines(
      parts.flatMap(({ projectedPresentation }) => projectedPresentation),
    ),
  };
}
