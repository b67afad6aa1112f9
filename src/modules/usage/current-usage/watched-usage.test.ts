import { expect, test } from '@jest/globals';
import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import type { CurrentUsageQuery, CustomerUsage } from './customer-usage.service.js';
import { WatchedUsage } from './watched-usage.js';

test('each state of the usage is read once, for all who watch it', async () => {
  const reads: unknown[] = [];
  const current = (db: Db, _actor: Actor, query: CurrentUsageQuery) => {
    reads.push([db, query.externalSubscriptionId]);
    return Promise.resolve({ currency: `read ${reads.length}` } as CustomerUsage);
  };
  const watched = new WatchedUsage({ current }, { forOrganization: (id) => id as unknown as Db });
  const actor = { organizationId: 'o' } as Actor;
  const read = async (state: string) => (await watched.read(actor, 'sub', state)).currency;
  expect(await Promise.all([read('1'), read('1')])).toEqual(['read 1', 'read 1']);
  expect(await read('1')).toBe('read 1');
  expect(await read('2')).toBe('read 2');
  expect(reads).toEqual([
    ['o', 'sub'],
    ['o', 'sub'],
  ]);
});
