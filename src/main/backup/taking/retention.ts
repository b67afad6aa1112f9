import type { BackupTarget } from '../targets/backup-target.js';
import { backupFolders, type Manifest, MANIFEST_FILE, sequenceOf } from '../manifest.js';

/** Removes what backups of the same server have left that did not end. Backups of the same server exclude each other. */
export async function removeUnfinished(
  target: BackupTarget,
  { sequence, systemIdentifier }: Pick<Manifest, 'sequence' | 'systemIdentifier'>,
): Promise<void> {
  for (const name of await backupFolders(target, systemIdentifier)) {
    if (sequenceOf(name) >= sequence) continue;
    const isWhole = (await target.list(name)).includes(MANIFEST_FILE);
    if (!isWhole) await target.removeFolder(name, MANIFEST_FILE);
  }
}
