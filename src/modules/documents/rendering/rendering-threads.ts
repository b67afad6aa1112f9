import { Worker } from 'node:worker_threads';
import type { DocumentFacts } from '../facts/document-facts.js';
import type { RenderedFile, RenderingResult, RenderingTask } from './rendering-task.js';

/** A document takes less than a second, one of 10,000 lines ten: a thread that takes longer than this is stuck. */
const RENDERING_MS = 120_000;
/** A thread without work ends after this time, since it holds its fonts in memory. */
const IDLE_MS = 30_000;
const MEMORY_MB = 512;

interface ThreadOptions {
  /** The program of the threads; null for the one beside this file. */
  readonly program: URL | null;
  readonly limits: {
    readonly documentLines: number;
    readonly documentQueue: number;
    readonly documentThreads: number;
  };
}

interface Order {
  readonly facts: DocumentFacts;
  readonly resolve: (files: readonly RenderedFile[]) => void;
  readonly reject: (error: Error) => void;
}

/** Too many documents wait to be rendered in this process; the job of the document tries it again. */
export class RenderingQueueFull extends Error {
  override readonly name = 'RenderingQueueFull';
}

/**
 * Renders documents in threads, so that requests are served meanwhile (docs/adr/0076). Documents that somebody waits for come
 * before those of jobs.
 */
export class RenderingThreads {
  private readonly urgent: Order[] = [];
  private readonly patient: Order[] = [];
  private readonly threads = new Set<RenderingThread>();
  private stopped = false;

  constructor(private readonly options: ThreadOptions) {}

  /** @throws RenderingQueueFull; Error when the document cannot be rendered, or the threads have been stopped. */
  render(
    facts: DocumentFacts,
    { isAwaited }: { readonly isAwaited: boolean },
  ): Promise<readonly RenderedFile[]> {
    if (this.stopped) return Promise.reject(new Error('The rendering threads have been stopped.'));
    if (this.urgent.length + this.patient.length >= this.options.limits.documentQueue) {
      return Promise.reject(new RenderingQueueFull('Too many documents wait to be rendered.'));
    }
    return new Promise((resolve, reject) => {
      (isAwaited ? this.urgent : this.patient).push({ facts, resolve, reject });
      this.assign();
    });
  }

  /** Ends all threads; what waits or is being rendered fails. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const order of [...this.urgent.splice(0), ...this.patient.splice(0)]) {
      order.reject(new Error('The rendering threads have been stopped.'));
    }
    await Promise.all([...this.threads].map((thread) => thread.end()));
  }

  private assign(): void {
    for (let thread = this.freeThread(); thread !== null; thread = this.freeThread()) {
      const order = this.urgent.shift() ?? this.patient.shift();
      if (order === undefined) return;
      thread.work(order);
    }
  }

  private freeThread(): RenderingThread | null {
    if (this.urgent.length + this.patient.length === 0) return null;
    const free = [...this.threads].find(({ isFree }) => isFree);
    if (free !== undefined) return free;
    const { program, limits } = this.options;
    if (this.threads.size >= limits.documentThreads) return null;
    const thread = new RenderingThread(
      program ?? new URL('./render.worker.js', import.meta.url),
      limits.documentLines,
      {
        onFree: () => {
          this.assign();
        },
        onEnd: () => {
          this.threads.delete(thread);
          this.assign();
        },
      },
    );
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
  private isEnding = false;

  constructor(
    program: URL,
    private readonly mostLines: number,
    events: ThreadEvents,
  ) {
    this.worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
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
    this.endAfter(RENDERING_MS);
    const task: RenderingTask = { facts: order.facts, mostLines: this.mostLines };
    this.worker.postMessage(task);
  }

  async end(): Promise<void> {
    this.isEnding = true;
    await this.worker.terminate();
  }

  private takeOrder(): Order | null {
    const { order } = this;
    this.order = null;
    return order;
  }

  private endAfter(ms: number): void {
    this.clearTimer();
    this.timer = setTimeout(() => void this.end(), ms);
    // Neither keeps a process alive that has nothing else to do.
    this.timer.unref();
    this.worker.unref();
  }

  private clearTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer);
  }
}
