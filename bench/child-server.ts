import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** A server in a process of its own, beside that of the product. */
export interface ChildServer {
  readonly baseUrl: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a program of this folder, which sends its URL once it answers, and ends when it is disconnected. */
export async function startChildServer(
  program: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<ChildServer> {
  const child = fork(path.join(import.meta.dirname, program), { env: { ...process.env, ...environment } });
  const ended = once(child, 'exit');
  const [baseUrl] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
  if (typeof baseUrl !== 'string' || child.pid === undefined)
    throw new Error(`${program} ended during its start.`);
  const stop = async (): Promise<void> => {
    child.disconnect();
    await ended;
  };
  return { baseUrl, pid: child.pid, stop };
}
