import type { Db } from '../db/database.js';
import type { FileStore } from '../files/file-store.js';

/** What a check reads. It writes nothing. */
export interface Verified {
  readonly db: Db;
  /** The storage of `FILES_URL`; null without one. */
  readonly fileStore: FileStore | null;
  /** The organization whose records are compared; null: all of them. */
  readonly organizationId: string | null;
}

/** A record that is not what other records say. JSON values; amounts are decimal text. */
export interface Difference extends Readonly<Record<string, unknown>> {
  readonly organizationId: string;
}

/** A comparison of stored records with others that must agree with them (docs/adr/0111). */
export interface Check {
  /** In snake_case; names the check in the report. */
  readonly name: string;
  /** The sentence that is true if nothing differs. */
  readonly claim: string;
  /** False: differences are listed and are no failure. */
  readonly isBinding: boolean;
  /** Yields what differs. Reads in batches, each from one snapshot, so that it may run beside a server. */
  readonly differences: (verified: Verified) => AsyncIterable<Difference>;
}
