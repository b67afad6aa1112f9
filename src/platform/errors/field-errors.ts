import { isDeepStrictEqual } from 'node:util';
import { Big } from '../../core/money/decimal.js';
import { ineffectiveMembers } from '../request-scope.js';
import { AppError, type ErrorDetails, type FieldError } from './app-error.js';
import type { FieldErrorCode } from './error-codes.js';

/** Number of fields that are reported at once, so that the response stays small whatever was sent. */
const MAX_FIELDS = 1_000;

/** What the views of one input share. */
interface Report {
  /** Codes, and sentences that state limits, by path. */
  readonly details: Map<string, string[]>;
  readonly fields: FieldError[];
  readonly limits: Set<string>;
  readonly namedPaths: Set<string>;
}

interface Cause {
  /** Where in the value the error is, with members joined by dots; by default the whole value. */
  readonly within?: string;
  /** Where in the input the value is, if it is reported under another name. */
  readonly at?: string;
  /** A text that says more than the code; it is reported after the code. */
  readonly reason?: string;
}

/** Collects all field errors of an input, so that they are reported together. */
export class FieldErrors {
  constructor(
    private readonly report: Report = {
      details: new Map(),
      fields: [],
      limits: new Set(),
      namedPaths: new Set(),
    },
    private readonly prefix = '',
  ) {}

  /** Returns a view of these errors that adds errors to the fields of an object member such as `planOverrides`. */
  forMember(member: string): FieldErrors {
    return new FieldErrors(this.report, `${this.prefix}${member}.`);
  }

  /** @param path camelCase field, nested ones joined by dots (`charges.1.properties`); `base` for the whole input. */
  add(path: string, code: FieldErrorCode, { within, at, reason }: Cause = {}): void {
    const fullPath = `${this.prefix}${path}`;
    this.addText(fullPath, code);
    if (reason !== undefined) this.addText(fullPath, reason);
    if (this.report.fields.length >= MAX_FIELDS) return;
    const reportedPath = at === undefined ? fullPath : `${this.prefix}${at}`;
    const exactPath = within === undefined ? reportedPath : `${reportedPath}.${within}`;
    this.report.fields.push({ path: exactPath, code, reason: reason ?? null });
  }

  /**
   * Reports a member that changes nothing, because the record no longer takes another value than it has. Where the caller
   * tolerates that, the answer names it instead. Source: rest-conventions.md §3.
   */
  addIneffective(path: string): void {
    const name = ineffectiveMembers();
    if (name === null) this.add(path, 'value_is_immutable');
    else name(`${this.prefix}${path}`);
  }

  /** As `addIneffective`, for members sent with other values. @param path of the object, with a trailing dot or empty. */
  addOtherValues<Input extends object>(
    path: string,
    sent: Input,
    kept: { readonly [Member in keyof Input]?: unknown },
  ): void {
    for (const [member, value] of Object.entries(kept)) {
      const given = sent[member as keyof Input];
      if (given !== undefined && !isSameValue(given, value)) this.addIneffective(`${path}${member}`);
    }
  }

  /**
   * Reports a value that exceeds one of our limits. The limit is stated at `base` and in the message of the error.
   * @param sentence states the limit.
   */
  addOverLimit(path: string, code: FieldErrorCode, sentence: string): void {
    this.add(path, code);
    this.addText('base', sentence);
    this.report.limits.add(sentence);
  }

  /** Adds a code or a text to the details of a path, which is not prefixed. */
  addText(path: string, text: string): void {
    const { details } = this.report;
    const known = details.get(path);
    if (known !== undefined) {
      if (!known.includes(text)) known.push(text);
    } else if (details.size < MAX_FIELDS) {
      details.set(path, [text]);
    }
  }

  /** As `addText`, for a path with a name that the caller chose. */
  addNamedText(path: string, text: string): void {
    this.addText(path, text);
    this.report.namedPaths.add(path);
  }

  get paths(): readonly string[] {
    return [...this.report.details.keys()];
  }

  /** Drops the errors of other paths. */
  keepOnly(isKept: (path: string) => boolean): void {
    const { details, fields } = this.report;
    for (const path of [...details.keys()]) if (!isKept(path)) details.delete(path);
    const kept = fields.filter(({ path }) => isKept(path));
    fields.splice(0, fields.length, ...kept);
  }

  get isEmpty(): boolean {
    return this.report.details.size === 0;
  }

  has(path: string): boolean {
    return this.report.details.has(`${this.prefix}${path}`);
  }

  details(): ErrorDetails {
    return Object.fromEntries(this.report.details);
  }

  /** The error `validation_errors` with everything that was added. */
  error(): AppError {
    const { fields, limits, namedPaths: named } = this.report;
    const stated = limits.size === 0 ? {} : { message: [...limits].join(' ') };
    const namedPaths = [...named];
    return new AppError('validation', 'validation_errors', this.details(), { fields, namedPaths, ...stated });
  }

  /** @throws AppError `validation_errors` when anything was added. */
  throwIfAny(): void {
    if (!this.isEmpty) throw this.error();
  }
}

/** True if a sent value is that of the record: an absent flag is false, a text may be empty, a decimal end with zeros. */
function isSameValue(sent: unknown, kept: unknown): boolean {
  const [one, other] = [sent, kept].map((value) => (value === '' ? false : (value ?? false)));
  if (isDeepStrictEqual(one, other)) return true;
  return isDecimal(one) && isDecimal(other) && new Big(one).eq(other);
}

function isDecimal(value: unknown): value is string | number {
  return (typeof value === 'string' || typeof value === 'number') && /^-?\d+(?:\.\d+)?$/.test(String(value));
}
