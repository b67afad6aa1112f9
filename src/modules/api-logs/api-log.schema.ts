import { InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/lists/page-connection.js';
import { enumOf } from '../../platform/api/members/enums.js';
import { Id, Instant, Of, Text, Texts, Whole } from '../../platform/api/members/fields.js';
import { pageArgsOf } from '../../platform/api/lists/page-args.js';
import { DateOrDateTime, type TimeSpan } from '../../platform/api/members/scalars.js';
import type { ApiLogFilter } from './api-log.input.js';
import { apiLogOrders } from './api-log.list.js';
import { apiLogEntries, type ApiLogMethod } from './api-log.table.js';

const HttpMethod = enumOf(
  apiLogEntries.httpMethod.enumValues,
  'HttpMethod',
  'An HTTP method that may write.',
  {
    post: 'Creates a record, or starts an action.',
    put: 'Updates a record.',
    patch: 'Updates a part of a record.',
    delete: 'Deletes or ends a record.',
  },
);

@ObjectType('ApiLog', {
  description:
    'The record of one REST request that could write, and of its response. Requests that send events are not recorded.',
})
export class ApiLogType {
  @Id() id!: string;
  @Id('The `X-Request-Id` of the response. Requests whose callers propose the same id share it.')
  requestId!: string;
  @Id('Id of the API key of the caller.') apiKeyId!: string;
  @Text('Version of the REST API, such as `v1`.') apiVersion!: string;
  @Text('The `User-Agent` of the caller; empty if it sent none.') client!: string;
  @Of(() => HttpMethod, 'Method of the request.') httpMethod!: ApiLogMethod;
  @Whole('Status of the response.') httpStatus!: number;
  @Text('Scheme and host of this server, such as `https://billing.example.com`.') requestOrigin!: string;
  @Text('Path of the request, without its query string.') requestPath!: string;
  @Instant('When the request was answered.') loggedAt!: Date;
}

@InputType('ApiLogFilter', {
  description: 'Filters API logs. All conditions must hold. Of a list, one value must match.',
})
export class ApiLogFilterInput implements ApiLogFilter {
  @Of.orNull(() => DateOrDateTime, 'Only entries of this day or time or later.') fromDate?: TimeSpan | null;
  @Of.orNull(() => DateOrDateTime, 'Only entries of this day or time or earlier.') toDate?: TimeSpan | null;
  @Texts.orNull('Methods of requests: `post`, `put`, `patch` and `delete`, in upper or lower case.')
  httpMethods?: string[] | null;
  @Texts.orNull('Numbers such as `404`, `succeeded` (below 400) and `failed` (400 and above).')
  httpStatuses?: string[] | null;
  @Text.orNull('Version of the REST API, such as `v1`.') apiVersion?: string | null;
  @Texts.orNull(
    'Paths such as `/api/v1/plans/*`, where `*` stands for any characters. A comma separates two.',
  )
  requestPaths?: string[] | null;
}

export const ApiLogConnection = connectionOf(ApiLogType, 'ApiLog');

export const ApiLogPageArgs = pageArgsOf('ApiLog', apiLogOrders, {
  filter: ApiLogFilterInput,
  search: 'Matches part of the path of the request, or of the `User-Agent` of the caller.',
});
