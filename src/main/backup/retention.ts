import type { BackupTarget } from './backup-target.js';
import { backupFolders, type Manifest, MANIFEST_FILE, sequenceOf } from './manifest.js';

/** Removes what backups of the same server have left that did not end. Backups of the same server exclude each other. */
export async function removeUnfinished(
  target: BackupTarget,
  { sequence, systemIdentifier }: Pick<Manifest, 'sequence' | 'systemIdentifier'>,
): Promise<void> {
  const whole = new Set<string>();
  const folders = (await backupFolders(target, systemIdentifier)).filter(
    (name) => sequenceOf(name) < sequence,
  );
  for (const name of folders) if ((await target.list(name)).includes(MANIFEST_FILE)) whole.add(name);
  for (const name of folders) if (!whole.has(name)) await target.removeFolder(name, MANIFEST_FILE);
}
