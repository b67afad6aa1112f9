import { InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/lists/page-connection.js';
import { enumOf } from '../../platform/api/members/enums.js';
import { Id, Ids, Instant, JsonMap, ListOf, Of, Text, Texts } from '../../platform/api/members/fields.js';
import { pageArgsOf } from '../../platform/api/lists/page-args.js';
import { DateOrDateTime, type TimeSpan } from '../../platform/api/members/scalars.js';
import { DEVICE_TYPES, type DeviceInfo, type DeviceType } from './device-info.js';
import { SECURITY_LOG_TYPES, type SecurityLogType } from './security-event.js';
import type { SecurityLogFilter } from './security-log.input.js';
import { securityLogOrders } from './security-log.list.js';

export const SecurityLogTypeEnum = enumOf(
  SECURITY_LOG_TYPES,
  'SecurityLogType',
  'The kind of record that a security event is about.',
  {
    api_key: 'An API key.',
    billing_entity: 'A billing entity.',
    export: 'An export of data.',
    integration: 'A connection to another service, such as a payment provider.',
    role: 'A role of members.',
    user: 'A user or an invitation.',
    webhook_endpoint: 'An endpoint that receives webhooks.',
  },
);

const KindOfDevice = enumOf(DEVICE_TYPES, 'DeviceType', 'The kind of device that a browser runs on.', {
  desktop: 'A desktop computer or laptop.',
  mobile: 'A phone.',
  tablet: 'A tablet.',
});

@ObjectType('DeviceInfo', {
  description: 'The device that a request came from. What its `User-Agent` does not name is null.',
})
export class DeviceInfoType implements DeviceInfo {
  @Text.orNull('The first 500 characters of the header `User-Agent`.') userAgent!: string | null;
  @Text.orNull(
    'Address of the caller; behind a trusted proxy (`TRUSTED_PROXIES`) the one that the proxy names.',
  )
  ipAddress!: string | null;
  @Text.orNull('Name of the browser, such as `Firefox`.') browser!: string | null;
  @Text.orNull('Name of the operating system, such as `macOS`.') os!: string | null;
  @Of.orNull(() => KindOfDevice, 'Kind of the device; null if its operating system is not known.')
  deviceType!: DeviceType | null;
}

@ObjectType('SecurityLog', {
  description:
    'The record of one change of access or of the flow of data, such as of a role, an API key or a webhook endpoint.',
})
export class SecurityLogEntryType {
  @Id() id!: string;
  @Text('The type and what happened to the record, such as `api_key.rotated`.') logEvent!: string;
  @Id.orNull('Id of the API key that made the change.') apiKeyId!: string | null;
  @Id.orNull('Id of the user who made the change.') userId!: string | null;
  @Text.orNull('E-mail address of the user who made the change. Null for API keys and scheduled work.')
  userEmail!: string | null;
  @JsonMap(
    'Members that identify the record, in snake case. For updates, the changes as an object of `deleted` and `added`.',
  )
  resources!: Readonly<Record<string, unknown>>;
  @Of.orNull(
    () => DeviceInfoType,
    'Where the request came from. Null for scheduled work and the command line of the server.',
  )
  deviceInfo!: DeviceInfo | null;
  @Instant('When the change was made.') loggedAt!: Date;
}

@InputType('SecurityLogFilter', {
  description: 'Filters security logs. All conditions must hold. Of a list, one value must match.',
})
export class SecurityLogFilterInput implements SecurityLogFilter {
  @Of.orNull(() => DateOrDateTime, 'Only entries of this day or time or later.') fromDate?: TimeSpan | null;
  @Of.orNull(() => DateOrDateTime, 'Only entries of this day or time or earlier.') toDate?: TimeSpan | null;
  @Ids.orNull('Only changes by one of these users.') userIds?: string[] | null;
  @Ids.orNull('Only changes by one of these API keys.') apiKeyIds?: string[] | null;
  @ListOf.orNull(() => SecurityLogTypeEnum, 'Only events of records of these types.')
  logTypes?: SecurityLogType[] | null;
  @Texts.orNull('Only these events, such as `api_key.rotated`.') logEvents?: string[] | null;
}

export const SecurityLogConnection = connectionOf(SecurityLogEntryType, 'SecurityLog');

export const SecurityLogPageArgs = pageArgsOf('SecurityLog', securityLogOrders, {
  filter: SecurityLogFilterInput,
  search: 'Matches part of the event, or of the e-mail address of the user.',
});
