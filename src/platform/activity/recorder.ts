import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../actor.js';
import type { Clock } from '../clock.js';
import type { Tx } from '../db/database.js';
import { newId } from '../db/tables/ids.js';
import { willBeRolledBack } from '../db/statements/rolled-back-transaction.js';
import { announceUpdate, type Topic } from '../live/live-update.js';
import { distinct } from '../collections/distinct-values.js';
import { expectPresent } from '../expect-present.js';
import type { ActivityKind } from './activity-kinds.js';
import { activityRepository, type OutboxMessage } from './activity.repository.js';
import type { ActivityLogEntry } from './activity.table.js';
import type { MessageAddressing } from './addressing.js';
import { messageName, type MessageOfCustomer } from './message-name.js';
import type { ObjectRow, Representation, Snapshots } from './snapshots.js';

/** A change and the customer that it concerns. The external ids are null for catalogue objects. */
export interface RecordedChange {
  /** The row of the object after the change; after a deletion, before it. */
  readonly row: ObjectRow;
  /** The id of the resource in the log, if it is not the object itself: a payment is logged for its invoice (auth.md §6). */
  readonly resourceId?: string;
  /** The type of that resource, if it depends on the object. */
  readonly resourceType?: string;
  readonly externalCustomerId?: string;
  readonly externalSubscriptionId?: string;
  /** What the message shows of a change whose kind has no object of a resource. */
  readonly content?: Representation;
  /** Members that the message has beside those of the object. */
  readonly sentWith?: Representation;
  /** The representation before the change (`Snapshots.take`); needed for updates and deletions. */
  readonly before?: Representation;
  /** In place of `before`: the members that may have changed, as they were. */
  readonly former?: Representation;
}

/** Changes of one kind. */
export interface RecordedKind<Type extends string> {
  readonly type: Type;
  readonly changes: readonly RecordedChange[];
}

/** A change with the representation of its object after it. */
interface ShownChange {
  readonly change: RecordedChange;
  readonly object: Representation;
  /** Top-level members that differ, as [before, after]. */
  readonly differences: Differences;
}

type Differences = Record<string, [unknown, unknown]>;

/**
 * Writes the activity log entry and the webhook message of a change, in the transaction of the change, and addresses the
 * message.
 * @typeParam Type the types of activities that it records.
 * @typeParam ObjectName the objects that they are about.
 */
export class Recorder<Type extends string, ObjectName extends string> {
  constructor(
    private readonly clock: Clock,
    private readonly snapshots: Snapshots<ObjectName>,
    private readonly kinds: Readonly<Record<Type, ActivityKind<ObjectName>>>,
    private readonly addressing: MessageAddressing,
  ) {}

  /**
   * Records changes of one kind, by a number of statements that does not depend on the number of changes. Updates that do
   * not change the REST representation leave no entry and no message, nor does what is rolled back in any case.
   */
  recordAll(tx: Tx, actor: Actor, type: Type, changes: readonly RecordedChange[]): Promise<void> {
    return this.recordEach(tx, actor, [{ type, changes }]);
  }

  /** As `recordAll`, of several kinds, one after another: what their objects have in common is read once. */
  async recordEach(tx: Tx, actor: Actor, recorded: readonly RecordedKind<Type>[]): Promise<void> {
    if (willBeRolledBack()) return;
    const shown = await this.shown(tx, actor, recorded);
    for (const [index, { type }] of recorded.entries()) await this.write(tx, actor, type, shown[index] ?? []);
  }

  private async write(tx: Tx, actor: Actor, type: Type, shown: readonly ShownChange[]): Promise<void> {
    const { object, contentType = '', resourceType, isSent, sentAs = type, sentWithin } = this.kinds[type];
    const name = object ?? contentType;
    announceObjects(actor, name, shown);
    announceCustomers(actor, shown);
    const at = this.clock.now();
    const message = { webhookType: sentAs, objectType: sentWithin?.objectType ?? name };
    const insertMessages = async (sent: readonly ShownChange[]) => {
      const messages = sent.map(({ object: shownObject, change }) => {
        const { row, sentWith, externalCustomerId = null } = change;
        const content =
          sentWithin === undefined
            ? { ...shownObject, ...sentWith }
            : { [name]: shownObject, ...sentWithin.members, ...sentWith };
        return messageOf(actor, message, { objectId: row.id, object: content, externalCustomerId }, at);
      });
      await activityRepository.insertMessages(tx, messages, this.addressing);
      announceMessages(actor, sentAs, messages);
    };
    if (resourceType === null) {
      if (isSent) await insertMessages(shown);
      return;
    }
    const logged = shown.map((each) => this.withoutLongParts(type, each));
    const entries = logged.map((each) => entryOf(actor, type, resourceType, each, at));
    announceEntries(entries);
    if (!isSent) {
      await activityRepository.insertEntries(tx, entries);
      return;
    }
    const isSentAsLogged = (_: unknown, index: number) => logged[index] === shown[index];
    const sentAsLogged = entries.filter(isSentAsLogged);
    await activityRepository.insertEntriesWithMessages(tx, sentAsLogged, message, this.addressing);
    announceMessages(actor, sentAs, sentAsLogged);
    const isShortened = (each: unknown, index: number) => !isSentAsLogged(each, index);
    await activityRepository.insertEntries(tx, entries.filter(isShortened));
    await insertMessages(shown.filter(isShortened));
  }

