import { createHash } from 'node:crypto';
import type { CalledConnection } from '../../calls/called-connection.js';

/** Connections whose values are kept at once; the one that was kept first gives way. */
const MOST_CONNECTIONS = 1_000;

interface Kept<Value> {
  /** The settings and secrets of the connection, by which the value was read. */
  readonly access: string;
  readonly until: Date;
  readonly value: Value;
}

/** Values that connections have been given, kept in the memory of this process for a while. */
export class KeptByConnection<Value> {
  private readonly kept = new Map<string, Kept<Value>>();

  /** Null without a value, after its time, and once the settings or secrets of the connection have changed. */
  find(connection: CalledConnection, now: Date): Value | null {
    const kept = this.kept.get(connection.id);
    return kept !== undefined && kept.until > now && kept.access === accessOf(connection) ? kept.value : null;
  }

  keep(connection: CalledConnection, value: Value, until: Date): void {
    this.kept.delete(connection.id);
    this.kept.set(connection.id, { access: accessOf(connection), until, value });
    for (const id of this.kept.keys()) {
      if (this.kept.size <= MOST_CONNECTIONS) break;
      this.kept.delete(id);
    }
  }

  drop({ id }: CalledConnection): void {
    this.kept.delete(id);
  }
}

function accessOf({ settings, secrets }: CalledConnection): string {
  return createHash('sha256')
    .update(JSON.stringify([settings, secrets]))
    .digest('base64');
}
