import type { SentChargeProperties } from '../charges/properties/charge-properties.input.js';
import type { FixedChargeModel } from '../../../core/fixed-charges/fixed-charge-rules.js';

/** The members of a fixed charge that a subscription may override. Source: fixed-charges-and-commitments.md §7. */
export interface FixedChargeOverrideMembers {
  readonly invoiceDisplayName?: string | null;
  readonly units?: bigint | null;
  readonly applyUnitsImmediately?: boolean | null;
  readonly properties?: SentChargeProperties | null;
  readonly taxCodes?: readonly string[] | null;
  readonly chargeModel?: FixedChargeModel | null;
}

/** Overrides of a fixed charge for one subscription; omitted members stay as they are. */
export interface SentFixedChargeOverride extends FixedChargeOverrideMembers {
  readonly id: string;
}
