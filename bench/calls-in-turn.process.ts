// Makes the calls of `calls-in-turn.ts`, over one connection, and sends back how long each took.
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { CallsInTurn } from './calls-in-turn.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

process.once('message', (task: CallsInTurn) => {
  void callAll(task).then((latenciesMs) => {
    agent.destroy();
    process.send?.(latenciesMs, () => {
      process.disconnect();
    });
  });
});

async function callAll({ calls, ...target }: CallsInTurn): Promise<number[]> {
  const latenciesMs: number[] = [];
  for (let made = 0; made < calls; made += 1) {
    const startedAt = performance.now();
    await callOnce(target);
    latenciesMs.push(performance.now() - startedAt);
  }
  return latenciesMs;
}

/** Reads the whole answer, and keeps none of it. @throws Error unless its status is 200. */
async function callOnce({ baseUrl, apiKey, path }: Omit<CallsInTurn, 'calls'>): Promise<void> {
  const request = get(`${baseUrl}${path}`, { agent, headers: { authorization: `Bearer ${apiKey}` } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await once(response.resume(), 'end');
  if (response.statusCode !== 200) throw new Error(`GET ${path} answered ${response.statusCode}`);
}
