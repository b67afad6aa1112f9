import type DataLoader from 'dataloader';
import type { Actor } from '../actor.js';
import type { Db, Tx } from '../db/database.js';
import type { Attempt } from '../idempotency/pending-request.js';
import { AppError } from '../errors/app-error.js';
import type { LoaderDefinition } from './loader.js';
import { RowPace } from './row-pace.js';

export interface RequestFacts {
  /** Null for a caller without a valid credential, who may only introspect. */
  readonly actor: Actor | null;
  readonly surface: 'rest' | 'graphql';
  /** The largest and the default page this surface serves. */
  readonly pageLimits: PageLimits;
  /** Absent where no request from outside is served. */
  readonly caller?: Caller;
  /** Size of the body, decompressed, where the operation that it asks for decides whether that is too much. */
  readonly bodyBytes?: number;
  /** Aborted when the caller leaves before the answer. */
  readonly left?: AbortSignal;
}

/** Where a request comes from; kept with events. */
export interface Caller {
  readonly address: string | null;
  readonly userAgent: string | null;
}

export interface PageLimits {
  readonly defaultSize: number;
  readonly maxSize: number;
}

/** What resolvers are given: who asks, what to read and write through, and this request's loaders. */
export class Context {
  private readonly loaders = new Map<LoaderDefinition<never, never>, DataLoader<never, never>>();

  /** Shared by all lists of this request. */
  readonly rowPace = new RowPace();

  private constructor(
    private readonly request: RequestFacts,
    private readonly connection: Db | null,
    private readonly transaction: Tx | null,
    /** With an `Idempotency-Key`, where an operation takes several transactions (`OwnTransaction`). */
    readonly attempt: Attempt | null,
  ) {}

  /** @param db null for a caller without a valid credential. */
  static reading(request: RequestFacts, db: Db | null): Context {
    return new Context(request, db, null, null);
  }

  /** The same request inside a transaction, with loaders that read through it. */
  within(tx: Tx): Context {
    return new Context(this.request, tx, tx, null);
  }

  /** The same request, to be answered once. */
  attempting(attempt: Attempt): Context {
    return new Context(this.request, this.connection, null, attempt);
  }

  /** Null for a caller without a valid credential. */
  get knownActor(): Actor | null {
    return this.request.actor;
  }

  /** @throws AppError kind `unauthenticated` when nobody is known to call. */
  get actor(): Actor {
    if (this.request.actor === null) throw unauthenticated();
    return this.request.actor;
  }

  /**
   * Reads. Inside a transaction it is that transaction: a second connection would see the past.
   * @throws AppError kind `unauthenticated` when nobody is known to call.
   */
  get db(): Db {
    if (this.connection === null) throw unauthenticated();
    return this.connection;
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

  get left(): AbortSignal | null {
    return this.request.left ?? null;
  }

  get caller(): Caller {
    return this.request.caller ?? { address: null, userAgent: null };
  }

  /**
   * The transaction of a writing operation, opened at the edge (docs/adr/0004). Who takes it is about to write: what
   * earlier mutations of the same operation have loaded is forgotten.
   */
  get tx(): Tx {
    if (this.transaction === null)
      throw new Error('This operation writes but was run without a transaction.');
    this.loaders.clear();
    return this.transaction;
  }

  /** The transaction, where the operation decides itself whether to open one (`OwnTransaction`). */
  get openTransaction(): Tx | null {
    return this.transaction;
  }

  /** Reads one value through the request's batch of that kind; see `defineLoader`. */
  load<K, V>(definition: LoaderDefinition<K, V>, key: K): Promise<V> {
    const kept = this.loaders.get(definition as never) as DataLoader<K, V> | undefined;
    if (kept !== undefined) return kept.load(key);
    const loader = definition.create(this);
    this.loaders.set(definition as never, loader as never);
    return loader.load(key);
  }
}

function unauthenticated(): AppError {
  return new AppError('unauthenticated', 'unauthorized');
}
