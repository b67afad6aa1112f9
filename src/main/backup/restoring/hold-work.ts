import { setTimeout as sleep } from 'node:timers/promises';
import { isHeldAfterRestore } from '../../database/restore-record.js';

/** How often a server looks whether an operator has let the work go on. */
const LOOK_MS = 1_000;

/** Said by a server whose work waits. */
export const HELD =
  'This server was restored from a backup: due work, jobs, webhooks and e-mails wait until you run `tollgate restore go`, in a clone `npx tollgate restore go` (docs/operating.md, "Backup and restore").';

interface Held {
  readonly dataDir: string;
  /** Starts the work. */
  readonly start: () => Promise<void>;
  readonly onFailure: (error: Error) => void;
}

/** Starts the work once an operator lets it go on after a restore. @returns a function that ends the wait. */
export function startWhenReleased({ dataDir, start, onFailure }: Held): () => Promise<void> {
  const end = new AbortController();
  const waiting = (async () => {
    while (isHeldAfterRestore(dataDir)) await sleep(LOOK_MS, undefined, { signal: end.signal });
    await start();
  })().catch((error: unknown) => {
    if (!end.signal.aborted) onFailure(error instanceof Error ? error : new Error(String(error)));
  });
  return async () => {
    end.abort();
    await waiting;
  };
}
