import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Target } from './call.ts';

/** What the process of the calls is sent. */
export interface CallsInTurn extends Target {
  /** With `/api/v1`. */
  readonly path: string;
  readonly calls: number;
}

/**
 * Gets a path again and again, one call after another, from a process of its own: in that of the benchmark, whose heap is large,
 * the pauses of garbage collection would be most of the slowest calls.
 * @returns the latency of each call in milliseconds.
 * @throws Error unless every response has status 200.
 */
export async function callsInTurn(task: CallsInTurn): Promise<readonly number[]> {
  const child = fork(path.join(import.meta.dirname, 'calls-in-turn.process.ts'));
  const ended = once(child, 'exit');
  child.send(task);
  const [latenciesMs] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
  if (!Array.isArray(latenciesMs)) throw new Error(`Calls of ${task.path} have failed.`);
  await ended;
  return latenciesMs as number[];
}
