import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Resource = Record<string, unknown> & { readonly id: string };
interface KeptResource {
  readonly kind: string;
  readonly resource: Resource;
}
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

/** Resources in a page of a list: without a limit, and with the highest one. */
const DEFAULT_LIMIT = 50;
const HIGHEST_LIMIT = 500;

/** What lists can be filtered by, beside the instant of creation. */
const FILTERS: Readonly<Record<string, readonly string[]>> = {
  payments: ['customer', 'mandate', 'status'],
  refunds: ['payment', 'mandate'],
};

/** The comparisons of an instant in a filter. */
const COMPARISONS: Readonly<Record<string, (at: Date, bound: Date) => boolean>> = {
  gt: (at, bound) => at > bound,
  gte: (at, bound) => at >= bound,
  lt: (at, bound) => at < bound,
  lte: (at, bound) => at <= bound,
};

/**
 * Speaks the protocol of GoCardless's API, as far as this server uses it: enveloped JSON, idempotency keys, errors, resources, lists in
 * pages, most recently created first, and signed messages.
 */
export class GocardlessStandIn {
  readonly calls: GocardlessCall[] = [];
  /** Calls that are answered with an error of the server, after they had their effect. */
  lostAnswers = 0;
  /** True: connections are closed. */
  isAway = false;
  /** True: what is read is answered with an object without members. */
  isGarbled = false;
  /** Resources in a page of a list, if fewer than the limit that was sent. */
  pageSize = HIGHEST_LIMIT;
  /** The statuses of what was just made. */
  firstStatuses: Readonly<Record<string, string>> = { payments: 'pending_submission', refunds: 'created' };
  readonly webhookSecret = 'secret of the endpoint';
  private readonly resources = new Map<string, KeptResource>();
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

  clearKeys(): void {
    this.createdBy.clear();
  }

  /** A mandate of a customer. @returns its id. */
  addMandate(customer: string, status = 'active'): string {
    const account = { bank_name: 'BARCLAYS BANK PLC', account_number_ending: '11' };
    const links = { customer, customer_bank_account: this.keep('customer_bank_accounts', account).id };
    return this.keep('mandates', { scheme: 'bacs', status, links }).id;
  }

  change(id: string, members: Members): void {
    const { kind, resource } = this.kept(id);
    this.resources.set(id, { kind, resource: { ...resource, ...members } });
  }

  resource(id: string): Resource {
    return this.kept(id).resource;
  }

  /** The resources of a kind, most recently created first. */
  all(kind: string): Resource[] {
    const kept = [...this.resources.values()].filter((each) => each.kind === kind);
    return kept.map(({ resource }) => resource).toReversed();
  }

  /** Clears what it was asked, and the payments and refunds that it made. */
  reset(): void {
    this.calls.length = 0;
    this.clearKeys();
    for (const { id } of [...this.all('payments'), ...this.all('refunds')]) this.resources.delete(id);
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
    if (this.isAway) {
      request.socket.destroy();
      return;
    }
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
    if (this.isGarbled) return { status: 200, body: {} };
    if (id === null) return this.list(kind, query);
    const found = this.resources.get(id)?.resource;
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
    const status = this.firstStatuses[kind];
    const created = this.keep(kind, {
      ...(status === undefined ? {} : { status }),
      ...STATES[kind],
      ...members,
    });
    if (key !== null) this.createdBy.set(key, created.id);
    return { status: 201, body: { [kind]: created } };
  }

  private takeRefund(id: string, { amount, total_amount_confirmation: total }: Members): boolean {
    const refunded = Number(this.resource(id)['amount_refunded']) + Number(amount);
    if (refunded !== total) return false;
    this.change(id, { amount_refunded: refunded });
    return true;
  }

  /** A page of a list. Filters that there are not are refused. */
  private list(kind: string, query: URLSearchParams): Answer {
    const { after, limit = DEFAULT_LIMIT, ...filters } = Object.fromEntries(query);
    const tests = Object.entries(filters).map(([name, value]) => this.filter(kind, name, value));
    if (Number(limit) > HIGHEST_LIMIT || tests.includes(null)) return refused(400, 'invalid_filters');
    const fitting = this.all(kind).filter((resource) => tests.every((test) => test?.(resource) === true));
    const start = after === undefined ? 0 : fitting.findIndex(({ id }) => id === after) + 1;
    const end = start + Math.min(Number(limit), this.pageSize);
    const listed = fitting.slice(start, end);
    const cursors = {
      before: start === 0 ? null : (listed[0]?.id ?? null),
      after: end < fitting.length ? (listed.at(-1)?.id ?? null) : null,
    };
    return { status: 200, body: { [kind]: listed, meta: { cursors, limit: Number(limit) } } };
  }

  /** The test of a filter; null if lists of the kind have no such filter. */
  private filter(kind: string, name: string, value: string): ((resource: Resource) => boolean) | null {
    const compare = COMPARISONS[/^created_at\[(\w+)\]$/.exec(name)?.[1] ?? ''];
    if (compare !== undefined) {
      const bound = new Date(value);
      if (Number.isNaN(bound.getTime())) return null;
      return ({ created_at }) => compare(new Date(String(created_at)), bound);
    }
    if (FILTERS[kind]?.includes(name) !== true) return null;
    if (name === 'status') return ({ status }) => status === value;
    if (name === 'customer')
      return (resource) => linksOf(this.resource(linksOf(resource)['mandate'] ?? ''))['customer'] === value;
    return (resource) => linksOf(resource)[name] === value;
  }

  private keep(kind: string, members: Members): Resource {
    const resource = { created_at: new Date().toISOString(), ...members, id: `GC${String(++this.made)}` };
    this.resources.set(resource.id, { kind, resource });
    return resource;
  }

  private kept(id: string): KeptResource {
    const found = this.resources.get(id);
    if (found === undefined) throw new Error(`There is no ${id}.`);
    return found;
  }
}

/** How resources begin. */
const STATES: Readonly<Record<string, Members>> = {
  payments: { amount_refunded: 0 },
  billing_request_flows: { authorisation_url: 'https://pay.gocardless.test/flow' },
};

function refused(code: number, reason: string, links: Members = {}): Answer {
  const errors = [{ reason, message: `Refused: ${reason}.`, links }];
  return { status: code, body: { error: { type: 'invalid_state', code, message: 'Refused.', errors } } };
}

function linksOf({ links }: Resource): Readonly<Record<string, string>> {
  return (links ?? {}) as Readonly<Record<string, string>>;
}
