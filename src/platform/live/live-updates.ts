import { performance } from 'node:perf_hooks';
import type { Connections } from '../db/database-connections.js';
import type { Limits } from '../limits.js';
import { type DemandedGroup, type DemandedTopic, EVENTS_PER_SECOND, LiveDemand } from './live-demand.js';
import {
  keyOf,
  LIVE_CHANNEL,
  type LiveUpdate,
  notificationsOf,
  type Topic,
  updateOf,
} from './live-update.js';
import { PerSecondLimit } from './per-second-limit.js';
import { Throttle } from './throttle.js';
import { type StreamFailure, UpdateStream } from './update-stream.js';

/** What a subscription watches of its organization. */
export interface Watched {
  readonly topic: Topic;
  /** Only updates of these groups; null: of all. */
  readonly groups: readonly string[] | null;
  /** Only updates of these objects; null: of all. */
  readonly ids: readonly string[] | null;
  /** Further chooses objects, by their ids. */
  readonly isChosen?: (id: string) => boolean;
  /** Whether these objects are also shown at the start, as they are. */
  readonly beginsWithPresent?: boolean;
}

/** One object: as it is, and after each of its changes. @param id as the caller wrote it. */
export function watchedObject(topic: Topic, id: string): Watched {
  return { topic, groups: null, ids: [id.toLowerCase()], beginsWithPresent: true };
}

/** The usage of a subscription is shown at most once in this time. */
const USAGE_INTERVAL_MS = 1_000;

/** The updates of the organization of one connection. */
export interface UpdateSource {
  readonly stream: (watched: Watched) => UpdateStream;
}

interface Watcher {
  readonly watched: Watched;
  readonly stream: UpdateStream;
}

/**
 * Hands committed changes, of this process and of others, to the subscriptions of this process. One connection of the
 * database listens for all of them. Source: docs/adr/0089.
 */
export class LiveUpdates {
  /** By organization and topic. */
  private readonly watchers = new Map<string, Set<Watcher>>();
  private readonly demand: LiveDemand;
  private readonly usage = new Throttle(USAGE_INTERVAL_MS);
  /** Number of states of usage that were shown. */
  private usageStates = 0;
  private hasStarted = false;

  constructor(
    private readonly notify: Connections['notify'],
    private readonly limits: Pick<Limits, 'liveWaiting'>,
  ) {
    this.demand = new LiveDemand(notify);
  }

  /** Number of open streams. */
  get size(): number {
    return [...this.watchers.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Starts to listen. @returns a function that stops it, and ends all streams. */
  async follow(listen: Connections['listen']): Promise<() => void> {
    const stopListening = await listen(
      LIVE_CHANNEL,
      (notification) => {
        this.hear(notification);
      },
      () => {
        // After a reconnect, since updates may have been missed.
        if (this.hasStarted) this.interrupt();
        this.hasStarted = true;
      },
    );
    const stopDemand = await this.demand.follow(listen);
    return () => {
      this.hasStarted = false;
      stopListening();
      stopDemand();
      this.interrupt();
    };
  }

  /** @param onFailure called when the stream ends by itself. */
  stream(
    organizationId: string,
    watched: Watched,
    onFailure: (failure: StreamFailure) => void,
  ): UpdateStream {
    const { topic, groups, ids } = watched;
    const key = keyOf({ organizationId, topic });
    const endings =
      topic === 'event' || topic === 'usage'
        ? (groups ?? []).map((group) => this.demand.begin({ organizationId, topic, group }))
        : [];
    const stream = new UpdateStream({
      mostWaiting: this.limits.liveWaiting,
      pace: topic === 'event' ? new PerSecondLimit(EVENTS_PER_SECOND) : null,
      keepsLast: topic === 'usage',
      onFailure,
      onEnd: () => {
        for (const end of endings) end();
        watchers.delete(watcher);
        if (watchers.size === 0) this.watchers.delete(key);
      },
    });
    const watcher = { watched, stream };
    const watchers = this.watchers.get(key) ?? new Set<Watcher>();
    this.watchers.set(key, watchers.add(watcher));
    if (watched.beginsWithPresent === true)
      for (const id of topic === 'usage' ? [this.nextUsageState()] : (ids ?? [])) stream.push(id);
    return stream;
  }

  /** The groups that somebody watches in any process. */
  watchedGroups(
    organizationId: string,
    topic: DemandedTopic,
  ): Pick<ReadonlyMap<string, unknown>, 'has' | 'size'> {
    return this.demand.groupsOf(organizationId, topic);
  }

  /**
   * Announces stored events of a group, as many as its pace allows.
   * @param send sends the notifications, at once or after the commit.
   */
  announceEvents(
    { organizationId, group, ids }: { organizationId: string; group: string; ids: readonly string[] },
    send: Connections['notify'] = this.notify,
  ): void {
    const pace = this.demand.groupsOf(organizationId, 'event').get(group)?.pace;
    const passed = ids.filter(() => pace?.passes(performance.now()) === true);
    send(LIVE_CHANNEL, notificationsOf({ topic: 'event', organizationId, group, ids: passed }));
  }

  /**
   * Announces that the usage of a group has changed. Equal notifications that wait to be sent are sent as one.
   * @param send sends the notification, at once or after the commit.
   */
  announceUsage(
    { organizationId, group }: Pick<DemandedGroup, 'organizationId' | 'group'>,
    send: Connections['notify'] = this.notify,
  ): void {
    send(LIVE_CHANNEL, notificationsOf({ topic: 'usage', organizationId, group, ids: [''] }));
  }

  private hear(notification: string): void {
    const update = updateOf(notification);
    if (update.topic !== 'usage') this.deliver(update);
    else
      this.usage.run(`${keyOf(update)} ${update.group}`, () => {
        this.deliver({ ...update, ids: [this.nextUsageState()] });
      });
  }

  /** Names a state of usage, which all subscribers of it can read together. */
  private nextUsageState(): string {
    this.usageStates += 1;
    return String(this.usageStates);
  }

  private deliver({ group, ids, ...named }: LiveUpdate): void {
    for (const { watched, stream } of this.watchers.get(keyOf(named)) ?? []) {
      if (watched.groups?.includes(group) === false) continue;
      for (const id of ids)
        if (watched.ids?.includes(id) !== false && watched.isChosen?.(id) !== false) stream.push(id);
    }
  }

  private interrupt(): void {
    const all = [...this.watchers.values()].flatMap((watchers) => [...watchers]);
    for (const { stream } of all) stream.fail('interrupted');
  }
}
