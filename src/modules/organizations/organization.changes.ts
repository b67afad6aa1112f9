import type { ChangeOf } from '../../platform/changes/changes.js';

export type OrganizationChange = ChangeOf<'organization.created', object>;
