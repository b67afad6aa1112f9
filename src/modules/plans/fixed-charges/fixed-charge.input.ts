import type { SentChargeProperties } from '../charges/properties/charge-properties.input.js';
import type { FixedChargeModel } from '../../../core/fixed-charges/fixed-charge-rules.js';

export interface SentFixedCharge {
  readonly addOnId?: string | null;
  readonly addOnCode?: string | null;
  readonly code?: string | null;
  readonly invoiceDisplayName?: string | null;
  readonly units?: bigint | null;
  readonly applyUnitsImmediately?: boolean | null;
  readonly payInAdvance?: boolean | null;
  readonly prorated?: boolean | null;
  readonly properties?: SentChargeProperties | null;
  readonly taxCodes?: readonly string[] | null;
}

/** A fixed charge of a new plan. */
export interface CreatePlanFixedCharge extends SentFixedCharge {
  readonly chargeModel: FixedChargeModel;
}

/** A fixed charge in the update of a plan: a change of the one with this id, or a new fixed charge. */
export interface UpdatePlanFixedCharge extends SentFixedCharge {
  readonly id?: string | null;
  readonly chargeModel?: FixedChargeModel | null;
}

/** A new fixed charge of a plan. */
export interface CreateFixedCharge extends CreatePlanFixedCharge {
  readonly planId: string;
  readonly cascadeUpdates?: boolean | null;
}

/** Changes of a fixed charge; omitted members stay as they are. */
export interface UpdateFixedCharge extends SentFixedCharge {
  readonly id: string;
  readonly chargeModel?: FixedChargeModel | null;
  readonly cascadeUpdates?: boolean | null;
}

export interface DeleteFixedCharge {
  readonly id: string;
  readonly cascadeUpdates?: boolean | null;
}
