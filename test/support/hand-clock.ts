import type { Clock } from '../../src/platform/clock.js';

/** Wall-clock time that a test sets by hand. */
export class HandClock implements Clock {
  constructor(private time: string) {}

  now(): Date {
    return new Date(this.time);
  }

  set(time: string): void {
    this.time = time;
  }
}
