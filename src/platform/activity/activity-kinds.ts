/**
 * What is recorded of one kind of change: an entry of the activity log, a webhook message, or both. Messages have the type of
 * the activity.
 */
export interface ActivityKind<ObjectName extends string> {
  /** The object whose REST representation is stored and sent. */
  readonly object: ObjectName;
  /** What the entry calls the resource; null for what is only sent: the log has no entry of it. */
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
