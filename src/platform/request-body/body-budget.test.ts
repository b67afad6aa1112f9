import { expect, test } from '@jest/globals';
import { BodyBudget } from './body-budget.js';

const budget = () => new BodyBudget({ bodiesBytes: 100, organizationBodiesBytes: 60 });

test('an organization that holds its share is told to wait, others are not', () => {
  const bodies = budget();
  bodies.claimFor('a').add(60);
  expect(() => {
    bodies.claimFor('a').add(1);
  }).toThrow(
    expect.objectContaining({ kind: 'tooManyRequests', message: expect.stringContaining('60 bytes') }),
  );
  bodies.claimFor('b').add(40);
});

test('a process that holds all it may is unavailable', () => {
  const bodies = budget();
  bodies.claimFor('a').add(60);
  bodies.claimFor('b').add(40);
  expect(() => {
    bodies.claimFor('c').add(1);
  }).toThrow(expect.objectContaining({ kind: 'unavailable', message: expect.stringContaining('100 bytes') }));
});

test('what is released can be claimed again, once', () => {
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
