// The types of `errors[].extensions`. No field answers them: the schema has them so that clients can generate their types.
import { Extensions, ObjectType } from 'type-graphql';
import {
  FIELD_ERRORS,
  MEMBER_ERRORS,
  REQUEST_ERRORS,
  STATE_ERRORS,
} from '../../platform/errors/error-codes.js';
import { enumOf } from '../../platform/api/members/enums.js';
import { JsonMap, ListOf, Of, Text, Whole } from '../../platform/api/members/fields.js';
import { scalar } from '../../platform/api/members/scalars.js';

const MEMBER_CODES = Object.fromEntries(
  Object.entries(MEMBER_ERRORS).map(([code, sentence]) => [code, `${sentence} Status 403.`]),
) as Record<keyof typeof MEMBER_ERRORS, string>;

/** What each code of a GraphQL error means. Source: graphql-surface.md §1. */
export const ERROR_CODES = {
  ...MEMBER_CODES,
  ...STATE_ERRORS,
  PERSISTED_QUERY_NOT_FOUND:
    'No document is known by this hash: send the document with its hash. Status 200.',
  PERSISTED_QUERY_NOT_SUPPORTED: 'Persisted documents need a valid API key.',
  bad_request: 'Arguments contradict each other. Status 400.',
  bad_user_input: 'The request, its document or its variables are not valid for the schema. Status 400.',
  expired_jwt_token: `${REQUEST_ERRORS.expired_jwt_token} Status 401.`,
  forbidden:
    'The API key or the member lacks the permission, or the record does not allow it to anybody. Status 403.',
  internal_error: 'A fault of the server; its log has the request id. Status 500.',
  lock_acquisition_failed: `${REQUEST_ERRORS.lock_acquisition_failed} Status 422.`,
  not_found: 'A record that the arguments name does not exist. `details` names its kind. Status 404.',
  query_is_too_large: 'The request exceeds a limit of size. Status 413.',
  rolled_back: `${REQUEST_ERRORS.rolled_back} Status 424.`,
  service_unavailable: `${REQUEST_ERRORS.service_unavailable} Status 503.`,
  too_many_requests: `${REQUEST_ERRORS.too_many_requests} Status 429.`,
  unauthorized: `${REQUEST_ERRORS.unauthorized} Status 401.`,
  unprocessable_entity: 'Values of the input are not allowed: `inputErrors` lists them. Status 422.',
} as const;

export type GraphqlErrorCode = keyof typeof ERROR_CODES;

const GraphqlErrorCodes = enumOf(
  wordsOf(ERROR_CODES),
  'ErrorCode',
  'The code of an error (`errors[].extensions.code`), which programs should read instead of the message. A code without a status of its own means that the state of the record does not allow the mutation: status 405.',
  ERROR_CODES,
);

const FieldErrorCodes = enumOf(
  wordsOf(FIELD_ERRORS),
  'FieldErrorCode',
  'Why a value of the input was refused. REST has the same codes in `error_details`.',
  FIELD_ERRORS,
);

function wordsOf<Code extends string>(codes: Readonly<Record<Code, string>>): Code[] {
  return Object.keys(codes) as Code[];
}

const InputPathSegment = scalar<string | number, string | number>({
  name: 'InputPathSegment',
  description:
    'A step of a path into the input: the name of a member (text) or the index of an element (number).',
  parse: (value) => value as string | number,
  serialize: (value) => value as string | number,
});

@ObjectType({ description: 'A refused value of the input.' })
@Extensions({ answeredByNone: true })
export class InputError {
  @ListOf(
    () => InputPathSegment,
    'Where the value is: the name of the argument, then members and indexes of lists, as in `["input", "charges", 0, "properties", "standard", "amount"]`. The path of the whole input is `["input"]`.',
  )
  path!: readonly (string | number)[];
  @Of(() => FieldErrorCodes, 'Why the value was refused, as a code for programs.')
  code!: keyof typeof FIELD_ERRORS;
  @Text('Why the value was refused, as a sentence for people.') message!: string;
}

@ObjectType({
  description:
    'The members of `errors[].extensions`. Beside them, `message` is a sentence for people, which may change.',
})
@Extensions({ answeredByNone: true })
export class ErrorExtensions {
  @Of(() => GraphqlErrorCodes, 'The code of the error, for programs.') code!: GraphqlErrorCode;
  @Whole('The HTTP status that REST answers for the same error.') status!: number;
  @JsonMap.orNull(
    'Error codes by field, as REST has them in `error_details`, with names in camelCase and nested ones joined by dots; null if the error is about no field.',
  )
  details!: Readonly<Record<string, unknown>> | null;
  @ListOf.orNull(
    () => InputError,
    'The refused values, if the code is `unprocessable_entity` or a variable could not be read.',
  )
  inputErrors?: readonly InputError[];
  @Text("The request, as in the header `X-Request-Id` and in the server's log.") requestId!: string;
}
