import { expect, test } from '@jest/globals';
import { Alarm } from './alarm.js';

const LONG_MS = 60_000;

test('a sleep ends by itself', async () => {
  await expect(new Alarm().sleep(1)).resolves.toBe(false);
});

test('a ring ends the sleep', async () => {
  const alarm = new Alarm();
  const asleep = alarm.sleep(LONG_MS);
  alarm.ring();
  await expect(asleep).resolves.toBe(true);
});

test('a ring while nobody sleeps ends the next sleep, and only that one', async () => {
  const alarm = new Alarm();
  alarm.ring();
  alarm.ring();
  await alarm.sleep(LONG_MS);
  const asleep = alarm.sleep(LONG_MS).then(() => 'awake');
  await expect(Promise.race([asleep, Promise.resolve('asleep')])).resolves.toBe('asleep');
  alarm.ring();
  await asleep;
});
