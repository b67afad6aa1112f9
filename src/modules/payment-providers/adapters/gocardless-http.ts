import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.js';
import type { OutgoingHttp } from '../../../platform/outgoing/outgoing-http.js';
import { type Fields, fieldsIn, textIn } from '../../../platform/outgoing/received-fields.js';
import {
  MOST_LISTED,
  type ProviderConnection,
  ProviderRefusal,
  type RefusalKind,
  tooMany,
} from './payment-provider.js';

/** Limits each phase of a call. */
const TIMEOUT_MS = 20_000;

/** Bytes of an answer; a list of a hundred payments has less. */
const ANSWER_BYTES = 2_000_000;

/** The version of the API that this adapter knows. */
const VERSION = '2015-07-06';

const LIVE_URL = 'https://api.gocardless.com';
const TRIAL_URL = 'https://api-sandbox.gocardless.com';

/** Tokens of accounts for trials begin with it. */
const TRIAL_TOKEN = 'sandbox_';

/** The reason of an error that answers a key that was used before. */
const CONFLICT = 'idempotent_creation_conflict';

/** The reason of an error that answers a refund, when another one was made at once. */
const REFUNDED_MEANWHILE = 'total_amount_confirmation_invalid';

type Query = Readonly<Record<string, string>>;

interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: Fields;
  readonly idempotencyKey?: string;
}

interface Answer {
  readonly status: number;
  readonly body: Fields;
}

/** Reads and writes resources of GoCardless. Each is sent and received as a member with the name of its kind. */
export class GocardlessHttp {
  /** @param baseUrl of the API; null for that of the account. */
  constructor(
    private readonly outgoing: OutgoingHttp,
    private readonly baseUrl: string | null,
  ) {}

  /** @returns null if there is no such resource. @throws ProviderRefusal, as all others. */
  async find(connection: ProviderConnection, kind: string, id: string): Promise<Fields | null> {
    const answer = await this.send(connection, { method: 'GET', path: pathOf(kind, id) });
    return answer.status === 404 ? null : resourceIn(answer, kind);
  }

  async get(connection: ProviderConnection, kind: string, id: string): Promise<Fields> {
    return resourceIn(await this.send(connection, { method: 'GET', path: pathOf(kind, id) }), kind);
  }

  async list(connection: ProviderConnection, kind: string, query: Query): Promise<Fields[]> {
    return (await this.page(connection, kind, query)).listed;
  }

  /** @throws ProviderRefusal `too_many` for more than `MOST_LISTED`. */
  async listAll(connection: ProviderConnection, kind: string, query: Query): Promise<Fields[]> {
    const all: Fields[] = [];
    for (let after: string | null = ''; after !== null;) {
      const page = await this.page(connection, kind, after === '' ? query : { ...query, after });
      all.push(...page.listed);
      if (all.length > MOST_LISTED) throw tooMany();
      after = page.next;
    }
    return all;
  }

  private async page(
    connection: ProviderConnection,
    kind: string,
    query: Query,
  ): Promise<{ listed: Fields[]; next: string | null }> {
    const path = `/${kind}?${new URLSearchParams({ ...query, limit: '100' }).toString()}`;
    const { status, body } = await this.send(connection, { method: 'GET', path });
    if (!isDone(status)) throw refusalOf(status, body);
    const listed = body[kind];
    const cursors = fieldsIn(fieldsIn(body, 'meta') ?? {}, 'cursors') ?? {};
    const next = textIn(cursors, 'after');
    // Taken for an empty list, it would let a restored server charge again.
    if (!Array.isArray(listed) || (listed.length === 0 && next !== null)) throw unreadable(kind);
    return { listed: listed.map((each: unknown) => fieldsIn({ each }, 'each') ?? {}), next };
  }

