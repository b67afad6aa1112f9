import type { Preamble, SqlChannel } from '../sql-channel.js';

/** What differs from one request to the next, for the layers on its way to Postgres. */
export interface Caller {
  /** The share of the connections that it uses. */
  readonly share: string;
  /** Shows it the rows of its organization, or of all. */
  readonly preamble: Preamble;
  /** Whose catalog it reads; null for a request that belongs to no organization. */
  readonly organizationId: string | null;
  /** Aborted when the caller disconnects. */
  readonly disconnected: AbortSignal | undefined;
  readonly count: StatementCount | undefined;
}

/** Number of statements that a request has sent, without those that begin and end transactions. */
export interface StatementCount {
  statements: number;
}

/** Puts a channel over another one, for one request. */
export type Layer = (next: SqlChannel, caller: Caller) => SqlChannel;

/** The channel of a request through these layers, of which the first is next to Postgres. */
export function throughLayers(layers: readonly Layer[], postgres: SqlChannel, caller: Caller): SqlChannel {
  return layers.reduce((next, layer) => layer(next, caller), postgres);
}
