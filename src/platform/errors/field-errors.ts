import { type ErrorDetails, invalid } from './app-error.js';

/** How many fields are told of at once: enough to mend by, and an answer that stays small whatever was sent. */
const MOST_FIELDS = 1_000;

/** Collects the field errors of an input, so that they are reported together. */
export class FieldErrors {
  constructor(
    private readonly codes = new Map<string, string[]>(),
    private readonly prefix = '',
    private readonly limits = new Set<string>(),
  ) {}

  /** The same errors; what is added to these lies below a member (`planOverrides`). */
  forMember(member: string): FieldErrors {
    return new FieldErrors(this.codes, `${this.prefix}${member}.`, this.limits);
  }

  /** @param path camelCase member, nested ones joined by dots (`charges.1.properties`); `base` for none. */
  add(path: string, code: string): void {
    this.addWhole(`${this.prefix}${path}`, code);
  }

  /**
   * Reports a value beyond a limit of ours. The limit is told beside the field: at `base`, and in the message of the error.
   * @param sentence names the limit.
   */
  addOverLimit(path: string, code: string, sentence: string): void {
    this.add(path, code);
    this.addWhole('base', sentence);
    this.limits.add(sentence);
  }

  private addWhole(whole: string, code: string): void {
    const known = this.codes.get(whole);
    if (known !== undefined) {
      if (!known.includes(code)) known.push(code);
    } else if (this.codes.size < MOST_FIELDS) {
      this.codes.set(whole, [code]);
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