  /** What the log shows of a change: without the parts of its object that are too long for the log. */
  private withoutLongParts(type: Type, shown: ShownChange): ShownChange {
    const { tooLongForLog = () => [] } = this.kinds[type];
    const { change, object, differences } = shown;
    const long = new Set([...tooLongForLog(object), ...tooLongForLog(change.before ?? {})]);
    if (long.size === 0) return shown;
    return { change, object: without(object, long), differences: without(differences, long) };
  }

  /** Adds representations: of deleted objects before the change, of others after it. Omits updates without a difference. */
  private async shown(
    tx: Tx,
    actor: Actor,
    recorded: readonly RecordedKind<Type>[],
  ): Promise<ShownChange[][]> {
    const rows = recorded.flatMap(({ type, changes }) => {
      const { object } = this.kinds[type];
      return object === null || isDeletion(type) ? [] : changes.map(({ row }) => ({ object, row }));
    });
    const objects = (await this.snapshots.takeEach(tx, actor, rows)).values();
    return recorded.map(({ type, changes }) => {
      if (isDeletion(type)) {
        return changes.map((change) => {
          const object = expectPresent(change.before, 'the representation before a deletion');
          return { change, object, differences: {} };
        });
      }
      if (this.kinds[type].object === null) {
        return changes.map((change) => {
          const object = expectPresent(change.content, 'what a message says of a change');
          return { change, object, differences: {} };
        });
      }
      return changes
        .map((change) => {
          const object = expectPresent(objects.next().value, `the changed object ${change.row.id}`);
          const before = change.before ?? { ...object, ...change.former };
          return { change, object, differences: differences(before, object) };
        })
        .filter(({ change, differences: found }) => !isCompared(change) || Object.keys(found).length > 0);
    });
  }
}

/** The topics of the objects that can be subscribed to, by their names. */
const TOPICS: Readonly<Partial<Record<string, Topic>>> = { invoice: 'invoice', wallet: 'wallet' };

/** Notifies those who watch one of the changed objects. */
function announceObjects({ organizationId }: Actor, name: string, shown: readonly ShownChange[]): void {
  const topic = TOPICS[name];
  if (topic === undefined) return;
  const ids = shown.map(({ change: { row } }) => row.id);
  announceUpdate({ topic, organizationId, group: name, ids });
}

/** Notifies those who watch the customers that changes concern, by their external ids. */
function announceCustomers({ organizationId }: Actor, shown: readonly ShownChange[]): void {
  const ids = distinct(shown.flatMap(({ change: { externalCustomerId } }) => externalCustomerId ?? []));
  announceUpdate({ topic: 'customer', organizationId, group: 'customer', ids });
}

/** Notifies those who watch the log of their organization. */
function announceEntries(entries: readonly ActivityLogEntry[]): void {
  const [first] = entries;
  if (first === undefined) return;
  const { organizationId } = first;
  for (const group of new Set(entries.map(({ resourceType }) => resourceType))) {
    const ids = entries.filter(({ resourceType }) => resourceType === group).map(({ id }) => id);
    announceUpdate({ topic: 'activity', organizationId, group, ids });
  }
}

/** Notifies those who watch the messages of their organization. */
function announceMessages(
  { organizationId }: Actor,
  webhookType: string,
  messages: readonly MessageOfCustomer[],
): void {
  announceUpdate({ topic: 'message', organizationId, group: webhookType, ids: messages.map(messageName) });
}

function without<Value>(members: Record<string, Value>, names: ReadonlySet<string>): Record<string, Value> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.has(name)));
}

/** True if the change says how its object was before. */
function isCompared({ before, former }: RecordedChange): boolean {
  return before !== undefined || former !== undefined;
}

/** True if the object is gone, so that only its representation before can be recorded. */
function isDeletion(type: string): boolean {
  return type.endsWith('.deleted');
}

/** The log shows what differs for updates only (logs.md §2). */
function isUpdate(type: string): boolean {
  return type.endsWith('updated');
}

function entryOf(
  { organizationId, source, userEmail, apiKeyId }: Actor,
  activityType: string,
  resourceType: string,
  { change, object, differences }: ShownChange,
  loggedAt: Date,
): ActivityLogEntry {
  return {
    id: newId(),
    organizationId,
    activityType,
    activitySource: source,
    resourceId: change.resourceId ?? change.row.id,
    resourceType: change.resourceType ?? resourceType,
    userEmail,
    apiKeyId,
    activityObject: object,
    activityObjectChanges: isUpdate(activityType) ? differences : {},
    externalCustomerId: change.externalCustomerId ?? null,
    externalSubscriptionId: change.externalSubscriptionId ?? null,
    loggedAt,
  };
}

function messageOf(
  { organizationId }: Actor,
  type: Pick<OutboxMessage, 'webhookType' | 'objectType'>,
  sent: Pick<OutboxMessage, 'objectId' | 'object' | 'externalCustomerId'>,
  createdAt: Date,
): OutboxMessage {
  return { id: newId(), organizationId, ...type, ...sent, createdAt };
}

/** Top-level members whose values differ, except `updated_at` (logs.md §2). */
function differences(before: Representation, after: Representation): Differences {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  names.delete('updated_at');
  const differing = [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return Object.fromEntries(differing.map((name) => [name, [before[name] ?? null, after[name] ?? null]]));
}
