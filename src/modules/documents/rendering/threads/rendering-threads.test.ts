// Documents are rendered in threads: docs/adr/0076.
import { afterAll, describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { textOf } from '../../../../../test/support/documents.js';
import { feeFacts, invoiceFacts } from '../../../../../test/support/document-facts.js';
import { RenderingQueueFull, RenderingThreads } from './rendering-threads.js';

const programOf = (name: string) => new URL(`../../../../../test/support/${name}.mjs`, import.meta.url);
const program = programOf('document-thread');
/** Answers callers with no files, and jobs never. */
const quick = programOf('job-silent-thread');
const LIMITS = { documentLines: 10_000, documentQueue: 100, documentThreads: 1 };
const started: RenderingThreads[] = [];

function threads(limits: Partial<typeof LIMITS> = {}, threadProgram = program): RenderingThreads {
  const made = new RenderingThreads({ program: threadProgram, limits: { ...LIMITS, ...limits } });
  started.push(made);
  return made;
}

/** For tests that need nothing but documents: to start a thread takes longer than most of them. */
const rendering = threads();

afterAll(() => Promise.all(started.map((each) => each.stop())));

const pdfOf = async (files: Awaited<ReturnType<RenderingThreads['render']>>) =>
  textOf(files.find(({ format }) => format === 'pdf')?.content ?? new Uint8Array());

const awaited = { isAwaited: true, owner: 'a' };
const patient = { isAwaited: false, owner: 'a' };

describe('rendering threads', () => {
  test('rendering threads render a document of many lines while the event loop goes on', async () => {
    const fees = Array.from({ length: 500 }, (_, index) =>
      feeFacts({ id: String(index), invoiceDisplayName: `Line ${index}` }),
    );
    // The first document also starts the thread.
    await rendering.render(invoiceFacts(), awaited);
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 1);
    const files = await rendering.render(invoiceFacts({ fees }), awaited);
    clearInterval(turning);
    expect(turns).toBeGreaterThan(10);
    expect(await pdfOf(files)).toContain('Line 499');
  });

  test('rendering threads render what somebody waits for beside what jobs ask for', async () => {
    const silent = threads({}, quick);
    const job = silent.render(invoiceFacts(), patient);
    expect(await silent.render(invoiceFacts(), awaited)).toEqual([]);
    await Promise.all([expect(job).rejects.toThrow('ended before'), silent.stop()]);
  });

  test('rendering threads end a document that takes too much of the processor, not one that takes long, and go on with the next', async () => {
    const settings = { processorMs: 100, stuckMs: 400, limits: LIMITS };
    const busy = new RenderingThreads({ program: programOf('busy-thread'), ...settings });
    started.push(busy);
    for (const owner of ['a', 'b'])
      await expect(busy.render(invoiceFacts(), { isAwaited: false, owner })).rejects.toThrow(
        /more than 0\.1\d* s of the processor/,
      );
  });

  test('rendering threads end a thread that does nothing', async () => {
    const silent = new RenderingThreads({ program: quick, stuckMs: 400, limits: LIMITS });
    started.push(silent);
    await expect(silent.render(invoiceFacts(), patient)).rejects.toThrow('ended before');
  });

  test('rendering threads leave the processors to others when they work for jobs, where a thread has a priority of its own', async () => {
    const priorities = () =>
      readdirSync('/proc/self/task').map((task) => {
        const stat = readFileSync(`/proc/self/task/${task}/stat`, 'utf8');
        // Source: proc_pid_stat(5); the third field follows the name, the 19th is the niceness.
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
      });
    await rendering.render(invoiceFacts(), patient);
    if (process.platform === 'linux') expect(Math.max(...priorities())).toBe(10);
  });

  test('rendering threads refuse what the queue has no place for', async () => {
    const short = threads({ documentQueue: 1 }, quick);
    const first = short.render(invoiceFacts(), awaited);
    const second = short.render(invoiceFacts(), awaited);
    await expect(short.render(invoiceFacts(), awaited)).rejects.toThrow(RenderingQueueFull);
    await Promise.all([first, second]);
  });

  test('rendering threads let organizations take turns', async () => {
    const answering = threads({ documentQueue: 20 }, quick);
    const order: string[] = [];
    const render = (owner: string) =>
      answering.render(invoiceFacts(), { isAwaited: true, owner }).then(() => void order.push(owner));
    await Promise.all([...Array.from({ length: 8 }, () => render('a')), render('b'), render('c')]);
    // The first one finds a free thread.
    expect(order.slice(0, 4)).toEqual(['a', 'a', 'b', 'c']);
    expect(order).toHaveLength(10);
  });

  test('rendering threads leave half of the queue to others', async () => {
    const answering = threads({ documentQueue: 4 }, quick);
    const orders = ['a', 'a', 'a', 'a', 'b'].map((owner) =>
      answering.render(invoiceFacts(), { isAwaited: true, owner }),
    );
    const settled = await Promise.allSettled(orders);
    // One is rendered, two wait, and the fourth is refused.
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });

  test('rendering threads report a document that cannot be rendered, and go on with the next', async () => {
    const broken = invoiceFacts({ fees: [feeFacts({ units: 'many' })] });
    await expect(rendering.render(broken, awaited)).rejects.toThrow('A document cannot be rendered');
    expect(await rendering.render(invoiceFacts(), awaited)).toHaveLength(1);
  });

  test('rendering threads sum up the lines beyond the limit', async () => {
    const brief = threads({ documentLines: 2 });
    const fees = [100n, 200n, 300n, 400n].map((amountCents, index) =>
      feeFacts({ id: String(index), invoiceDisplayName: `Line ${index}`, amountCents }),
    );
    const text = await pdfOf(await brief.render(invoiceFacts({ fees }), awaited));
    expect(text).toContain('2 further lines €7.00');
    expect(text).not.toContain('Line 2');
  });

  test('rendering threads give the same bytes for the same facts', async () => {
    const [one, two] = await Promise.all([
      rendering.render(invoiceFacts(), awaited),
      rendering.render(invoiceFacts(), awaited),
    ]);
    expect(one).toEqual(two);
  });

  test('rendering threads end when they are stopped; what waits fails', async () => {
    const stopped = threads();
    const waiting = stopped.render(invoiceFacts(), awaited);
    await Promise.all([expect(waiting).rejects.toThrow('ended before'), stopped.stop()]);
    await expect(stopped.render(invoiceFacts(), awaited)).rejects.toThrow('have been stopped');
  });
});
