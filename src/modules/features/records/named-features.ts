import type { Actor } from '../../../platform/actor.js';
import { groupBy } from '../../../platform/collections/grouping.js';
import type { Tx } from '../../../platform/db/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { type NamedFeature, readNamed, readShape } from './entitlement.rules.js';
import { featureRepository } from './feature.repository.js';
import type { Feature, Privilege } from './feature.table.js';

/** A feature with its privileges. */
interface KnownFeature {
  readonly feature: Feature;
  readonly privileges: readonly Privilege[];
}

/** Reads the features and values that a request names. */
export class NamedFeatures {
  /**
   * Locks the named features against changes until the transaction ends, and reads the values. Call it before locking plans
   * or customers.
   * @throws AppError as `readShape`, `readNamed`.
   */
  async lock(tx: Tx, actor: Actor, sent: object): Promise<NamedFeature[]> {
    const shape = readShape(sent);
    return shape.size === 0 ? [] : readNamed(shape, await this.known(tx, actor, [...shape.keys()]));
  }

  /** Locks one feature in the same way. @throws AppError `feature_not_found`. */
  async lockOne(tx: Tx, actor: Actor, code: string): Promise<KnownFeature> {
    const [known] = await this.known(tx, actor, [code]);
    if (known === undefined) throw notFound('feature');
    return known;
  }

  private async known(tx: Tx, { organizationId }: Actor, codes: readonly string[]): Promise<KnownFeature[]> {
    const features = await featureRepository.lockForUse(tx, organizationId, codes);
    const ids = features.map(({ id }) => id);
    const privileges = groupBy(
      await featureRepository.findPrivileges(tx, organizationId, ids),
      ({ featureId }) => featureId,
    );
    return features.map((feature) => ({ feature, privileges: privileges.get(feature.id) ?? [] }));
  }
}
