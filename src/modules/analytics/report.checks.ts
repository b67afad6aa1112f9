import { batchesOf } from '../../platform/verification/batch-check.js';
import type { Check } from '../../platform/verification/check.js';
import { organizations } from '../organizations/records/organization.table.js';
import { differingReports } from './recording/report-verification.js';

/** What `verify` compares of reports: those of one organization after another. Source: docs/adr/0078. */
export const REPORT_CHECKS: readonly Check[] = [
  {
    name: 'reports',
    claim: 'Every report is what its documents add up to.',
    isBinding: true,
    async *differences(verified) {
      const each = batchesOf(
        verified,
        organizations,
        (snapshot, ids) => snapshot.select({ id: organizations.id }).from(organizations).where(ids),
        1,
      );
      for await (const found of each)
        for (const { id } of found) yield* await differingReports(verified.db, id);
    },
  },
];
