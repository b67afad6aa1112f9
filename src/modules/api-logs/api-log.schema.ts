import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { enumOf } from '../../platform/api/enums.js';
import { pageArgsOf } from '../../platform/api/page-args.js';
import { DateOrDateTime, DateTime, type TimeSpan } from '../../platform/api/scalars.js';
import type { ApiLogFilter } from './api-log.input.js';
import { apiLogOrders } from './api-log.list.js';
import { apiLogEntries, type ApiLogMethod } from './api-log.table.js';

const HttpMethod = enumOf(apiLogEntries.httpMethod.enumValues);
registerEnumType(HttpMethod, {
  name: 'HttpMethod',
  description: 'An HTTP method that may write.',
  valuesConfig: {
    post: { description: 'Creates a record, or starts an action.' },
    put: { description: 'Updates a record.' },
    patch: { description: 'Updates a part of a record.' },
    delete: { description: 'Deletes or ends a record.' },
  },
});

@ObjectType('ApiLog', {
  description:
    'The record of one REST request that could write, and of its response. Requests that send events are not recorded.',
})
export class ApiLogType {
  @Field(() => ID)
  id!: string;

  @Field(() => ID, {
    description: 'The `X-Request-Id` of the response. Requests whose callers propose the same id share it.',
  })
  requestId!: string;

  @Field(() => ID, { description: 'Id of the API key of the caller.' })
  apiKeyId!: string;

  @Field(() => String, { description: 'Version of the REST API, such as `v1`.' })
  apiVersion!: string;

  @Field(() => String, { description: 'The `User-Agent` of the caller; empty if it sent none.' })
  client!: string;

  @Field(() => HttpMethod, { description: 'Method of the request.' })
  httpMethod!: ApiLogMethod;

  @Field(() => Int, { description: 'Status of the response.' })
  httpStatus!: number;

  @Field(() => String, {
    description: 'Scheme and host of this server, such as `https://billing.example.com`.',
  })
  requestOrigin!: string;

  @Field(() => String, { description: 'Path of the request, without its query string.' })
  requestPath!: string;

  @Field(() => DateTime, { description: 'When the request was answered.' })
  loggedAt!: Date;
}

@InputType('ApiLogFilter', {
  description: 'Filters API logs. All conditions must hold. Of a list, one value must match.',
})
export class ApiLogFilterInput implements ApiLogFilter {
  @Field(() => DateOrDateTime, { nullable: true, description: 'Only entries of this day or time or later.' })
  fromDate?: TimeSpan | null;

  @Field(() => DateOrDateTime, {
    nullable: true,
    description: 'Only entries of this day or time or earlier.',
  })
  toDate?: TimeSpan | null;

  @Field(() => [String], {
    nullable: true,
    description: '`post`, `put`, `patch` and `delete`, in upper or lower case.',
  })
  httpMethods?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Numbers such as `404`, `succeeded` (below 400) and `failed` (400 and above).',
  })
  httpStatuses?: string[] | null;

  @Field(() => String, { nullable: true, description: 'Version of the REST API, such as `v1`.' })
  apiVersion?: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Paths such as `/api/v1/plans/*`, where `*` stands for any characters. A comma separates two.',
  })
  requestPaths?: string[] | null;
}

export const ApiLogConnection = connectionOf(ApiLogType, 'ApiLog');

export const ApiLogPageArgs = pageArgsOf('ApiLog', apiLogOrders, {
  filter: ApiLogFilterInput,
  search: 'Matches part of the path of the request, or of the `User-Agent` of the caller.',
});
