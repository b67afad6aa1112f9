import { Big } from '../../../core/decimal.js';
import { fixedChargeErrors } from '../../../core/fixed-charges/fixed-charge-rules.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { limitCount, limitText, requireText } from '../../../platform/errors/input-rules.js';
import { checkProperties } from '../charges/charge-properties.rules.js';
import type { UpdatePlanFixedCharge } from './fixed-charge.input.js';
import type { FixedCharge } from './fixed-charge.table.js';
import { checkEach } from '../plan-list.rules.js';

/** A fixed charge as it is to be; its add-on and taxes are not looked up yet. */
export interface WantedFixedCharge extends Pick<
  FixedCharge,
  'invoiceDisplayName' | 'chargeModel' | 'properties' | 'units' | 'payInAdvance' | 'prorated'
> {
  /** The fixed charge that changes; null for a new one. */
  readonly current: FixedCharge | null;
  readonly addOn: { readonly id: string } | { readonly code: string };
  /** Null: the default, by the add-on's code. */
  readonly code: string | null;
  /** Whether subscriptions have the units from now on; else from their next period. */
  readonly appliesAtOnce: boolean;
  /** Undefined: as they are. */
  readonly taxCodes: readonly string[] | undefined;
}

export interface FixedChargeSituation {
  /** The plan's fixed charges, by id. */
  readonly existing: ReadonlyMap<string, FixedCharge>;
  /** Whether the plan has subscriptions: then model and code of what is there stay. */
  readonly subscribed: boolean;
}

/**
 * Reports what is wrong with the fixed charges of a plan.
 * @returns the fixed charges, to be used when nothing was reported. Source: fixed-charges-and-commitments.md §1.
 */
export function checkFixedCharges(
  errors: FieldErrors,
  inputs: readonly UpdatePlanFixedCharge[],
  { existing, subscribed }: FixedChargeSituation,
): WantedFixedCharge[] {
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
 * The same for a fixed charge that is the input itself.
 * @param taken codes of the plan's others.
 * @throws AppError `validation_errors`.
 */
export function checkSingleFixedCharge(
  input: UpdatePlanFixedCharge,
  { taken, ...known }: KnownFixedCharge & { readonly taken: ReadonlySet<string> },
): WantedFixedCharge {
  const errors = new FieldErrors();
  const wanted = checkFixedCharge(errors, '', input, known);
  const code = wanted?.code ?? null;
  if (code !== null && taken.has(code)) errors.add('code', 'value_already_exist');
  errors.throwIfAny();
  if (wanted === null) throw new Error('A fixed charge without errors was not read.');
  return wanted;
}

interface KnownFixedCharge {
  /** Null: it is new. */
  readonly current: FixedCharge | null;
  readonly subscribed: boolean;
}

/**
 * The same for one fixed charge.
 * @param path of the fixed charge, with its dot; empty when it is the input itself.
 */
export function checkFixedCharge(
  errors: FieldErrors,
  path: string,
  input: UpdatePlanFixedCharge,
  { current, subscribed }: KnownFixedCharge,
): WantedFixedCharge | null {
  const sent = current === null ? input : editable(input, subscribed);
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

/** What can change of a fixed charge that is there; the rest is ignored. */
function editable(input: UpdatePlanFixedCharge, subscribed: boolean): UpdatePlanFixedCharge {
  const always = ['units', 'applyUnitsImmediately', 'properties', 'invoiceDisplayName', 'taxCodes'] as const;
  const members = subscribed ? always : ([...always, 'chargeModel', 'code'] as const);
  return Object.fromEntries(members.filter((name) => name in input).map((name) => [name, input[name]]));
}

/** The id decides when both are given. */
function addOnOf({ addOnId, addOnCode }: UpdatePlanFixedCharge): WantedFixedCharge['addOn'] | null {
  if (addOnId !== undefined && addOnId !== null) return { id: addOnId };
  return addOnCode === undefined || addOnCode === null ? null : { code: addOnCode };
}
