/**
 * Server settings, given on the command line so that a new release brings its own. What keeps acknowledged data
 * through a crash (`fsync`, `full_page_writes`, `synchronous_commit`) stays at its default: on.
 */
const SETTINGS = {
  /** Small enough for a laptop; the system's file cache does the rest. */
  shared_buffers: '256MB',
  /** Checkpoints far apart: each one makes the next write of every page a full page of WAL. Costs disk and recovery time. */
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  /** For SSDs; the default, 4, is the cost of moving a disk's head. */
  random_page_cost: '1.1',
  /**
   * Tables begin empty here and grow by thousands of rows a minute. Until they are seen anew, plans are made for the few
   * rows there were (docs/adr/0019), and a queue is read past the rows that have left it.
   */
  autovacuum_naptime: '15s',
  /** Compiling a query costs more than billing's short ones take. */
  jit: 'off',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  /** English whatever the machine speaks: `postmaster.ts` reads its refusals. */
  lc_messages: 'C',
  /** Above ERROR: a refused statement is its caller's to report, and would put customers' data into the log. */
  log_min_messages: 'log',
  log_checkpoints: 'off',
} as const;

/** `-c name=value` for each setting, those given last. */
export function settingArguments(more: Readonly<Record<string, string>>): string[] {
  return Object.entries({ ...SETTINGS, ...more }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
