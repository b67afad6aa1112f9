import { Worker } from 'node:worker_threads';
import type { DocumentFacts } from '../../facts/document-facts.js';
import type { RenderedFile, RenderingResult, RenderingTask, ThreadPriority } from './rendering-task.js';

/** A thread that has hardly had the processor for this time is stuck, unless it only waits for it on a busy machine. */
const STUCK_MS = 120_000;
/** What a thread that works has of a processor, at the least. */
const WORKING_SHARE = 0.001;
/** Processor time for a document, and for each of its lines. A usual one takes a tenth of a second, one of 10,000 lines ten. */
const PROCESSOR_MS = 5_000;
const LINE_MS = 2;
/** How often the processor time of a thread is read. */
const WATCHED_EVERY_MS = 500;
/** A thread without work ends after this time, since it holds its fonts in memory. */
const IDLE_MS = 30_000;
const MEMORY_MB = 512;

interface ThreadOptions {
  /** The program of the threads; null for the one beside this file. */
  readonly program: URL | null;
  /** Processor time for a document without its lines; default: 5 seconds. */
  readonly processorMs?: number;
  /** How long a thread may do nothing; default: two minutes. */
  readonly stuckMs?: number;
  readonly limits: {
    readonly documentLines: number;
    readonly documentQueue: number;
    readonly documentThreads: number;
  };
}

/** Whose document it is, and whether somebody waits for it. */
export interface RenderingOptions {
  readonly isAwaited: boolean;
  /** The organization. Organizations take turns, and none fills more than half of the queue. */
  readonly owner: string;
  /** The only file to make; default: all. */
  readonly only?: 'xml' | null;
}

interface Order {
  readonly facts: DocumentFacts;
  readonly only: 'xml' | null;
  readonly resolve: (files: readonly RenderedFile[]) => void;
  readonly reject: (error: Error) => void;
}

/** Too many documents wait to be rendered in this process; the job of the document tries it again. */
export class RenderingQueueFull extends Error {
  override readonly name = 'RenderingQueueFull';
}

/**
 * Renders documents in threads, so that requests are served meanwhile (docs/adr/0076). Documents that somebody waits for have
 * threads of their own; those of jobs yield the processors to everything else.
 */
export class RenderingThreads {
  private readonly awaited: ThreadPool;
  private readonly patient: ThreadPool;
  private stopped = false;

  constructor(private readonly options: ThreadOptions) {
    this.awaited = new ThreadPool(options, { yields: false });
    this.patient = new ThreadPool(options, { yields: true });
  }

  /** @throws RenderingQueueFull; Error when the document cannot be rendered, or the threads have been stopped. */
  render(
    facts: DocumentFacts,
    { isAwaited, owner, only = null }: RenderingOptions,
  ): Promise<readonly RenderedFile[]> {
    if (this.stopped) return Promise.reject(new Error('The rendering threads have been stopped.'));
    const { documentQueue } = this.options.limits;
    const own = this.awaited.waitingOf(owner) + this.patient.waitingOf(owner);
    if (this.awaited.waiting + this.patient.waiting >= documentQueue || own * 2 >= documentQueue) {
      return Promise.reject(new RenderingQueueFull('Too many documents wait to be rendered.'));
    }
    return (isAwaited ? this.awaited : this.patient).render({ facts, only }, owner);
  }

  /** Ends all threads; what waits or is being rendered fails. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all([this.awaited.stop(), this.patient.stop()]);
  }
}

/** Threads of one priority, with the documents that wait for them. */
class ThreadPool {
  /** By organization; that whose turn is next comes first. */
  private readonly orders = new Map<string, Order[]>();
  private readonly threads = new Set<RenderingThread>();

  constructor(
    private readonly options: ThreadOptions,
    private readonly priority: ThreadPriority,
  ) {}

  get waiting(): number {
    return [...this.orders.values()].reduce((sum, { length }) => sum + length, 0);
  }

  waitingOf(owner: string): number {
    return this.orders.get(owner)?.length ?? 0;
  }

  render(ordered: Pick<Order, 'facts' | 'only'>, owner: string): Promise<readonly RenderedFile[]> {
    return new Promise((resolve, reject) => {
      this.orders.set(owner, [...(this.orders.get(owner) ?? []), { ...ordered, resolve, reject }]);
      this.assign();
    });
  }

  async stop(): Promise<void> {
    for (const order of [...this.orders.values()].flat()) {
      order.reject(new Error('The rendering threads have been stopped.'));
    }
    this.orders.clear();
    await Promise.all([...this.threads].map((thread) => thread.end()));
  }

  private assign(): void {
    for (let thread = this.freeThread(); thread !== null; thread = this.freeThread()) {
      const order = this.takeNext();
      if (order === undefined) return;
      thread.work(order);
    }
  }

