/**
 * Work that has failed so often counts as failing: it does not recover from a lock or an outage by itself, and somebody has
 * to look.
 */
export const FAILING_AFTER = 3;
