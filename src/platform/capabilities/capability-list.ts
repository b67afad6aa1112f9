import type { Capability, Preparation, Removal } from './capability.js';
import type { Distinct } from '../collections/distinct.js';
import type { Job } from '../jobs/job.js';
import type { PersonalCopies } from './personal-copies.js';
import type { Check } from '../verification/check.js';

/** What each capability brings, put together. */
interface Parts<Given, Services, DueWork, Activities> {
  /** Builds all services, those of the first capability first. */
  readonly services: (given: Given) => Services;
  readonly activities: Activities;
  readonly resolvers: (services: Services) => readonly object[];
  readonly dueWork: (services: Services) => DueWork;
  /** @throws Error when two have one name. */
  readonly jobs: (services: Services) => readonly Job[];
  readonly preparations: (services: Services) => readonly Preparation[];
  /** Those of the last capability first: what refers is deleted before what it refers to. */
  readonly removals: (services: Services) => readonly Removal[];
  readonly checks: readonly Check[];
  readonly personalCopies: readonly PersonalCopies[];
}

/**
 * A list of capabilities, lowest first. The compiler refuses one that needs what none before it provides, and one that brings a
 * service, a kind of activity or a kind of due work by a name that one before it has.
 */
export class Capabilities<
  Given extends object,
  Services extends object,
  DueWork extends object,
  Activities extends object,
> {
  private constructor(readonly all: Parts<Given, Services, DueWork, Activities>) {}

  /** An empty list, over services that are given. */
  static over<Given extends object>(): Capabilities<Given, Given, object, object> {
    return new Capabilities<Given, Given, object, object>({
      services: (given) => given,
      activities: {},
      resolvers: () => [],
      dueWork: () => ({}),
      jobs: () => [],
      preparations: () => [],
      removals: () => [],
      checks: [],
      personalCopies: [],
    });
  }

  with<Own extends object, Works extends object, Kinds extends object>(
    added: Capability<Services, Own, Works, Kinds> &
      Distinct<Services, Own> &
      Distinct<DueWork, Works> &
      Distinct<Activities, Kinds>,
  ): Capabilities<Given, Services & Own, DueWork & Works, Activities & Kinds> {
    const parts = this.all;
    return new Capabilities<Given, Services & Own, DueWork & Works, Activities & Kinds>({
      services: (given) => {
        const lower = parts.services(given);
        return { ...lower, ...added.services(lower) };
      },
      // Nothing is missing where a part is not given: its type is then that of an empty object.
      activities: { ...parts.activities, ...(added.activities as Kinds) },
      dueWork: (services) => ({ ...parts.dueWork(services), ...(added.dueWork?.(services) as Works) }),
      resolvers: (services) => [...parts.resolvers(services), ...(added.resolvers?.(services) ?? [])],
      jobs: (services) => withoutNamesakes([...parts.jobs(services), ...(added.jobs?.(services) ?? [])]),
      preparations: (services) => [
        ...parts.preparations(services),
        ...(added.preparations?.(services) ?? []),
      ],
      removals: (services) => {
        const removal = added.removal?.(services);
        return [...(removal === undefined ? [] : [removal]), ...parts.removals(services)];
      },
      checks: [...parts.checks, ...(added.checks ?? [])],
      personalCopies: [...parts.personalCopies, ...(added.personalCopies ?? [])],
    });
  }
}

function withoutNamesakes(jobs: readonly Job[]): readonly Job[] {
  const names = jobs.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new Error(`Two jobs are called ${twice}.`);
  return jobs;
}
