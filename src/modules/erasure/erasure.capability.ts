import { capability } from '../../platform/capabilities/capability.js';
import { scheduledJob } from '../../platform/jobs/job.js';
import type { ErasureNeeds } from './erasure.needs.js';
import { CustomerErasure } from './customer-erasure.service.js';
import { CustomerErasureResolver } from './customer-erasure.resolver.js';
import { ERASE_CUSTOMER } from './erase-customer.job.js';

/** The erasure of what identifies deleted customers. */
export const erasureCapability = capability({
  services: (lower: ErasureNeeds) => ({ customerErasure: new CustomerErasure(lower) }),
  resolvers: ({ customerErasure }) => [new CustomerErasureResolver(customerErasure)],
  jobs: ({ customerErasure }) => [
    ERASE_CUSTOMER.doneBy((customer) => customerErasure.run(customer)),
    scheduledJob('delete_files_of_erased_customers', '17 4 * * *', () => customerErasure.deleteOldFiles()),
  ],
});
