import type { PersonalCopies } from '../../platform/capabilities/personal-copies.js';
import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { CustomerChange } from '../customers/customer.changes.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { DocumentsServices } from '../documents/documents.capability.js';

/** What the services of `erasure` can need: the platform, and the services of lower capabilities. */
export type ErasureNeeds = PlatformServices<CustomerChange, 'customer'> &
  CustomersServices &
  DocumentsServices & { readonly personalCopies: () => readonly PersonalCopies[] };
