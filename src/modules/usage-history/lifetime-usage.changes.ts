import type { ChangeOf } from '../../platform/changes/changes.js';
import type { UsedSubscription } from '../usage/usage.changes.js';

/** Somebody has set the usage from before a subscription was imported. */
export type LifetimeUsageChange = ChangeOf<'lifetime_usage.updated', UsedSubscription>;
