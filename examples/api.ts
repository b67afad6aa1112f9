// Connects the examples to a server: to BASE_URL with API_KEY when both are set, otherwise to one that it starts. The examples
// use @tollgate/client from its source; a program of yours installs the package (packages/client/README.md).
import { setTimeout as pause } from 'node:timers/promises';
import {
  createGraphqlClient,
  createRestClient,
  type GraphqlClient,
  type RestClient,
  TollgateError,
} from '../packages/client/src/index.ts';
import { startOwnServer } from './own-server.ts';

export interface Api {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly rest: RestClient;
  readonly graphql: GraphqlClient;
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
  const rest = createRestClient({ baseUrl, apiKey });
  return {
    baseUrl,
    apiKey,
    rest,
    graphql: createGraphqlClient({ url: `${baseUrl}/graphql`, apiKey }),
    async advance(clockId, to) {
      const path = { svc_id: clockId };
      let { test_clock: clock } = await rest.get('/test_clocks/{svc_id}', { path });
      if (clock.frozen_time < to) {
        ({ test_clock: clock } = await rest.post('/test_clocks/{svc_id}/advance', {
          path,
          body: { test_clock: { frozen_time: to } },
        }));
      }
      while (clock.status === 'advancing') {
        await pause(200);
        ({ test_clock: clock } = await rest.get('/test_clocks/{svc_id}', { path }));
      }
      if (clock.status !== 'ready') throw new Error(`The test clock failed: ${clock.failure ?? ''}`);
    },
    close: async () => own?.stop(),
  };
}

/** Ignores the refusal to create a record whose code exists, so that an example can run again. */
export async function unlessExists(creation: Promise<unknown>): Promise<void> {
  try {
    await creation;
  } catch (error) {
    if (!isRefusal(error, 422) || JSON.stringify(error.details?.['code']) !== '["value_already_exist"]')
      throw error;
  }
}

/** @returns null if the record does not exist. */
export async function orNull<Answer>(read: Promise<Answer>): Promise<Answer | null> {
  try {
    return await read;
  } catch (error) {
    if (!isRefusal(error, 404)) throw error;
    return null;
  }
}

function isRefusal(error: unknown, status: number): error is TollgateError {
  return error instanceof TollgateError && error.status === status;
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
    } catch (error) {
      if (isRefusal(error, 401))
        throw new Error(`${api.baseUrl} refuses the API key (401).`, { cause: error });
      throw error;
    } finally {
      await api.close();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
