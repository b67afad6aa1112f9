import type { AppError, ErrorDetails } from '../platform/errors/app-error.js';
import type { FieldErrorCode } from '../platform/errors/error-codes.js';
import { FieldErrors } from '../platform/errors/field-errors.js';
import { snakePath } from './letter-case.js';

/** Receives the problems that the translation of a request finds. Paths are camelCase, nested members joined by dots. */
export interface ReadingSink {
  /** Reports that a value cannot be read. */
  add(path: string, code: FieldErrorCode): void;
  /** Reports that the object at `path` has an unknown member. @param name as it was sent. */
  ignore(path: string, name: string): void;
  /**
   * Reports that an element of a list cannot be read. The error does not count if an element before it is refused: only the
   * first bad element is reported.
   */
  addOfElement(path: string, code: FieldErrorCode): void;
  /** Reports that the member at `path` cannot be validated, since it depends on another one that cannot be read. */
  obscure(path: string): void;
}

export interface IneffectiveSink {
  /** Reports a value that changes nothing. @param code the error under strict handling; otherwise the path is named. */
  addIneffective(path: string, code: FieldErrorCode): void;
}

/** Limits of the number and length of unknown names that are recorded, since the caller chooses them. */
const MOST_NAMES = 100;
const NAME_LENGTH = 100;

/**
 * The problems found while one request was read: members that cannot be read, and unknown or ineffective members and query
 * parameters. Those are ignored and listed in a header, or refused if the caller prefers strict handling (docs/adr/0025).
 */
export class Reading implements ReadingSink, IneffectiveSink {
  private readonly errors = new FieldErrors();
  private readonly obscured: string[] = [];
  /** Errors of the first elements that cannot be read, by path. */
  private readonly ofElements = new Map<string, FieldErrorCode>();
  private readonly unknown = new Set<string>();

  /** The page size that was used; null when the operation is not a list. */
  pageSize: number | null = null;

  /** @param isStrict true if unknown names are refused. */
  constructor(readonly isStrict: boolean) {}

  add(path: string, code: FieldErrorCode): void {
    this.errors.add(path, code);
    this.obscured.push(path);
  }

  addOfElement(path: string, code: FieldErrorCode): void {
    this.ofElements.set(path, code);
  }

  obscure(path: string): void {
    this.obscured.push(path);
  }

  ignore(path: string, name: string): void {
    if (this.unknown.size >= MOST_NAMES) return;
    const shown = name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH).toWellFormed()}...` : name;
    this.unknown.add(path === '' ? shown : `${snakePath(path)}.${shown}`);
  }

  addIneffective(path: string, code: FieldErrorCode): void {
    if (this.isStrict) this.add(path, code);
    else this.ignore('', snakePath(path));
  }

  /** The unknown members and query parameters, and values that change nothing, as they were sent. */
  get unknownNames(): readonly string[] {
    return [...this.unknown];
  }

  /** True if any value so far could not be read. */
  get hasRefusals(): boolean {
    return !this.errors.isEmpty || this.ofElements.size > 0;
  }

  /** True if the request must be refused because of a problem found so far. */
  get isRefused(): boolean {
    return this.hasRefusals || (this.isStrict && this.unknown.size > 0);
  }

  /** The error for members that cannot be read, without unknown names (`refusedNames`). */
  error(): AppError {
    for (const [path, code] of this.ofElements) this.errors.add(path, code);
    return this.errors.error();
  }

  /** Error codes of unknown names, as they were sent; empty unless handling is strict. */
  refusedNames(): ErrorDetails {
    const names = this.isStrict ? [...this.unknown] : [];
    return Object.fromEntries(names.map((name) => [name, ['unknown_member']]));
  }

  /**
   * Keeps only the errors of the member that is checked first, of each element if the body is a list.
   * @param order the members in the order in which they are checked.
   */
  keepFirst(order: readonly string[], isList: boolean): void {
    const split = (path: string) => {
      const [element = ''] = (isList ? /^\w+\.\d+\./.exec(path) : null) ?? [];
      const own = path.slice(element.length);
      const rank = order.findIndex((member) => own === member || own.startsWith(`${member}.`));
      return { element, rank: rank === -1 ? order.length : rank };
    };
    const first = new Map<string, number>();
    for (const path of this.errors.paths) {
      const { element, rank } = split(path);
      first.set(element, Math.min(rank, first.get(element) ?? rank));
    }
    this.errors.keepOnly((path) => {
      const { element, rank } = split(path);
      return first.get(element) === rank;
    });
  }

  /**
   * Adds the errors of a service that validated the readable part of the request. Errors of unreadable members, and of
   * members whose rules depend on an unreadable one, are skipped: they are only consequences.
   */
  addJudgement({ details, namedPaths }: Pick<AppError, 'details' | 'namedPaths'>): void {
    const obscured = [...this.obscured];
    for (const [path, codes] of Object.entries(details ?? {})) {
      if (!Array.isArray(codes) || obscured.some((gap) => overlap(gap, path))) continue;
      for (const element of this.ofElements.keys())
        if (listOf(element) === listOf(path)) this.ofElements.delete(element);
      for (const code of codes) {
        if (namedPaths.includes(path)) this.errors.addNamedText(path, code);
        else this.errors.addText(path, code);
      }
    }
  }
}

/** The list whose element has a member at a path: `privilege` of `privilege.code`. */
function listOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}

/** True if the paths are equal or one is below the other. An empty path is the whole input; `base` concerns all members. */
function overlap(one: string, other: string): boolean {
  if (one === '' || other === 'base') return true;
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}
