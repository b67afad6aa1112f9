import {
  type ChargeModel,
  type ChargePropertiesByModel,
  parseChargeProperties,
} from '../../../../core/rating/charge-models.js';
import type { GroupKeys } from '../../../../core/rating/group-keys.js';
import type { FieldErrors } from '../../../../platform/errors/field-errors.js';
import { PROPERTIES_MEMBERS, type SentChargeProperties } from './charge-properties.input.js';

/** Properties as they were sent, and the model that was sent with them. */
export interface SentProperties {
  readonly properties: SentChargeProperties | null | undefined;
  /**
   * The model that was sent; null if none was. A model that differs from the charge's is ignored, since the charge's model
   * cannot change any more.
   */
  readonly chargeModel: ChargeModel | null;
}

/**
 * Validates the properties of a charge, filter or fixed charge. All errors are added under `path`.
 * @param model the model of the charge.
 * @returns the properties; null if an error was added. Source: charges.md §2.
 */
export function checkProperties<M extends ChargeModel>(
  errors: FieldErrors,
  path: string,
  model: M,
  { properties: sent, chargeModel }: SentProperties,
): (ChargePropertiesByModel[M] & GroupKeys) | null {
  const [member = PROPERTIES_MEMBERS[model], values = {}] = Object.entries(sent ?? {})[0] ?? [];
  const given = asJson(values);
  const parsed = parseChargeProperties(model, given);
  if ('errors' in parsed) {
    for (const error of parsed.errors) errors.add(path, error.code, { within: `${member}.${error.member}` });
    return null;
  }
  // Without a model, REST has guessed the member; the model of the charge decides then.
  const isMismatch = chargeModel === model && member !== PROPERTIES_MEMBERS[model];
  // An empty object means the default price of the model that was sent, which is not the charge's model.
  const isForeignDefault =
    sent !== undefined && chargeModel !== null && chargeModel !== model && Object.keys(given).length === 0;
  // Under `dynamic`, events carry their prices, so the properties contain no price that could be lost.
  if (model === 'dynamic' || (!isMismatch && !isForeignDefault)) return parsed.properties;
  errors.add(path, 'value_is_invalid');
  return null;
}

/** Converts `bigint` members, which JSON cannot represent. */
function asJson(sent: object): Record<string, unknown> {
  const text = JSON.stringify(sent, (_, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value,
  );
  return JSON.parse(text) as Record<string, unknown>;
}
