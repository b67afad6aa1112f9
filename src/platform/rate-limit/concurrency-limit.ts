import { overLimit } from '../errors/app-error.js';

/** Limits how many requests of one name run at once, such as those from one address. */
export class ConcurrencyLimit {
  private readonly running = new Map<string, number>();

  /** @param sentence of the refusal. */
  constructor(
    private readonly most: number,
    private readonly sentence: string,
  ) {}

  /** Counts a request. @returns a function to call once, when it has ended. @throws AppError kind `tooManyRequests`. */
  begin(name: string): () => void {
    const end = this.tryBegin(name);
    if (end === null) throw overLimit('tooManyRequests', this.sentence);
    return end;
  }

  /** As `begin`. @returns null if too many run. */
  tryBegin(name: string): (() => void) | null {
    const running = this.running.get(name) ?? 0;
    if (running >= this.most) return null;
    this.running.set(name, running + 1);
    return () => {
      const left = (this.running.get(name) ?? 1) - 1;
      if (left === 0) this.running.delete(name);
      else this.running.set(name, left);
    };
  }

  /** @throws AppError kind `tooManyRequests`, before any work. */
  async use<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const end = this.begin(name);
    try {
      return await work();
    } finally {
      end();
    }
  }
}
