/** The only source of wall-clock time. Domain code receives `now` as a parameter; see docs/adr/0003. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
