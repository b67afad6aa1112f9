// Documents are rendered in threads: docs/adr/0076.
import { afterAll, describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { textOf } from '../../../../test/support/documents.js';
import { feeFacts, invoiceFacts } from '../../../../test/support/document-facts.js';
import { RenderingQueueFull, RenderingThreads } from './rendering-threads.js';

const program = new URL('../../../../test/support/document-thread.mjs', import.meta.url);
const LIMITS = { documentLines: 10_000, documentQueue: 100, documentThreads: 1 };
const started: RenderingThreads[] = [];

function threads(limits: Partial<typeof LIMITS> = {}, threadProgram = program): RenderingThreads {
  const made = new RenderingThreads({ program: threadProgram, limits: { ...LIMITS, ...limits } });
  started.push(made);
  return made;
}

afterAll(() => Promise.all(started.map((each) => each.stop())));

const pdfOf = async (files: Awaited<ReturnType<RenderingThreads['render']>>) =>
  textOf(files.find(({ format }) => format === 'pdf')?.content ?? new Uint8Array());

describe('rendering threads', () => {
  test('render a document of many lines while the event loop goes on', async () => {
    const rendering = threads();
    const fees = Array.from({ length: 2_000 }, (_, index) =>
      feeFacts({ id: String(index), invoiceDisplayName: `Line ${index}` }),
    );
    // The first document also starts the thread.
    await rendering.render(invoiceFacts(), { isAwaited: true });
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 1);
    const files = await rendering.render(invoiceFacts({ fees }), { isAwaited: true });
    clearInterval(turning);
    expect(turns).toBeGreaterThan(10);
    expect(await pdfOf(files)).toContain('Line 1999');
  });

  test('render what somebody waits for beside what jobs ask for', async () => {
    const rendering = threads({}, new URL('../../../../test/support/job-silent-thread.mjs', import.meta.url));
    const job = rendering.render(invoiceFacts(), { isAwaited: false });
    expect(await rendering.render(invoiceFacts(), { isAwaited: true })).toEqual([]);
    await Promise.all([expect(job).rejects.toThrow('ended before'), rendering.stop()]);
  });

  test('leave the processors to others when they work for jobs, where a thread has a priority of its own', async () => {
    const priorities = () =>
      readdirSync('/proc/self/task').map((task) => {
        const stat = readFileSync(`/proc/self/task/${task}/stat`, 'utf8');
        // Source: proc_pid_stat(5); the third field follows the name, the 19th is the niceness.
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
      });
    const rendering = threads();
    await rendering.render(invoiceFacts(), { isAwaited: false });
    if (process.platform === 'linux') expect(Math.max(...priorities())).toBe(10);
  });

  test('refuse what the queue has no place for', async () => {
    const rendering = threads({ documentQueue: 1 });
    const first = rendering.render(invoiceFacts(), { isAwaited: false });
    const second = rendering.render(invoiceFacts(), { isAwaited: false });
    await expect(rendering.render(invoiceFacts(), { isAwaited: false })).rejects.toThrow(RenderingQueueFull);
    await Promise.all([first, second]);
  });

  test('report a document that cannot be rendered, and go on with the next', async () => {
    const rendering = threads();
    const broken = invoiceFacts({ fees: [feeFacts({ units: 'many' })] });
    await expect(rendering.render(broken, { isAwaited: true })).rejects.toThrow(
      'A document cannot be rendered',
    );
    expect(await rendering.render(invoiceFacts(), { isAwaited: true })).toHaveLength(1);
  });

  test('sum up the lines beyond the limit', async () => {
    const rendering = threads({ documentLines: 2 });
    const fees = [100n, 200n, 300n, 400n].map((amountCents, index) =>
      feeFacts({ id: String(index), invoiceDisplayName: `Line ${index}`, amountCents }),
    );
    const text = await pdfOf(await rendering.render(invoiceFacts({ fees }), { isAwaited: true }));
    expect(text).toContain('2 further lines €7.00');
    expect(text).not.toContain('Line 2');
  });

  test('give the same bytes for the same facts', async () => {
    const rendering = threads();
    const [one, two] = await Promise.all([
      rendering.render(invoiceFacts(), { isAwaited: true }),
      rendering.render(invoiceFacts(), { isAwaited: true }),
    ]);
    expect(one).toEqual(two);
  });

  test('end when they are stopped; what waits fails', async () => {
    const rendering = threads();
    const waiting = rendering.render(invoiceFacts(), { isAwaited: true });
    await Promise.all([expect(waiting).rejects.toThrow('ended before'), rendering.stop()]);
    await expect(rendering.render(invoiceFacts(), { isAwaited: true })).rejects.toThrow('have been stopped');
  });
});
