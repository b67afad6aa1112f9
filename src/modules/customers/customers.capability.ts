import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import type { CustomersNeeds } from './customers.needs.js';
import { CustomerLinks } from './customer-links.service.js';
import { CustomerLocks } from './customer-locks.js';
import { CUSTOMER_ACTIVITIES } from './customer.activities.js';
import { CustomerResolver } from './api/customer.resolver.js';
import {
  CustomerLinksResolver,
  IntegrationCustomerResolver,
  IntegrationCustomersCountResolver,
} from './api/integration-customer.resolver.js';
import { TaxCustomersResolver } from './api/tax-customers.resolver.js';
import { CustomerService } from './customer.service.js';
import { LEAVE_TAX_CONNECTION } from './tax-connection.job.js';
import { CHECK_VAT_NUMBER } from './vat/vat-check.job.js';
import { VatChecks } from './vat-checks.service.js';
import { ViesRegistry } from './vat/vies-registry.js';
import { CUSTOMER_CHECKS } from './customer.checks.js';

/** Who is billed. */
export const customersCapability = capability({
  services: (lower: CustomersNeeds) => {
    const { outgoing, vatRegistryUrl } = lower;
    const vatRegistry = vatRegistryUrl === null ? null : new ViesRegistry(outgoing, vatRegistryUrl);
    const customerLocks = new CustomerLocks(lower);
    const vatChecks = new VatChecks({ ...lower, customerLocks, vatRegistry });
    const customerLinks = new CustomerLinks(lower);
    const customers = new CustomerService({ ...lower, vatChecks, customerLinks });
    return { customers, customerLinks, customerLocks, vatChecks };
  },
  jobs: ({ vatChecks, customerLinks }) => [
    CHECK_VAT_NUMBER.doneBy((check) => vatChecks.run(check)),
    LEAVE_TAX_CONNECTION.doneBy((deleted) => customerLinks.leave(deleted)),
  ],
  resolvers: ({
    customers,
    customerLinks,
    billingEntities,
    integrations,
    taxes,
    testClocks,
    customSectionRelations,
  }) => [
    new CustomerResolver(customers, billingEntities, testClocks, customSectionRelations),
    new TaxCustomersResolver(taxes),
    new CustomerLinksResolver(customerLinks),
    new IntegrationCustomerResolver(integrations),
    new IntegrationCustomersCountResolver(customerLinks),
  ],
  removal:
    ({ customers }) =>
    (tx, actor, { customerIds }) =>
      customers.deleteForGood(tx, actor, customerIds),
  activities: CUSTOMER_ACTIVITIES,
  checks: CUSTOMER_CHECKS,
});

export type CustomersServices = ServicesOf<typeof customersCapability>;
