import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { Connections } from '../db/database-connections.js';
import { keyOf, type Topic } from './live-update.js';
import { PerSecondLimit } from './per-second-limit.js';

/** Lets the processes that store events know which of them somebody watches. */
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
  /** Until when each process demands it, on the monotonic clock. */
  readonly until: Map<string, number>;
  readonly pace: PerSecondLimit;
}

/** What a process tells the others: who demands updates of which group, and whether the demand ends. */
type Notification = [
  organizationId: string,
  group: string,
  topic: DemandedTopic,
  process: string,
  end?: 'end',
];

/**
 * What the subscribers of all processes watch of the demanded topics. Processes learn it from each other by
 * notifications. Source: docs/adr/0089.
 */
export class LiveDemand {
  /** Names this process. */
  private readonly process = randomUUID();
  /** By organization and topic, then by group. */
  private readonly demands = new Map<string, Map<string, Demand>>();
  /** The demands of this process with the number of their subscriptions, by organization, group and topic as JSON. */
  private readonly own = new Map<string, DemandedGroup & { subscriptions: number }>();

  constructor(
    private readonly notify: Connections['notify'],
    private readonly nowMs = () => performance.now(),
  ) {}

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
  begin(demanded: DemandedGroup): () => void {
    const { organizationId, topic, group } = demanded;
    const name = JSON.stringify([organizationId, group, topic]);
    const own = this.own.get(name) ?? { ...demanded, subscriptions: 0 };
    own.subscriptions += 1;
    if (own.subscriptions === 1) {
      this.tell(own);
      this.own.set(name, own);
    }
    return () => {
      own.subscriptions -= 1;
      if (own.subscriptions > 0) return;
      this.own.delete(name);
      this.tell(own, 'end');
    };
  }

  /** The groups of an organization that somebody watches, each with its pace. */
  groupsOf(
    organizationId: string,
    topic: DemandedTopic,
  ): ReadonlyMap<string, { readonly pace: PerSecondLimit }> {
    return this.demands.get(keyOf({ organizationId, topic })) ?? NONE;
  }

  /** Renews the demands of this process, and ends those that no process has renewed. */
  renew(): void {
    for (const own of this.own.values()) this.tell(own);
    const nowMs = this.nowMs();
    for (const [key, groups] of this.demands)
      for (const [group, { until }] of groups)
        for (const [process, untilMs] of until) if (untilMs < nowMs) this.end(key, group, process);
  }

  /** Notes a demand of this process, or its end, and tells the other processes. */
  private tell({ organizationId, group, topic }: DemandedGroup, end?: 'end'): void {
    const notification: Notification = [organizationId, group, topic, this.process];
    if (end !== undefined) notification.push(end);
    this.notify(DEMAND_CHANNEL, [JSON.stringify(notification)]);
    this.note(notification);
  }

  private hear(text: string): void {
    const notification = JSON.parse(text) as Notification;
    if (notification[3] !== this.process) this.note(notification);
  }

  // Programs of the previous version name no topic, and no process.
  private note([organizationId, group, topic = 'event', process = '', end]: Partial<Notification>): void {
    if (organizationId === undefined || group === undefined) return;
    const key = keyOf({ organizationId, topic });
    if (end === 'end') {
      this.end(key, group, process);
      return;
    }
    const groups = this.demands.get(key) ?? new Map<string, Demand>();
    this.demands.set(key, groups);
    const demand = groups.get(group) ?? { until: new Map(), pace: new PerSecondLimit(EVENTS_PER_SECOND) };
    groups.set(group, demand);
    demand.until.set(process, this.nowMs() + LASTS_MS);
  }

  private end(key: string, group: string, process: string): void {
    const groups = this.demands.get(key);
    const demand = groups?.get(group);
    demand?.until.delete(process);
    if (demand?.until.size === 0) groups?.delete(group);
    if (groups?.size === 0) this.demands.delete(key);
  }
}

const NONE: ReadonlyMap<string, Demand> = new Map();
