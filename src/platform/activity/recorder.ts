import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../actor.js';
import type { Clock } from '../clock.js';
import type { Tx } from '../db/database.js';
import { newId } from '../db/ids.js';
import { expectPresent } from '../expect-present.js';
import { ACTIVITIES, type ActivityType, type RepresentedObject } from './activities.js';
import { type ActivityLogEntry, activityRepository, type OutboxMessage } from './activity.repository.js';

/** An object as REST shows it at this moment of the transaction. */
export type Representation = Record<string, unknown>;
/** Represents objects of one kind, in the order of their ids. */
export type Represent = (
  tx: Tx,
  actor: Actor,
  object: RepresentedObject,
  ids: readonly string[],
) => Promise<Representation[]>;

/** What changed, and whom it concerns. The external ids are null for catalogue objects. */
export interface RecordedChange {
  readonly id: string;
  /** What the log calls the resource, where that is not the object itself: what a payment pays (auth.md §6). */
  readonly resourceId?: string;
  readonly externalCustomerId?: string;
  readonly externalSubscriptionId?: string;
  /** The representation before the change (`snapshot`); needed for updates and deletions. */
  readonly before?: Representation;
}

/** A change, and how its object looks after it. */
interface ShownChange {
  readonly change: RecordedChange;
  readonly object: Representation;
  /** Top-level members that differ, as [before, after]. */
  readonly differences: Record<string, [unknown, unknown]>;
}

/**
 * Writes the activity log entry and the webhook message of a change, in the transaction of the change. Modules may
 * not import `rest`, so the composition root hands down how an object is represented.
 */
export class Recorder {
  private represent: Represent | null = null;

  constructor(private readonly clock: Clock) {}

  /** Called once by the composition root, when the schema exists. */
  representWith(represent: Represent): void {
    this.represent = represent;
  }

  /** The representation before a change; pass it to `recordAll` as `before`. */
  async snapshot(tx: Tx, actor: Actor, object: RepresentedObject, id: string): Promise<Representation> {
    const [snapshot] = await this.snapshots(tx, actor, object, [id]);
    return expectPresent(snapshot, `${object} ${id}`);
  }

  /**
   * Records changes of one kind, by a number of statements that does not depend on how many there are. An update that changed
   * nothing that REST shows leaves no entry and no message.
   */
  async recordAll(
    tx: Tx,
    actor: Actor,
    type: ActivityType,
    changes: readonly RecordedChange[],
  ): Promise<void> {
    const { object: objectType, resourceType, webhook: webhookType } = ACTIVITIES[type];
    const shown = await this.shown(tx, actor, type, changes);
    const at = this.clock.now();
    if (resourceType !== null) {
      const entries = shown.map((each) => entryOf(actor, type, resourceType, each, at));
      await activityRepository.insertEntries(tx, entries);
      if (webhookType === null) return;
      await activityRepository.insertMessagesOf(tx, entries, { webhookType, objectType });
    } else if (webhookType !== null) {
      const messages = shown.map((each) => messageOf(actor, { webhookType, objectType }, each, at));
      await activityRepository.insertMessages(tx, messages);
    }
  }

  /** How what has changed looks now; what has been deleted, before. Updates that show in nothing are left out. */
  private async shown(
    tx: Tx,
    actor: Actor,
    type: ActivityType,
    changes: readonly RecordedChange[],
  ): Promise<ShownChange[]> {
    const isUpdate = type.endsWith('.updated');
    const objects = type.endsWith('.deleted')
      ? changes.map(({ before }) => expectPresent(before, 'the representation before a deletion'))
      : await this.snapshots(
          tx,
          actor,
          ACTIVITIES[type].object,
          changes.map(({ id }) => id),
        );
    return changes
      .map((change, index) => {
        const object = expectPresent(objects[index], `the changed object ${change.id}`);
        return { change, object, differences: isUpdate ? differences(change.before ?? {}, object) : {} };
      })
      .filter((each) => !isUpdate || Object.keys(each.differences).length > 0);
  }

  private snapshots(
    tx: Tx,
    actor: Actor,
    object: RepresentedObject,
    ids: readonly string[],
  ): Promise<Representation[]> {
    if (this.represent === null) throw new Error('The recorder was not told how to represent objects.');
    return this.represent(tx, actor, object, ids);
  }
}

function entryOf(
  { organizationId, source, userEmail, apiKeyId }: Actor,
  activityType: ActivityType,
  resourceType: string,
  { change, object, differences: activityObjectChanges }: ShownChange,
  loggedAt: Date,
): ActivityLogEntry {
  return {
    id: newId(),
    organizationId,
    activityType,
    activitySource: source,
    resourceId: change.resourceId ?? change.id,
    resourceType,
    userEmail,
    apiKeyId,
    activityObject: object,
    activityObjectChanges,
    externalCustomerId: change.externalCustomerId ?? null,
    externalSubscriptionId: change.externalSubscriptionId ?? null,
    loggedAt,
  };
}

function messageOf(
  { organizationId }: Actor,
  type: Pick<OutboxMessage, 'webhookType' | 'objectType'>,
  { change: { id: objectId }, object }: ShownChange,
  createdAt: Date,
): OutboxMessage {
  return { id: newId(), organizationId, ...type, objectId, object, createdAt };
}

/** Top-level members whose value differs, `updated_at` left out (auth.md §6). */
function differences(before: Representation, after: Representation): Record<string, [unknown, unknown]> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  names.delete('updated_at');
  const differing = [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return Object.fromEntries(differing.map((name) => [name, [before[name] ?? null, after[name] ?? null]]));
}
