import { capability } from '../capabilities/capability.js';
import { scheduledJob } from '../jobs/job.js';
import type { PlatformServices } from '../capabilities/platform-services.js';
import { idempotencyRecords } from './idempotency.table.js';
import { IdempotencyKeys } from './idempotency.js';

/** Replays of requests with an `Idempotency-Key`. */
export const idempotencyCapability = capability({
  services: ({ connections, clock }: PlatformServices) => ({
    idempotencyKeys: new IdempotencyKeys(connections.tenants, clock),
  }),
  jobs: ({ idempotencyKeys, jobsDb }) => [
    scheduledJob('delete_idempotency_records', '17 * * * *', () => idempotencyKeys.deleteOld(jobsDb)),
  ],
  personalCopies: [{ table: idempotencyRecords, columns: [idempotencyRecords.body], writtenAt: null }],
});
