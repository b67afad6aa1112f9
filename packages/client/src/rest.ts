import createClient from 'openapi-fetch';
import { restError } from './errors.ts';
import type { paths } from './generated/rest.ts';

export interface RestClientOptions {
  /** Address of the server, without `/api/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Replaces the global `fetch`, for example to set a proxy or to read response headers. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
/** The paths that have this method. */
type PathsWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<M, object> ? Path : never;
}[keyof paths];

type ParametersOf<Operation> = Operation extends { parameters: infer Parameters } ? Parameters : never;
type QueryOf<Operation> = ParametersOf<Operation> extends { query?: infer Query } ? Query : never;
type PathOf<Operation> = ParametersOf<Operation> extends { path: infer Segments } ? Segments : never;
/** Includes `undefined` if the body is optional. */
type BodyOf<Operation> = Operation extends { requestBody?: infer Body }
  ? Body extends { content: { 'application/json': infer Json } }
    ? Json
    : Body
  : never;
type AnswerOf<Operation> = Operation extends { responses: { 200: { content: infer Content } } }
  ? Content[keyof Content]
  : never;

/** An option that is required, optional or refused, as the operation has it. */
type Option<Name extends string, Value> = [Exclude<Value, undefined>] extends [never]
  ? { readonly [_ in Name]?: never }
  : object extends Value
    ? { readonly [_ in Name]?: Value | undefined }
    : undefined extends Value
      ? { readonly [_ in Name]?: Value }
      : { readonly [_ in Name]: Value };

type CallOptions<M extends Method, Operation> = Option<'path', PathOf<Operation>> &
  Option<'query', QueryOf<Operation>> &
  Option<'body', BodyOf<Operation>> & { readonly signal?: AbortSignal | undefined } & (M extends 'get'
    ? object
    : {
        /** 1 to 255 characters. A repeat with the same key, path and body receives the first answer and has no effect. */
        readonly idempotencyKey?: string | undefined;
      });

/** Options may be omitted when none is required. */
type CallArguments<Options> = object extends Options ? [options?: Options] : [options: Options];

type Call<M extends Method> = <Path extends PathsWith<M>>(
  path: Path,
  ...args: CallArguments<CallOptions<M, paths[Path][M]>>
) => Promise<AnswerOf<paths[Path][M]>>;

/** What an operation answers: `RestAnswer<'get', '/taxes/{code}'>`. */
export type RestAnswer<M extends Method, Path extends PathsWith<M>> = AnswerOf<paths[Path][M]>;

/**
 * One method for each of HTTP's. Paths are those of the API's documentation, with their parameters in braces; the values
 * are given as `path`. Each answers the JSON of the response, or its text if it has no JSON.
 * @throws TollgateError when the response is not a success.
 */
export type RestClient = { readonly [M in Method]: Call<M> };

/** Each call as it is once the types have been checked. */
interface UncheckedOptions {
  readonly path?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** The types of all operations, with nothing known of one: as `openapi-fetch` sees them here. */
type AnyPaths = Record<string, Record<Method, object>>;

export function createRestClient({ baseUrl, apiKey, fetch }: RestClientOptions): RestClient {
  const http = createClient<AnyPaths>({
    baseUrl: `${baseUrl.replace(/\/+$/, '')}/api/v1`,
    headers: { authorization: `Bearer ${apiKey}` },
    ...(fetch === undefined ? {} : { fetch }),
  });
  const call =
    (method: Method) =>
    async (at: string, { path, query, body, idempotencyKey, signal }: UncheckedOptions = {}) => {
      const { data, error, response } = await http.request(method, at, {
        params: { path, query },
        headers: { 'idempotency-key': idempotencyKey },
        ...(body === undefined ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
        parseAs: 'text',
      } as Record<string, unknown>);
      if (response.ok) return isJson(response) ? (JSON.parse(String(data)) as unknown) : data;
      throw restError(`${method.toUpperCase()} ${at}`, response, error);
    };
  const methods: Record<Method, (path: string, options?: UncheckedOptions) => Promise<unknown>> = {
    get: call('get'),
    post: call('post'),
    put: call('put'),
    patch: call('patch'),
    delete: call('delete'),
  };
  // The types of the operations are those of the contract, which every answer of the server's tests is checked against.
  return methods as RestClient;
}

function isJson(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('application/json') === true;
}
