import type { ChangeOf } from '../../platform/changes/changes.js';
import type { Organization } from './records/organization.table.js';

export type OrganizationChange = ChangeOf<'organization.created', { organization: Organization }>;
