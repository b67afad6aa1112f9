import { registerEnumType } from 'type-graphql';
import { PLAN_INTERVALS } from '../../core/plan-interval.js';
import { enumOf } from '../../platform/api/enums.js';

export const PlanIntervalEnum = enumOf(PLAN_INTERVALS);
registerEnumType(PlanIntervalEnum, {
  name: 'PlanInterval',
  description: 'Length of a billing period.',
  valuesConfig: {
    monthly: { description: 'A month.' },
    quarterly: { description: 'Three months.' },
    semiannual: { description: 'Six months.' },
    weekly: { description: 'A week.' },
    yearly: { description: 'A year.' },
  },
});
