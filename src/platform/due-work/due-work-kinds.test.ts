import { expect, test } from '@jest/globals';
import { DueWorkKinds } from './due-work-kinds.js';

const DAY = DueWorkKinds.of({ sunrise: { customersAtOnce: 1 }, noon: { customersAtOnce: 100 } });
const NIGHT = DueWorkKinds.of({ sunset: { customersAtOnce: 10 } });

test('kinds put together keep their order and how they are done', () => {
  const both = NIGHT.before(DAY);

  expect(both.names).toEqual(['sunset', 'sunrise', 'noon']);
  expect(both.conducts.noon).toEqual({ customersAtOnce: 100 });
});

test('the compiler refuses a kind that is declared twice', () => {
  const other = DueWorkKinds.of({ noon: { customersAtOnce: 1 } });

  // @ts-expect-error noon has been declared already
  expect(DAY.before(other).names).toEqual(['sunrise', 'noon']);
});
