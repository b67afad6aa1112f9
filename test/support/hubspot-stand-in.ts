import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Members = Record<string, unknown>;

/** A call as it arrived. */
export interface HubspotCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Members;
}

interface Answer {
  readonly status: number;
  readonly body: Members;
}

/**
 * What goes wrong with a call. An answer of its own, or a closed connection, comes before any effect; all others come after it: the answer
 * is lost, is HTML, is cut, has members of wrong types, or is about another object.
 */
export type HubspotFault =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: Members }
  | 'close'
  | 'lost'
  | 'html'
  | 'cut'
  | 'wrong types'
  | 'foreign ids';

interface Definition {
  readonly name: string;
  readonly type: string;
  readonly hasUniqueValue: boolean;
}

/** A custom object of the account. */
interface Schema extends Members {
  readonly name: string;
  readonly objectTypeId: string;
}

const STANDARD: Readonly<Record<string, readonly string[]>> = {
  companies: ['name', 'domain'],
  contacts: ['email', 'firstname', 'lastname', 'phone', 'company', 'website'],
};

/** The texts that a property of a type can have. */
const TYPES: Readonly<Record<string, RegExp>> = {
  string: /\S/,
  number: /^-?\d+(?:\.\d+)?$/,
  date: /^\d{4}-\d\d-\d\d$/,
  datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  bool: /^(?:true|false)$/,
};

const CONTROLS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  date: 'date',
  datetime: 'date',
  bool: 'booleancheckbox',
};

/**
 * Speaks the protocol of HubSpot's CRM API, as far as this server uses it: access token, properties with types and unique values, schemas of
 * custom objects, upserts, changes, contacts by e-mail and associations. Source: integrations.md §16.
 */
export class HubspotStandIn {
  readonly calls: HubspotCall[] = [];
  /** What goes wrong with the next calls. */
  readonly faults: (HubspotFault | null)[] = [];
  /** Runs while a call is answered. */
  during: (() => Promise<void>) | null = null;
  /** What goes wrong with all upserts of the objects with these values of their unique property. */
  readonly failing = new Map<string, HubspotFault>();
  readonly token = 'pat-na1-token-of-the-private-app';
  readonly portalId = 24_242_424;
  /** False: the account has no custom objects. */
  isEnterprise = true;
  /** True: errors of a batch are parts of an answer of success. */
  reportsErrorsInBatches = false;
  readonly schemas: Schema[] = [];
  /** `type/id type/id` of each association. */
  readonly associations = new Set<string>();
  private readonly objects = new Map<string, Map<string, Members>>();
  private readonly definitions = new Map<string, Map<string, Definition>>();
  private made = 900;

  private constructor(private readonly server: Server) {
    for (const [type, names] of Object.entries(STANDARD))
      this.define(
        type,
        names.map((name) => ({ name, type: 'string', hasUniqueValue: name === 'email' })),
      );
  }

  static async start(): Promise<HubspotStandIn> {
    const server = createServer();
    const standIn = new HubspotStandIn(server);
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

  callsTo(method: string, path: string): HubspotCall[] {
    return this.calls.filter((call) => call.method === method && call.path.startsWith(path));
  }

  /** The objects of a type, by their ids. @param type `contacts`, `companies`, or the name of a custom object. */
  objectsOf(type: string): Map<string, Members> {
    const schema = this.schemas.find(({ name }) => name === type);
    return this.rows(schema?.objectTypeId ?? type);
  }

  /** The names of the properties of a type. */
  propertiesOf(type: string): string[] {
    return [...(this.definitions.get(type)?.keys() ?? [])];
  }

  /** Stores an object that somebody else has created. @returns its id. */
  store(type: string, properties: Members): string {
    const id = String(++this.made);
    this.rows(type).set(id, properties);
    return id;
  }

  private rows(type: string): Map<string, Members> {
    const known = this.objects.get(type) ?? new Map<string, Members>();
    this.objects.set(type, known);
    return known;
  }

  private define(type: string, definitions: readonly Definition[]): void {
    const known = this.definitions.get(type) ?? new Map<string, Definition>();
    for (const definition of definitions) known.set(definition.name, definition);
    this.definitions.set(type, known);
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const url = new URL(request.url ?? '/', 'http://hubspot');
    const text = Buffer.concat(chunks).toString();
    const call: HubspotCall = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      body: text === '' ? {} : (JSON.parse(text) as Members),
    };
    this.calls.push(call);
    await this.during?.();
    const fault = this.failing.get(upsertedId(call)) ?? this.faults.shift() ?? null;
    if (fault === 'close') {
      request.socket.destroy();
      return;
    }
    if (fault !== null && typeof fault === 'object') {
      const { status, headers = {}, body = errorOf(status, `STATUS_${String(status)}`).body } = fault;
      respond(response, { status, body }, headers);
      return;
    }
    const isOurs = request.headers.authorization === `Bearer ${this.token}`;
    const answer = isOurs ? this.answer(call) : errorOf(401, 'INVALID_AUTHENTICATION');
    this.send(response, fault, answer);
  }

