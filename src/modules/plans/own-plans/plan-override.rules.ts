import { AppError, notFound } from '../../../platform/errors/app-error.js';
import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import { limitCount } from '../../../platform/errors/input-rules.js';
import type { WantedCharge } from '../charges/charge.rules.js';
import type { WantedFixedCharge } from '../fixed-charges/fixed-charge.rules.js';
import type { UpdatePlanFixedCharge } from '../fixed-charges/fixed-charge.input.js';
import type { QuantityChange } from '../fixed-charges/fixed-charge.service.js';
import type { FixedCharge } from '../fixed-charges/fixed-charge.table.js';
import type { WantedCommitment } from '../commitments/minimum-commitment.rules.js';
import type {
  SentChargeOverride,
  SentFixedChargeOverride,
  SentPlanOverrides,
} from './plan-override.input.js';
import { checkPlan, type PlanValues } from '../plan.rules.js';
import type { Plan } from '../plan.table.js';

/** What one subscription is to have otherwise than its plan, found right. */
export interface WantedOverrides {
  /** The whole plan as it is to be, but for what it holds. */
  readonly values: PlanValues;
  /** Undefined: as they are; none on a new plan of one subscription. */
  readonly taxCodes: readonly string[] | null | undefined;
  /** Null: none; undefined: as it is, and none on a new plan of one subscription. */
  readonly commitment: WantedCommitment | null | undefined;
  /** Only those that were sent; each has a current one. */
  readonly charges: readonly WantedCharge[];
  readonly fixedCharges: readonly WantedFixedCharge[];
  /** The units of fixed charges when nothing else was sent: they need no plan of the subscription's own. Null: it does. */
  readonly ownUnits: readonly QuantityChange[] | null;
}

/** An element of a list as it was sent, and where: its path with the dot, empty when it is the input itself. */
export interface Sent<Input> {
  readonly path: string;
  readonly input: Input;
}

/** What was sent of a plan, its charges and fixed charges. */
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

/** The same for what is said of one charge, or of one fixed charge. */
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

/** The members of a plan that its subscription may have otherwise. Source: subscriptions.md §9. */
const PLAN_MEMBERS = [
  'name',
  'invoiceDisplayName',
  'description',
  'amountCents',
  'amountCurrency',
  'trialPeriod',
  'taxCodes',
  'usageThresholds',
  'metadata',
] as const;

/** Reports what is wrong with the plan itself. @returns its values, to be used when nothing was reported. */
export function checkOverriddenPlan(
  errors: FieldErrors,
  plan: Plan,
  sent: SentOverrides['plan'],
): PlanValues {
  limitCount(errors, 'charges', sent.charges);
  limitCount(errors, 'fixedCharges', sent.fixedCharges);
  // What is refused already, for being said twice, is not refused again.
  const members = PLAN_MEMBERS.filter((name) => sent[name] !== undefined && !errors.has(name));
  return checkPlan(errors, {
    ...plan,
    trialPeriod: plan.trialPeriodDays,
    ...Object.fromEntries(members.map((name) => [name, sent[name]])),
  });
}

/** A charge or fixed charge that a subscription has, or its plan's that it was copied from. */
interface Overridable {
  readonly id: string;
  readonly parentId: string | null;
}

/**
 * The charges, or fixed charges, that what was sent is about, each with its own id as that of the input.
 * @throws AppError `<resource>_not_found` for an unknown id.
 */
export function withOwnIds<Input extends { readonly id?: string | null }>(
  errors: FieldErrors,
  sent: readonly Sent<Input>[],
  existing: readonly Overridable[],
  resource: 'charge' | 'fixed_charge',
): Sent<Input & { readonly id: string }>[] {
  const named = new Set<string>();
  return sent.flatMap(({ path, input }) => {
    if (input.id === undefined || input.id === null) {
      errors.add(`${path}id`, 'value_is_mandatory');
      return [];
    }
    const found = existing.find(({ id, parentId }) => id === input.id || parentId === input.id);
    if (found === undefined) throw notFound(resource);
    if (named.has(found.id)) errors.add(`${path}id`, 'value_already_exist');
    named.add(found.id);
    return [{ path, input: { ...input, id: found.id } }];
  });
}

/** @throws AppError `cannot_override_charge_model`, kind `forbidden`. Source: subscriptions.md §9. */
export function fixedChargeMembers(
  errors: FieldErrors,
  { path, input: { ...input } }: Sent<SentFixedChargeOverride>,
  { chargeModel }: FixedCharge,
): UpdatePlanFixedCharge {
  const sent = input.chargeModel ?? chargeModel;
  if (sent !== chargeModel) throw new AppError('forbidden', 'cannot_override_charge_model');
  if (input.units === null) errors.add(`${path}units`, 'value_is_mandatory');
  return input;
}

const UNIT_MEMBERS: ReadonlySet<string> = new Set(['id', 'units', 'applyUnitsImmediately']);

/** Whether nothing was sent but units of fixed charges. Source: subscriptions.md §9. */
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

/** The units that were sent, of fixed charges that were found right. */
export function sentUnits(
  { fixedCharges: sent }: SentOverrides,
  wanted: readonly WantedFixedCharge[],
): QuantityChange[] {
  const isSent = ({ id, parentId }: FixedCharge) =>
    sent.some(({ input }) => input.units !== undefined && (input.id === id || input.id === parentId));
  return wanted.flatMap(({ current, units, appliesAtOnce }) =>
    current !== null && isSent(current)
      ? [{ fixedCharge: { ...current, units }, atOnce: appliesAtOnce }]
      : [],
  );
}
