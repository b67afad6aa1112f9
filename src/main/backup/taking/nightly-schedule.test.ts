import { expect, test } from '@jest/globals';
import { type NightlyOutcome, NightlySchedule } from './nightly-schedule.js';

const MINUTE_MS = 60_000;

/** A server that checks every minute, on a machine whose clock can be set. */
class Machine {
  readonly made: string[] = [];
  outcomes: NightlyOutcome[] = [];
  private steadyMs = 0;
  private wallMs: number;
  private newest: Date | null = null;
  private schedule = this.started();

  constructor(at: string) {
    this.wallMs = Date.parse(at);
  }

  restart(): void {
    this.schedule = this.started();
  }

  setClock(at: string): void {
    this.wallMs = Date.parse(at);
  }

  async run(minutes: number): Promise<void> {
    for (let minute = 0; minute < minutes; minute += 1) {
      this.steadyMs += MINUTE_MS;
      this.wallMs += MINUTE_MS;
      await this.schedule.check();
    }
  }

  private started(): NightlySchedule {
    return new NightlySchedule({
      hour: 3,
      now: () => new Date(this.wallMs),
      steadyMs: () => this.steadyMs,
      newestAt: () => Promise.resolve(this.newest),
      take: () => {
        const outcome = this.outcomes.shift() ?? 'done';
        const now = new Date(this.wallMs);
        if (outcome === 'done') this.newest = now;
        this.made.push(`${outcome} ${now.toISOString().slice(0, 16)}`);
        return Promise.resolve(outcome);
      },
    });
  }
}

const DAY = 24 * 60;

test('one backup a day at the hour; the first of a new server after ten minutes', async () => {
  const machine = new Machine('2026-01-01T12:00:00Z');
  await machine.run(3 * DAY);
  expect(machine.made).toEqual([
    'done 2026-01-01T12:10',
    'done 2026-01-02T03:00',
    'done 2026-01-03T03:00',
    'done 2026-01-04T03:00',
  ]);
});

test('a server that was down at the hour makes up for it once; one that runs for minutes makes none', async () => {
  const machine = new Machine('2026-01-01T02:00:00Z');
  for (let start = 0; start < 20; start += 1) {
    await machine.run(9);
    machine.restart();
  }
  expect(machine.made).toEqual([]);
  await machine.run(60);
  machine.restart();
  await machine.run(60);
  expect(machine.made).toEqual(['done 2026-01-01T05:10']);
});

test('a failure is tried again after an hour, one for lack of room on the next day', async () => {
  const machine = new Machine('2026-01-01T12:00:00Z');
  machine.outcomes = ['failed', 'failed', 'no_room'];
  await machine.run(DAY);
  expect(machine.made).toEqual([
    'failed 2026-01-01T12:10',
    'failed 2026-01-01T13:10',
    'no_room 2026-01-01T14:10',
    'done 2026-01-02T03:00',
  ]);
});

test.each(['2025-11-01T12:00:00Z', '2026-06-01T12:00:00Z', '2026-01-01T02:59:00Z'])(
  'a clock that is set to %s neither stalls nor storms',
  async (at) => {
    const machine = new Machine('2026-01-01T12:00:00Z');
    await machine.run(20);
    machine.setClock(at);
    await machine.run(2 * DAY);
    expect(machine.made.length).toBeGreaterThanOrEqual(2);
    expect(machine.made.length).toBeLessThanOrEqual(4);
  },
);
