import type { TimeSpan } from '../../platform/api/members/scalars.js';
import type { ActivityLogEntry } from '../../platform/activity/activity.table.js';

/** Filters log entries. Omitted members do not restrict; a list matches any of its values. */
export interface ActivityLogFilter {
  readonly fromDate?: TimeSpan | null;
  readonly toDate?: TimeSpan | null;
  readonly activityTypes?: readonly string[] | null;
  readonly activitySources?: readonly ActivityLogEntry['activitySource'][] | null;
  readonly userEmails?: readonly string[] | null;
  readonly externalCustomerId?: string | null;
  readonly externalSubscriptionId?: string | null;
  readonly resourceIds?: readonly string[] | null;
  readonly resourceTypes?: readonly string[] | null;
}
