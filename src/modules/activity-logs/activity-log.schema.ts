import { InputType, ObjectType } from 'type-graphql';
import { type ActivityLogEntry, activityLogEntries } from '../../platform/activity/activity.table.js';
import { connectionOf } from '../../platform/api/lists/page-connection.js';
import { pageArgsOf } from '../../platform/api/lists/page-args.js';
import { enumOf } from '../../platform/api/members/enums.js';
import { Id, Ids, Instant, ListOf, Of, Text, Texts } from '../../platform/api/members/fields.js';
import { DateOrDateTime, type TimeSpan } from '../../platform/api/members/scalars.js';
import type { ActivityLogFilter } from './activity-log.input.js';
import { activityLogOrders } from './activity-log.list.js';

const ActivitySource = enumOf(
  activityLogEntries.activitySource.enumValues,
  'ActivitySource',
  'Who caused a change.',
  {
    api: 'A request with an API key.',
    front: 'A user of the dashboard or of the customer portal.',
    system: 'Scheduled work, such as billing.',
  },
);

@ObjectType('ActivityLog', { description: 'The record of one change to an object.' })
export class ActivityLogType {
  @Id() id!: string;
  @Text('The resource and what happened to it, such as `plan.updated`.') activityType!: string;
  @Of(() => ActivitySource, 'Who caused the change.') activitySource!: ActivityLogEntry['activitySource'];
  @Id('Id of the changed object. For a payment, id of what it pays.') resourceId!: string;
  @Text('Type of the object with `resourceId`, such as `Plan`.') resourceType!: string;
  @Id() organizationId!: string;
  @Text.orNull(
    'E-mail address of the user who made the change, or the link to the customer portal in which it was made. Null for API keys and scheduled work.',
  )
  userEmail!: string | null;
  @Id.orNull(
    'The API key that made the change, or the link to the customer portal in which it was made. Null for users and scheduled work.',
  )
  apiKeyId!: string | null;
  @Text.orNull('The customer that the object belongs to, if any.') externalCustomerId!: string | null;
  @Text.orNull('External id of the subscription if the object is one; else null.') externalSubscriptionId!:
    string | null;
  @Instant('When the change was made, also for customers on a test clock.') loggedAt!: Date;
}

@InputType('ActivityLogFilter', {
  description: 'Filters activity logs. All conditions must hold. Of a list, one value must match.',
})
export class ActivityLogFilterInput implements ActivityLogFilter {
  @Of.orNull(() => DateOrDateTime, 'Only entries of this day or time or later.') fromDate?: TimeSpan | null;
  @Of.orNull(() => DateOrDateTime, 'Only entries of this day or time or earlier.') toDate?: TimeSpan | null;
  @Texts.orNull('Only entries of one of these types, such as `customer.created`.')
  activityTypes?: string[] | null;
  @ListOf.orNull(() => ActivitySource, 'Only changes by one of these sources.')
  activitySources?: ActivityLogEntry['activitySource'][] | null;
  @Texts.orNull('Only changes by users with one of these e-mail addresses, ignoring case.')
  userEmails?: string[] | null;
  @Text.orNull() externalCustomerId?: string | null;
  @Text.orNull() externalSubscriptionId?: string | null;
  @Ids.orNull('Only entries about one of these records.') resourceIds?: string[] | null;
  @Texts.orNull('Only entries about records of one of these types, such as `Invoice`.')
  resourceTypes?: string[] | null;
}

export const ActivityLogConnection = connectionOf(ActivityLogType, 'ActivityLog');

export const ActivityLogPageArgs = pageArgsOf('ActivityLog', activityLogOrders, {
  filter: ActivityLogFilterInput,
  search:
    'Matches part of the type of the activity, of the e-mail of a user, or of the external id of a customer or subscription.',
});
