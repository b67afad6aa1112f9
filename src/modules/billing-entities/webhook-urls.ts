import type { Actor } from '../../platform/actor.js';
import type { Db, Tx } from '../../platform/db/database.js';
import type { FieldErrors } from '../../platform/errors/field-errors.js';

/** The addresses of webhook endpoints, which the deprecated view of an organization shows. A higher module answers. */
export interface WebhookUrls {
  /** The addresses of all endpoints, oldest first. */
  readonly list: (db: Db, actor: Actor) => Promise<readonly string[]>;
  /** Changes the oldest endpoint, or creates one. Adds the errors of a refused address to those of `webhookUrl`. */
  readonly replaceOldest: (tx: Tx, actor: Actor, url: string | null, errors: FieldErrors) => Promise<void>;
}
