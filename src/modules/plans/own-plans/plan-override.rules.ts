import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import { limitCount } from '../../../platform/errors/input-rules.js';
import type { SentChargeOverride } from '../charges/charge-override.input.js';
import type { RequestedCharge } from '../charges/charge.rules.js';
import type { Sent } from '../charges/own-ids.js';
import type { SentFixedChargeOverride } from '../fixed-charges/fixed-charge-override.input.js';
import type { RequestedFixedCharge } from '../fixed-charges/fixed-charge.rules.js';
import type { FixedCharge } from '../fixed-charges/fixed-charge.table.js';
import type { RequestedCommitment } from '../commitments/minimum-commitment.rules.js';
import type { QuantityChange } from '../fixed-charges/quantity-change.js';
import type { SentPlanOverrides } from './plan-override.input.js';
import { checkPlan, type PlanValues } from '../plan.rules.js';
import type { Plan } from '../plan.table.js';
import type { RequestedThreshold } from '../usage-thresholds/usage-threshold.rules.js';

/** Valid overrides of a plan for one subscription. */
export interface RequestedOverrides {
  /** All values of the requested plan itself, without its charges, fixed charges, commitment and taxes. */
  readonly values: PlanValues;
  /** Undefined: unchanged; a new own plan then has none. */
  readonly taxCodes: readonly string[] | null | undefined;
  /** Null: none; undefined: unchanged; a new own plan then has that of the sold plan. */
  readonly commitment: RequestedCommitment | null | undefined;
  /** Only the charges that were sent; each has a current one. */
  readonly charges: readonly RequestedCharge[];
  readonly fixedCharges: readonly RequestedFixedCharge[];
  /** Undefined: unchanged. */
  readonly usageThresholds: readonly RequestedThreshold[] | undefined;
  /** If only units of fixed charges were sent, these: no own plan is needed then. Otherwise null. */
  readonly ownUnits: readonly QuantityChange[] | null;
}

/** Overrides as they were sent: of the plan, its charges and fixed charges. */
export interface SentOverrides {
  readonly plan: Pick<SentPlanOverrides, keyof SentPlanOverrides>;
  readonly charges: readonly Sent<SentChargeOverride>[];
  readonly fixedCharges: readonly Sent<SentFixedChargeOverride>[];
}

export function sentOverrides({ ...plan }: SentPlanOverrides): SentOverrides {
  return {
    plan,
    charges: (plan.charges ?? []).map((input, index) => ({ path: `charges.${index}.`, input })),
    fixedCharges: (plan.fixedCharges ?? []).map((input, index) => ({
      path: `fixedCharges.${index}.`,
      input,
    })),
  };
}

/** The overrides of only one charge or fixed charge. */
export function sentOverridesOf(
  one: { readonly charge: SentChargeOverride } | { readonly fixedCharge: SentFixedChargeOverride },
): SentOverrides {
  return 'charge' in one
    ? { plan: { charges: [one.charge] }, charges: [{ path: '', input: one.charge }], fixedCharges: [] }
    : {
        plan: { fixedCharges: [one.fixedCharge] },
        charges: [],
        fixedCharges: [{ path: '', input: one.fixedCharge }],
      };
}

/** The members of a plan that a subscription may override. Source: subscriptions.md §9. */
const PLAN_MEMBERS = [
  'name',
  'invoiceDisplayName',
  'description',
  'amountCents',
  'amountCurrency',
  'trialPeriod',
  'taxCodes',
  'metadata',
] as const;

/** Validates the overrides of the plan itself. @returns its values; use them only if no error was added. */
export function checkOverriddenPlan(
  errors: FieldErrors,
  plan: Plan,
  sent: SentOverrides['plan'],
): PlanValues {
  limitCount(errors, 'charges', sent.charges);
  limitCount(errors, 'fixedCharges', sent.fixedCharges);
  const members = PLAN_MEMBERS.filter((name) => sent[name] !== undefined);
  return checkPlan(errors, {
    ...plan,
    trialPeriod: plan.trialPeriodDays,
    ...Object.fromEntries(members.map((name) => [name, sent[name]])),
  });
}

const UNIT_MEMBERS: ReadonlySet<string> = new Set(['id', 'units', 'applyUnitsImmediately']);

/** True if only units of fixed charges were sent. Source: subscriptions.md §9. */
export function isUnitsOnly({ plan, fixedCharges }: SentOverrides): boolean {
  const isSent = ([, value]: [string, unknown]) => value !== undefined;
  const named = (object: object) =>
    Object.entries(object)
      .filter(isSent)
      .map(([name]) => name);
  return (
    named(plan).every((name) => name === 'fixedCharges') &&
    fixedCharges.every(({ input }) => named(input).every((name) => UNIT_MEMBERS.has(name)))
  );
}

/** The units that were sent for valid fixed charges. */
export function sentUnits(
  { fixedCharges: sent }: SentOverrides,
  requested: readonly RequestedFixedCharge[],
): QuantityChange[] {
  const isSent = ({ id, parentId }: FixedCharge) =>
    sent.some(({ input }) => input.units !== undefined && (input.id === id || input.id === parentId));
  return requested.flatMap(({ current, units, appliesAtOnce }) =>
    current !== null && isSent(current)
      ? [{ fixedCharge: { ...current, units }, atOnce: appliesAtOnce }]
      : [],
  );
}
