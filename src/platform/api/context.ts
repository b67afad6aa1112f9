import type DataLoader from 'dataloader';
import type { Actor } from '../actor.js';
import { type CallerAddresses, OPEN_ADDRESSES } from '../addresses.js';
import type { Db, Tx } from '../db/database.js';
import type { Attempt } from '../idempotency/attempt.js';
import { AppError } from '../errors/app-error.js';
import { expectPresent } from '../expect-present.js';
import type { UpdateSource } from '../live/live-updates.js';
import type { Caller } from './access/caller.js';
import type { Session } from './access/user-session.js';
import type { PortalCaller } from './access/portal-caller.js';
import { EventLoopYield } from './lists/event-loop-yield.js';
import { OutsideAnswers } from './outside-answers.js';

/** The resolvers of an application, by their classes. */
export type Resolvers = ReadonlyMap<unknown, object>;

export interface RequestFacts {
  /** They answer the fields of the schema, which belongs to no application. */
  readonly resolvers: Resolvers;
  /** Null for a caller without a valid credential, who may only introspect, and for a customer in the portal. */
  readonly actor: Actor | null;
  /** The session that the request was sent in; absent without one. */
  readonly session?: Session | null;
  /** The connection for fields that belong to no organization (`OpenTo`). */
  readonly openDb?: Db;
  /** The customer who sent it with a portal token; absent for other callers. */
  readonly portal?: PortalCaller | null;
  readonly surface: 'rest' | 'graphql';
  /** The largest and the default page this surface serves. */
  readonly pageLimits: PageLimits;
  /** Absent when the server itself runs the operation, as for the payloads of webhooks. */
  readonly caller?: Caller | null;
  /** Makes the addresses in the answer; absent if there is no request. */
  readonly addresses?: CallerAddresses | null;
  /** Decompressed size of a GraphQL request body, whose limit depends on the operations in it. */
  readonly bodyBytes?: number;
  /** Aborted when the caller disconnects before the response is sent. */
  readonly disconnected?: AbortSignal;
  /** What a subscription is fed by; absent elsewhere. */
  readonly updates?: UpdateSource;
  /** Counts the statements of a GraphQL request. */
  readonly statementCount?: { readonly statements: number };
}

export interface PageLimits {
  readonly defaultSize: number;
  readonly maxSize: number;
}

/** What resolvers receive: the caller, the database connection or transaction, and this request's data loaders. */
export class Context {
  private readonly loaders = new Map<LoaderDefinition<never, never>, DataLoader<never, never>>();

  /** Shared by all lists of this request. */
  readonly eventLoopYield = new EventLoopYield();

  private constructor(
    private readonly request: RequestFacts,
    private readonly connection: Db | null,
    private readonly transaction: Tx | null,
    /** Set for a request with an `Idempotency-Key` whose operation runs several transactions (`OwnTransaction`). */
    readonly attempt: Attempt | null,
    /** Kept over all runs of an operation. */
    readonly outsideAnswers: OutsideAnswers,
  ) {}

  /** @param db null for a caller without a valid credential. */
  static reading(request: RequestFacts, db: Db | null): Context {
    return new Context(request, db, null, null, new OutsideAnswers());
  }

  /** The same request inside a transaction, with loaders that read through it. */
  inTransaction(tx: Tx): Context {
    return new Context(this.request, tx, tx, null, this.outsideAnswers);
  }

  /** The same request, which has loaded nothing yet. */
  readingAgain(): Context {
    const { request, connection, transaction, attempt, outsideAnswers } = this;
    return new Context(request, connection, transaction, attempt, outsideAnswers);
  }

  /** The same request as one attempt at an operation whose response is stored under an `Idempotency-Key`. */
  withAttempt(attempt: Attempt): Context {
    return new Context(this.request, this.connection, null, attempt, this.outsideAnswers);
  }

  /** The caller; null without a valid credential, and for a customer in the portal. */
  get knownActor(): Actor | null {
    return this.request.actor;
  }

  /**
   * The caller. A portal token is no credential here, so that no field outside of the portal answers a customer.
   * @throws AppError kind `unauthenticated` without a valid credential.
   */
  get actor(): Actor {
    if (this.request.actor === null) throw unauthenticated();
    return this.request.actor;
  }

