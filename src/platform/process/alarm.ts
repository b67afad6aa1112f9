import { setTimeout as delay } from 'node:timers/promises';

/** A sleep that can be ended early. A ring while nobody sleeps ends the next sleep at once. */
export class Alarm {
  private rung = false;
  private sleeper = new AbortController();

  ring(): void {
    this.rung = true;
    this.sleeper.abort();
  }

  /** @returns true if it was ended by a ring. */
  async sleep(ms: number): Promise<boolean> {
    this.sleeper = new AbortController();
    if (!this.rung) await delay(ms, undefined, { signal: this.sleeper.signal }).catch(() => undefined);
    const wasRung = this.rung;
    this.rung = false;
    return wasRung;
  }
}
