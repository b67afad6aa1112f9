import type { IntegrationTypeName } from '../types/integration-types.js';

/** How often the outside system of a connection may be called. */
export interface CallLimits {
  /** Calls that run at once. */
  readonly atOnce: number;
  /** From the begin of a call to that of the next one, in milliseconds. */
  readonly spacingMs: number;
}

/** Limits of a connection whose system has none that we know. */
const DEFAULT_LIMITS: CallLimits = { atOnce: 5, spacingMs: 0 };

/** Limits by type. Calls are spaced evenly, so that none of these is passed in any span of time. Source: integrations.md §5. */
const LIMITS: Partial<Record<IntegrationTypeName, CallLimits>> = {
  // 10 in a second.
  anrok: { atOnce: 5, spacingMs: 100 },
  // 60 in a minute.
  xero: { atOnce: 4, spacingMs: 1_000 },
  // 100 in 10 seconds.
  hubspot: { atOnce: 5, spacingMs: 100 },
};

export function callLimitsOf(type: IntegrationTypeName): CallLimits {
  return LIMITS[type] ?? DEFAULT_LIMITS;
}
