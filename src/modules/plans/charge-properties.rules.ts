import {
  type ChargeModel,
  type ChargePropertiesByModel,
  parseChargeProperties,
} from '../../core/rating/charge-models.js';
import type { GroupKeys } from '../../core/rating/group-keys.js';
import type { FieldErrors } from '../../platform/errors/field-errors.js';
import { type ChargePropertiesInput, PROPERTIES_MEMBERS } from './charge-properties-input.schema.js';

/** Properties as they were sent. */
export interface SentProperties {
  readonly properties: ChargePropertiesInput | null | undefined;
  /** The model that was sent with them; null: nobody said which model they are of. */
  readonly chargeModel: ChargeModel | null;
}

/**
 * Reports what is wrong with the properties of a charge, filter or fixed charge, all of it under `path`.
 * @param model the model of the charge.
 * @returns the properties; null when something was reported. Source: charges.md §2.
 */
export function checkProperties<M extends ChargeModel>(
  errors: FieldErrors,
  path: string,
  model: M,
  { properties: sent, chargeModel }: SentProperties,
): (ChargePropertiesByModel[M] & GroupKeys) | null {
  const [member = PROPERTIES_MEMBERS[model], values = {}] = Object.entries(sent ?? {})[0] ?? [];
  // REST without a model has guessed the member: the model of the charge decides.
  if (chargeModel !== null && member !== PROPERTIES_MEMBERS[chargeModel])
    errors.add(path, 'value_is_invalid');
  const parsed = parseChargeProperties(model, asJson(values as object));
  if ('properties' in parsed) return parsed.properties;
  for (const code of parsed.errors) errors.add(path, code);
  return null;
}

/** Integers arrive as `bigint`, which JSON has not. */
function asJson(sent: object): Record<string, unknown> {
  const text = JSON.stringify(sent, (_, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value,
  );
  return JSON.parse(text) as Record<string, unknown>;
}
