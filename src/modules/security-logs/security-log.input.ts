import type { TimeSpan } from '../../platform/api/members/scalars.js';
import type { SecurityLogType } from './security-event.js';

/** Filters entries of the security log. Omitted members do not restrict; a list matches any of its values. */
export interface SecurityLogFilter {
  readonly fromDate?: TimeSpan | null;
  readonly toDate?: TimeSpan | null;
  readonly userIds?: readonly string[] | null;
  readonly apiKeyIds?: readonly string[] | null;
  readonly logTypes?: readonly SecurityLogType[] | null;
  /** Types and what happened, joined by a dot: `api_key.rotated`. */
  readonly logEvents?: readonly string[] | null;
}
