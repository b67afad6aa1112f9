// Calls the REST API for the examples: at BASE_URL with API_KEY when both are set, otherwise on a server that it starts.
import { setTimeout as pause } from 'node:timers/promises';
import { startOwnServer } from './own-server.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the examples read answers as a script would
export type Json = any;

/** A record with a unique code. */
interface CodedRecord {
  readonly code: string;
  readonly [member: string]: unknown;
}

export interface Api {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** @throws Error with the response when it is not a success. */
  readonly call: (method: string, path: string, body?: object) => Promise<Json>;
  readonly exists: (path: string) => Promise<boolean>;
  /** Creates a record unless one with the same code exists. */
  readonly create: (path: string, body: Record<string, CodedRecord>) => Promise<void>;
  /** Advances a test clock and waits until it is done: a long advance continues after the response. */
  readonly advance: (clockId: string, to: string) => Promise<void>;
  /** Stops the server if the example started it. */
  readonly close: () => Promise<void>;
}

export async function openApi({ port }: { port?: number } = {}): Promise<Api> {
  const { BASE_URL, API_KEY } = process.env;
  const own = BASE_URL === undefined || API_KEY === undefined ? await startOwnServer({ port }) : null;
  const baseUrl = own?.baseUrl ?? BASE_URL ?? '';
  const apiKey = own?.apiKey ?? API_KEY ?? '';
  const send = (method: string, path: string, body?: object) =>
    fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const call: Api['call'] = async (method, path, body) => {
    const response = await send(method, path, body);
    if (response.ok) return response.json();
    if (response.status === 401) throw new Error(`${baseUrl} refuses the API key (401).`);
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  };
  const exists: Api['exists'] = async (path) => (await send('GET', path)).ok;
  return {
    baseUrl,
    apiKey,
    call,
    exists,
    async create(path, body) {
      const [record] = Object.values(body);
      if (!(await exists(`/${path}/${record?.code ?? ''}`))) await call('POST', `/${path}`, body);
    },
    async advance(clockId, to) {
      const path = `/test_clocks/${clockId}`;
      let { test_clock: clock } = await call('GET', path);
      if (clock.frozen_time < to) {
        ({ test_clock: clock } = await call('POST', `${path}/advance`, { test_clock: { frozen_time: to } }));
      }
      while (clock.status === 'advancing') {
        await pause(200);
        ({ test_clock: clock } = await call('GET', path));
      }
      if (clock.status !== 'ready') throw new Error(`The test clock failed: ${clock.failure}`);
    },
    close: async () => own?.stop(),
  };
}

/** Runs an example; prints an error as one sentence and stops a server that the example started. */
export async function runExample(
  work: (api: Api) => Promise<void>,
  options?: { port?: number },
): Promise<void> {
  try {
    const api = await openApi(options);
    try {
      await work(api);
    } finally {
      await api.close();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
