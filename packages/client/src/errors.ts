/** An error of a GraphQL response. `ErrorExtensions` in the schema describes its extensions. */
export interface GraphqlError {
  /** A sentence for people. */
  readonly message: string;
  /** Where in the data the field is that failed; absent if the operation was not executed. */
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

interface TollgateErrorFields {
  readonly message: string;
  readonly status: number;
  readonly code: string | null;
  readonly details: Readonly<Record<string, unknown>> | null;
  readonly headers: Headers;
  readonly errors?: readonly GraphqlError[];
  readonly data?: unknown;
}

/**
 * A refusal by the server, on both APIs. If no response arrives, `fetch` throws its own error instead.
 *
 * REST: rest-conventions.md §2. GraphQL: the first error of the response; `errors` has all.
 */
export class TollgateError extends Error {
  override readonly name = 'TollgateError';
  /** The HTTP status; of a GraphQL error the one that REST answers for the same error. */
  readonly status: number;
  /** The code for programs; null where the server sends none (REST: 400 and 401). */
  readonly code: string | null;
  /** Codes by field, for example `{ code: ['value_already_exist'] }`; null if the error is about no field. */
  readonly details: Readonly<Record<string, unknown>> | null;
  /** The request in the server's log. */
  readonly requestId: string | null;
  /** Seconds after which a retry may succeed (`Retry-After`); null if the server does not say. */
  readonly retryAfterSeconds: number | null;
  /** All errors of a GraphQL response; empty for REST. */
  readonly errors: readonly GraphqlError[];
  /** The data that a GraphQL response has beside its errors; null if it has none, and for REST. */
  readonly data: unknown;

  constructor({ message, status, code, details, headers, errors = [], data = null }: TollgateErrorFields) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = headers.get('x-request-id');
    // A proxy may send a date instead; the server sends seconds.
    const wait = Number(headers.get('retry-after') ?? Number.NaN);
    this.retryAfterSeconds = Number.isNaN(wait) ? null : wait;
    this.errors = errors;
    this.data = data;
  }
}

/** @param body the parsed JSON; text if it was none, as from a proxy. */
export function restError(request: string, response: Response, body: unknown): TollgateError {
  const { error, code, error_details } = asObject(body) ?? {};
  const details = asObject(error_details);
  const reason = [
    asText(error) ?? response.statusText,
    asText(code),
    details === null ? null : JSON.stringify(details),
  ];
  return new TollgateError({
    message: `${request} answered ${response.status}: ${reason.filter((part) => part !== null).join(' ')}`,
    status: response.status,
    code: asText(code),
    details,
    headers: response.headers,
  });
}

export function graphqlError(
  response: Response,
  errors: readonly GraphqlError[],
  data: unknown,
): TollgateError {
  const [first] = errors;
  const { status, code, details } = first?.extensions ?? {};
  return new TollgateError({
    message: first?.message ?? `GraphQL answered ${response.status} ${response.statusText}`,
    status: typeof status === 'number' ? status : response.status,
    code: asText(code),
    details: asObject(details),
    headers: response.headers,
    errors,
    data,
  });
}

function asObject(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
}

function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
