import { expect, test } from '@jest/globals';
import { BodyBudget } from './body-budget.js';

/** Claims for an owner who may have 60 bytes. */
function budget() {
  const bodies = new BodyBudget({ bodiesBytes: 100 });
  return {
    claimFor: (...names: string[]) =>
      bodies.claimFor(names.map((name) => ({ name, mostBytes: 60, rule: `${name} takes` }))),
  };
}

test('the body budget refuses further bytes of an organization at its limit, but not of others', () => {
  const bodies = budget();
  bodies.claimFor('a').add(60);
  expect(() => {
    bodies.claimFor('a').add(1);
  }).toThrow(
    expect.objectContaining({ kind: 'tooManyRequests', message: expect.stringContaining('60 bytes') }),
  );
  bodies.claimFor('b').add(40);
});

test('the body budget answers that the service is unavailable when the process is at its limit', () => {
  const bodies = budget();
  bodies.claimFor('a').add(60);
  bodies.claimFor('b').add(40);
  expect(() => {
    bodies.claimFor('c').add(1);
  }).toThrow(expect.objectContaining({ kind: 'unavailable', message: expect.stringContaining('100 bytes') }));
});

test('released bytes can be claimed again; releasing twice frees them once', () => {
  const bodies = budget();
  const first = bodies.claimFor('a');
  first.add(30);
  first.add(30);
  first.release();
  first.release();
  bodies.claimFor('a').add(60);
  expect(() => {
    bodies.claimFor('a').add(1);
  }).toThrow();
});

test('bytes count for each of several owners', () => {
  const bodies = budget();
  const first = bodies.claimFor('all', 'a');
  first.add(40);
  expect(() => {
    bodies.claimFor('all', 'b').add(21);
  }).toThrow(expect.objectContaining({ message: 'all takes 60 bytes.' }));
  first.release();
  bodies.claimFor('all', 'b').add(60);
});
