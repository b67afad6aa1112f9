/** Names the organization in which a session acts. Source: auth.md §2. */
export const ORGANIZATION_HEADER = 'x-svc-organization';
