import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { pageArgsOf } from '../../platform/api/page-args.js';
import { DateTime } from '../../platform/api/scalars.js';
import { ApiKeyType } from './api-key.schema.js';
import type { CreateOrganization } from './organization.input.js';
import { organizationOrders } from './organization.list.js';

@ObjectType('Organization', { description: 'A tenant. Every record belongs to exactly one organization.' })
export class OrganizationType {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The name in lower case, with dashes, made unique by a number.',
  })
  slug!: string | null;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType({ description: 'A new organization.' })
export class CreateOrganizationInput implements CreateOrganization {
  @Field(() => String, { description: 'Name of the organization and of its default billing entity.' })
  name!: string;
}

@ObjectType()
export class CreateOrganizationPayload {
  @Field(() => OrganizationType)
  organization!: OrganizationType;

  @Field(() => ApiKeyType, {
    description:
      "The organization's first API key, with every permission. Its value is shown only in this answer.",
  })
  apiKey!: ApiKeyType;
}

export const OrganizationConnection = connectionOf(OrganizationType, 'Organization');

export const OrganizationPageArgs = pageArgsOf('Organization', organizationOrders, {
  search: 'Matches part of the name.',
});
