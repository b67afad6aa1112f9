import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { SharedRead } from './shared-read.js';

/** The surface that served a request; `page` is everything other than REST and GraphQL. */
export type Surface = 'rest' | 'graphql' | 'page';

export interface ServedRequest {
  readonly surface: Surface;
  /** A name from a closed list, never text from the caller: every new value creates a time series. */
  readonly operation: string;
  readonly status: number;
  readonly durationMs: number;
}

/** A scrape waits at most this long for a value that is read from the database. */
export const READ_MS = 1_000;

/** The Prometheus metrics at `/metrics`. Source: extensions.md §4. */
export class Metrics {
  readonly registry = new Registry();
  private readonly requestSeconds = new Histogram({
    name: 'tollgate_request_duration_seconds',
    help: 'Time from the request to the end of its answer.',
    labelNames: ['surface', 'operation', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.registry],
  });

  private readonly events = new Counter({
    name: 'tollgate_events_stored_total',
    help: 'Usage events stored by group commit; duplicates are not.',
    registers: [this.registry],
  });
  private readonly flushes = new Counter({
    name: 'tollgate_event_flushes_total',
    help: 'Commits that stored usage events; events by flushes is the size of a group.',
    registers: [this.registry],
  });

  private readonly jobs = new Counter({
    name: 'tollgate_jobs_total',
    help: 'Attempts of queued jobs (e-mails, documents, exports, payments and others) by their outcome.',
    labelNames: ['kind', 'outcome'] as const,
    registers: [this.registry],
  });

  private readonly webhookAttempts = new Counter({
    name: 'tollgate_webhook_attempts_total',
    help: 'Attempts to deliver webhook messages by their outcome: succeeded, retrying (a later attempt follows), failed (for good).',
    labelNames: ['outcome'] as const,
    registers: [this.registry],
  });

  /** Adds the metrics of the Node process: memory, event loop, garbage collection. Call it once per process. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Adds a gauge whose value is computed at each scrape. */
  show(name: string, help: string, value: () => number): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      collect: () => {
        gauge.set(value());
      },
    });
  }

  /**
   * Adds a gauge whose value is read at each scrape; it has no sample if the read fails or takes longer than a second.
   */
  watch(name: string, help: string, read: () => Promise<number>): void {
    const shared = new SharedRead(read, READ_MS);
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      collect: () =>
        shared.value().then(
          (value) => {
            gauge.set(value);
          },
          () => {
            gauge.remove();
          },
        ),
    });
  }

  /** Adds a gauge with one value per label, read at each scrape. @param read returns the values by label. */
  watchEach(
    name: string,
    help: string,
    label: string,
    read: () => Promise<ReadonlyMap<string, number>>,
  ): void {
    const shared = new SharedRead(read, READ_MS);
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      collect: async () => {
        const values = await shared.value().catch(() => new Map<string, number>());
        gauge.reset();
        for (const [word, value] of values) gauge.set({ [label]: word }, value);
      },
    });
  }

  /** Counts an attempt of a queued job. @param kind from a closed list, like the outcome. */
  countJob(kind: string, outcome: 'succeeded' | 'failed'): void {
    this.jobs.inc({ kind, outcome });
  }

  countWebhookAttempt(outcome: string): void {
    this.webhookAttempts.inc({ outcome });
  }

  countFlush(events: number): void {
    this.events.inc(events);
    this.flushes.inc();
  }

  observe({ surface, operation, status, durationMs }: ServedRequest): void {
    this.requestSeconds.observe({ surface, operation, status }, durationMs / 1000);
  }
}
