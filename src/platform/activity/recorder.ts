import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../actor.js';
import type { Clock } from '../clock.js';
import type { Tx } from '../db/database.js';
import { newId } from '../db/ids.js';
import { ACTIVITIES, type ActivityType, type RepresentedObject } from './activities.js';
import { activityLogEntries, outboxMessages } from './activity.table.js';

/** An object as REST shows it at this moment of the transaction. */
export type Representation = Record<string, unknown>;
export type Represent = (
  tx: Tx,
  actor: Actor,
  object: RepresentedObject,
  id: string,
) => Promise<Representation>;

/** What changed, and whom it concerns. The external ids are null for catalogue objects. */
export interface Change {
  readonly id: string;
  /** What the log calls the resource, where that is not the object itself: what a payment pays (auth.md §6). */
  readonly resourceId?: string;
  readonly externalCustomerId?: string;
  readonly externalSubscriptionId?: string;
  /** The representation before the change (`snapshot`); needed for updates and deletions. */
  readonly before?: Representation;
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

  /** The representation before a change; pass it to `record` as `before`. */
  snapshot(tx: Tx, actor: Actor, object: RepresentedObject, id: string): Promise<Representation> {
    if (this.represent === null) throw new Error('The recorder was not told how to represent objects.');
    return this.represent(tx, actor, object, id);
  }

  /** Records a change. An update that changed nothing the object shows leaves no entry and no message. */
  async record(tx: Tx, actor: Actor, type: ActivityType, change: Change): Promise<void> {
    const { object: objectType, resourceType, webhook } = ACTIVITIES[type];
    const deleted = type.endsWith('.deleted') ? change.before : undefined;
    const object = deleted ?? (await this.snapshot(tx, actor, objectType, change.id));
    const changes = type.endsWith('.updated') ? differences(change.before ?? {}, object) : {};
    if (type.endsWith('.updated') && Object.keys(changes).length === 0) return;
    const loggedAt = this.clock.now();
    if (resourceType !== null) {
      await tx.insert(activityLogEntries).values({
        id: newId(),
        organizationId: actor.organizationId,
        activityType: type,
        activitySource: actor.source,
        resourceId: change.resourceId ?? change.id,
        resourceType,
        userEmail: actor.userEmail,
        apiKeyId: actor.apiKeyId,
        activityObject: object,
        activityObjectChanges: changes,
        externalCustomerId: change.externalCustomerId ?? null,
        externalSubscriptionId: change.externalSubscriptionId ?? null,
        loggedAt,
      });
    }
    if (webhook === null) return;
    await tx.insert(outboxMessages).values({
      id: newId(),
      organizationId: actor.organizationId,
      webhookType: webhook,
      objectType,
      objectId: change.id,
      object,
      createdAt: loggedAt,
    });
  }
}

/** Top-level members whose value differs, `updated_at` left out (auth.md §6). */
function differences(before: Representation, after: Representation): Record<string, [unknown, unknown]> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  names.delete('updated_at');
  const differing = [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return Object.fromEntries(differing.map((name) => [name, [before[name] ?? null, after[name] ?? null]]));
}
