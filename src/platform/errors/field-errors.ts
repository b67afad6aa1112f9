import { type ErrorDetails, invalid } from './app-error.js';

/** Number of fields that are reported at once, so that the response stays small whatever was sent. */
const MAX_FIELDS = 1_000;

/** Collects all field errors of an input, so that they are reported together. */
export class FieldErrors {
  constructor(
    private readonly codes = new Map<string, string[]>(),
    private readonly prefix = '',
    private readonly limits = new Set<string>(),
  ) {}

  /** Returns a view of these errors that adds errors to the fields of an object member such as `planOverrides`. */
  forMember(member: string): FieldErrors {
    return new FieldErrors(this.codes, `${this.prefix}${member}.`, this.limits);
  }

  /** @param path camelCase field, nested ones joined by dots (`charges.1.properties`); `base` for the whole input. */
  add(path: string, code: string): void {
    this.addAt(`${this.prefix}${path}`, code);
  }

  /**
   * Reports a value that exceeds one of our limits. The limit is stated at `base` and in the message of the error.
   * @param sentence states the limit.
   */
  addOverLimit(path: string, code: string, sentence: string): void {
    this.add(path, code);
    this.addAt('base', sentence);
    this.limits.add(sentence);
  }

  private addAt(fullPath: string, code: string): void {
    const known = this.codes.get(fullPath);
    if (known !== undefined) {
      if (!known.includes(code)) known.push(code);
    } else if (this.codes.size < MAX_FIELDS) {
      this.codes.set(fullPath, [code]);
    }
  }

  get isEmpty(): boolean {
    return this.codes.size === 0;
  }

  has(path: string): boolean {
    return this.codes.has(`${this.prefix}${path}`);
  }

  details(): ErrorDetails {
    return Object.fromEntries(this.codes);
  }

  /** @throws AppError `validation_errors` when anything was added. */
  throwIfAny(): void {
    if (this.isEmpty) return;
    const message = [...this.limits].join(' ');
    throw invalid(this.details(), message === '' ? {} : { message });
  }
}
