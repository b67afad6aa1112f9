import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { DateTime } from '../../platform/api/scalars.js';
import { ApiKeyType } from './api-key.schema.js';
import type { CreateOrganization } from './organization.input.js';

@ObjectType('Organization', { description: 'A tenant: everything belongs to exactly one organization.' })
export class OrganizationType {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType({ description: 'A new organization.' })
export class CreateOrganizationInput implements CreateOrganization {
  @Field(() => String, { description: 'Also the name of its default billing entity.' })
  name!: string;
}

@ObjectType()
export class CreateOrganizationPayload {
  @Field(() => OrganizationType)
  organization!: OrganizationType;

  @Field(() => ApiKeyType, {
    description: "The organization's first key, with every permission; its value is shown only here.",
  })
  apiKey!: ApiKeyType;
}

export const OrganizationConnection = connectionOf(OrganizationType, 'Organization');
