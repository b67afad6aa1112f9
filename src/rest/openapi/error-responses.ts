import {
  AppError,
  badRequest,
  invalid,
  notAllowed,
  notFound,
  overLimit,
} from '../../platform/errors/app-error.js';
import { type ErrorBody, errorBody, INTERNAL_ERROR } from '../errors.js';
import type { JsonSchema } from './json-schema.js';

/** A refusal as the document describes it. */
interface Refusal {
  readonly name: string;
  readonly description: string;
  readonly example: ErrorBody;
}

/** By HTTP status. Source: rest-conventions.md §2. */
const REFUSALS = {
  400: refusal(
    'BadRequest',
    'The body is no JSON object, or its wrapper is missing or empty.',
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
  404: refusal('NotFound', 'What the path or the body names does not exist.', notFound('tax')),
  405: refusal(
    'NotAllowed',
    'It exists, but its state does not allow this.',
    notAllowed('test_clock_advancing'),
  ),
  413: refusal(
    'TooLarge',
    'The body is larger than the operation takes: by default 1 MB, or 10 MB where it takes a list of events or of charges.',
    overLimit('tooLarge', 'This request takes a body of at most 1 MB.'),
  ),
  422: refusal(
    'Unprocessable',
    'Members that cannot be accepted, all of them at once, with `Prefer: handling=strict` those that are unknown too; or a concurrent change, with the code lock_acquisition_failed.',
    invalid({ code: ['value_already_exist'] }),
  ),
  429: refusal(
    'TooManyRequests',
    'Too much of the organization is being worked on at once. Try again after the seconds in `Retry-After`.',
    overLimit(
      'tooManyRequests',
      'The requests of an organization that run at once take bodies of at most 64 MB.',
    ),
  ),
  500: {
    name: 'InternalError',
    description: 'A bug of the server, which has it in its log.',
    example: INTERNAL_ERROR,
  },
  503: refusal(
    'Unavailable',
    'The server starts or stops, or its database cannot be reached.',
    new AppError('unavailable', 'service_unavailable'),
  ),
} as const;

type RefusalStatus = keyof typeof REFUSALS;

function refusal(name: string, description: string, example: AppError): Refusal {
  return { name, description, example: errorBody(example) };
}

/** The body of every refusal. */
export const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'Why a request was refused.',
  required: ['status', 'error'],
  properties: {
    status: { type: 'integer', description: 'The HTTP status.' },
    error: { type: 'string', description: 'Short text for people.' },
    code: { type: 'string', description: 'For programs; absent from 400 and 401.' },
    error_details: {
      type: 'object',
      description: 'Codes by member, nested members joined by dots; `base` for those of no single member.',
      additionalProperties: true,
    },
  },
};

/** The responses that operations refer to by name. */
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

/** The refusals an operation may meet, by status. */
export function refusalsOf({ takesBody, namesRecords, dependsOnState }: Facets): Record<string, object> {
  // Whatever an operation takes, it refuses what it does not know when the caller prefers strict handling.
  const statuses: RefusalStatus[] = [401, 403, 422, 429, 500, 503];
  if (takesBody) statuses.push(400, 413);
  if (takesBody || namesRecords) statuses.push(404);
  if (dependsOnState) statuses.push(405);
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${REFUSALS[status].name}` }]),
  );
}
