import {
  AppError,
  badRequest,
  invalid,
  notAllowed,
  notFound,
  overLimit,
} from '../../platform/errors/app-error.js';
import { type ErrorBody, errorBody, INTERNAL_ERROR } from '../error-body.js';
import type { JsonSchema } from './json-schema.js';

/** An error response of the OpenAPI document. */
interface Refusal {
  readonly name: string;
  readonly description: string;
  readonly example: ErrorBody;
}

/** Error responses by HTTP status. Source: rest-conventions.md §2. */
const REFUSALS = {
  400: refusal(
    'BadRequest',
    'The body is not a JSON object, or its wrapper is missing or empty.',
    badRequest('invalid JSON'),
  ),
  401: refusal(
    'Unauthorized',
    'The API key is missing, unknown or expired.',
    new AppError('unauthenticated', 'unauthorized'),
  ),
  403: refusal(
    'Forbidden',
    'The API key lacks the permission.',
    new AppError('forbidden', 'write_action_not_allowed_for_tax'),
  ),
  404: refusal('NotFound', 'A record named in the path or the body does not exist.', notFound('tax')),
  405: refusal(
    'NotAllowed',
    'The record exists, but its state does not allow this operation.',
    notAllowed('test_clock_advancing'),
  ),
  413: refusal(
    'TooLarge',
    'The body is larger than the operation accepts: by default 1 MB, or 10 MB for a list of events or of charges.',
    overLimit('tooLarge', 'This request takes a body of at most 1 MB.'),
  ),
  422: refusal(
    'Unprocessable',
    'Some members are invalid or, with `Prefer: handling=strict`, unknown: all of them are listed at once. Or a concurrent change conflicts, with the code lock_acquisition_failed.',
    invalid({ code: ['value_already_exist'] }),
  ),
  429: refusal(
    'TooManyRequests',
    'The organization has too many requests in progress. Try again after the number of seconds in `Retry-After`.',
    overLimit(
      'tooManyRequests',
      'The requests of an organization that run at once take bodies of at most 64 MB.',
    ),
  ),
  500: {
    name: 'InternalError',
    description: 'A bug of the server, which has logged the details.',
    example: INTERNAL_ERROR,
  },
  503: refusal(
    'Unavailable',
    'The server is starting or stopping, or cannot reach its database.',
    new AppError('unavailable', 'service_unavailable'),
  ),
} as const;

type RefusalStatus = keyof typeof REFUSALS;

function refusal(name: string, description: string, example: AppError): Refusal {
  return { name, description, example: errorBody(example) };
}

/** The JSON schema of every error response. */
export const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'Why a request was refused.',
  required: ['status', 'error'],
  properties: {
    status: { type: 'integer', description: 'The HTTP status.' },
    error: { type: 'string', description: 'A short text for people.' },
    code: { type: 'string', description: 'A code for programs; absent from 400 and 401.' },
    error_details: {
      type: 'object',
      description:
        'Error codes by member, nested members joined by dots; `base` for errors that concern no single member.',
      additionalProperties: true,
    },
  },
};

/** The error responses, which operations reference by name. */
export function refusalComponents(): Record<string, object> {
  const entries = Object.values(REFUSALS).map(({ name, description, example }) => {
    const schema = { $ref: '#/components/schemas/Error' };
    return [name, { description, content: { 'application/json': { schema, example } } }] as const;
  });
  return Object.fromEntries(entries);
}

interface Facets {
  readonly takesBody: boolean;
  readonly namesRecords: boolean;
  readonly dependsOnState: boolean;
}

/** The error responses that an operation may return, by status. */
export function refusalsOf({ takesBody, namesRecords, dependsOnState }: Facets): Record<string, object> {
  // 422 applies to every operation: with strict handling, each refuses unknown parameters.
  const statuses: RefusalStatus[] = [401, 403, 422, 429, 500, 503];
  if (takesBody) statuses.push(400, 413);
  if (takesBody || namesRecords) statuses.push(404);
  if (dependsOnState) statuses.push(405);
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${REFUSALS[status].name}` }]),
  );
}
