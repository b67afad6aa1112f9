import { systemClock } from '../../src/platform/clock.js';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import { HttpAccountingStandIn } from './http-accounting-stand-in.js';
import { startTestServer, type TestServer } from './server.js';
import { XeroStandIn } from './xero-stand-in.js';

/** A server, and the accounting systems that it may call. */
export interface AccountingSystems {
  readonly server: TestServer;
  readonly xero: XeroStandIn;
  readonly feed: HttpAccountingStandIn;
  /** Clears what the systems have got, for the next test. */
  clear(): void;
  stop(): Promise<void>;
}

/** @param secret with which requests to the feed are signed. */
export async function startAccountingSystems(
  secret: string,
  outgoing = new OutgoingHttp({ allowPrivateNetworks: true }),
): Promise<AccountingSystems> {
  const [xero, feed] = [
    await XeroStandIn.start(() => systemClock.now()),
    await HttpAccountingStandIn.start(secret),
  ];
  // A call inside of a transaction would leave too few connections.
  const server = await startTestServer({
    integrationUrls: { xero: xero.addresses.api, xero_identity: xero.addresses.identity },
    outgoing,
    connections: 2,
  });
  return {
    server,
    xero,
    feed,
    clear: () => {
      for (const list of [xero.log, xero.script, feed.messages, feed.repeated, feed.arrivals, feed.script])
        list.length = 0;
      for (const documents of [xero.contacts, xero.invoices, xero.creditNotes]) documents.clear();
      xero.surplus = 0;
    },
    stop: async () => {
      await server.stop();
      await xero.stop();
      await feed.stop();
    },
  };
}
