import type { ChangeOf } from '../../platform/changes/changes.js';

/** The usage of a chain of subscriptions from before its import was set. */
export type LifetimeUsageChange = ChangeOf<'lifetime_usage.updated', { externalSubscriptionId: string }>;