  /** The customer in the portal. @throws AppError kind `unauthenticated` for every other caller. */
  requirePortal(): PortalCaller {
    const { portal } = this.request;
    if (portal === undefined || portal === null) throw unauthenticated();
    return portal;
  }

  /** @throws AppError kind `unauthenticated` for a customer in the portal, whom only fields of the portal answer. */
  refusePortal(): void {
    if (this.isPortal) throw unauthenticated();
  }

  /** True for a customer in the portal. */
  get isPortal(): boolean {
    return (this.request.portal ?? null) !== null;
  }

  /**
   * The session of a signed-in user, who may be a member of no organization.
   * @throws AppError kind `unauthenticated` without a session.
   */
  requireSession(): Session {
    const { session } = this.request;
    if (session === undefined || session === null) throw unauthenticated();
    return session;
  }

  /** The connection for fields that belong to no organization (`OpenTo`). */
  get openDb(): Db {
    return expectPresent(this.request.openDb, 'a connection for fields of no organization');
  }

  /**
   * The connection to read through. Inside a transaction it is that transaction: a second connection would not see its
   * writes.
   * @throws AppError kind `unauthenticated` without a valid credential.
   */
  get db(): Db {
    if (this.connection === null) throw unauthenticated();
    return this.connection;
  }

  /** The resolvers that answer the fields of the schema. */
  get resolvers(): Resolvers {
    return this.request.resolvers;
  }

  get surface(): 'rest' | 'graphql' {
    return this.request.surface;
  }

  get pageLimits(): PageLimits {
    return this.request.pageLimits;
  }

  get bodyBytes(): number {
    return this.request.bodyBytes ?? 0;
  }

  /** Number of database statements that the request has sent so far; 0 where nobody counts them. */
  get statements(): number {
    return this.request.statementCount?.statements ?? 0;
  }

  /** What a subscription is fed by. @throws Error outside of a subscription. */
  get updates(): UpdateSource {
    if (this.request.updates === undefined) throw new Error('Only a subscription is fed by updates.');
    return this.request.updates;
  }

  get disconnected(): AbortSignal | null {
    return this.request.disconnected ?? null;
  }

  /** Makes the addresses in the answer; null if the server itself runs the operation, or the caller named no host. */
  get addresses(): CallerAddresses | null {
    return this.request.addresses ?? null;
  }

  /** The same request, whose answer is kept: its addresses are filled in for whoever reads it (`OPEN_ADDRESSES`). */
  withOpenAddresses(): Context {
    const request = { ...this.request, addresses: OPEN_ADDRESSES };
    return new Context(request, this.connection, this.transaction, this.attempt, this.outsideAnswers);
  }

  get caller(): Caller {
    return this.request.caller ?? { address: null, userAgent: null };
  }

  /**
   * Called by each mutation before it writes. Discards what earlier mutations of the same operation have loaded, which
   * this one may change.
   * @returns the transaction of the operation, opened at the edge (docs/adr/0004).
   * @throws Error when the operation runs without a transaction.
   */
  beginWrite(): Tx {
    if (this.transaction === null)
      throw new Error('This operation writes but was run without a transaction.');
    this.loaders.clear();
    return this.transaction;
  }

  /** The transaction of the operation, or null: for operations that open their own if there is none (`OwnTransaction`). */
  get openTransaction(): Tx | null {
    return this.transaction;
  }

  /** Loads one value; keys that are requested in the same tick are read together (`defineLoader`). */
  load<K, V>(definition: LoaderDefinition<K, V>, key: K): Promise<V> {
    return this.loaderOf(definition).load(key);
  }

  /** Gives a loader a value that the caller has read, so that it is not read again. A value loaded before is kept. */
  prime<K, V>(definition: LoaderDefinition<K, V>, key: K, value: V): void {
    this.loaderOf(definition).prime(key, value);
  }

  private loaderOf<K, V>(definition: LoaderDefinition<K, V>): DataLoader<K, V> {
    const kept = this.loaders.get(definition as never) as DataLoader<K, V> | undefined;
    if (kept !== undefined) return kept;
    const loader = definition.create(this);
    this.loaders.set(definition as never, loader as never);
    return loader;
  }
}

function unauthenticated(): AppError {
  return new AppError('unauthenticated', 'unauthorized');
}

/** One kind of batched read; each request has its own data loader for it. */
export interface LoaderDefinition<K, V> {
  create(context: Context): DataLoader<K, V, unknown>;
}
