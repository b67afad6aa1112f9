import type { Actor } from '../platform/actor.js';
import type { Tx } from '../platform/db/database.js';
import type { UpdateSubscriptionInput } from '../modules/subscriptions/subscription.schema.js';
import type { SubscriptionEditor } from '../modules/subscriptions/subscription-editor.service.js';
import type { SubscriptionService } from '../modules/subscriptions/subscription.service.js';
import type { Subscription } from '../modules/subscriptions/subscription.table.js';
import type { SubscriptionStart } from './subscription-start.js';
import { foreseeEnd } from './subscription-timetable.js';

/** Changes subscriptions, and what is foreseen of them. Source: subscriptions.md §8. */
export class SubscriptionUpdate {
  constructor(
    private readonly subscriptions: SubscriptionService,
    private readonly editor: SubscriptionEditor,
    private readonly starts: SubscriptionStart,
  ) {}

  /** @throws AppError as `SubscriptionEditor.update`. */
  async update(tx: Tx, actor: Actor, input: UpdateSubscriptionInput): Promise<Subscription> {
    const context = await this.editor.update(tx, actor, input);
    const { subscription } = context;
    const { id, status, previousSubscriptionId } = subscription;
    if (status === 'active') await foreseeEnd(tx, actor, context);
    if (status !== 'pending' || previousSubscriptionId !== null) return subscription;
    await this.starts.beginWhenDue(tx, actor, context);
    return this.subscriptions.get(tx, actor, { id });
  }
}
