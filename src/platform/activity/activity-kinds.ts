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
  /** Set if the message is about an object that contains the object of the change. */
  readonly sentWithin?: SentObject;
}

/** An object of messages with another one: `{"invoice": {…}, "provider_error": null}`. */
interface SentObject {
  readonly objectType: string;
  /** What it has beside the object. */
  readonly members: Readonly<Record<string, unknown>>;
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

export function onlySent<const ObjectName extends string>(
  object: ObjectName,
  sentWithin?: SentObject,
): ActivityKind<ObjectName> {
  return { object, resourceType: null, isSent: true, ...(sentWithin === undefined ? {} : { sentWithin }) };
}
