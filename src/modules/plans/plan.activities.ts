import { loggedAndSent } from '../../platform/activity/activity-kinds.js';
import type { Representation } from '../../platform/activity/snapshots.js';

/** Log entries contain the charges of plans with at most this many charges and, in all of them, filters. */
const LOGGED_CHARGES = 50;
const LOGGED_FILTERS = 100;

/** Sources: logs.md §2, webhooks.md §3. */
export const PLAN_ACTIVITIES = {
  'plan.created': loggedAndSent('plan', 'Plan', tooLongForLog),
  'plan.updated': loggedAndSent('plan', 'Plan', tooLongForLog),
  'plan.deleted': loggedAndSent('plan', 'Plan', tooLongForLog),
};

function tooLongForLog({ charges }: Representation): readonly string[] {
  if (!Array.isArray(charges)) return [];
  const filters = (charges as readonly Representation[]).flatMap((charge) => charge['filters'] ?? []);
  return charges.length > LOGGED_CHARGES || filters.length > LOGGED_FILTERS ? ['charges'] : [];
}
