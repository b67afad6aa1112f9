import { describe, expect, test } from '@jest/globals';
import { loggedAndSent } from '../activity/activity-kinds.js';
import { Capabilities } from './capability-list.js';
import { capability } from './capability.js';
import { scheduledJob } from '../jobs/job.js';

const DEEDS: string[] = [];
const nap = () => Promise.resolve();

const animals = capability({
  services: () => ({ cat: 'Tom' }),
  dueWork: ({ cat }) => ({ feeding: () => DEEDS.push(`feed ${cat}`) }),
  activities: { 'cat.fed': loggedAndSent('cat', 'Cat') },
  jobs: () => [scheduledJob('groom', '0 * * * *', nap)],
  removal: () => () => Promise.resolve(DEEDS.push('remove animals')),
});

const people = capability({
  services: ({ cat }: { readonly cat: string }) => ({ owner: `who feeds ${cat}` }),
  dueWork: () => ({ birthday: () => DEEDS.push('sing') }),
  activities: { 'owner.greeted': loggedAndSent('owner', 'Owner') },
  jobs: () => [scheduledJob('greet', '1 * * * *', nap)],
});

describe('capabilities put together', () => {
  const { all } = Capabilities.over().with(animals).with(people);
  const services = all.services({});

  test('a list of capabilities builds services of those before them', () => {
    expect(services).toEqual({ cat: 'Tom', owner: 'who feeds Tom' });
  });

  test('a list of capabilities brings the parts of each', () => {
    all.dueWork(services).feeding();
    expect(DEEDS.splice(0)).toEqual(['feed Tom']);
    expect(Object.keys(all.activities)).toEqual(['cat.fed', 'owner.greeted']);
    expect(all.jobs(services).map(({ name }) => name)).toEqual(['groom', 'greet']);
    expect(all.removals(services)).toHaveLength(1);
    expect(all.resolvers(services)).toEqual([]);
  });
});

describe('a name that two capabilities give is refused', () => {
  const list = Capabilities.over().with(animals);

  test('a name that two capabilities give is refused by the compiler for services, kinds of due work and kinds of activity', () => {
    const lions = capability({ services: () => ({ cat: 'Leo' }) });
    const meals = capability({ services: () => ({}), dueWork: () => ({ feeding: nap }) });
    const diaries = capability({
      services: () => ({}),
      activities: { 'cat.fed': loggedAndSent('diary', 'Diary') },
    });

    // @ts-expect-error the service is there already
    list.with(lions);
    // @ts-expect-error the kind of due work is there already
    list.with(meals);
    // @ts-expect-error the kind of activity is there already
    list.with(diaries);
    expect.assertions(0);
  });

  test('a name that two capabilities give is refused by the compiler when a service is missing', () => {
    // @ts-expect-error the cat comes later
    Capabilities.over().with(people);
    expect.assertions(0);
  });

  test('a name that two capabilities give is refused by a start for jobs', () => {
    const barbers = capability({
      services: () => ({}),
      jobs: () => [scheduledJob('groom', '2 * * * *', nap)],
    });
    const { all } = list.with(barbers);

    expect(() => all.jobs(all.services({}))).toThrow('Two jobs are called groom.');
  });
});