  private send(response: ServerResponse, fault: HubspotFault | null, { status, body }: Answer): void {
    const text = JSON.stringify(body);
    if (fault === 'lost') response.destroy();
    else if (fault === 'html')
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>502 Bad Gateway</html>');
    else if (fault === 'cut') response.writeHead(status).end(text.slice(0, text.length / 2));
    else if (fault === 'wrong types')
      respond(response, { status, body: { id: 5, portalId: 'many', results: {}, objectTypeId: [] } });
    else if (fault === 'foreign ids')
      respond(response, { status, body: JSON.parse(text.replaceAll(UUIDS, OTHER_ID)) as Members });
    else respond(response, { status, body });
  }

  private answer({ method, path, query, body }: HubspotCall): Answer {
    const [, area, , kind = '', type = '', ...rest] = path.split('/').map(decodeURIComponent);
    if (area === 'account-info') return { status: 200, body: { portalId: this.portalId, timeZone: 'UTC' } };
    if (area === 'crm-object-schemas')
      return method === 'GET' ? { status: 200, body: { results: this.schemas } } : this.addSchema(body);
    if (kind === 'properties') return this.addProperties(type, body);
    if (rest[1] === 'associations') return this.associate(type, rest);
    if (!this.definitions.has(type)) return errorOf(404, 'OBJECT_NOT_FOUND', `Unable to infer ${type}.`);
    const [id = '', action] = rest;
    if (method === 'POST' && action === 'upsert') return this.upsertAll(type, body);
    if (method === 'PATCH') return this.change(type, id, body);
    return this.find(type, id, query.get('idProperty'));
  }

  private addProperties(type: string, { inputs }: Members): Answer {
    const errors: Members[] = [];
    const results: Members[] = [];
    for (const input of inputs as (Definition & Members)[]) {
      const refused = definitionError(input, true);
      if (refused !== null) return refused;
      if (this.definitions.get(type)?.has(input.name) === true)
        errors.push(errorOf(409, 'OBJECT_ALREADY_EXISTS', `A property named ${input.name} exists.`).body);
      else results.push({ ...input });
    }
    this.define(type, results as unknown as Definition[]);
    return errors.length === 0
      ? { status: 201, body: { status: 'COMPLETE', results } }
      : { status: 207, body: { status: 'COMPLETE', results, numErrors: errors.length, errors } };
  }

  private addSchema(body: Members): Answer {
    if (!this.isEnterprise) return errorOf(403, 'MISSING_SCOPES', 'The account has no custom objects.');
    const { name, labels, properties, requiredProperties, primaryDisplayProperty, associatedObjects } =
      body as unknown as Record<string, string> & { properties: (Definition & Members)[] };
    const refused = properties.map((property) => definitionError(property, false)).find((error) => error);
    if (refused) return refused;
    const names = properties.map((property) => property.name);
    const named = [primaryDisplayProperty ?? '', ...(requiredProperties as unknown as string[])];
    if (labels === undefined || !named.every((property) => names.includes(property)))
      return errorOf(400, 'VALIDATION_ERROR', 'The schema names unknown properties.');
    if (String(associatedObjects) !== 'COMPANY,CONTACT') return errorOf(400, 'VALIDATION_ERROR');
    if (this.schemas.some((schema) => schema.name === name)) return errorOf(409, 'CONFLICT');
    const schema = { ...body, name: String(name), objectTypeId: `2-${String(++this.made)}` };
    this.schemas.push(schema);
    this.define(schema.objectTypeId, properties);
    return { status: 201, body: schema };
  }

