import { writtenRows } from '../resource.js';

/** Source: billing-entities.md §4. */
const deprecation = { since: new Date('2025-11-12T00:00:00Z'), sunset: new Date('2025-11-12T00:00:00Z') };
const path = '/organizations';

export const organizations = writtenRows(
  { method: 'GET', path, operation: 'RestGetOrganization', deprecation },
  { method: 'PUT', path, operation: 'RestUpdateOrganization', wrapper: 'organization', deprecation },
);
