import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- calls are asserted on, not computed with
export type Body = any;

/** A call as it arrived. */
export interface StandInCall {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Body;
}

export interface StandInAnswer {
  readonly status: number;
  /** A text is sent as it is. */
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

/**
 * What goes wrong with a call. An answer of its own, `hang` and `close` come before any effect; all others come after it: nobody waits for the
 * answer any more, it is HTML, cut, or has members of wrong types or foreign ids. Source: integrations.md §16.
 */
export type StandInFault =
  StandInAnswer | 'hang' | 'close' | 'late' | 'html' | 'cut' | 'wrong types' | 'foreign ids';

const PAGE = '<html><body>502 Bad Gateway</body></html>';

/** A server in place of an outside system that speaks JSON. */
export abstract class JsonStandIn {
  readonly calls: StandInCall[] = [];
  /** What goes wrong with the next calls, first one first; null: nothing. */
  readonly faults: (StandInFault | null)[] = [];
  /** Changes the answers to calls that have an effect; by default as they are. */
  forge: (body: Body) => Body = (body) => body;
  private readonly server: Server = createServer((request, response) => void this.serve(request, response));

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  /** Answers a call, with its effect. */
  protected abstract answer(call: StandInCall): StandInAnswer;

  private forged({ status, body, ...more }: StandInAnswer): StandInAnswer {
    return { status, body: status === 200 ? this.forge(body) : body, ...more };
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const { method = '', url: path = '', headers } = request;
    const call: StandInCall = { method, path, headers, body: text === '' ? {} : JSON.parse(text) };
    this.calls.push(call);
    const fault = this.faults.shift() ?? null;
    if (fault === 'hang') return;
    if (fault === 'close') response.destroy();
    else if (fault !== null && typeof fault === 'object') send(response, fault);
    else distort(response, fault, this.forged(this.answer(call)));
  }
}

function distort(
  response: ServerResponse,
  fault: Exclude<StandInFault, StandInAnswer> | null,
  answer: StandInAnswer,
): void {
  const text = JSON.stringify(answer.body);
  if (fault === 'late') return;
  if (fault === 'html') send(response, { status: 200, body: PAGE, headers: { 'content-type': 'text/html' } });
  else if (fault === 'cut') send(response, { ...answer, body: text.slice(0, -5) });
  else if (fault === 'wrong types')
    send(response, {
      ...answer,
      body: JSON.parse(text, (_, value: unknown) => (Number.isFinite(value) ? [] : value)),
    });
  else if (fault === 'foreign ids')
    send(response, { ...answer, body: text.replaceAll(/"(id|lineNumber)":"[^"]*"/g, '"$1":"foreign"') });
  else send(response, answer);
}

function send(response: ServerResponse, { status, body, headers }: StandInAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