  private upsertAll(type: string, { inputs }: Members): Answer {
    const answers = (inputs as Members[]).map((input) => this.upsert(type, input));
    const [refused] = answers.filter(({ status }) => status >= 400);
    if (refused !== undefined && !this.reportsErrorsInBatches) return refused;
    const results = answers.filter(({ status }) => status < 400).map(({ body }) => body);
    const errors = answers.filter(({ status }) => status >= 400).map(({ body }) => body);
    return errors.length === 0
      ? { status: 200, body: { status: 'COMPLETE', results } }
      : { status: 207, body: { status: 'COMPLETE', results, numErrors: errors.length, errors } };
  }

  private upsert(type: string, input: Members): Answer {
    const { idProperty, id, properties } = input as Record<string, string> & { properties: Members };
    if (this.definitions.get(type)?.get(idProperty ?? '')?.hasUniqueValue !== true)
      return errorOf(400, 'VALIDATION_ERROR', `Unable to upsert by non-unique property ${idProperty ?? ''}.`);
    const known = [...this.rows(type)].find(([, row]) => row[idProperty ?? ''] === id);
    return this.put(type, known?.[0] ?? null, { ...properties, [idProperty ?? '']: id });
  }

  private change(type: string, id: string, { properties }: Members): Answer {
    if (!this.rows(type).has(id)) return errorOf(404, 'OBJECT_NOT_FOUND', 'Object not found.');
    return this.put(type, id, properties as Members);
  }

  /** @param id null for a new object. */
  private put(type: string, id: string | null, properties: Members): Answer {
    for (const [name, value] of Object.entries(properties)) {
      const definition = this.definitions.get(type)?.get(name);
      if (definition === undefined)
        return errorOf(400, 'VALIDATION_ERROR', `Property "${name}" does not exist.`);
      if (typeof value !== 'string' || TYPES[definition.type]?.test(value) !== true)
        return errorOf(400, 'VALIDATION_ERROR', `${String(value)} was not a valid ${definition.type}.`);
      const taken = [...this.rows(type)].find(([other, row]) => other !== id && row[name] === value);
      if (definition.hasUniqueValue && taken !== undefined)
        return name === 'email'
          ? errorOf(409, 'CONFLICT', `Contact already exists. Existing ID: ${taken[0]}`)
          : errorOf(400, 'VALIDATION_ERROR', `${name} ${value} is taken.`);
    }
    const stored = { ...(id === null ? {} : this.rows(type).get(id)), ...properties };
    const storedId = id ?? String(++this.made);
    this.rows(type).set(storedId, stored);
    return { status: 200, body: { id: storedId, new: id === null, properties: stored } };
  }

  private find(type: string, id: string, idProperty: string | null): Answer {
    const rows = [...this.rows(type)];
    const found = rows.find(([own, row]) => (idProperty === null ? own === id : row[idProperty] === id));
    return found === undefined
      ? errorOf(404, 'OBJECT_NOT_FOUND', 'Object not found.')
      : { status: 200, body: { id: found[0], properties: found[1] } };
  }

  private associate(type: string, rest: readonly string[]): Answer {
    const [id = '', , , other = '', otherId = ''] = rest;
    if (!this.rows(type).has(id) || !this.rows(other).has(otherId)) return errorOf(404, 'OBJECT_NOT_FOUND');
    this.associations.add(`${type}/${id} ${other}/${otherId}`);
    return { status: 200, body: { status: 'COMPLETE', results: [{}] } };
  }
}

const UUIDS = /[\da-f]{8}-[\da-f-]{27}/g;
const OTHER_ID = '0190ffff-0000-7000-8000-00000000ffff';

/** The unique value of the object that a call upserts; empty for other calls. */
function upsertedId({ body: { inputs } }: HubspotCall): string {
  return Array.isArray(inputs) ? String((inputs[0] as Members)['id']) : '';
}

function definitionError(input: Members, isGrouped: boolean): Answer | null {
  const { name, label, type, fieldType, groupName, options } = input as Record<string, string>;
  const isComplete =
    /^[a-z][a-z\d_]*$/.test(name ?? '') && label !== undefined && CONTROLS[type ?? ''] === fieldType;
  const isPlaced = isGrouped === /^(?:company|contact)information$/.test(groupName ?? '');
  if (isComplete && isPlaced && (type === 'bool') === Array.isArray(options)) return null;
  return errorOf(400, 'VALIDATION_ERROR', `The property ${name ?? ''} is not valid.`);
}

function errorOf(status: number, category: string, message = `Refused: ${category}.`): Answer {
  return { status, body: { status: 'error', message, correlationId: 'aeb5f871', category } };
}

function respond(
  response: ServerResponse,
  { status, body }: Answer,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
