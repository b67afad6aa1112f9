import { expect, test } from '@jest/globals';
import { ClockTurns } from './clock-turns.js';

/** Those who have begun, in order, whenever everything that can begin has. */
class Track {
  readonly begun: string[] = [];
  constructor(private readonly turns: ClockTurns) {}

  async begin(...names: string[]): Promise<void> {
    for (const name of names) {
      void this.turns.begin(organizationOf(name)).then(() => this.begun.push(name));
    }
    await settled();
  }

  async end(name: string): Promise<void> {
    this.turns.end(organizationOf(name));
    await settled();
  }

  async pass(name: string): Promise<void> {
    void this.turns.pass(organizationOf(name)).then(() => this.begun.push(`${name} again`));
    await settled();
  }
}

/** `a1` and `a2` are clocks of the organization `a`. */
const organizationOf = (name: string) => name.slice(0, 1);
const settled = () => new Promise((resolve) => setImmediate(resolve));
const trackOf = (total: number, perOrganization: number) =>
  new Track(new ClockTurns({ total, perOrganization }));

test('no organization has more than its own, and all together not more than the total', async () => {
  const track = trackOf(3, 2);
  await track.begin('a1', 'a2', 'a3', 'b1', 'b2');
  expect(track.begun).toEqual(['a1', 'a2', 'b1']);
  await track.end('b1');
  expect(track.begun).toEqual(['a1', 'a2', 'b1', 'b2']);
  await track.end('a1');
  expect(track.begun).toEqual(['a1', 'a2', 'b1', 'b2', 'a3']);
});

test('the caller with the fewest running goes first, however many others came before', async () => {
  const track = trackOf(2, 2);
  await track.begin('a1', 'a2', 'a3', 'a4', 'b1');
  await track.end('a1');
  await track.end('a2');
  expect(track.begun).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('a caller who passes goes on after those who waited, and at once where nobody does', async () => {
  const track = trackOf(1, 1);
  await track.begin('a1');
  await track.pass('a1');
  await track.begin('a2', 'b1');
  await track.pass('a1');
  await track.end('a2');
  await track.end('b1');
  expect(track.begun).toEqual(['a1', 'a1 again', 'a2', 'b1', 'a1 again']);
});
