import { parseJson } from '../../src/platform/text/parse-json.js';
import type { TypedDocumentString } from '../generated/documents.js';
import { checkAnswer } from './contract.js';

export interface RestAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are asserted on, not computed with
  readonly body: any;
}

export interface RestOptions {
  readonly headers?: Record<string, string>;
  /** Sent unchanged, for bodies that are not JSON. */
  readonly rawBody?: string;
}

export interface GraphqlAnswer {
  readonly status: number;
  readonly headers: Headers;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  readonly data: any;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  readonly errors: any[] | undefined;
  readonly extensions?: { readonly cost?: Record<string, number> } | undefined;
}

interface GraphqlBody {
  readonly data: unknown;
  readonly errors?: unknown[];
  readonly extensions?: { readonly cost?: Record<string, number> };
}

/** The data of a response without errors, whose root fields are therefore not null. */
type Present<Data> = { [Field in keyof Data]: NonNullable<Data[Field]> };

/** Calls one server with one key over REST and GraphQL. Checks every REST response against our OpenAPI file and the contract. */
export class Client {
  constructor(
    readonly baseUrl: string,
    readonly key: string | null,
    readonly organizationId: string,
  ) {}

  /** A client of the same server and organization with another key, or none. */
  withKey(key: string | null): Client {
    return new Client(this.baseUrl, key, this.organizationId);
  }

  /** A client with the same key for another server process. */
  at(baseUrl: string): Client {
    return new Client(baseUrl, this.key, this.organizationId);
  }

  get(path: string, options?: RestOptions): Promise<RestAnswer> {
    return this.rest('GET', path, undefined, options);
  }

  post(path: string, body?: unknown, options?: RestOptions): Promise<RestAnswer> {
    return this.rest('POST', path, body, options);
  }

  put(path: string, body?: unknown, options?: RestOptions): Promise<RestAnswer> {
    return this.rest('PUT', path, body, options);
  }

  patch(path: string, body?: unknown, options?: RestOptions): Promise<RestAnswer> {
    return this.rest('PATCH', path, body, options);
  }

  delete(path: string, options?: RestOptions): Promise<RestAnswer> {
    return this.rest('DELETE', path, undefined, options);
  }

  /** Sends a request with any method. */
  call(method: string, path: string, options?: RestOptions): Promise<RestAnswer> {
    return this.rest(method, path, undefined, options);
  }

  private async rest(
    method: string,
    path: string,
    body: unknown,
    options: RestOptions = {},
  ): Promise<RestAnswer> {
    const sent = options.rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${this.baseUrl}/api/v1${path}`, {
      method,
      headers: {
        ...this.always(),
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
    expectNotStored(response);
    const text = await response.text();
    const isText = response.headers.get('content-type')?.startsWith('text/plain') === true;
    // An empty object stands for a response without body.
    const answer: unknown = isText ? text : parseJson(text === '' ? '{}' : text);
    await checkAnswer({ method, path, status: response.status, body: answer });
    return { status: response.status, headers: response.headers, body: answer };
  }

  async graphql(
    query: string,
    variables: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<GraphqlAnswer> {
    const response = await fetch(`${this.baseUrl}/graphql`, {
      method: 'POST',
      headers: { ...this.always(), 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables }),
    });
    expectNotStored(response);
    const { data, errors, extensions } = parseJson(await response.text()) as GraphqlBody;
    return { status: response.status, headers: response.headers, data, errors, extensions };
  }

  /** Runs a document from a test's `.graphql` file. @throws Error when the response has errors. */
  async query<Data, Variables extends Record<string, unknown>>(
    document: TypedDocumentString<Data, Variables>,
    variables: Variables,
  ): Promise<Present<Data>> {
    const { data, errors } = await this.graphql(document.toString(), variables);
    if (errors !== undefined) throw new Error(JSON.stringify(errors));
    return data as Present<Data>;
  }

  /** Headers of all requests. Compressing what is read at once would only cost time. */
  private always(): Record<string, string> {
    return {
      'accept-encoding': 'identity',
      ...(this.key === null ? {} : { authorization: `Bearer ${this.key}` }),
    };
  }
}

/** No answer of an API may be kept on its way: tokens, keys and links are shown in some. */
function expectNotStored({ headers, url }: Response): void {
  const cacheControl = headers.get('cache-control');
  if (cacheControl !== 'no-store') throw new Error(`${url} may be stored: Cache-Control is ${cacheControl}.`);
}
