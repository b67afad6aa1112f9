import type { TimeSpan } from '../../platform/api/members/scalars.js';

/** Filters entries of the API log. Omitted members do not restrict; a list matches any of its values. */
export interface ApiLogFilter {
  readonly fromDate?: TimeSpan | null;
  readonly toDate?: TimeSpan | null;
  /** In upper or lower case. */
  readonly httpMethods?: readonly string[] | null;
  /** Numbers, `succeeded` or `failed`. */
  readonly httpStatuses?: readonly string[] | null;
  readonly apiVersion?: string | null;
  /** Each may contain several, separated by commas, and `*` for any characters. */
  readonly requestPaths?: readonly string[] | null;
}
