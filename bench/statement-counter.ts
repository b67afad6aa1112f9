import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requestStatementsOf } from '../test/support/statements.ts';
import type { Target } from './call.ts';
import { type RestRequest, sendAll } from './load.ts';
import { createApp, createLogger, DEFAULT_LIMITS, openConnections, systemClock } from './product.ts';
import type { World } from './world.ts';

/** Counts the statements of single requests. */
export interface StatementCounter {
  /** How many statements a request sends, as the tests of statement budgets count them. */
  count(request: RestRequest): Promise<number>;
  stop(): Promise<void>;
}

/** Serves the application in this process as well, since a driver reports statements only to the process that it runs in. */
export async function startStatementCounter({ server }: World): Promise<StatementCounter> {
  const connections = openConnections(server.connection, DEFAULT_LIMITS);
  const log = createLogger('warn');
  const app = await createApp({ connections, clock: systemClock, log, explorer: false });
  const http = await new Promise<Server>((resolve) => {
    const listening = app.http.listen(0, '127.0.0.1', () => {
      resolve(listening);
    });
  });
  const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const target: Target = { baseUrl, apiKey: server.apiKey };
  return {
    count: async (request) =>
      (await requestStatementsOf(connections.drivers, () => sendAll(target, [request], 1))).length,
    stop: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await app.stop();
      await connections.close();
    },
  };
}
