import type { SqlChannel } from '../sql-channel.js';
import type { Db } from '../database.js';
import { queryBuilder } from '../writing/query-builder.js';
import { cancelledWithCaller } from './cancellation.js';
import { keepingCatalogs } from './catalog-reads.js';
import type { ConnectionGate } from './connection-gate.js';
import { type Caller, type Layer, type StatementCount, throughLayers } from './layer.js';
import { mergingReads } from './merged-reads.js';
import { withoutNesting } from './nested-connection.js';
import { withoutRepeatedReads } from './repeated-reads.js';
import { withinShare } from './connection-share.js';
import { withStatementLimit } from './statement-limit.js';
import { behindWall, OF_ALL, onlyOf } from './tenant-wall.js';

/**
 * The layers that send fewer statements, the first of which is the lowest. A process has one of each. Any of them can be removed: the
 * same answers take more statements.
 */
export function savingLayers(): readonly Layer[] {
  return [mergingReads(), withoutRepeatedReads, keepingCatalogs()];
}

interface TenantConnectionsOptions {
  readonly gate: ConnectionGate;
  /** The most statements of a caller outside of transactions. */
  readonly mostReads: number;
  /** True if the sessions see rows of an organization only after they have named it. */
  readonly hasWall: boolean;
  /** The layers that send fewer statements for the requests of an organization; by default all that there are. */
  readonly saving?: readonly Layer[];
}

/** Connections for organizations, each of which has its share of them (`ConnectionGate`). Source: docs/adr/0027. */
export class TenantConnections {
  readonly gate: ConnectionGate;
  /** The layers that protect others from a caller. The first is next to Postgres. */
  private readonly protecting: readonly Layer[];
  /** The layers over them, for the requests of organizations. */
  private readonly saving: readonly Layer[];

  constructor(
    private readonly postgres: SqlChannel,
    { gate, mostReads, hasWall, saving = savingLayers() }: TenantConnectionsOptions,
  ) {
    this.gate = gate;
    this.saving = saving;
    this.protecting = [
      ...(hasWall ? [behindWall] : []),
      cancelledWithCaller,
      withStatementLimit(mostReads),
      withinShare(gate),
      withoutNesting,
    ];
  }

  /**
   * The query builder of one request of an organization, for its reads and its transaction.
   * @param disconnected aborted when the caller disconnects: running statements are cancelled, waiting ones are dropped.
   * @param count counts the statements of a request whose caller may disconnect.
   */
  forOrganization(organizationId: string, disconnected?: AbortSignal, count?: StatementCount): Db {
    return this.queryBuilder([...this.protecting, ...this.saving], {
      share: organizationId,
      preamble: onlyOf(organizationId),
      organizationId,
      disconnected,
      count,
    });
  }

  /**
   * The query builder of one request that belongs to no organization, such as a login. All such requests together have
   * the share of one organization.
   */
  forVisitors(disconnected?: AbortSignal, count?: StatementCount): Db {
    return this.queryBuilder(this.protecting, { ...OF_NOBODY, share: 'visitors', disconnected, count });
  }

  /**
   * The query builder of one request without credentials that names an organization, such as a message of a payment provider
   * before its signature was checked. All such requests together have the share of one organization, and logins another one.
   */
  forStrangers(disconnected?: AbortSignal): Db {
    return this.queryBuilder(this.protecting, { ...OF_NOBODY, share: 'strangers', disconnected });
  }

  /**
   * The channel that stores the events of several requests of an organization at once (group commit). It has a separate
   * share of the connections, so that events are stored however many other requests wait.
   */
  forIngest(organizationId: string): SqlChannel {
    return throughLayers(this.protecting, this.postgres, {
      share: `${organizationId}:events`,
      preamble: onlyOf(organizationId),
      organizationId,
      disconnected: undefined,
      count: undefined,
    });
  }

  private queryBuilder(layers: readonly Layer[], caller: Caller): Db {
    return queryBuilder(throughLayers(layers, this.postgres, caller));
  }
}

const OF_NOBODY = { preamble: OF_ALL, organizationId: null, count: undefined };
