import { WebSocket } from 'ws';

/** One result of a subscription, or the errors of one that did not run. */
export interface LiveResult {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- results are asserted on, not computed with
  readonly data: any;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  readonly errors?: any[];
}

interface Message {
  readonly id?: string;
  readonly type: string;
  readonly payload?: unknown;
}

/** The results of one subscription, in their order. */
export class LiveStream {
  private readonly results: (LiveResult | null)[] = [];
  private wake: () => void = () => undefined;

  constructor(private readonly connection: LiveConnection) {}

  push(result: LiveResult | null): void {
    this.results.push(result);
    this.wake();
  }

  /** The next result; null once the server has completed the subscription. */
  async next(): Promise<LiveResult | null> {
    while (this.results.length === 0) {
      const woken = new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      await Promise.race([woken, this.connection.fails]);
    }
    return this.results.shift() ?? null;
  }

  /** How many results have come and were not taken. */
  get waiting(): number {
    return this.results.length;
  }
}

/** A client of GraphQL subscriptions: graphql-transport-ws. */
export class LiveConnection {
  private readonly streams = new Map<string, LiveStream>();
  private readonly acknowledged: Promise<void>;
  /** The code and the reason with which the server closed the connection. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  /** Rejects when the connection is closed. */
  readonly fails: Promise<never>;

  private constructor(readonly socket: WebSocket) {
    this.closed = new Promise((resolve) => {
      socket.once('close', (code, reason) => {
        resolve({ code, reason: reason.toString() });
      });
    });
    this.fails = this.closed.then(({ code, reason }) => {
      throw new Error(`The connection was closed: ${code} ${reason}`);
    });
    this.fails.catch(() => undefined);
    this.acknowledged = new Promise((resolve) => {
      socket.on('message', (data: Buffer) => {
        const message = JSON.parse(data.toString()) as Message;
        if (message.type === 'connection_ack') resolve();
        else this.hear(message);
      });
    });
  }

  /** Opens a connection. @throws Error when the server refuses the request. */
  static async open(
    baseUrl: string,
    options: { readonly headers?: Record<string, string> } = {},
  ): Promise<LiveConnection> {
    const url = `${baseUrl.replace('http', 'ws')}/graphql`;
    const socket = new WebSocket(url, 'graphql-transport-ws', options);
    const connection = new LiveConnection(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return connection;
  }

  /** Opens a connection with a key in its first message. */
  static async with(baseUrl: string, key: string | null): Promise<LiveConnection> {
    const connection = await LiveConnection.open(baseUrl);
    await connection.start({ authorization: `Bearer ${String(key)}` });
    return connection;
  }

  /** Sends the first message. @throws Error when the connection is closed instead. */
  async start(payload?: Record<string, unknown>): Promise<void> {
    this.send({ type: 'connection_init', payload });
    await Promise.race([this.acknowledged, this.fails]);
  }

  subscribe(query: string, variables: Record<string, unknown> = {}): LiveStream {
    const id = String(this.streams.size + 1);
    const stream = new LiveStream(this);
    this.streams.set(id, stream);
    this.send({ id, type: 'subscribe', payload: { query, variables } });
    return stream;
  }

  /** Ends the only subscription. */
  complete(): void {
    this.send({ id: '1', type: 'complete' });
  }

  send(message: Message): void {
    this.socket.send(JSON.stringify(message));
  }

  private hear({ id = '', type, payload }: Message): void {
    const stream = this.streams.get(id);
    if (type === 'next') stream?.push(payload as LiveResult);
    if (type === 'error') stream?.push({ data: null, errors: payload as unknown[] });
    if (type === 'complete') stream?.push(null);
  }
}
