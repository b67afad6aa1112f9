import { Field, ID, InputType, ObjectType } from 'type-graphql';
import type { MetadataMap } from '../metadata-map.js';
import { JsonObject } from './scalars.js';

/** Describes the metadata of objects whose service checks it with `checkMetadata`. */
export const METADATA =
  'At most 50 keys of up to 100 characters; values are strings of up to 255 characters, or null.';

@InputType()
export abstract class SetMetadataInput {
  @Field(() => ID)
  id!: string;

  @Field(() => JsonObject, {
    nullable: true,
    description: `Replaces the whole map; null clears it. ${METADATA}`,
  })
  metadata?: Record<string, unknown> | null;
}

@InputType()
export abstract class MergeMetadataInput {
  @Field(() => ID)
  id!: string;

  @Field(() => JsonObject, { nullable: true, description: `Keys to add or change. ${METADATA}` })
  metadata?: Record<string, unknown> | null;
}

@ObjectType()
export abstract class MetadataPayload {
  @Field(() => JsonObject, { nullable: true, description: METADATA })
  metadata!: MetadataMap | null;
}
