// The waits of all that is retried, and the table of them in docs/operating.md.
import { describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DUE_WORK_RETRIES } from '../src/lifecycle/time/live-worker.js';
import { VAT_CHECK_RETRIES } from '../src/modules/customers/vat/vat-check.job.js';
import { MAIL_RETRIES } from '../src/modules/mails/send-mail.job.js';
import { HOLD_RELEASE_RETRIES } from '../src/modules/payment-providers/methods/payment-hold.job.js';
import { PROVIDER_CALL_RETRIES } from '../src/modules/payments/collecting/payment.jobs.js';
import { WEBHOOK_RETRIES } from '../src/modules/webhooks/delivery/webhook-retries.js';
import { JOB_RETRIES } from '../src/platform/jobs/job-dispatcher.js';
import { type RetrySchedule, retryWaitMs } from '../src/platform/jobs/retry-schedule.js';

const root = path.resolve(import.meta.dirname, '..');

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** @returns the waits in milliseconds after as many failures. */
const waits = (schedule: RetrySchedule, failures: readonly number[], random?: number) =>
  failures.map((count) => retryWaitMs(schedule, count, random));
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('waits', () => {
  test('due work waits a second, then twice as long each time, at most an hour', () => {
    expect(waits(DUE_WORK_RETRIES, upTo(40))).toEqual(
      upTo(40).map((failures) => Math.min(SECOND * 2 ** (failures - 1), HOUR)),
    );
  });

  test('an unavailable VAT registry is asked again after 5, 5, 10, 20 and 40 minutes, then hourly', () => {
    const minutes = waits(VAT_CHECK_RETRIES, [1, 2, 3, 4, 5, 6, 7, 100]).map((wait) => (wait ?? 0) / MINUTE);
    expect(minutes).toEqual([5, 5, 10, 20, 40, 60, 60, 60]);
  });

  test('an e-mail has six attempts within about a day (documents-and-emails.md §5)', () => {
    const found = waits(MAIL_RETRIES, upTo(7));
    expect(found).toEqual([MINUTE, 10 * MINUTE, HOUR, 4 * HOUR, 18 * HOUR, null, null]);
    expect(Math.round(found.reduce<number>((sum, wait) => sum + (wait ?? 0), 0) / HOUR)).toBe(23);
  });

  test('a provider is called six times for a payment (payment-providers.md §7)', () => {
    expect(waits(PROVIDER_CALL_RETRIES, upTo(7))).toEqual([
      2 * SECOND,
      10 * SECOND,
      MINUTE,
      10 * MINUTE,
      HOUR,
      null,
      null,
    ]);
  });

  test('a hold is released after an hour at most, until its provider answers (docs/adr/0200)', () => {
    expect(waits(HOLD_RELEASE_RETRIES, [1, 2, 3, 4, 5, 6, 100])).toEqual([
      2 * SECOND,
      10 * SECOND,
      MINUTE,
      10 * MINUTE,
      HOUR,
      HOUR,
      HOUR,
    ]);
  });

  test('a webhook message waits 10 % more or less than its schedule says, and then a day each time', () => {
    const found = [5, 30, 120, 900, 3_600, 21_600, 86_400, 86_400].map((seconds) => seconds * SECOND);
    expect(waits(WEBHOOK_RETRIES, upTo(8), 0.5)).toEqual(found);
    expect(waits(WEBHOOK_RETRIES, upTo(8), 0)).toEqual(found.map((wait) => Math.round(wait * 0.9)));
    expect(waits(WEBHOOK_RETRIES, upTo(8), 1)).toEqual(found.map((wait) => Math.round(wait * 1.1)));
  });

  test('other jobs wait as those of graphile-worker: e to the power of their failures, of ten at most', () => {
    expect(waits(JOB_RETRIES, upTo(25))).toEqual(
      upTo(25).map((failures) => Math.round(Math.exp(Math.min(failures, 10)) * SECOND)),
    );
  });
});

test('docs/operating.md lists every schedule with its waits', async () => {
  const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => `src/${file}`)
    .filter((file) => /: RetrySchedule<'\w+'> = \{$/m.test(readFileSync(path.join(root, file), 'utf8')));
  const declared = await Promise.all(
    files.map(async (file) => {
      const module = (await import(pathToFileURL(path.join(root, file)).href)) as Record<string, unknown>;
      const found = Object.entries(module).filter(([name]) => name.endsWith('_RETRIES'));
      return found.map(([, schedule]) => [...shown(schedule as RetrySchedule), `\`${file}\``]);
    }),
  );
  const page = readFileSync(path.join(root, 'docs/operating.md'), 'utf8');
  const [, table = ''] = /^## Retries\n([^#]*)/m.exec(page) ?? [];
  const rows = [...table.matchAll(/^\| (?!What|---)(.*) \|$/gm)].map(([, row = '']) =>
    row.split('|').map((cell) => cell.trim()),
  );
  expect(rows.map(([, ...cells]) => cells).toSorted()).toEqual(declared.flat().toSorted());
});

function shown({ waitsSeconds, afterLast }: RetrySchedule): [waits: string, then: string] {
  const texts = waitsSeconds.map((seconds) => {
    if (seconds % 3_600 === 0) return `${seconds / 3_600} h`;
    return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
  });
  return [texts.join(', '), `${afterLast}s`];
}
