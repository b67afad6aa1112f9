import { type GraphqlError, graphqlError } from './errors.ts';

export interface GraphqlClientOptions {
  /** Address of the GraphQL endpoint: `https://billing.example.com/graphql`. */
  readonly url: string;
  readonly apiKey: string;
  /** Replaces the global `fetch`, for example to set a proxy or to read response headers. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

/** A document as text with the types of its data and variables, as graphql-codegen writes it with `documentMode: string`. */
export interface GraphqlDocument<Data, Variables> {
  toString(): string;
  /** Only for types: no document has it. */
  __apiType?: ((variables: Variables) => Data) | undefined;
}

/** A root field is null only beside an error (ADR 0058), and `request` throws errors. */
type WithoutErrors<Data> = { [Field in keyof Data]: NonNullable<Data[Field]> };

/** Variables may be omitted when none is required. A document without any has `Record<string, never>`. */
type RequestArguments<Variables> =
  Record<string, never> extends Variables
    ? [variables?: Variables, options?: RequestOptions]
    : [variables: Variables, options?: RequestOptions];

interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * For mutations, 1 to 255 characters. A repeat with the same key, document and variables receives the first answer and has no
   * effect.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface GraphqlClient {
  /**
   * Executes a document of one operation.
   * @throws TollgateError when the response has errors, also when it has data beside them.
   */
  request<Data, Variables>(
    document: GraphqlDocument<Data, Variables>,
    ...args: RequestArguments<Variables>
  ): Promise<WithoutErrors<Data>>;
}

interface GraphqlResponse {
  readonly data?: unknown;
  readonly errors?: readonly GraphqlError[];
}

export function createGraphqlClient({
  url,
  apiKey,
  fetch = globalThis.fetch,
}: GraphqlClientOptions): GraphqlClient {
  return {
    async request<Data, Variables>(
      document: GraphqlDocument<Data, Variables>,
      ...[variables, { signal, idempotencyKey } = {}]: [Variables?, RequestOptions?]
    ): Promise<WithoutErrors<Data>> {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        body: JSON.stringify({ query: document.toString(), variables }),
        ...(signal === undefined ? {} : { signal }),
      });
      const { data, errors = [] } = await read(response);
      if (!response.ok || errors.length > 0) throw graphqlError(response, errors, data ?? null);
      return data as WithoutErrors<Data>;
    },
  };
}

/** @returns an empty response if the body is not JSON, as from a proxy. */
async function read(response: Response): Promise<GraphqlResponse> {
  try {
    return (await response.json()) as GraphqlResponse;
  } catch (error) {
    if (!response.ok && error instanceof SyntaxError) return {};
    throw error;
  }
}
