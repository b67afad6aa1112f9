import { Big } from '../../../core/money/decimal.js';
import { fixedChargeErrors } from '../../../core/fixed-charges/fixed-charge-rules.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { limitCount, limitText, requireText } from '../../../platform/errors/input-rules.js';
import { checkProperties } from '../charges/properties/charge-properties.rules.js';
import type { Sent } from '../charges/own-ids.js';
import type { UpdatePlanFixedCharge } from './fixed-charge.input.js';
import type { SentFixedChargeOverride } from './fixed-charge-override.input.js';
import type { FixedCharge } from './fixed-charge.table.js';
import { checkEach } from '../plan-list.rules.js';

/** A fixed charge as the input requests it, before its add-on and taxes are looked up. */
export interface RequestedFixedCharge extends Pick<
  FixedCharge,
  'invoiceDisplayName' | 'chargeModel' | 'properties' | 'units' | 'payInAdvance' | 'prorated'
> {
  /** The fixed charge that changes; null for a new one. */
  readonly current: FixedCharge | null;
  readonly addOn: { readonly id: string } | { readonly code: string };
  /** Null: a default, made from the add-on's code. */
  readonly code: string | null;
  /** True if the units apply to subscriptions immediately; false: from their next period. */
  readonly appliesAtOnce: boolean;
  /** Undefined: unchanged. */
  readonly taxCodes: readonly string[] | undefined;
}

export interface FixedChargeSituation {
  /** The plan's fixed charges, by id. */
  readonly existing: ReadonlyMap<string, FixedCharge>;
  /** True if the plan has subscriptions: model and code of existing fixed charges cannot change then. */
  readonly subscribed: boolean;
}

/**
 * Validates the fixed charges of a plan.
 * @returns the fixed charges; use them only if no error was added. Source: fixed-charges-and-commitments.md §1.
 */
export function checkFixedCharges(
  errors: FieldErrors,
  inputs: readonly UpdatePlanFixedCharge[],
  { existing, subscribed }: FixedChargeSituation,
): RequestedFixedCharge[] {
  limitCount(errors, 'fixedCharges', inputs);
  limitCount(
    errors,
    'fixedCharges',
    inputs.flatMap((input) => input.taxCodes ?? []),
  );
  return checkEach(errors, 'fixedCharges', inputs, existing, (path, input, current) =>
    checkFixedCharge(errors, path, input, { current, subscribed }),
  );
}

/**
 * Validates a fixed charge that is the input itself.
 * @param taken codes of the plan's other fixed charges.
 * @throws AppError `validation_errors`.
 */
export function checkSingleFixedCharge(
  input: UpdatePlanFixedCharge,
  { taken, ...known }: KnownFixedCharge & { readonly taken: ReadonlySet<string> },
): RequestedFixedCharge {
  const errors = new FieldErrors();
  const requested = checkFixedCharge(errors, '', input, known);
  const code = requested?.code ?? null;
  if (code !== null && taken.has(code)) errors.add('code', 'value_already_exist');
  errors.throwIfAny();
  if (requested === null) throw new Error('No error was reported for an invalid fixed charge.');
  return requested;
}

interface KnownFixedCharge {
  /** Null for a new one. */
  readonly current: FixedCharge | null;
  readonly subscribed: boolean;
}

/**
 * Validates one fixed charge.
 * @param input has no add-on code if it is that of the current add-on.
 * @param path of the fixed charge, with a trailing dot; empty if it is the input itself.
 */
export function checkFixedCharge(
  errors: FieldErrors,
  path: string,
  input: UpdatePlanFixedCharge,
  { current, subscribed }: KnownFixedCharge,
): RequestedFixedCharge | null {
  const sent = current === null ? input : editable(input, subscribed);
  if (current !== null) errors.addOtherValues(path, input, agreedBy(current, subscribed));
  const code = sent.code === undefined ? (current?.code ?? null) : sent.code;
  if (code !== null || current !== null) requireText(errors, `${path}code`, code);
  limitText(errors, `${path}invoiceDisplayName`, sent.invoiceDisplayName);
  const addOn = current === null ? addOnOf(sent) : { id: current.addOnId };
  if (addOn === null) errors.add(`${path}addOnId`, 'value_is_mandatory');
  const chargeModel = sent.chargeModel === undefined ? (current?.chargeModel ?? null) : sent.chargeModel;
  if (chargeModel === null) {
    errors.add(`${path}chargeModel`, 'value_is_mandatory');
    return null;
  }
  const settings = {
    chargeModel,
    units: sent.units === undefined ? (current?.units ?? 0n) : (sent.units ?? 0n),
    payInAdvance: sent.payInAdvance ?? current?.payInAdvance ?? false,
    prorated: sent.prorated ?? current?.prorated ?? false,
  };
  const units = new Big(settings.units);
  for (const error of fixedChargeErrors({ ...settings, units }))
    errors.add(`${path}${error.field}`, error.code);
  const properties =
    sent.properties === undefined && current?.chargeModel === chargeModel
      ? current.properties
      : checkProperties(errors, `${path}properties`, chargeModel, {
          properties: sent.properties,
          chargeModel: input.chargeModel ?? null,
        });
  if (addOn === null || properties === null) return null;
  return {
    ...settings,
    current,
    addOn,
    code,
    properties,
    invoiceDisplayName:
      sent.invoiceDisplayName === undefined ? (current?.invoiceDisplayName ?? null) : sent.invoiceDisplayName,
    appliesAtOnce: sent.applyUnitsImmediately ?? false,
    taxCodes: sent.taxCodes === undefined ? undefined : (sent.taxCodes ?? []),
  };
}

/** The members that may change in an existing fixed charge. */
function editable(input: UpdatePlanFixedCharge, subscribed: boolean): UpdatePlanFixedCharge {
  const always = ['units', 'applyUnitsImmediately', 'properties', 'invoiceDisplayName', 'taxCodes'] as const;
  const members = subscribed ? always : ([...always, 'chargeModel', 'code'] as const);
  return Object.fromEntries(members.filter((name) => name in input).map((name) => [name, input[name]]));
}

/** The members that may not. */
function agreedBy(current: FixedCharge, subscribed: boolean) {
  const { addOnId, payInAdvance, prorated, chargeModel, code } = current;
  const always = { addOnId, addOnCode: null, payInAdvance, prorated };
  return { ...always, ...(subscribed ? { chargeModel, code } : {}) };
}

/** If both are given, the id applies. */
function addOnOf({ addOnId, addOnCode }: UpdatePlanFixedCharge): RequestedFixedCharge['addOn'] | null {
  if (addOnId !== undefined && addOnId !== null) return { id: addOnId };
  return addOnCode === undefined || addOnCode === null ? null : { code: addOnCode };
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
