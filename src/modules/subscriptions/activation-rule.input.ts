import type { ActivationRule } from './activation-rule.table.js';

/** Lets a subscription wait for something before it becomes active. */
export interface SentActivationRule {
  readonly type: ActivationRule['ruleType'];
  readonly timeoutHours?: number | null;
}
