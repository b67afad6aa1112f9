import type { Request } from 'express';
import { cleanText, parseCleanJson } from '../platform/clean-text.js';
import { badRequest } from '../platform/errors/app-error.js';
import { camelCase, snakeCase } from './names.js';
import type { Operation, OperationVariable } from './operation.js';
import { pageVariable, QueryParameters, type UrlValues, urlVariable } from './query.js';
import type { Reading } from './reading.js';
import type { Route } from './route.js';
import { isObject, translationOf } from './translate.js';

type Values = Record<string, unknown>;

/** A request as far as it can be read before the record that it names is found. */
export interface SentRequest {
  /** Those of the path, in camelCase. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Null when one of them cannot be read: there is nothing to look up. */
  readonly lookupVariables: Values | null;
  /** The variables of the document that the URL gives. */
  readonly urlVariables: Values;
  /** The members of the resource. */
  readonly members: Values;
  /** Those of the row's `beside`. */
  readonly beside: Values;
}

/** Reads requests of one row as variables of its documents. Source: rest-conventions.md §3, §6. */
export class RequestReader {
  constructor(
    private readonly route: Route,
    private readonly operation: Operation,
    private readonly lookup: Operation | null,
  ) {}

  /** @throws AppError kind `badRequest` for a body that is not a JSON object with the wrapper. */
  read(request: Request, body: Buffer, reading: Reading): SentRequest {
    const url = { parameters: parametersOf(request), query: QueryParameters.parse(searchOf(request)) };
    const inQuery = url.query.singles(this.route.inQuery);
    const { members, beside } = this.membersOf(request, body, reading);
    const lookupVariables = this.lookupVariables(url, beside, reading);
    const urlVariables = this.urlVariables(url, reading);
    for (const name of url.query.unread()) reading.ignore('', name);
    return {
      parameters: url.parameters,
      lookupVariables,
      urlVariables,
      members: { ...members, ...inQuery },
      beside,
    };
  }

  /** The variables of the document. @param found what the path says of the input, which a body cannot change. */
  variables({ urlVariables, members, beside }: SentRequest, found: Values, reading: Reading): Values {
    const input = this.operation.variables.find(({ name }) => name === 'input');
    if (input === undefined) {
      for (const name of Object.keys(members)) reading.ignore('', name);
      return urlVariables;
    }
    const given = { ...beside, ...restNamed(found) };
    return { ...urlVariables, input: translationOf(input.type)(members, '', reading, given) };
  }

  private membersOf(
    request: Request,
    body: Buffer,
    reading: Reading,
  ): Pick<SentRequest, 'members' | 'beside'> {
    const { wrapper, method } = this.route;
    const parsed = body.length === 0 ? {} : parse(body);
    if (!isObject(parsed)) throw badRequest('invalid JSON: the body is not an object');
    if (wrapper === null) return { members: parsed, beside: {} };
    const isKnown = (name: string) => name === wrapper || this.route.beside.includes(name);
    for (const name of Object.keys(parsed)) if (!isKnown(name)) reading.ignore('', name);
    const members = parsed[wrapper];
    const beside = picked(parsed, this.route.beside);
    if (isObject(members) && Object.keys(members).length > 0) return { members, beside };
    // All that a deletion takes is optional.
    if (method === 'DELETE') return { members: {}, beside };
    const missing = `param is missing or the value is empty or invalid: ${wrapper}`;
    throw badRequest(isOfOtherType(request, body) ? `${missing}; ${EXPECTED_TYPE}` : missing);
  }

  private lookupVariables(url: UrlValues, beside: Values, reading: Reading): Values | null {
    const variables = bind(this.lookup?.variables ?? [], (variable) => {
      const sent = beside[snakeCase(variable.name)];
      return sent === undefined
        ? urlVariable(variable, url, reading)
        : translationOf(variable.type)(sent, variable.name, reading);
    });
    return reading.hasRefusals ? null : variables;
  }

  private urlVariables(url: UrlValues, reading: Reading): Values {
    return bind(this.operation.variables, (variable) => {
      if (variable.name === 'input') return undefined;
      if (variable.name === 'page') return pageVariable('page', url.query);
      if (variable.name === 'perPage') return (reading.pageSize = pageVariable('perPage', url.query));
      return urlVariable(variable, url, reading);
    });
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

/** Whether a body was sent that counts as absent because of its type (rest-conventions.md §3). */
function isOfOtherType({ headers }: Request, read: Buffer): boolean {
  const isSent = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return isSent && read.length === 0;
}

function parse(body: Buffer): unknown {
  try {
    return parseCleanJson(body.toString('utf8'));
  } catch (error) {
    // The engine says where it stopped, and what it found there.
    throw badRequest(`invalid JSON: ${error instanceof SyntaxError ? error.message : 'nested too deeply'}`);
  }
}

function parametersOf(request: Request): Record<string, string> {
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
