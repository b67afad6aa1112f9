import type { Db } from '../db/database.js';

/** How long a process goes on with the secrets that it has read, after they were replaced (`rotateSecret`). */
export const KEPT_FOR_MS = 10_000;

interface Kept<Value> {
  readonly value: Value;
  readonly readAgainAt: number;
}

/** A value of the database that a process keeps for some seconds. */
export class KeptValue<Value> {
  private kept: Kept<Value> | null = null;
  private readonly reading = new WeakMap<Db, Promise<Kept<Value>>>();

  constructor(private readonly read: (db: Db) => Promise<Value>) {}

  /** The value, as it was at most `KEPT_FOR_MS` ago. */
  async get(db: Db): Promise<Value> {
    const { kept } = this;
    const isFresh = kept !== null && performance.now() < kept.readAgainAt;
    return (isFresh ? kept : await this.readOnce(db)).value;
  }

  /**
   * Reads the value once for all who ask through the same connection at once, as the objects of a list do. What others read is not waited
   * for: they may wait for the connection that the caller has.
   */
  private readOnce(db: Db): Promise<Kept<Value>> {
    const known = this.reading.get(db);
    if (known !== undefined) return known;
    const readAgainAt = performance.now() + KEPT_FOR_MS;
    const reading = this.read(db)
      .then((value) => (this.kept = { value, readAgainAt }))
      .finally(() => this.reading.delete(db));
    this.reading.set(db, reading);
    return reading;
  }
}
