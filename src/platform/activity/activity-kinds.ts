import type { Representation } from './snapshots.js';

/**
 * How one kind of change is recorded: as an entry of the activity log, a webhook message, or both. Messages have the type
 * of the activity, unless `sentAs` names another.
 */
export interface ActivityKind<ObjectName extends string> {
  /** The object whose REST representation is stored and sent; null if the change itself says what is sent (`content`). */
  readonly object: ObjectName | null;
  /** The type of the object in messages, if the change says what is sent. */
  readonly contentType?: string;
  /** The resource type in the log entry; null for a kind that is only sent as a message. */
  readonly resourceType: string | null;
  readonly isSent: boolean;
  /** The type of the message, if it is not that of the activity. */
  readonly sentAs?: string;
  /** Set if the message is about an object that contains the object of the change. */
  readonly sentWithin?: SentObject;
  /** The members of a representation that log entries omit, because they are too long. Messages contain them. */
  readonly tooLongForLog?: TooLongForLog;
}

type TooLongForLog = (object: Representation) => readonly string[];

/** An object of messages with another one: `{"invoice": {…}, "provider_error": null}`. */
interface SentObject {
  readonly objectType: string;
  /** What it has beside the object. */
  readonly members: Readonly<Record<string, unknown>>;
}

export function loggedAndSent<const ObjectName extends string>(
  object: ObjectName,
  resourceType: string,
  tooLongForLog?: TooLongForLog,
): ActivityKind<ObjectName> {
  return { object, resourceType, isSent: true, ...(tooLongForLog === undefined ? {} : { tooLongForLog }) };
}

export function onlyLogged<const ObjectName extends string>(
  object: ObjectName,
  resourceType: string,
  tooLongForLog?: TooLongForLog,
): ActivityKind<ObjectName> {
  return { object, resourceType, isSent: false, ...(tooLongForLog === undefined ? {} : { tooLongForLog }) };
}

export function onlySent<const ObjectName extends string>(
  object: ObjectName,
  sentWithin?: SentObject,
): ActivityKind<ObjectName> {
  return { object, resourceType: null, isSent: true, ...(sentWithin === undefined ? {} : { sentWithin }) };
}

/** A change that is not logged, and whose message has an object of no resource, such as an error. */
export function onlySentContent(contentType: string, sentAs?: string): ActivityKind<never> {
  const given = { object: null, contentType, resourceType: null, isSent: true } as const;
  return sentAs === undefined ? given : { ...given, sentAs };
}

/** A change that is not logged, and whose message has the type of another kind of change. */
export function onlySentAs<const ObjectName extends string>(
  sentAs: string,
  object: ObjectName,
): ActivityKind<ObjectName> {
  return { object, resourceType: null, isSent: true, sentAs };
}
