import type { Actor } from '../../platform/actor.js';
import type { Clock } from '../../platform/clock.js';
import type { Tx } from '../../platform/db/database.js';
import { invalid } from '../../platform/errors/app-error.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import {
  checkMetadata,
  type MetadataChange,
  type MetadataMap,
  metadataMergedWith,
  metadataSetTo,
  metadataWithout,
} from '../../platform/metadata/metadata-map.js';
import { planRepository } from './plan.repository.js';
import type { MergePlanMetadata, SetPlanMetadata } from './plan.input.js';
import type { PlanEditor } from './plan-editor.service.js';
import type { PlanIdentity } from './plan.service.js';

/** Changes only the metadata of plans; each change is an edit of the plan. Source: rest-conventions.md §13. */
export class PlanMetadataService {
  constructor(
    private readonly planEditor: PlanEditor,
    private readonly clock: Clock,
  ) {}

  /**
   * Replaces the whole map; null clears it.
   * @throws AppError `plan_not_found`, `validation_errors` (rest-conventions.md §11).
   */
  set(tx: Tx, actor: Actor, { id, metadata }: SetPlanMetadata): Promise<MetadataMap | null> {
    if (metadata === undefined) throw invalid({ metadata: ['value_is_mandatory'] });
    return this.change(tx, actor, { id }, metadataSetTo(metadata));
  }

  /** Adds and changes keys; null changes nothing. @throws AppError as `set`. */
  merge(tx: Tx, actor: Actor, { id, metadata }: MergePlanMetadata): Promise<MetadataMap | null> {
    return this.change(tx, actor, { id }, metadataMergedWith(metadata));
  }

  /**
   * Removes one key, if it exists, or (null) all keys.
   * @throws AppError `plan_not_found`; `metadata_not_found` if the plan has no metadata.
   */
  delete(tx: Tx, actor: Actor, by: PlanIdentity, key: string | null): Promise<MetadataMap | null> {
    return this.change(tx, actor, by, metadataWithout(key));
  }

  private change(
    tx: Tx,
    actor: Actor,
    by: PlanIdentity,
    change: MetadataChange,
  ): Promise<MetadataMap | null> {
    return this.planEditor.edit(tx, actor, by, async (plan) => {
      const errors = new FieldErrors();
      const metadata = checkMetadata(errors, change(plan.metadata));
      errors.throwIfAny();
      await planRepository.update(tx, actor.organizationId, plan.id, {
        metadata,
        updatedAt: this.clock.now(),
      });
      return { answer: metadata };
    });
  }
}
