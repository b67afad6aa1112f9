import 'reflect-metadata';
import { CAPABILITIES } from '../../src/main/capabilities.js';
import type { Db } from '../../src/platform/db/database.js';
import type { FileStore } from '../../src/platform/files/file-store.js';
import type { Difference } from '../../src/platform/verification/check.js';

interface VerifiedDatabase {
  readonly db: Db;
  readonly fileStore?: FileStore | null;
  /** Default: all organizations. */
  readonly organizationId?: string | null;
}

/** What `verify` finds in a database, with the names of the checks. @param names only these checks; default: all that are binding. */
export async function differencesIn(
  { db, fileStore = null, organizationId = null }: VerifiedDatabase,
  names?: readonly string[],
): Promise<(Difference & { readonly check: string })[]> {
  const found: (Difference & { readonly check: string })[] = [];
  for (const check of CAPABILITIES.checks) {
    if (!(names?.includes(check.name) ?? check.isBinding)) continue;
    for await (const difference of check.differences({ db, fileStore, organizationId }))
      found.push({ check: check.name, ...difference });
  }
  return found;
}
