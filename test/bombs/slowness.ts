import os from 'node:os';

/** What an ordinary read takes at most on a machine that is not busy otherwise. */
const USUAL_MS = 10;
const REMEMBERED = 21;
const MOST = 10;

/**
 * How much slower than usual the machine is: by the reads that follow each attack, the middle one of the last, and by how
 * many processes share a core, which slows each of them down even while it runs.
 */
export class Slowness {
  private readonly last: number[] = [];

  add(milliseconds: number): void {
    this.last.push(milliseconds);
    if (this.last.length > REMEMBERED) this.last.shift();
  }

  /** At least 1. */
  get factor(): number {
    const inOrder = this.last.toSorted((one, other) => one - other);
    const middle = inOrder[Math.floor(inOrder.length / 2)] ?? USUAL_MS;
    const [load = 0] = os.loadavg();
    return Math.min(MOST, Math.max(1, middle / USUAL_MS, load / os.availableParallelism()));
  }
}
