/** The kinds of records that security events are about, with what happens to them. Source: logs.md §4. */
const EVENTS = {
  api_key: ['created', 'updated', 'rotated', 'deleted'],
  billing_entity: ['created', 'updated'],
  export: ['created'],
  integration: ['created', 'updated', 'deleted'],
  role: ['created', 'updated', 'deleted'],
  user: [
    'signed_up',
    'invited',
    'deleted',
    'role_edited',
    'password_edited',
    'password_reset_requested',
    'new_device_logged_in',
  ],
  webhook_endpoint: ['created', 'updated', 'deleted'],
} as const;

export type SecurityLogType = keyof typeof EVENTS;

/** A kind of record and what happened to it, such as `api_key.rotated`. */
export type SecurityEvent = {
  [Type in SecurityLogType]: `${Type}.${(typeof EVENTS)[Type][number]}`;
}[SecurityLogType];

export const SECURITY_LOG_TYPES = Object.keys(EVENTS) as [SecurityLogType, ...SecurityLogType[]];

export const SECURITY_EVENTS = SECURITY_LOG_TYPES.flatMap((type) =>
  EVENTS[type].map((happened) => `${type}.${happened}`),
) as [SecurityEvent, ...SecurityEvent[]];

export function isSecurityEvent(word: string): word is SecurityEvent {
  return (SECURITY_EVENTS as readonly string[]).includes(word);
}

/** The kind of record that an event is about. */
export function typeOfEvent(event: SecurityEvent): SecurityLogType {
  const [type] = event.split('.');
  return type as SecurityLogType;
}
