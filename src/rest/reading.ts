import type { ErrorDetails } from '../platform/errors/app-error.js';
import { FieldErrors } from '../platform/errors/field-errors.js';
import { snakePath } from './names.js';

/** Where the translator reports what it finds; paths are camelCase, nested members joined by dots. */
export interface ReadingSink {
  /** A value cannot be read. */
  add(path: string, code: string): void;
  /** Nothing knows this member of the object at `path`. @param name as it was sent. */
  ignore(path: string, name: string): void;
  /** The rules of the member at `path` look at another one, which cannot be read. */
  obscure(path: string): void;
}

/** How many unknown names are kept, and how long each may be: a request decides both. */
const MOST_NAMES = 100;
const NAME_LENGTH = 100;

/**
 * What was found while one request was read: members that cannot be read, and members and query parameters that nothing
 * knows. The latter are ignored and named in a header, or refused when the caller asks for that (docs/adr/0025).
 */
export class Reading implements ReadingSink {
  private readonly errors = new FieldErrors();
  private readonly obscured: string[] = [];
  private readonly unknown = new Set<string>();

  /** How many elements a page of the list holds at most; null where no list is read. */
  pageSize: number | null = null;

  /** @param isStrict whether unknown names are refused. */
  constructor(readonly isStrict: boolean) {}

  add(path: string, code: string): void {
    this.errors.add(path, code);
    this.obscured.push(path);
  }

  obscure(path: string): void {
    this.obscured.push(path);
  }

  ignore(path: string, name: string): void {
    if (this.unknown.size >= MOST_NAMES) return;
    const shown = name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH).toWellFormed()}...` : name;
    this.unknown.add(path === '' ? shown : `${snakePath(path)}.${shown}`);
  }

  /** The paths and parameters that were ignored, or are refused, as they were sent. */
  get unknownNames(): readonly string[] {
    return [...this.unknown];
  }

  /** Whether anything could not be read so far. */
  get hasRefusals(): boolean {
    return !this.errors.isEmpty;
  }

  /** Whether the request is refused for what was read so far. */
  get isRefused(): boolean {
    return this.hasRefusals || (this.isStrict && this.unknown.size > 0);
  }

  /** The refusals of members that cannot be read; those of unknown names are `refusedNames`. */
  details(): ErrorDetails {
    return this.errors.details();
  }

  /** The refusals of unknown names, as they were sent. */
  refusedNames(): ErrorDetails {
    const names = this.isStrict ? [...this.unknown] : [];
    return Object.fromEntries(names.map((name) => [name, ['unknown_member']]));
  }

  /**
   * Adds the refusals of a service that was given the readable part of the request. What it says about an unreadable
   * member, or about one that is judged by an unreadable one, follows from the gap and is left out.
   */
  addJudgement(details: ErrorDetails): void {
    const obscured = [...this.obscured];
    for (const [path, codes] of Object.entries(details)) {
      if (!Array.isArray(codes) || obscured.some((gap) => overlap(gap, path))) continue;
      for (const code of codes) this.errors.add(path, code);
    }
  }
}

/** Whether one path is the other or lies below it. An empty path is the whole input; `base` is about all members. */
function overlap(one: string, other: string): boolean {
  if (one === '' || other === 'base') return true;
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}
