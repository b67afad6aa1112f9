import { InputType, ObjectType } from 'type-graphql';
import { Id, JsonMap } from './fields.js';
import type { MetadataMap } from '../../metadata/metadata-map.js';

/** Describes the metadata of objects whose service checks it with `checkMetadata`. */
export const METADATA =
  'Keys and values of the organization, which have no effect on billing: at most 50 keys of up to 100 characters; ' +
  'values are strings of up to 255 characters, or null.';

@InputType()
export abstract class SetMetadataInput {
  @Id() id!: string;
  @JsonMap.orNull(`${METADATA} Replaces the whole map; null clears it.`)
  metadata?: Record<string, unknown> | null;
}

@InputType()
export abstract class MergeMetadataInput {
  @Id() id!: string;
  @JsonMap.orNull(`${METADATA} The keys are added or changed.`) metadata?: Record<string, unknown> | null;
}

@ObjectType()
export abstract class MetadataPayload {
  @JsonMap.orNull(METADATA) metadata!: MetadataMap | null;
}
