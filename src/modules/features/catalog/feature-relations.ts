import { defineLoader } from '../../../platform/api/loader.js';
import type { FeatureService } from './feature.service.js';
import type { Privilege } from '../records/feature.table.js';

/** Loaders of features that several resolvers share, so that a request reads each kind once. */
export class FeatureRelations {
  readonly privileges = defineLoader<string, Privilege[]>(
    ({ db, actor }, ids) => this.features.privilegesOf(db, actor, ids),
    () => [],
  );

  constructor(private readonly features: FeatureService) {}
}

/** The members that every representation of a privilege has. */
export function privilegeMembers({ code, name, valueType, selectOptions }: Privilege) {
  const config = selectOptions === null ? {} : { select_options: selectOptions };
  return { code, name, valueType, config };
}
