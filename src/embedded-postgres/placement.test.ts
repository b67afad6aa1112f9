import { expect, test } from '@jest/globals';
import { rootStrategies } from './placement.js';
import type { LastPlacement } from './placement.js';

const OPEN = '/open';
const inPlace = ['user-namespace', 'capability', 'account'];

test.each<[LastPlacement, string[], string]>([
  [{}, [...inPlace, 'account in /open'], 'a first start may still choose the folder'],
  [{ runAs: 'user-namespace' }, inPlace, 'there is a cluster now: it stays where it is'],
  [{ runAs: 'capability' }, ['capability', 'user-namespace', 'account'], 'what worked last time comes first'],
  [{ runAs: 'self' }, inPlace, 'an ordinary user made it, now root runs it'],
  [{ runAs: 'account', movedTo: '/there' }, ['account in /there'], 'the cluster lies there'],
])('a placement after %j: %j, because %s', (last, ways) => {
  const found = rootStrategies(last, OPEN).map(({ kind, movedTo }) =>
    movedTo === undefined ? kind : `${kind} in ${movedTo}`,
  );
  expect(found).toEqual(ways);
});
