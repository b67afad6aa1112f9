// Memory and processor time of processes, read from /proc. Tables omit these figures on systems other than Linux.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The kernel counts processor time in hundredths of a second, whatever the machine. */
const TICK_US = 10_000;

/** Resident memory of a process in megabytes. */
export function residentMegabytes(pid: number): number | null {
  const status = read(`/proc/${pid}/status`);
  const kilobytes = status === null ? undefined : /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

/** Processor time of a process so far in microseconds; with `family` including its children, living and dead. */
export function processorMicroseconds(pid: number, { family = false } = {}): number {
  const own = statOf(pid);
  if (own === null) return 0;
  if (!family) return own.ticks * TICK_US;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === pid);
  return (
    children.reduce((sum, child) => sum + (child?.ticks ?? 0), own.ticks + own.deadChildrenTicks) * TICK_US
  );
}

export function parentOf(pid: number): number | null {
  return statOf(pid)?.parent ?? null;
}

/** Source: proc_pid_stat(5): ppid is field 4, utime to cstime are 14 to 17; the name before may hold blanks. */
function statOf(pid: number): { parent: number; ticks: number; deadChildrenTicks: number } | null {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === null) return null;
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const field = (position: number) => fields[position - 3] ?? 0;
  return { parent: field(4), ticks: field(14) + field(15), deadChildrenTicks: field(16) + field(17) };
}

function read(file: string): string | null {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8') : null;
  } catch {
    return null; // it has ended in the meantime
  }
}
