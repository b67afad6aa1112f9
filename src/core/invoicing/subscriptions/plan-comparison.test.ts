import { expect, test } from '@jest/globals';
import { isUpgrade, type PlanPrice } from './plan-comparison.js';

const monthly: PlanPrice = { interval: 'monthly', amountCents: 1_000n };

test.each<[PlanPrice, boolean, string]>([
  [{ interval: 'monthly', amountCents: 1_000n }, true, 'as dear'],
  [{ interval: 'monthly', amountCents: 999n }, false, 'cheaper'],
  [{ interval: 'yearly', amountCents: 12_000n }, true, 'twelve months'],
  [{ interval: 'yearly', amountCents: 11_999n }, false, 'a little less'],
  [{ interval: 'weekly', amountCents: 230n }, false, '52 weeks cost 11,960'],
  [{ interval: 'weekly', amountCents: 231n }, true, '52 weeks cost 12,012'],
  [{ interval: 'quarterly', amountCents: 3_000n }, true, 'four quarters'],
  [{ interval: 'semiannual', amountCents: 5_999n }, false, 'two half-years'],
])('a change from 1,000 a month to %j is an upgrade: %s (%s)', (to, expected) => {
  expect(isUpgrade(monthly, to)).toBe(expected);
});
