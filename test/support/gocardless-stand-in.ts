import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Resource = Record<string, unknown> & { readonly id: string };
type Members = Record<string, unknown>;

/** A call as it arrived. */
export interface GocardlessCall {
  readonly method: string;
  readonly path: string;
  /** The members of the resource that was sent. */
  readonly members: Members;
  readonly key: string | null;
}

interface Answer {
  readonly status: number;
  readonly body: Members;
}

/** The members of metadata that GoCardless keeps. */
const MOST_METADATA = 3;

/**
 * Speaks the protocol of GoCardless's API, as far as this server uses it: enveloped JSON, idempotency keys, errors, resources
 * and signed messages.
 */
export class GocardlessStandIn {
  readonly calls: GocardlessCall[] = [];
  /** Calls that are answered with an error of the server, after they had their effect. */
  lostAnswers = 0;
  readonly webhookSecret = 'secret of the endpoint';
  private readonly resources = new Map<string, Resource>();
  private readonly createdBy = new Map<string, string>();
  private made = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<GocardlessStandIn> {
    const server = createServer();
    const standIn = new GocardlessStandIn(server);
    server.on('request', (request, response) => void standIn.serve(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return standIn;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  callsTo(method: string, path: string): GocardlessCall[] {
    return this.calls.filter((call) => call.method === method && call.path.startsWith(path));
  }

  /** A mandate of a customer. @returns its id. */
  addMandate(customer: string, status = 'active'): string {
    const account = this.keep({ bank_name: 'BARCLAYS BANK PLC', account_number_ending: '11' }).id;
    return this.keep({ scheme: 'bacs', status, links: { customer, customer_bank_account: account } }).id;
  }

  change(id: string, members: Members): void {
    this.resources.set(id, { ...this.resource(id), ...members });
  }

  resource(id: string): Resource {
    const found = this.resources.get(id);
    if (found === undefined) throw new Error(`There is no ${id}.`);
    return found;
  }

  /** An event about a resource, such as `payments` and `paid_out`. */
  event(kind: string, action: string, id: string, over: Members = {}): Members {
    const created_at = new Date().toISOString();
    const links = { [kind.slice(0, -1)]: id };
    return { id: `EV${String(++this.made)}`, created_at, resource_type: kind, action, links, ...over };
  }

  /** The body and the signature of a message. */
  message(...events: Members[]): { body: string; signature: string } {
    const body = JSON.stringify({ events });
    return { body, signature: this.sign(body) };
  }

  sign(body: string, secret = this.webhookSecret): string {
    return createHmac('sha256', secret).update(body).digest('hex');
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const url = new URL(request.url ?? '/', 'http://gocardless');
    const [, kind = '', id = null] = url.pathname.split('/');
    const text = Buffer.concat(chunks).toString();
    const sent = text === '' ? {} : (JSON.parse(text) as Record<string, Members>);
    const key = request.headers['idempotency-key'];
    const call = {
      method: request.method ?? '',
      path: url.pathname,
      members: sent[kind] ?? {},
      key: typeof key === 'string' ? key : null,
    };
    this.calls.push(call);
    const { authorization, 'gocardless-version': version } = request.headers;
    const answer =
      authorization === 'Bearer token_right' && version === '2015-07-06'
        ? this.answer(call, kind, id, url.searchParams)
        : refused(401, 'access_token_not_found');
    const isLost = this.lostAnswers > 0 && call.method === 'POST';
    if (isLost) this.lostAnswers -= 1;
    const { status, body } = isLost ? refused(503, 'internal_error') : answer;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  private answer(call: GocardlessCall, kind: string, id: string | null, query: URLSearchParams): Answer {
    if (call.method === 'POST') return this.create(call, kind);
    if (id === null) return { status: 200, body: { [kind]: this.paymentsOf(query.get('customer')) } };
    const found = this.resources.get(id);
    if (found === undefined && call.method === 'GET') return refused(404, 'resource_not_found');
    if (call.method === 'PUT') return { status: 200, body: { [kind]: { id, ...call.members } } };
    return { status: 200, body: { [kind]: found } };
  }

  private create({ key, members }: GocardlessCall, kind: string): Answer {
    const known = key === null ? undefined : this.createdBy.get(key);
    if (known !== undefined) {
      const links = { conflicting_resource_id: known };
      return refused(409, 'idempotent_creation_conflict', links);
    }
    if (Object.keys((members['metadata'] as Members | undefined) ?? {}).length > MOST_METADATA)
      return refused(422, 'too_many_metadata_keys');
    const links = (members['links'] ?? {}) as Record<string, string>;
    if (kind === 'payments' && this.resource(links['mandate'] ?? '')['status'] !== 'active')
      return refused(422, 'mandate_is_inactive');
    if (kind === 'refunds' && !this.takeRefund(links['payment'] ?? '', members))
      return refused(422, 'total_amount_confirmation_invalid');
    const created = this.keep({ ...STATES[kind], ...members });
    if (key !== null) this.createdBy.set(key, created.id);
    return { status: 201, body: { [kind]: created } };
  }

  private takeRefund(id: string, { amount, total_amount_confirmation: total }: Members): boolean {
    const refunded = Number(this.resource(id)['amount_refunded']) + Number(amount);
    if (refunded !== total) return false;
    this.change(id, { amount_refunded: refunded });
    return true;
  }

  private paymentsOf(customer: string | null): Resource[] {
    return [...this.resources.values()].filter((resource) => {
      const { mandate } = (resource['links'] ?? {}) as Record<string, string>;
      if (mandate === undefined) return false;
      return (this.resource(mandate)['links'] as Record<string, string>)['customer'] === customer;
    });
  }

  private keep(members: Members): Resource {
    const resource = { ...members, id: `GC${String(++this.made)}` };
    this.resources.set(resource.id, resource);
    return resource;
  }
}

/** How resources begin. */
const STATES: Readonly<Record<string, Members>> = {
  payments: { status: 'pending_submission', amount_refunded: 0 },
  refunds: { status: 'created' },
  billing_request_flows: { authorisation_url: 'https://pay.gocardless.test/flow' },
};

function refused(code: number, reason: string, links: Members = {}): Answer {
  const errors = [{ reason, message: `Refused: ${reason}.`, links }];
  return { status: code, body: { error: { type: 'invalid_state', code, message: 'Refused.', errors } } };
}
