import os from 'node:os';

/** The longest time of an ordinary read on an idle machine. */
const USUAL_MS = 10;
const REMEMBERED = 21;
const MOST = 10;

/**
 * Estimates how much slower than usual the machine is: from the median time of the last reads after attacks, and from the
 * number of processes per core, which slow each other down even while they run.
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
