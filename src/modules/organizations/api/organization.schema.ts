import { InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../../platform/api/lists/page-connection.js';
import { Flag, Id, Instant, Of, Text, Whole } from '../../../platform/api/members/fields.js';
import { pageArgsOf } from '../../../platform/api/lists/page-args.js';
import { payloadOf } from '../../../platform/api/members/shapes.js';
import { ApiKeyType } from './api-key.schema.js';
import type { CreateOrganization, UpdateOrganization } from '../records/organization.input.js';
import { organizationOrders } from '../records/organization.list.js';

const AUDIT_PERIOD = 'How many days the activity log and the API log show.';

@ObjectType('Organization', { description: 'A tenant. Every record belongs to exactly one organization.' })
export class OrganizationType {
  @Id() id!: string;
  @Text() name!: string;
  @Text.orNull('The name in lower case, with dashes, made unique by a number.') slug!: string | null;
  @Whole.orNull(`${AUDIT_PERIOD} Null: all entries.`) auditPeriodDays!: number | null;
  @Flag('Whether security events are recorded and shown.') hasSecurityLog!: boolean;
  @Flag('Whether payments that succeed get receipts.') issuesReceipts!: boolean;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@InputType({ description: 'A new organization.' })
export class CreateOrganizationInput implements CreateOrganization {
  @Text('Name of the organization and of its default billing entity.') name!: string;
}

@ObjectType()
export class CreateOrganizationPayload {
  @Of(() => OrganizationType) organization!: OrganizationType;
  @Of(
    () => ApiKeyType,
    "The organization's first API key, with every permission. Its value is shown only in this answer.",
  )
  apiKey!: ApiKeyType;
}

@InputType({ description: 'Changes of an organization. Omitted fields keep their value.' })
export class UpdateOrganizationInput implements UpdateOrganization {
  @Whole.orNull(`${AUDIT_PERIOD} At least 1; null: all entries. Older entries of the API log are deleted.`)
  auditPeriodDays?: number | null;
  @Flag.orNull('Whether security events are recorded and shown. Only unlimited keys may change it.')
  hasSecurityLog?: boolean | null;
  @Flag.orNull('Whether payments that succeed get receipts.') issuesReceipts?: boolean | null;
}

export const OrganizationPayload = payloadOf('OrganizationPayload', 'organization', () => OrganizationType);

export const OrganizationConnection = connectionOf(OrganizationType, 'Organization');

export const OrganizationPageArgs = pageArgsOf('Organization', organizationOrders, {
  search: 'Matches part of the name.',
});
