import { PLAN_INTERVALS } from '../../core/time/plan-interval.js';
import { enumOf } from '../../platform/api/members/enums.js';

export const PlanIntervalEnum = enumOf(PLAN_INTERVALS, 'PlanInterval', 'Length of a billing period.', {
  monthly: 'A month.',
  quarterly: 'Three months.',
  semiannual: 'Six months.',
  weekly: 'A week.',
  yearly: 'A year.',
});
