import type { Capability, Preparation, Removal } from './capability.js';
import type { Job } from './jobs/job.js';

/** What each capability brings, put together. */
interface Parts<Given, Services, DueWork> {
  /** Builds all services, those of the first capability first. */
  readonly services: (given: Given) => Services;
  readonly resolvers: (services: Services) => readonly object[];
  readonly dueWork: (services: Services) => DueWork;
  readonly jobs: (services: Services) => readonly Job[];
  readonly preparations: (services: Services) => readonly Preparation[];
  /** Those of the last capability first: what refers is deleted before what it refers to. */
  readonly removals: (services: Services) => readonly Removal[];
}

/** A list of capabilities, lowest first. The compiler refuses one that needs what none before it provides. */
export class Capabilities<Given extends object, Services extends object, DueWork extends object> {
  private constructor(readonly all: Parts<Given, Services, DueWork>) {}

  /** An empty list, over services that are given. */
  static over<Given extends object>(): Capabilities<Given, Given, object> {
    return new Capabilities<Given, Given, object>({
      services: (given) => given,
      resolvers: () => [],
      dueWork: () => ({}),
      jobs: () => [],
      preparations: () => [],
      removals: () => [],
    });
  }

  with<Own extends object, More extends object>(
    added: Capability<Services, Own, More>,
  ): Capabilities<Given, Services & Own, DueWork & More> {
    const parts = this.all;
    return new Capabilities<Given, Services & Own, DueWork & More>({
      services: (given) => {
        const lower = parts.services(given);
        return { ...lower, ...added.services(lower) };
      },
      resolvers: (services) => [...parts.resolvers(services), ...(added.resolvers?.(services) ?? [])],
      // Nothing is missing where there is no `dueWork`: its type is then that of an empty object.
      dueWork: (services) => ({ ...parts.dueWork(services), ...(added.dueWork?.(services) as More) }),
      jobs: (services) => [...parts.jobs(services), ...(added.jobs?.(services) ?? [])],
      preparations: (services) => [
        ...parts.preparations(services),
        ...(added.preparations?.(services) ?? []),
      ],
      removals: (services) => {
        const removal = added.removal?.(services);
        return [...(removal === undefined ? [] : [removal]), ...parts.removals(services)];
      },
    });
  }
}
