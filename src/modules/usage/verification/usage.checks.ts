import type { Check } from '../../../platform/verification/check.js';
import { MetricCatalogService } from '../../billable-metrics/metric-catalog.service.js';
import { UsageVerification } from './usage-verification.service.js';

/** What `verify` compares of usage: one organization after another. Source: docs/adr/0005. */
export const USAGE_CHECKS: readonly Check[] = [
  {
    name: 'usage_counters',
    claim: 'Every counter is what its events add up to.',
    isBinding: true,
    async *differences({ db, organizationId }) {
      const usage = new UsageVerification(new MetricCatalogService());
      if (organizationId === null)
        for await (const difference of usage.ofAllOrganizations(db)) yield { ...difference };
      else for (const difference of await usage.ofOrganization(db, organizationId)) yield { ...difference };
    },
  },
];
