import {
  type ChargeModel,
  type ChargePropertiesByModel,
  parseChargeProperties,
} from '../../../core/rating/charge-models.js';
import type { GroupKeys } from '../../../core/rating/group-keys.js';
import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import { PROPERTIES_MEMBERS, type SentChargeProperties } from './charge-properties.input.js';

/** Properties as they were sent. */
export interface SentProperties {
  readonly properties: SentChargeProperties | null | undefined;
  /**
   * The model that was sent with them; null: nobody said which model they are of. Another one than the charge's is
   * ignored, since it cannot change any more.
   */
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
  const given = asJson(values as object);
  const parsed = parseChargeProperties(model, given);
  if ('errors' in parsed) {
    for (const code of parsed.errors) errors.add(path, code);
    return null;
  }
  // REST without a model has guessed the member: the model of the charge decides.
  const isMismatch = chargeModel === model && member !== PROPERTIES_MEMBERS[model];
  // The default price is that of the model that was sent, which is not the charge's.
  const isForeignDefault =
    sent !== undefined && chargeModel !== null && chargeModel !== model && Object.keys(given).length === 0;
  // Events say what they cost under `dynamic`: there is no price to be lost.
  if (model === 'dynamic' || (!isMismatch && !isForeignDefault)) return parsed.properties;
  errors.add(path, 'value_is_invalid');
  return null;
}

/** Integers arrive as `bigint`, which JSON has not. */
function asJson(sent: object): Record<string, unknown> {
  const text = JSON.stringify(sent, (_, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value,
  );
  return JSON.parse(text) as Record<string, unknown>;
}
