import { capability } from '../../platform/capability.js';
import { scheduledJob } from '../../platform/jobs/job.js';
import type { PersonalCopies } from '../../platform/personal-copies.js';
import type { PlatformServices } from '../../platform/platform-services.js';
import type { CustomerChange } from '../customers/customer.changes.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { DocumentsServices } from '../documents/documents.capability.js';
import { CustomerErasure } from './customer-erasure.service.js';
import { CustomerErasureResolver } from './customer-erasure.resolver.js';
import { ERASE_CUSTOMER } from './erase-customer.job.js';

type Lower = PlatformServices<CustomerChange, 'customer'> &
  CustomersServices &
  DocumentsServices & { readonly personalCopies: () => readonly PersonalCopies[] };

/** The erasure of what identifies deleted customers. */
export const erasureCapability = capability({
  services: (lower: Lower) => ({ customerErasure: new CustomerErasure(lower) }),
  resolvers: ({ customerErasure }) => [new CustomerErasureResolver(customerErasure)],
  jobs: ({ customerErasure }) => [
    ERASE_CUSTOMER.doneBy((customer) => customerErasure.run(customer)),
    scheduledJob('delete_files_of_erased_customers', '17 4 * * *', () => customerErasure.deleteOldFiles()),
  ],
});
