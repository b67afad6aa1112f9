import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from './until.js';

/** A message as it was received. */
export interface Received {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly raw: Buffer;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- messages are asserted on, not computed with
  readonly body: any;
}

/** Answers a message; by default with 200. */
type Reply = (message: Received, response: ServerResponse) => void;

/** An endpoint on this machine that records the messages it receives. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  /** The most messages that were answered at the same time. */
  mostOpen = 0;
  reply: Reply = (_message, response) => response.end('ok');
  private open = 0;

  private constructor(private readonly server: Server) {}

  static async start(port = 0): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on('request', (request, response) => {
      receiver.open += 1;
      receiver.mostOpen = Math.max(receiver.mostOpen, receiver.open);
      response.once('close', () => {
        receiver.open -= 1;
      });
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.once('end', () => {
        const raw = Buffer.concat(chunks);
        const { url: path = '', method = '', headers } = request;
        const message = { path, method, headers, raw, body: JSON.parse(raw.toString()) as unknown };
        receiver.received.push(message);
        receiver.reply(message, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  url(path = '/hook'): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  /** Waits until so many messages have been received. */
  async hasReceived(count: number): Promise<readonly Received[]> {
    await until(() => Promise.resolve(this.received.length >= count));
    return this.received;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }
}
