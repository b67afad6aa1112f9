/**
 * How one kind of change is recorded: as an entry of the activity log, a webhook message, or both. Messages have the type
 * of the activity.
 */
export interface ActivityKind<ObjectName extends string> {
  /** The object whose REST representation is stored and sent. */
  readonly object: ObjectName;
  /** The resource type in the log entry; null for a kind that is only sent as a message. */
  readonly resourceType: string | null;
  readonly isSent: boolean;
}

export function loggedAndSent<const ObjectName extends string>(
  object: ObjectName,
  resourceType: string,
): ActivityKind<ObjectName> {
  return { object, resourceType, isSent: true };
}

export function onlyLogged<const ObjectName extends string>(
  object: ObjectName,
  resourceType: string,
): ActivityKind<ObjectName> {
  return { object, resourceType, isSent: false };
}

export function onlySent<const ObjectName extends string>(object: ObjectName): ActivityKind<ObjectName> {
  return { object, resourceType: null, isSent: true };
}
