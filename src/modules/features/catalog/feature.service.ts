import type { Actor } from '../../../platform/actor.js';
import { groupBy, indexBy } from '../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isUuid, newId } from '../../../platform/db/tables/ids.js';
import { refuseTaken } from '../../../platform/db/postgres/postgres-error.js';
import { invalid, notFound } from '../../../platform/errors/app-error.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { formatBytes } from '../../../platform/limits.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import type { FeaturesNeeds } from '../features.needs.js';
import type { CreateFeature, DeletePrivilege, UpdateFeature } from '../records/feature.input.js';
import { featureRepository } from '../records/feature.repository.js';
import { checkFeature, checkPrivileges, type PrivilegeTerms } from '../records/feature.rules.js';
import type { Feature, Privilege } from '../records/feature.table.js';
import type { PlanEntitlementService } from '../plans/plan-entitlement.service.js';
import { subscriptionEntitlementRepository } from '../subscriptions/subscription-entitlement.repository.js';

const refuseTakenCode = refuseTaken('features_code', 'code');

/** Size of a feature's privileges as JSON: every plan and subscription that has the feature shows them. */
const PRIVILEGES_BYTES = 64_000;

type Identity = { readonly id: string } | { readonly code: string };

interface Needs extends Pick<FeaturesNeeds, 'snapshots' | 'changes' | 'clock'> {
  readonly planEntitlements: PlanEntitlementService;
}

/** Reads and changes features and their privileges. Source: entitlements.md §1. */
export class FeatureService {
  constructor(private readonly needs: Needs) {}

  /** @throws AppError `feature_not_found`. */
  async get(db: Db, actor: Actor, by: Identity): Promise<Feature> {
    if ('id' in by && !isUuid(by.id)) throw notFound('feature');
    const feature = await featureRepository.find(db, actor.organizationId, by);
    if (feature === null) throw notFound('feature');
    return feature;
  }

  list(db: Db, actor: Actor, query: ListQuery): Promise<Page<Feature>> {
    return featureRepository.list(db, actor.organizationId, query);
  }

  /** The privileges of features by feature id, in order of creation. */
  async privilegesOf(db: Db, actor: Actor, featureIds: readonly string[]): Promise<Map<string, Privilege[]>> {
    const rows = await featureRepository.findPrivileges(db, actor.organizationId, featureIds);
    return groupBy(rows, ({ featureId }) => featureId);
  }

