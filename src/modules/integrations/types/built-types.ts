import type { IntegrationTypeName } from './integration-types.js';

/** The types that can be connected: those that are recorded, and those with an implementation (docs/adr/0184). */
export const BUILT_TYPES = [
  'xero',
  'http_accounting',
  'netsuite',
  'hubspot',
  'salesforce',
] as const satisfies readonly IntegrationTypeName[];
