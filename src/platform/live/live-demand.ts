import { performance } from 'node:perf_hooks';
import type { Connections } from '../db/connections.js';
import { keyOf, type Topic } from './live-update.js';
import { Pace } from './pace.js';

/** Tells the processes that store events which of them somebody watches. */
const DEMAND_CHANNEL = 'live_demand';

/** A demand ends by itself when the process that renews it has died. */
const LASTS_MS = 15_000;
const RENEWED_EVERY_MS = 5_000;

/** The most watched events of one kind that a process announces in a second. Source: graphql-surface.md §7. */
export const EVENTS_PER_SECOND = 20;

/** Topics whose updates are too many to announce when nobody asks: each usage event causes one. */
export type DemandedTopic = Extract<Topic, 'event' | 'usage'>;

/** Updates of a group that somebody watches. */
export interface DemandedGroup {
  readonly organizationId: string;
  readonly topic: DemandedTopic;
  readonly group: string;
}

interface Demand {
  untilMs: number;
  readonly pace: Pace;
}

/**
 * What the subscribers of all processes watch of the demanded topics. Processes learn it from each other by
 * notifications. Source: docs/adr/0089.
 */
export class LiveDemand {
  /** By organization and topic, then by group. */
  private readonly demands = new Map<string, Map<string, Demand>>();
  /** Number of subscriptions of this process, by the notification of their demand. */
  private readonly own = new Map<string, number>();

  constructor(private readonly notify: Connections['notify']) {}

  /** Hears of the demands of other processes, and renews those of this one. @returns a function that stops it. */
  async follow(listen: Connections['listen']): Promise<() => void> {
    const renew = () => {
      this.renew();
    };
    const stopListening = await listen(
      DEMAND_CHANNEL,
      (notification) => {
        this.hear(notification);
      },
      renew,
    );
    const renewal = setInterval(renew, RENEWED_EVERY_MS).unref();
    return () => {
      clearInterval(renewal);
      stopListening();
    };
  }

  /** Begins to demand updates of a group. @returns a function that ends it. */
  begin({ organizationId, topic, group }: DemandedGroup): () => void {
    const demand = JSON.stringify([organizationId, group, topic]);
    this.own.set(demand, (this.own.get(demand) ?? 0) + 1);
    this.hear(demand);
    this.notify(DEMAND_CHANNEL, [demand]);
    return () => {
      const others = (this.own.get(demand) ?? 1) - 1;
      if (others === 0) this.own.delete(demand);
      else this.own.set(demand, others);
    };
  }

  /** The groups of an organization that somebody watches, each with its pace. */
  of(organizationId: string, topic: DemandedTopic): ReadonlyMap<string, { readonly pace: Pace }> {
    const key = keyOf({ organizationId, topic });
    const demands = this.demands.get(key);
    if (demands === undefined) return NONE;
    const nowMs = performance.now();
    for (const [group, { untilMs }] of demands) if (untilMs < nowMs) demands.delete(group);
    if (demands.size === 0) this.demands.delete(key);
    return demands;
  }

  private renew(): void {
    const demands = [...this.own.keys()];
    for (const demand of demands) this.hear(demand);
    this.notify(DEMAND_CHANNEL, demands);
  }

  private hear(notification: string): void {
    // Programs of the previous version name no topic: they know one.
    const [organizationId, group, topic = 'event'] = JSON.parse(notification) as [
      string,
      string,
      DemandedTopic?,
    ];
    const key = keyOf({ organizationId, topic });
    const demands = this.demands.get(key) ?? new Map<string, Demand>();
    this.demands.set(key, demands);
    const untilMs = performance.now() + LASTS_MS;
    const known = demands.get(group);
    if (known === undefined) demands.set(group, { untilMs, pace: new Pace(EVENTS_PER_SECOND) });
    else known.untilMs = untilMs;
  }
}

const NONE: ReadonlyMap<string, Demand> = new Map();
