/** The only source of wall-clock time. Domain code is handed `now`; see docs/adr/0003. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
