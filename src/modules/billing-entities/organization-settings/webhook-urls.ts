import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';

/** The addresses of webhook endpoints, which the deprecated view of an organization shows. A higher module answers. */
export interface WebhookUrls {
  /** The addresses of all endpoints, oldest first. */
  readonly list: (db: Db, actor: Actor) => Promise<readonly string[]>;
}
