import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { percentile } from './harness.ts';
import type { World } from './world.ts';

/** Postgres settings that determine the cost of writes. */
const SETTINGS = [
  'server_version',
  'shared_buffers',
  'max_wal_size',
  'checkpoint_timeout',
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'wal_compression',
];

/** Describes the machine in lines of Markdown. */
export async function describeMachine({ pool: { sql }, server }: World): Promise<string> {
  const [cpu] = os.cpus();
  const rows = await sql<{ name: string; value: string }[]>`
    select name, current_setting(name) as value from unnest(${SETTINGS}::text[]) as name`;
  return [
    `- ${os.availableParallelism()} cores (${cpu?.model ?? 'unknown'}), shared by server, Postgres and load generator`,
    `- ${Math.round(os.totalmem() / 2 ** 30)} GiB of memory, ${os.type()} ${os.release()}`,
    `- one fdatasync of 8 kB: ${synchronizeMicroseconds(server.dataDir).toFixed(0)} µs (median of 200)`,
    `- Node ${process.version}; Postgres ${rows.map(({ name, value }) => (name === 'server_version' ? value : `${name}=${value}`)).join(', ')}`,
  ].join('\n');
}

/** Microseconds of one fdatasync of a page, which every commit waits for. */
function synchronizeMicroseconds(folder: string): number {
  const file = path.join(folder, 'fsync-probe');
  const page = Buffer.alloc(8_192, 'x');
  const descriptor = openSync(file, 'w');
  const times = Array.from({ length: 200 }, () => {
    const startedAt = performance.now();
    writeSync(descriptor, page, 0, page.length, 0);
    fdatasyncSync(descriptor);
    return (performance.now() - startedAt) * 1_000;
  });
  closeSync(descriptor);
  rmSync(file);
  return percentile(times, 0.5);
}