  /** @param idempotencyKey a repeated one answers what it has created. */
  async create(
    connection: ProviderConnection,
    kind: string,
    members: Fields,
    idempotencyKey?: string,
  ): Promise<Fields> {
    const key = idempotencyKey === undefined ? {} : { idempotencyKey };
    const call = { method: 'POST' as const, path: `/${kind}`, body: { [kind]: members }, ...key };
    const answer = await this.send(connection, call);
    const known = conflictIn(answer.body);
    return known === null ? resourceIn(answer, kind) : this.get(connection, kind, known);
  }

  async update(connection: ProviderConnection, kind: string, id: string, members: Fields): Promise<Fields> {
    const call = { method: 'PUT' as const, path: pathOf(kind, id), body: { [kind]: members } };
    return resourceIn(await this.send(connection, call), kind);
  }

  private async send({ secrets }: ProviderConnection, call: Call): Promise<Answer> {
    const { method, path, body, idempotencyKey } = call;
    const token = secrets['access_token'] ?? '';
    try {
      const answer = await this.outgoing.postAlone(
        `${this.baseUrl ?? (token.startsWith(TRIAL_TOKEN) ? TRIAL_URL : LIVE_URL)}${path}`,
        {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            'gocardless-version': VERSION,
            'content-type': 'application/json',
            accept: 'application/json',
            ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
          },
          body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
          answerBytes: ANSWER_BYTES,
          timeoutMs: TIMEOUT_MS,
          signal: AbortSignal.timeout(2 * TIMEOUT_MS),
        },
      );
      return { status: answer.status, body: parsed(answer.body.toString('utf8')) };
    } catch (error) {
      if (!(error instanceof OutgoingFailure)) throw error;
      throw new ProviderRefusal('retriable', 'network', error.message, null, { cause: error });
    }
  }
}

function pathOf(kind: string, id: string): string {
  return `/${kind}/${encodeURIComponent(id)}`;
}

function isDone(status: number): boolean {
  return status >= 200 && status < 300;
}

function resourceIn({ status, body }: Answer, kind: string): Fields {
  const resource = fieldsIn(body, kind);
  if (!isDone(status)) throw refusalOf(status, body);
  if (resource === null) throw unreadable(kind);
  return resource;
}

function unreadable(kind: string): ProviderRefusal {
  return new ProviderRefusal('retriable', 'unreadable', `The answer has no ${kind}.`);
}

/** The id of what a repeated key has created before; null if the answer is no such error. */
function conflictIn(body: Fields): string | null {
  const conflict = errorsIn(body).find((each) => textIn(each, 'reason') === CONFLICT);
  return conflict === undefined ? null : textIn(fieldsIn(conflict, 'links') ?? {}, 'conflicting_resource_id');
}

/** Source: payment-providers.md §7. */
function refusalOf(status: number, body: Fields): ProviderRefusal {
  const error = fieldsIn(body, 'error') ?? {};
  const [first = {}] = errorsIn(body);
  const code = textIn(first, 'reason') ?? textIn(error, 'type') ?? `status_${status}`;
  const message = textIn(first, 'message') ?? textIn(error, 'message') ?? `GoCardless answered ${status}.`;
  return new ProviderRefusal(kindOf(status, code), code, message);
}

function kindOf(status: number, code: string): RefusalKind {
  if (status === 401 || status === 403) return 'configuration';
  const isTransient = status === 408 || status === 429 || status >= 500 || code === REFUNDED_MEANWHILE;
  return isTransient ? 'retriable' : 'declined';
}

function errorsIn(body: Fields): Fields[] {
  const errors = fieldsIn(body, 'error')?.['errors'];
  return Array.isArray(errors) ? errors.map((each: unknown) => fieldsIn({ each }, 'each') ?? {}) : [];
}

/** The object of a body; an empty one if it is none. */
function parsed(text: string): Fields {
  try {
    return fieldsIn({ body: JSON.parse(text) as unknown }, 'body') ?? {};
  } catch {
    return {};
  }
}
