import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { pageArgsOf } from '../../platform/api/page-args.js';
import { DateTime } from '../../platform/api/scalars.js';
import { ApiKeyType } from './api-key.schema.js';
import type { CreateOrganization, UpdateOrganization } from './organization.input.js';
import { organizationOrders } from './organization.list.js';

const AUDIT_PERIOD = 'How many days the activity log and the API log show.';

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

  @Field(() => Int, { nullable: true, description: `${AUDIT_PERIOD} Null: all entries.` })
  auditPeriodDays!: number | null;

  @Field(() => Boolean, { description: 'Whether security events are recorded and shown.' })
  hasSecurityLog!: boolean;

  @Field(() => Boolean, { description: 'Whether payments that succeed get receipts.' })
  issuesReceipts!: boolean;

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

@InputType({ description: 'Changes of an organization. Omitted fields keep their value.' })
export class UpdateOrganizationInput implements UpdateOrganization {
  @Field(() => Int, {
    nullable: true,
    description: `${AUDIT_PERIOD} At least 1; null: all entries. Older entries of the API log are deleted.`,
  })
  auditPeriodDays?: number | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether security events are recorded and shown. Only unlimited keys may change it.',
  })
  hasSecurityLog?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether payments that succeed get receipts.' })
  issuesReceipts?: boolean | null;
}

@ObjectType()
export class OrganizationPayload {
  @Field(() => OrganizationType)
  organization!: OrganizationType;
}

export const OrganizationConnection = connectionOf(OrganizationType, 'Organization');

export const OrganizationPageArgs = pageArgsOf('Organization', organizationOrders, {
  search: 'Matches part of the name.',
});
