import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type postgres from 'postgres';

/** Statements of what the process does meanwhile: it writes the API log and the use of keys. */
const IN_THE_BACKGROUND =
  /^(begin|commit)|synchronous_commit|insert into "api_log_entries"|update "api_keys"/;

/** The cost of one request for the server process. */
export interface Cost {
  /** CPU time of the longest turn of the event loop, in which nobody else is served. Independent of other processes. */
  readonly busyMs: number;
  /** The longest turn of the event loop by the wall clock, for the report only: on a busy machine it means little. */
  readonly delayMs: number;
  /** How far the memory of the process rose during the request. */
  readonly memoryMegabytes: number;
  readonly statements: number;
  /** The longest planning time of one of the statements in Postgres. */
  readonly planningMs: number;
  /** Characters of JSON that were parsed. */
  readonly parsedCharacters: number;
}

interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

const TICK_MS = 5;
/** The file by which Linux resets the peak memory of a process. On other systems the peak covers its whole life. */
const CLEAR_PEAK = '/proc/self/clear_refs';
const KNOWS_PEAK = existsSync(CLEAR_PEAK);
const PLANNED = /^\s*(?:select|insert|update|delete|with)\b/i;
/** A statement that was not planned quickly is planned again: a single planning time on a busy machine means nothing. */
const PLANNED_TIMES = 3;
/** Less than any limit. */
const QUICKLY_PLANNED_MS = 20;

/** Measures, inside the process, the requests between `begin` and `end`. */
export class Meter {
  private readonly delay = monitorEventLoopDelay({ resolution: TICK_MS });
  private lastTickMs = threadMs();
  private busyMs = 0;
  private statements: Statement[] = [];
  private readonly planner: postgres.Sql;
  private readonly planned = new Set<string>();
  private parsedCharacters = 0;
  private startMegabytes = 0;

  /** @param planner the connection that requests plans, apart from the measured ones. */
  constructor(drivers: readonly Pick<postgres.Sql, 'options'>[], planner: postgres.Sql) {
    this.planner = planner;
    this.delay.enable();
    setInterval(() => {
      this.tick();
    }, TICK_MS).unref();
    for (const { options } of drivers)
      options.debug = (_connection, text, parameters) => {
        if (!IN_THE_BACKGROUND.test(text)) this.statements.push({ text, parameters });
      };
    const parse = JSON.parse.bind(JSON);
    JSON.parse = (text, reviver) => {
      this.parsedCharacters += text.length;
      return parse(text, reviver) as unknown;
    };
  }

  begin(): void {
    this.tick();
    this.delay.reset();
    this.busyMs = 0;
    this.statements = [];
    this.parsedCharacters = 0;
    resetPeak();
    this.startMegabytes = megabytes('VmRSS');
  }

  async end(): Promise<Cost> {
    this.tick();
    const { busyMs, parsedCharacters, statements } = this;
    const cost = {
      busyMs,
      parsedCharacters,
      statements: statements.length,
      delayMs: this.delay.max / 1e6,
      memoryMegabytes: megabytes('VmHWM') - this.startMegabytes,
    };
    return { ...cost, planningMs: await this.longestPlanning(statements) };
  }

  /** A timer fires once in each turn of a busy loop, so that the time between two of them is one turn. */
  private tick(): void {
    const now = threadMs();
    this.busyMs = Math.max(this.busyMs, now - this.lastTickMs);
    this.lastTickMs = now;
  }

  /** Plans only statements that were not planned before: their texts do not depend on the request. */
  private async longestPlanning(statements: readonly Statement[]): Promise<number> {
    let longest = 0;
    for (const statement of statements) {
      if (this.planned.has(statement.text) || !PLANNED.test(statement.text)) continue;
      this.planned.add(statement.text);
      longest = Math.max(longest, await this.planningMs(statement));
    }
    return longest;
  }

  private async planningMs({ text, parameters }: Statement): Promise<number> {
    let shortest = Infinity;
    for (let time = 0; time < PLANNED_TIMES && shortest > QUICKLY_PLANNED_MS; time += 1) {
      const [row] = await this.planner.unsafe(
        `explain (summary, format json) ${text}`,
        parameters as never[],
      );
      const [{ 'Planning Time': ms }] = row?.['QUERY PLAN'] as [{ 'Planning Time': number }];
      shortest = Math.min(shortest, ms);
    }
    return shortest;
  }
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function resetPeak(): void {
  if (KNOWS_PEAK) writeFileSync(CLEAR_PEAK, '5');
}

function megabytes(entry: 'VmRSS' | 'VmHWM'): number {
  if (!KNOWS_PEAK) return process.resourceUsage().maxRSS / 1_024;
  const status = readFileSync('/proc/self/status', 'utf8');
  return Number(new RegExp(`^${entry}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1_024;
}
