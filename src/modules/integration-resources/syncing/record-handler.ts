import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import type { IntegrationResource, IntegrationResourceTypeName } from '../integration-resource.table.js';
import type { SyncRecord } from './sync-record.job.js';
import type { CalledConnection } from '../../integrations/adapters/calls/called-connection.js';
import type { IntegrationRefusal } from '../../integrations/adapters/calls/integration-refusal.js';
import type { ProviderError } from '../../integrations/integration.changes.js';
import type { Integration } from '../../integrations/records/integration.table.js';
import type { IntegrationCategory } from '../../integrations/types/integration-types.js';

/** A record that is sent now, and its connection. */
export interface SentRecord {
  readonly record: IntegrationResource;
  readonly integration: Integration;
  /** The last part that was sent, of a document that is sent in parts; null before the first. */
  readonly sentPart: string | null;
}

/** What an outside system has of a document after a call. */
export interface Synced {
  readonly status: 'synced' | 'voided';
  /** Null if the system gave none: the one that is known stays. */
  readonly externalId: string | null;
  readonly externalUrl: string | null;
  /** What the system has otherwise than we do, although it has accepted the call. */
  readonly difference?: ProviderError;
  /** The part that the call has sent, if others are left: the record stays pending, and comes again for the next one. */
  readonly sentPart?: string;
}

/** The step that a handler chooses for a record. */
export type Prepared<Answer extends Synced> =
  | {
      readonly step: 'call';
      /**
       * Calls the outside system, once or several times.
       * @param isRepeated true if a former call may have reached the system, whatever became of it.
       * @throws IntegrationRefusal.
       */
      readonly call: (connection: CalledConnection, isRepeated: boolean) => Promise<Answer>;
    }
  /** Another record must be synced before. */
  | { readonly step: 'wait'; readonly recordId: string }
  /** The record fails without a call. It is sent once the record with the id is synced; null if it waits for none. */
  | { readonly step: 'refuse'; readonly refusal: IntegrationRefusal; readonly recordId: string | null }
  /** Nothing is to be sent any more. The record has what was synced before, else it is deleted. */
  | { readonly step: 'drop' };

/** Sends the documents of one or several types to the systems of a category. */
export interface RecordHandler<Answer extends Synced = Synced> {
  readonly category: IntegrationCategory;
  readonly resourceTypes: readonly IntegrationResourceTypeName[];
  /** Says which records of these types it sends, if another handler sends the rest; by default all. The document decides. */
  sends?(db: Db, actor: Actor, sent: SentRecord): Promise<boolean>;
  /** Reads the document as it is now, outside of any transaction, and chooses the step. */
  prepare(db: Db, actor: Actor, sent: SentRecord): Promise<Prepared<Answer>>;
  /**
   * Locks what `recordSuccess` and `recordFailure` change, in the transaction that records a call. Whoever asks for a record has locked its
   * document before it, so that this order holds here, too.
   */
  lockOwner?(tx: Tx, actor: Actor, sent: SentRecord): Promise<void>;
  /** Writes what follows from a call, in the transaction that records it. */
  recordSuccess?(tx: Tx, actor: Actor, sent: SentRecord, answer: Answer): Promise<void>;
  /** Writes what follows from a failure for good, in the transaction that records it. `integration` may be deleted. */
  recordFailure?(tx: Tx, actor: Actor, sent: SentRecord, refusal: IntegrationRefusal): Promise<void>;
}

/** How an attempt to send a record ended. */
export type AttemptOutcome =
  { readonly step: 'synced'; readonly answer: Synced } | Exclude<Prepared<Synced>, { readonly step: 'call' }>;

/** An attempt to send a record that has ended. */
export interface EndedAttempt {
  readonly job: SyncRecord;
  readonly sent: SentRecord;
  readonly handler: RecordHandler;
  readonly outcome: AttemptOutcome;
}