  /** Takes the first document of the organization whose turn it is, which then is last. */
  private takeNext(): Order | undefined {
    const [turn] = this.orders;
    if (turn === undefined) return undefined;
    const [owner, [first, ...others]] = turn;
    this.orders.delete(owner);
    if (others.length > 0) this.orders.set(owner, others);
    return first;
  }

  private freeThread(): RenderingThread | null {
    if (this.orders.size === 0) return null;
    const free = [...this.threads].find(({ isFree }) => isFree);
    if (free !== undefined) return free;
    if (this.threads.size >= this.options.limits.documentThreads) return null;
    const thread = new RenderingThread(this.options, this.priority, {
      onFree: () => {
        this.assign();
      },
      onEnd: () => {
        this.threads.delete(thread);
        this.assign();
      },
    });
    this.threads.add(thread);
    return thread;
  }
}

interface ThreadEvents {
  readonly onFree: () => void;
  readonly onEnd: () => void;
}

/** A thread that renders one document at a time. */
class RenderingThread {
  private readonly worker: Worker;
  private order: Order | null = null;
  private timer: NodeJS.Timeout | null = null;
  private watch: NodeJS.Timeout | null = null;
  private isEnding = false;

  constructor(
    private readonly options: ThreadOptions,
    priority: ThreadPriority,
    events: ThreadEvents,
  ) {
    const program = options.program ?? new URL('./render.worker.js', import.meta.url);
    this.worker = new Worker(program, {
      workerData: priority,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    this.worker.on('message', (result: RenderingResult) => {
      const order = this.takeOrder();
      if ('failure' in result) order?.reject(new Error(`A document cannot be rendered: ${result.failure}`));
      else order?.resolve(result.files);
      this.endAfter(IDLE_MS);
      events.onFree();
    });
    this.worker.on('error', (error) => {
      this.takeOrder()?.reject(error instanceof Error ? error : new Error(String(error)));
    });
    this.worker.on('exit', () => {
      this.clearTimer();
      this.takeOrder()?.reject(new Error('A rendering thread ended before it had rendered its document.'));
      events.onEnd();
    });
  }

  get isFree(): boolean {
    return this.order === null && !this.isEnding;
  }

  work(order: Order): void {
    this.order = order;
    this.endIfStuck(order);
    this.limitProcessor(order);
    const { facts, only } = order;
    const task: RenderingTask = { facts, mostLines: this.options.limits.documentLines, only };
    this.worker.postMessage(task);
  }

  async end(): Promise<void> {
    this.isEnding = true;
    await this.worker.terminate();
  }

  /** Ends the thread when its document takes too much of the processor, which it would take from those of others. */
  private limitProcessor(order: Order): void {
    const { processorMs = PROCESSOR_MS, limits } = this.options;
    const most = processorMs + LINE_MS * Math.min(linesOf(order.facts), limits.documentLines);
    let before: NodeJS.CpuUsage | null = null;
    const check = async () => {
      if (before === null) {
        before = await this.worker.cpuUsage();
        return;
      }
      const { user, system } = await this.worker.cpuUsage(before);
      if (this.order !== order || user + system <= most * 1_000) return;
      const seconds = most / 1_000;
      this.takeOrder()?.reject(
        new Error(`A document cannot be rendered: it takes more than ${seconds} s of the processor.`),
      );
      await this.end();
    };
    // A thread that has just begun, or ended meanwhile, does not answer.
    this.watch = setInterval(() => void check().catch(() => undefined), WATCHED_EVERY_MS).unref();
  }

  /** Ends the thread when it does not work: one that yields to others may work for long, a little at a time. */
  private endIfStuck(order: Order, usedBefore = 0): void {
    const { stuckMs = STUCK_MS } = this.options;
    const check = async () => {
      // Also a thread that does not answer.
      this.endAfter(stuckMs);
      // One that has just begun refuses to.
      const usage = await this.worker.cpuUsage().catch(() => null);
      if (this.order !== order || this.isEnding) return;
      const used = usage === null ? Number.POSITIVE_INFINITY : (usage.user + usage.system) / 1_000;
      if (used - usedBefore < stuckMs * WORKING_SHARE) await this.end();
      else this.endIfStuck(order, usage === null ? usedBefore : used);
    };
    this.runAfter(stuckMs, () => void check());
  }

  private takeOrder(): Order | null {
    if (this.watch !== null) clearInterval(this.watch);
    const { order } = this;
    this.order = null;
    return order;
  }

  private endAfter(ms: number): void {
    this.runAfter(ms, () => void this.end());
  }

  private runAfter(ms: number, run: () => void): void {
    this.clearTimer();
    this.timer = setTimeout(run, ms);
    // Neither keeps a process alive that has nothing else to do.
    this.timer.unref();
    this.worker.unref();
  }

  private clearTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer);
  }
}

function linesOf(facts: DocumentFacts): number {
  switch (facts.documentType) {
    case 'invoice':
      return facts.fees.length;
    case 'credit_note':
      return facts.items.length;
    case 'payment_receipt':
      return 0;
  }
}
