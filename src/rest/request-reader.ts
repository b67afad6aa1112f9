import type { Request } from 'express';
import { getNullableType, type GraphQLInputObjectType } from 'graphql';
import { cleanText } from '../platform/text/clean-text.js';
import { type AppError, badRequest } from '../platform/errors/app-error.js';
import type { JsonBody } from '../platform/request-body/json-body.js';
import type { Addressed } from './addressing.js';
import { camelCase, snakeCase } from './letter-case.js';
import type { Operation, OperationVariable } from './operation.js';
import { pageVariable, QueryParameters, type UrlValues, urlVariable } from './query.js';
import type { Reading } from './reading.js';
import type { Route } from './route.js';
import { isObject, translationOf } from './translate.js';

type Values = Record<string, unknown>;

/** The parts of a request that can be read before the lookup has found its record. */
export interface SentRequest {
  /** Parameters of the path, in camelCase. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Variables of the lookup; null when one cannot be read, so that the record cannot be found. */
  readonly lookupVariables: Values | null;
  /** Variables of the document that come from the URL. */
  readonly urlVariables: Values;
  /** Members of the resource. */
  readonly members: Values;
  /** Members next to the wrapper, which the row lists in `siblings`. */
  readonly siblings: Values;
}

/** Converts requests of one row to variables of its documents. Source: rest-conventions.md §3, §6. */
export class RequestReader {
  constructor(
    private readonly route: Route,
    private readonly operation: Operation,
    private readonly lookup: Operation | null,
  ) {}

  /** @throws AppError kind `badRequest` for a body that is not a JSON object with the wrapper. */
  read(request: Request, body: JsonBody, { parameters, defaults }: Addressed, reading: Reading): SentRequest {
    const url = { parameters, query: QueryParameters.parse(searchOf(request)), defaults };
    const inQuery = url.query.singles(this.route.inQuery);
    const { members, siblings } = this.membersOf(request, body, reading);
    const lookupVariables = this.lookupVariables(url, siblings, reading);
    const urlVariables = this.urlVariables(url, reading);
    for (const name of url.query.unread()) reading.ignore('', name);
    return {
      parameters: url.parameters,
      lookupVariables,
      urlVariables,
      members: { ...members, ...inQuery },
      siblings,
    };
  }

  /** The variables of the document. @param found members of the input that the path determines and a body cannot change. */
  variables({ urlVariables, members, siblings }: SentRequest, found: Values, reading: Reading): Values {
    const input = this.operation.variables.find(({ name }) => name === 'input');
    if (input === undefined) {
      for (const name of Object.keys(members)) reading.ignore('', name);
      return urlVariables;
    }
    const named = restNamed(found);
    const fields = getNullableType(input.type) as GraphQLInputObjectType;
    for (const [name, value] of Object.entries(named)) {
      const isOther = Object.hasOwn(members, name) && members[name] !== value;
      if (isOther && camelCase(name) in fields.getFields())
        reading.addIneffective(camelCase(name), 'value_is_immutable');
    }
    const given = { ...siblings, ...named };
    return { ...urlVariables, input: translationOf(input.type)(members, '', reading, given) };
  }

  private membersOf(
    request: Request,
    body: JsonBody,
    reading: Reading,
  ): Pick<SentRequest, 'members' | 'siblings'> {
    const { wrapper, method, required } = this.route;
    const parsed = body.bytes.length === 0 ? {} : parse(body);
    if (!isObject(parsed)) throw badRequest('invalid JSON: the body is not an object');
    if (required !== null && (parsed[required] ?? null) === null) throw missing(required, request, body);
    if (wrapper === null) return { members: parsed, siblings: {} };
    const isKnown = (name: string) => name === wrapper || this.route.siblings.includes(name);
    for (const name of Object.keys(parsed)) if (!isKnown(name)) reading.ignore('', name);
    const members = parsed[wrapper];
    const siblings = picked(parsed, this.route.siblings);
    if (isObject(members) && Object.keys(members).length > 0) return { members, siblings };
    // The body of a deletion is optional.
    if (method === 'DELETE') return { members: {}, siblings };
    throw missing(wrapper, request, body);
  }

  private lookupVariables(url: UrlValues, siblings: Values, reading: Reading): Values | null {
    const variables = bind(this.lookup?.variables ?? [], (variable) => {
      const sent = siblings[snakeCase(variable.name)];
      return sent === undefined
        ? this.urlVariable(variable, url, reading)
        : translationOf(variable.type)(sent, variable.name, reading);
    });
    return reading.hasRefusals ? null : variables;
  }

  private urlVariables(url: UrlValues, reading: Reading): Values {
    return bind(this.operation.variables, (variable) => {
      if (variable.name === 'input') return undefined;
      if (variable.name === 'page') return pageVariable('page', url.query, reading);
      if (variable.name === 'perPage')
        return (reading.pageSize = pageVariable('perPage', url.query, reading));
      return this.urlVariable(variable, url, reading);
    });
  }

  private urlVariable(variable: OperationVariable, url: UrlValues, reading: Reading): unknown {
    return urlVariable(variable, url, reading, this.route.aliases[variable.name]);
  }
}

function bind(
  variables: readonly OperationVariable[],
  valueOf: (variable: OperationVariable) => unknown,
): Values {
  const bound: Values = {};
  for (const variable of variables) {
    const value = valueOf(variable);
    if (value !== undefined) bound[variable.name] = value;
  }
  return bound;
}

function picked(values: Values, names: readonly string[]): Values {
  const own = names.filter((name) => Object.hasOwn(values, name));
  return Object.fromEntries(own.map((name) => [name, values[name]]));
}

const EXPECTED_TYPE = 'the body has to be sent with the Content-Type application/json';

/** The error for a body without a member that it must have. */
function missing(member: string, request: Request, body: JsonBody): AppError {
  const message = `param is missing or the value is empty or invalid: ${member}`;
  return badRequest(isOfOtherType(request, body) ? `${message}; ${EXPECTED_TYPE}` : message);
}

/** True if a body was sent but ignored because of its content type (rest-conventions.md §3). */
function isOfOtherType({ headers }: Request, read: JsonBody): boolean {
  const isSent = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return isSent && read.bytes.length === 0;
}

/** The members of a body; none if it is not a JSON object. */
export function membersIn(body: JsonBody): Values {
  try {
    const parsed = body.bytes.length === 0 ? {} : parse(body);
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

function parse(body: JsonBody): unknown {
  try {
    return body.parse();
  } catch (error) {
    // The message of the parser contains the position and the unexpected text.
    throw badRequest(`invalid JSON: ${error instanceof SyntaxError ? error.message : 'nested too deeply'}`);
  }
}

/** The parameters of the path that was requested, in camelCase. */
export function parametersOf(request: Request): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.params).map(([name, value]) => [camelCase(name), cleanText(String(value))]),
  );
}

function searchOf({ originalUrl }: Request): string {
  const start = originalUrl.indexOf('?');
  return start === -1 ? '' : originalUrl.slice(start);
}

function restNamed(members: Values): Values {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [snakeCase(name), value]));
}
