/** What an ordinary read takes at most on a machine that is not busy otherwise. */
const USUAL_MS = 10;
const REMEMBERED = 21;
const MOST = 10;

/** How much slower than usual the machine is, by the reads that follow each attack: the middle one of the last. */
export class Slowness {
  private readonly last: number[] = [];

  add(milliseconds: number): void {
    this.last.push(milliseconds);
    if (this.last.length > REMEMBERED) this.last.shift();
  }

  /** At least 1. */
  get factor(): number {
    const middle =
      this.last.toSorted((one, other) => one - other)[Math.floor(this.last.length / 2)] ?? USUAL_MS;
    return Math.min(MOST, Math.max(1, middle / USUAL_MS));
  }
}
