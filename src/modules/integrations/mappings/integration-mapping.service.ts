import type { Actor } from '../../../platform/actor.js';
import { indexBy } from '../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isUuid, newId } from '../../../platform/db/tables/ids.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import type { IntegrationService } from '../connections/integration.service.js';
import type { IntegrationsNeeds } from '../integrations.needs.js';
import type {
  IntegrationMappingFilter,
  SetIntegrationMapping,
} from '../records/integration-mapping.input.js';
import {
  integrationMappingRepository,
  type MappedRecord,
} from '../records/integration-mapping.repository.js';
import type { IntegrationMapping } from '../records/integration-mapping.table.js';
import { rulesOfType } from '../types/integration-types.js';
import { isRecordTarget, type RecordTarget } from '../types/mapping-targets.js';
import { validateMapping } from './integration-mapping.rules.js';

interface Needs extends Pick<
  IntegrationsNeeds,
  'clock' | 'addOns' | 'billableMetrics' | 'plans' | 'billingEntities'
> {
  readonly integrations: IntegrationService;
}

/** Keeps what objects are called at connections. Source: integrations.md §3. */
export class IntegrationMappings {
  constructor(private readonly needs: Needs) {}

  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, IntegrationMapping>> {
    const found = await integrationMappingRepository.findMany(db, actor.organizationId, ids);
    return indexBy(found, ({ id }) => id);
  }

  list(
    db: Db,
    { organizationId }: Actor,
    query: ListQuery<IntegrationMappingFilter>,
  ): Promise<Page<IntegrationMapping>> {
    return integrationMappingRepository.list(db, organizationId, query);
  }

  /** A page of the mappings of each connection, by the connection's id. */
  listByIntegration(
    db: Db,
    { organizationId }: Actor,
    integrationIds: readonly string[],
    query: ListQuery<IntegrationMappingFilter>,
  ): Promise<Map<string, Page<IntegrationMapping>>> {
    return integrationMappingRepository.listByIntegration(db, organizationId, integrationIds, query);
  }

  /** What records are called at a connection, beside what all others are called there. */
  findFor(
    db: Db,
    { organizationId }: Actor,
    integrationId: string,
    targetIds: readonly string[],
  ): Promise<IntegrationMapping[]> {
    return integrationMappingRepository.findFor(db, organizationId, integrationId, targetIds);
  }

  /**
   * Creates a mapping, or replaces the one of the same target.
   * @throws AppError `integration_not_found`, `validation_errors`, `add_on_not_found`, `billable_metric_not_found`,
   *   `plan_not_found`, `billing_entity_not_found`.
   */
  async set(tx: Tx, actor: Actor, input: SetIntegrationMapping): Promise<IntegrationMapping> {
    const { clock, integrations, billingEntities } = this.needs;
    const integration = await integrations.keep(tx, actor, input.integrationId);
    const errors = new FieldErrors();
    validateMapping(errors, rulesOfType(integration.integrationType).category, input);
    errors.throwIfAny();
    const { target, billingEntityId = null } = input;
    const targetId = isRecordTarget(target)
      ? await this.recordId(tx, actor, target, input.targetId ?? '')
      : null;
    if (billingEntityId !== null) await billingEntities.get(tx, actor, { id: billingEntityId });
    const now = clock.now();
    return integrationMappingRepository.put(tx, {
      id: newId(),
      organizationId: actor.organizationId,
      integrationId: integration.id,
      target,
      targetId,
      billingEntityId,
      externalId: textOrNull(input.externalId),
      externalAccountCode: textOrNull(input.externalAccountCode),
      externalName: textOrNull(input.externalName),
      createdAt: now,
      updatedAt: now,
    });
  }

  /** @throws AppError `integration_mapping_not_found`. */
  async delete(tx: Tx, actor: Actor, id: string): Promise<IntegrationMapping> {
    const mapping = isUuid(id) ? (await this.getMany(tx, actor, [id])).get(id.toLowerCase()) : undefined;
    if (mapping === undefined) throw notFound('integration_mapping');
    await integrationMappingRepository.delete(tx, actor.organizationId, mapping.id);
    return mapping;
  }

  /** Deletes the mappings of a record that is deleted. */
  deleteOf(tx: Tx, { organizationId }: Actor, record: MappedRecord): Promise<void> {
    return integrationMappingRepository.deleteOf(tx, organizationId, record);
  }

  /** The id of an add-on, metric or plan; of an own plan, that of the plan that it is a copy of. */
  private async recordId(db: Db, actor: Actor, target: RecordTarget, id: string): Promise<string> {
    const { addOns, billableMetrics, plans } = this.needs;
    if (target === 'add_on') return (await addOns.get(db, actor, { id })).id;
    if (target === 'billable_metric') return (await billableMetrics.get(db, actor, { id })).id;
    const plan = await plans.get(db, actor, { id });
    return plan.parentId ?? plan.id;
  }
}

function textOrNull(text: string | null | undefined): string | null {
  return text?.trim() || null;
}
