import { parseChargeProperties } from '../../core/rating/charge-models.js';
import type { FieldErrors } from '../../platform/errors/field-errors.js';
import { limitCount, limitText, requireText } from '../../platform/errors/rules.js';
import {
  isOfferedChargeModel,
  type OfferedChargeModel,
  type PropertiesInput,
} from './charge-properties.schema.js';
import type { UpdatePlanChargeInput } from './charge.schema.js';
import type { Charge } from './charge.table.js';
import { refuseUnbuilt } from './unbuilt.rules.js';

/** A charge as it is to be; its metric and taxes are not looked up yet. */
export interface WantedCharge extends Pick<
  Charge,
  'billableMetricId' | 'invoiceDisplayName' | 'chargeModel' | 'properties'
> {
  /** The charge that changes; null for a new one. */
  readonly current: Charge | null;
  /** Null: the default, by the metric's code. */
  readonly code: string | null;
  /** Undefined: as they are. */
  readonly taxCodes: readonly string[] | undefined;
}

interface Situation {
  /** The plan's charges, by id. */
  readonly existing: ReadonlyMap<string, Charge>;
  /** Whether the plan has subscriptions: then only part of an existing charge can change. */
  readonly subscribed: boolean;
}

/**
 * Reports what is wrong with the charges of a plan (charges.md §1–2), with `unsupported_value` for what is not
 * built yet.
 * @returns the charges, to be used when nothing was reported.
 */
export function checkCharges(
  errors: FieldErrors,
  inputs: readonly UpdatePlanChargeInput[],
  { existing, subscribed }: Situation,
): WantedCharge[] {
  limitCount(errors, 'charges', inputs);
  limitCount(
    errors,
    'charges',
    inputs.flatMap((input) => input.taxCodes ?? []),
  );
  const wanted: WantedCharge[] = [];
  const ids = new Set<string>();
  const codes = new Set<string>();
  for (const [index, input] of inputs.entries()) {
    const path = `charges.${index}.`;
    const current = existing.get(input.id ?? '') ?? null;
    if (current !== null && ids.has(current.id)) errors.add(`${path}id`, 'value_already_exist');
    if (current !== null) ids.add(current.id);
    const sent = current !== null && subscribed ? editable(input) : input;
    const charge = checkCharge(errors, path, sent, current);
    if (charge === null) continue;
    if (charge.code !== null && codes.has(charge.code)) errors.add(`${path}code`, 'value_already_exist');
    if (charge.code !== null) codes.add(charge.code);
    wanted.push(charge);
  }
  return wanted;
}

/** What can change of a charge while its plan has subscriptions. Source: charges.md §1. */
function editable(input: UpdatePlanChargeInput): UpdatePlanChargeInput {
  const members = ['invoiceDisplayName', 'properties', 'filters', 'taxCodes', 'appliedPricingUnit'] as const;
  return Object.fromEntries(members.filter((name) => name in input).map((name) => [name, input[name]]));
}

function checkCharge(
  errors: FieldErrors,
  path: string,
  sent: UpdatePlanChargeInput,
  current: Charge | null,
): WantedCharge | null {
  const code = sent.code === undefined ? (current?.code ?? null) : sent.code;
  if (code !== null || current !== null) requireText(errors, `${path}code`, code);
  limitText(errors, `${path}invoiceDisplayName`, sent.invoiceDisplayName);
  checkUnbuilt(errors, path, sent);
  const billableMetricId =
    sent.billableMetricId === undefined ? (current?.billableMetricId ?? null) : sent.billableMetricId;
  if (billableMetricId === null) errors.add(`${path}billableMetricId`, 'value_is_mandatory');
  const chargeModel = checkModel(errors, path, sent, current);
  const properties = chargeModel === null ? null : checkProperties(errors, path, chargeModel, sent, current);
  if (billableMetricId === null || chargeModel === null || properties === null) return null;
  return {
    current,
    code,
    billableMetricId,
    chargeModel,
    properties,
    invoiceDisplayName:
      sent.invoiceDisplayName === undefined ? (current?.invoiceDisplayName ?? null) : sent.invoiceDisplayName,
    taxCodes: sent.taxCodes === undefined ? undefined : (sent.taxCodes ?? []),
  };
}

function checkUnbuilt(errors: FieldErrors, path: string, sent: UpdatePlanChargeInput): void {
  if ((sent.minAmountCents ?? 0n) < 0n) errors.add(`${path}minAmountCents`, 'value_is_out_of_range');
  else refuseUnbuilt(errors, path, sent, ['minAmountCents']);
  if (sent.invoiceable === false) errors.add(`${path}invoiceable`, 'unsupported_value');
  refuseUnbuilt(errors, path, sent, [
    'payInAdvance',
    'regroupPaidFees',
    'prorated',
    'filters',
    'appliedPricingUnit',
    'acceptsTargetWallet',
  ]);
}

function checkModel(
  errors: FieldErrors,
  path: string,
  sent: UpdatePlanChargeInput,
  current: Charge | null,
): OfferedChargeModel | null {
  const model = sent.chargeModel === undefined ? (current?.chargeModel ?? null) : sent.chargeModel;
  if (model !== null && isOfferedChargeModel(model)) return model;
  errors.add(`${path}chargeModel`, model === null ? 'value_is_mandatory' : 'unsupported_value');
  return null;
}

function checkProperties(
  errors: FieldErrors,
  path: string,
  model: OfferedChargeModel,
  sent: UpdatePlanChargeInput,
  current: Charge | null,
): Charge['properties'] | null {
  if (sent.properties === undefined && current?.chargeModel === model) return current.properties;
  const at = `${path}properties`;
  const properties = sent.properties ?? {};
  const member = Object.keys(properties).find(isOfferedChargeModel) ?? model;
  const { pricingGroupKeys, groupedBy, presentationGroupKeys, ...priced }: PropertiesInput =
    properties[member] ?? {};
  // REST without a model has guessed the member: the model of the charge decides.
  if ((sent.chargeModel ?? member) !== member) errors.add(at, 'value_is_invalid');
  if ([pricingGroupKeys, groupedBy, presentationGroupKeys].some((keys) => (keys ?? []).length > 0))
    errors.add(at, 'unsupported_value');
  const parsed = parseChargeProperties(model, asJson(priced));
  if ('properties' in parsed) return parsed.properties;
  for (const code of parsed.errors) errors.add(at, code);
  return null;
}

/** Integers arrive as `bigint`, which JSON has not. */
function asJson(sent: object): Record<string, unknown> {
  const text = JSON.stringify(sent, (_, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value,
  );
  return JSON.parse(text) as Record<string, unknown>;
}
