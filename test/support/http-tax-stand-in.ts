import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- calls are asserted on, not computed with
type Body = any;

/** A call as it arrived, with a valid signature. */
export interface HttpTaxCall {
  readonly body: Body;
  readonly key: string | undefined;
}

/** What the stand-in does to one call. `late`: it answers after the effect, when nobody waits any more. */
type Fault = 'hang' | 'close' | 'late' | 'html' | 'cut';

/** How one call is answered: by a status with a body, or by a fault. */
export type Scripted =
  { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> } | Fault;

const PAGE = '<html><body>502 Bad Gateway</body></html>';

/**
 * A tax service that speaks our protocol (integrations.md §10). It verifies the signature of each call with a library of Standard
 * Webhooks, holds ids constant over tries, and answers from a script of the test; without one it taxes each line at 10 %.
 */
export class HttpTaxStandIn {
  readonly calls: HttpTaxCall[] = [];
  /** Documents that were committed or refunded and not voided, by type and id; a repeated report replaces the former one. */
  readonly documents = new Map<string, Body>();
  /** The next answers, first one first. */
  readonly script: Scripted[] = [];
  /** Calls that the protocol does not allow: forged, or another body for a known id. */
  readonly faults: string[] = [];
  /** Members of the answers to calls that are not scripted, beside or in place of the computed ones. */
  over: Record<string, unknown> = {};
  /** The taxes of a line in answers that are not scripted. */
  taxesOf: (line: Body) => readonly Body[] = tenPercent;
  /** Members of the lines in these answers, beside or in place of the computed ones. */
  overLine: Record<string, unknown> = {};
  /** Changes these answers; by default as they are. */
  forge: (body: Body) => Body = (body) => body;
  /** Calls that wait for an answer. */
  private isHeld: (body: Body) => boolean = () => false;
  /** Resolves when these are answered. */
  private released: Promise<unknown> = Promise.resolve();
  private readonly bodies = new Map<string, string>();

  private constructor(
    private readonly server: Server,
    private readonly webhook: Webhook,
  ) {}

  /** @param secret of the connection: `whsec_…`. */
  static async start(secret: string): Promise<HttpTaxStandIn> {
    const server = createServer();
    const standIn = new HttpTaxStandIn(server, new Webhook(secret));
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.once('end', () => {
        void standIn.receive(request.headers as Record<string, string>, Buffer.concat(chunks), response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return standIn;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/taxes`;
  }

  /** Refuses the next call that is not scripted yet. */
  refuse(code: string): void {
    this.script.push({ status: 422, body: { error: { code, message: `It says ${code}.` } } });
  }

  /** Keeps calls waiting from now on. @param isHeld says which; by default all. @returns answers them. */
  hold(isHeld: (body: Body) => boolean = () => true): () => void {
    const { promise, resolve } = Promise.withResolvers();
    this.isHeld = isHeld;
    this.released = promise;
    return () => {
      resolve(null);
    };
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private async receive(
    headers: Record<string, string>,
    raw: Buffer,
    response: ServerResponse,
  ): Promise<void> {
    const text = raw.toString('utf8');
    try {
      this.webhook.verify(text, headers);
    } catch (error) {
      this.faults.push(String(error));
      response.writeHead(401).end();
      return;
    }
    const body: Body = JSON.parse(text);
    const { 'webhook-id': id = '', 'idempotency-key': key } = headers;
    if (id !== body.request_id || key !== id) this.faults.push(`The ids of ${id} differ.`);
    if ((this.bodies.get(id) ?? text) !== text) this.faults.push(`The body of ${id} differs.`);
    this.bodies.set(id, text);
    this.calls.push({ body, key });
    if (this.isHeld(body)) await this.released;
    const scripted = this.script.shift() ?? { status: 200, body: this.answerTo(body) };
    if (typeof scripted === 'string') this.fail(scripted, body, response);
    else respond(response, scripted);
  }

  /** What the protocol asks for, with its effect. */
  private answerTo({ action, document, lines }: Body): Body {
    const name = `${document?.type} ${document?.id}`;
    if (action === 'void') this.documents.delete(name);
    if (action === 'commit' || action === 'refund') this.documents.set(name, lines);
    if (action === 'check' || action === 'void') return {};
    const taxed = lines.map((line: Body) => {
      const taxes = this.taxesOf(line);
      const tax = taxes.reduce((total: number, { amount_cents }) => total + Number(amount_cents), 0);
      return { id: line.id, tax_amount_cents: Math.round(tax), taxes, ...this.overLine };
    });
    return this.forge({ transaction_id: `T-${this.calls.length}`, lines: taxed, ...this.over });
  }

  private fail(fault: Fault, body: Body, response: ServerResponse): void {
    if (fault === 'close') response.destroy();
    if (fault === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
    if (fault === 'cut') response.writeHead(200).end(JSON.stringify(this.answerTo(body)).slice(0, -5));
    if (fault === 'late') this.answerTo(body);
  }
}

function tenPercent({ amount_cents }: Body): readonly Body[] {
  return [{ code: 'vat', name: 'VAT', rate: '10', amount_cents: String(amount_cents / 10) }];
}

function respond(response: ServerResponse, { status, body, headers }: Exclude<Scripted, Fault>): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? '' : JSON.stringify(body));
}