  /** @throws AppError `validation_errors` (entitlements.md §1). */
  async create(tx: Tx, actor: Actor, { privileges, ...input }: CreateFeature): Promise<Feature> {
    const { clock, changes } = this.needs;
    const code = input.code.trim();
    const errors = new FieldErrors();
    checkFeature(errors, { ...input, code });
    const terms = checkPrivileges(errors, privileges ?? []);
    errors.throwIfAny();
    const now = clock.now();
    const feature: Feature = {
      id: newId(),
      organizationId: actor.organizationId,
      code,
      name: input.name ?? null,
      description: input.description ?? null,
      deletedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await featureRepository.insert(tx, feature).catch(refuseTakenCode);
    await this.mergePrivileges(tx, feature, [], terms);
    await changes.announce(tx, actor, { type: 'feature.created', feature });
    return feature;
  }

  /**
   * Updates a feature. Privileges that are sent are merged with those that it has, by code.
   * @throws AppError `feature_not_found`, `validation_errors` (entitlements.md §1).
   */
  async update(tx: Tx, actor: Actor, { id, privileges: sent, ...input }: UpdateFeature): Promise<Feature> {
    const { clock } = this.needs;
    const feature = await this.lock(tx, actor, isUuid(id) ? { id } : null);
    const known = (await this.privilegesOf(tx, actor, [id])).get(id) ?? [];
    const errors = new FieldErrors();
    checkFeature(errors, input);
    const terms = checkPrivileges(errors, sent ?? [], known);
    errors.throwIfAny();
    const changed: Feature = {
      ...feature,
      name: input.name === undefined ? feature.name : input.name,
      description: input.description === undefined ? feature.description : input.description,
      updatedAt: clock.now(),
    };
    await this.edit(tx, actor, feature, changed, async () => {
      await featureRepository.update(tx, actor.organizationId, id, changed);
      await this.mergePrivileges(tx, feature, known, terms);
    });
    return changed;
  }

  /**
   * Soft-deletes a feature; plans and subscriptions lose it. Its privileges stay with it.
   * @returns the feature as it was. @throws AppError `feature_not_found`.
   */
  async delete(tx: Tx, actor: Actor, id: string): Promise<Feature> {
    const { clock, planEntitlements, snapshots, changes } = this.needs;
    const { organizationId } = actor;
    const feature = await this.lock(tx, actor, isUuid(id) ? { id } : null);
    const before = await snapshots.take(tx, actor, 'feature', feature);
    const plans = await planEntitlements.lockPlansGranting(tx, actor, id);
    await featureRepository.update(tx, organizationId, id, { deletedAt: clock.now() });
    await planEntitlements.deleteFeature(tx, actor, id);
    await subscriptionEntitlementRepository.deleteFeature(tx, organizationId, id);
    await changes.announce(tx, actor, { type: 'feature.deleted', feature, before });
    await planEntitlements.announce(tx, actor, plans);
    return feature;
  }

  /**
   * Deletes a privilege, and its values on plans and subscriptions.
   * @returns its feature as it is left. @throws AppError `feature_not_found`, `privilege_not_found`.
   */
  async deletePrivilege(tx: Tx, actor: Actor, { featureCode, code }: DeletePrivilege): Promise<Feature> {
    const { clock, planEntitlements } = this.needs;
    const { organizationId } = actor;
    const feature = await this.lock(tx, actor, { code: featureCode });
    const { id } = feature;
    const known = (await this.privilegesOf(tx, actor, [id])).get(id) ?? [];
    const privilege = known.find((each) => each.code === code);
    if (privilege === undefined) throw notFound('privilege');
    const changed: Feature = { ...feature, updatedAt: clock.now() };
    await this.edit(tx, actor, feature, changed, async () => {
      await featureRepository.update(tx, organizationId, id, changed);
      await featureRepository.deletePrivilege(tx, organizationId, privilege.id);
      await planEntitlements.deletePrivilege(tx, actor, id, code);
      await subscriptionEntitlementRepository.deletePrivilege(tx, organizationId, id, code);
    });
    return changed;
  }

  /** Changes a locked feature, and records the change of the feature and of the plans that grant it. */
  private async edit(
    tx: Tx,
    actor: Actor,
    feature: Feature,
    changed: Feature,
    change: () => Promise<void>,
  ): Promise<void> {
    const { planEntitlements, snapshots, changes } = this.needs;
    const before = await snapshots.take(tx, actor, 'feature', feature);
    const plans = await planEntitlements.lockPlansGranting(tx, actor, feature.id);
    await change();
    await changes.announce(tx, actor, { type: 'feature.updated', feature: changed, before });
    await planEntitlements.announce(tx, actor, plans);
  }

  private async lock(tx: Tx, actor: Actor, by: Identity | null): Promise<Feature> {
    const feature = by === null ? null : await featureRepository.lock(tx, actor.organizationId, by);
    if (feature === null) throw notFound('feature');
    return feature;
  }

  /** @throws AppError `base: value_is_too_large`. */
  private async mergePrivileges(
    tx: Tx,
    { id: featureId, organizationId }: Feature,
    known: readonly Privilege[],
    terms: readonly PrivilegeTerms[],
  ): Promise<void> {
    if (terms.length === 0) return;
    const knownByCode = indexBy(known, ({ code }) => code);
    const next = Math.max(0, ...known.map(({ position }) => position)) + 1;
    const rows = terms.map((each, index) => {
      const current = knownByCode.get(each.code);
      const place = current ?? { id: newId(), organizationId, featureId, position: next + index };
      return { isNew: current === undefined, row: { ...place, ...each } };
    });
    const ofKind = (isNew: boolean) => rows.flatMap((each) => (each.isNew === isNew ? [each.row] : []));
    await featureRepository.insertPrivileges(tx, ofKind(true));
    await featureRepository.updatePrivileges(tx, ofKind(false));
    if ((await featureRepository.privilegeBytes(tx, organizationId, featureId)) <= PRIVILEGES_BYTES) return;
    const limit = `The privileges of a feature take at most ${formatBytes(PRIVILEGES_BYTES)} as JSON.`;
    throw invalid({ base: ['value_is_too_large'] }, limit);
  }
}
