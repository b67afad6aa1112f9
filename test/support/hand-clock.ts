import type { Clock } from '../../src/platform/clock.js';

/** Wall-clock time, in the hand of a test. */
export class HandClock implements Clock {
  constructor(private time: string) {}

  now(): Date {
    return new Date(this.time);
  }

  set(time: string): void {
    this.time = time;
  }
}
