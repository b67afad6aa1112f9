import type { AlertWorkKind } from '../../modules/alerts/alert-work.js';
import { capability } from '../../platform/capabilities/capability.js';
import type { DueWorkHandlers } from '../due-work/due-work-engine.js';
import type { AlertEvaluationNeeds } from './alert-evaluation.needs.js';
import { AlertEvaluation } from './alert-evaluation.js';

/** Comparisons of the figures that alerts watch with their thresholds. */
export const alertEvaluationCapability = capability({
  services: (lower: AlertEvaluationNeeds) => ({ alertEvaluation: new AlertEvaluation(lower) }),
  dueWork: ({ alertEvaluation }) =>
    ({ alert_review: alertEvaluation.reviewDue }) satisfies DueWorkHandlers<AlertWorkKind>,
});
