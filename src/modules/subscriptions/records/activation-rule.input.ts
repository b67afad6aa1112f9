import type { ActivationRule } from './activation-rule.table.js';

/** A condition that a subscription waits for before it becomes active. */
export interface SentActivationRule {
  readonly type: ActivationRule['ruleType'];
  readonly timeoutHours?: number | null;
}
