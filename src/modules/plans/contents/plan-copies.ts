import { newId } from '../../../platform/db/tables/ids.js';
import type { ChargeFilter } from '../charges/filters/charge-filter.table.js';
import type { CurrentCharge } from '../charges/charge.rules.js';
import type { FixedCharge } from '../fixed-charges/fixed-charge.table.js';
import { freeCode } from '../charges/free-code.js';

/** The destination of a copy. */
export interface CopyPlace {
  /** The plan of one subscription. */
  readonly planId: string;
  readonly at: Date;
  /** Codes that the plan already uses; the copy's code is added. */
  readonly taken: Set<string>;
}

/** A charge of one subscription's plan, and the charge it was copied from. */
export interface ChargeCopy extends CurrentCharge {
  readonly original: CurrentCharge;
}

/** A fixed charge of one subscription's plan, and the fixed charge it was copied from. */
export interface FixedChargeCopy {
  readonly original: FixedCharge;
  readonly fixedCharge: FixedCharge;
}

/** Copies a charge with its filters for the plan of one subscription. Source: subscriptions.md §9. */
export function copyOfCharge(original: CurrentCharge, { planId, at, taken }: CopyPlace): ChargeCopy {
  const { charge, filters } = original;
  const id = newId();
  return {
    original,
    charge: {
      ...charge,
      id,
      planId,
      parentId: charge.id,
      code: freeCode(charge.code, taken),
      createdAt: at,
      updatedAt: at,
    },
    filters: filters.map((filter) => copyOfFilter(filter, id, at)),
  };
}

export function copyOfFilter(filter: ChargeFilter, chargeId: string, at: Date): ChargeFilter {
  return { ...filter, id: newId(), chargeId, createdAt: at, updatedAt: at };
}

/** @param units the subscription's units, which may differ from the original's. */
export function copyOfFixedCharge(
  original: FixedCharge,
  units: bigint,
  { planId, at, taken }: CopyPlace,
): FixedChargeCopy {
  return {
    original,
    fixedCharge: {
      ...original,
      id: newId(),
      planId,
      parentId: original.id,
      code: freeCode(original.code, taken),
      units,
      createdAt: at,
      updatedAt: at,
    },
  };
}
