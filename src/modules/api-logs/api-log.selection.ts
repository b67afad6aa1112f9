import type { TimeSpan } from '../../platform/api/members/scalars.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import { limitCount } from '../../platform/errors/input-rules.js';
import type { ApiLogFilter } from './api-log.input.js';
import { apiLogEntries, type ApiLogMethod } from './api-log.table.js';

/** A checked filter of entries. An absent condition does not restrict. */
export interface ApiLogSelection {
  readonly from: Date | null;
  readonly to: Date | null;
  readonly methods: readonly ApiLogMethod[] | null;
  readonly statuses: StatusSelection | null;
  readonly apiVersion: string | null;
  readonly paths: PathSelection | null;
}

/** Statuses of which an entry must have one. */
export interface StatusSelection {
  readonly exact: readonly number[];
  /** Below 400. */
  readonly succeeded: boolean;
  /** 400 and above. */
  readonly failed: boolean;
}

/** Paths of which an entry must have one. */
export interface PathSelection {
  readonly exact: readonly string[];
  /** Patterns of the SQL operator `like`. */
  readonly like: readonly string[];
}

const METHODS = apiLogEntries.httpMethod.enumValues;

/** Each is compared with every entry of the organization. */
const MAX_PATTERNS = 20;

/** Checks a filter. @throws AppError `validation_errors`: `value_is_invalid`, `invalid_count`. Source: logs.md §1. */
export function readFilter({ fromDate, toDate, ...filter }: ApiLogFilter): ApiLogSelection {
  const errors = new FieldErrors();
  for (const list of ['httpMethods', 'httpStatuses', 'requestPaths'] as const)
    limitCount(errors, list, filter[list]);
  errors.throwIfAny();
  const selection = {
    from: firstOf(fromDate),
    to: toDate?.last ?? null,
    methods: methodsOf(errors, filter.httpMethods),
    statuses: statusesOf(errors, filter.httpStatuses),
    apiVersion: filter.apiVersion ?? null,
    paths: pathsOf(errors, filter.requestPaths),
  };
  errors.throwIfAny();
  return selection;
}

function firstOf(date: TimeSpan | null | undefined): Date | null {
  return date?.first ?? null;
}

function methodsOf(errors: FieldErrors, words: ApiLogFilter['httpMethods']): ApiLogMethod[] | null {
  if (words === undefined || words === null) return null;
  return words.flatMap((word) => {
    const method = METHODS.find((known) => known === word.toLowerCase());
    if (method === undefined) errors.add('httpMethods', 'value_is_invalid');
    return method ?? [];
  });
}

function statusesOf(errors: FieldErrors, words: ApiLogFilter['httpStatuses']): StatusSelection | null {
  if (words === undefined || words === null) return null;
  const exact = words.filter((word) => /^[1-5]\d\d$/.test(word)).map(Number);
  const [succeeded, failed] = [words.includes('succeeded'), words.includes('failed')];
  const known = new Set([...exact.map(String), 'succeeded', 'failed']);
  if (words.some((word) => !known.has(word))) errors.add('httpStatuses', 'value_is_invalid');
  return { exact, succeeded, failed };
}

function pathsOf(errors: FieldErrors, sent: ApiLogFilter['requestPaths']): PathSelection | null {
  if (sent === undefined || sent === null) return null;
  const paths = sent.flatMap((list) => list.split(','));
  limitCount(errors, 'requestPaths', paths);
  const exact = paths.filter((path) => !path.includes('*'));
  const patterns = paths.filter((path) => path.includes('*'));
  if (patterns.length > MAX_PATTERNS) errors.add('requestPaths', 'invalid_count');
  return { exact, like: patterns.map(likePattern) };
}

/** Runs of `*` are one, since each would multiply the time of the comparison. */
function likePattern(path: string): string {
  return path.replace(/[\\%_]/g, String.raw`\$&`).replace(/\*+/g, '%');
}
