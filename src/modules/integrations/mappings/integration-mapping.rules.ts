import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import { limitText, requireText } from '../../../platform/errors/input-rules.js';
import type { SetIntegrationMapping } from '../records/integration-mapping.input.js';
import type { IntegrationMapping } from '../records/integration-mapping.table.js';
import type { IntegrationCategory } from '../types/integration-types.js';
import {
  hasTarget,
  isRecordTarget,
  type MappingTarget,
  WITHOUT_FALLBACK,
  WITHOUT_ITEM,
} from '../types/mapping-targets.js';

/** Validates a mapping of a connection. Source: integrations.md §3. */
export function validateMapping(
  errors: FieldErrors,
  category: IntegrationCategory,
  input: SetIntegrationMapping,
): void {
  const { target, targetId = null, externalId } = input;
  if (!hasTarget(category, target)) errors.add('target', 'value_is_invalid');
  if (isRecordTarget(target)) requireText(errors, 'targetId', targetId);
  else if (targetId !== null) errors.add('targetId', 'value_must_be_blank');
  if (WITHOUT_ITEM.includes(target)) limitText(errors, 'externalId', externalId);
  else requireText(errors, 'externalId', externalId ?? null);
  limitText(errors, 'externalAccountCode', input.externalAccountCode);
  limitText(errors, 'externalName', input.externalName);
}

/** What is looked up: a fee or deduction of a document. */
export interface MappedObject {
  readonly target: MappingTarget;
  /** The add-on, metric or plan; of an own plan, the plan that it is a copy of. */
  readonly targetId: string | null;
  /** The billing entity of the document. */
  readonly billingEntityId: string;
}

type Candidate = Pick<IntegrationMapping, 'target' | 'targetId' | 'billingEntityId'>;

/**
 * The mapping that applies to an object, among those of one connection; null without any. Mappings of the billing entity
 * come before those of all, and each time the exact one before that of its kind and the fallback. Source: integrations.md §3.
 */
export function mappingOf<Mapping extends Candidate>(
  mappings: readonly Mapping[],
  { target, targetId, billingEntityId }: MappedObject,
): Mapping | null {
  const places = [{ target, targetId }, ...fallbacksOf(target)];
  for (const entity of [billingEntityId, null]) {
    for (const place of places) {
      const found = mappings.find(
        (mapping) =>
          mapping.billingEntityId === entity &&
          mapping.target === place.target &&
          mapping.targetId === place.targetId,
      );
      if (found !== undefined) return found;
    }
  }
  return null;
}

/** The targets whose mappings stand in for the exact one, in their order. */
function fallbacksOf(target: MappingTarget): readonly { target: MappingTarget; targetId: null }[] {
  if (WITHOUT_FALLBACK.includes(target)) return [];
  const kinds: readonly MappingTarget[] =
    target === 'plan' ? ['subscription_fee', 'fallback_item'] : ['fallback_item'];
  return kinds.filter((kind) => kind !== target).map((kind) => ({ target: kind, targetId: null }));
}
