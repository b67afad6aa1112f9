import type { Logger } from '../../log.js';

interface SharedWork {
  /** Does the work of one organization, or of all of them at once (null). */
  readonly work: (organizationId: string | null) => Promise<unknown>;
  /** The organizations that have such work. */
  readonly organizationIds: () => Promise<readonly string[]>;
  readonly log: Pick<Logger, 'error'>;
}

/**
 * Does the work of all organizations at once. If that fails, does it organization by organization, so that one whose work
 * fails stops no other. Source: docs/adr/0102.
 * @throws the failure of the database itself, which cannot name the organizations then.
 */
export async function doForAll({ work, organizationIds, log }: SharedWork): Promise<void> {
  try {
    await work(null);
  } catch {
    for (const organizationId of await organizationIds()) {
      try {
        await work(organizationId);
      } catch (failure) {
        log.error({ err: failure, organizationId }, 'work of an organization failed and will be tried again');
      }
    }
  }
}
