import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { StartError } from '../settings/start-error.js';
import type { BackupTarget } from './targets/backup-target.js';
import type { Backup, Part } from './manifest.js';

/** Size of the files that an archive is cut into: each fits into memory and into one request. */
const PART_BYTES = 8 * 1024 * 1024;

/** Compresses an archive and writes it in parts. @returns the parts, in order. */
export async function writeParts(
  target: BackupTarget,
  folder: string,
  archive: AsyncIterable<Buffer>,
): Promise<Part[]> {
  const parts: Part[] = [];
  const source = Readable.from(archive, { objectMode: false });
  const compressed = source.pipe(createZstdCompress());
  source.once('error', (error) => compressed.destroy(error));
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const write = async () => {
    const content = Buffer.concat(pending);
    const key = `${folder}/part-${String(parts.length + 1).padStart(6, '0')}.tar.zst`;
    await target.put(key, content);
    parts.push({ key, bytes: content.length, sha256: sha256(content) });
    [pending, pendingBytes] = [[], 0];
  };
  for await (const chunk of compressed as AsyncIterable<Buffer>) {
    pending.push(chunk);
    pendingBytes += chunk.length;
    if (pendingBytes >= PART_BYTES) await write();
  }
  await write();
  return parts;
}

/** Reads the archive of a backup. @throws StartError when a part is missing or damaged. */
export function readParts(target: BackupTarget, backup: Backup): AsyncIterable<Buffer> {
  const source = Readable.from(checkedParts(target, backup), { objectMode: false });
  const unpacked = source.pipe(createZstdDecompress());
  source.once('error', (error) => unpacked.destroy(error));
  return unpacked as AsyncIterable<Buffer>;
}

async function* checkedParts(target: BackupTarget, { name, manifest }: Backup): AsyncGenerator<Uint8Array> {
  for (const { key, bytes, sha256: expected } of manifest.parts) {
    const content = await target.get(key);
    if (content === null) throw new StartError(`Backup ${name} is not whole: ${key} is missing.`);
    if (content.length !== bytes || sha256(content) !== expected)
      throw new StartError(`Backup ${name} is damaged: ${key} has another checksum than its manifest.`);
    yield content;
  }
}

function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
