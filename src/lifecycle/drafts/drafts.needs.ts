import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { AddOnsServices } from '../../modules/add-ons/add-ons.capability.js';
import type { BillingEntitiesServices } from '../../modules/billing-entities/billing-entities.capability.js';
import type { CreditNotesServices } from '../../modules/credit-notes/credit-notes.capability.js';
import type { CustomersServices } from '../../modules/customers/customers.capability.js';
import type { IntegrationDocumentsServices } from '../../modules/integration-documents/integration-documents.capability.js';
import type { InvoicesServices } from '../../modules/invoices/invoices.capability.js';
import type { PlansServices } from '../../modules/plans/plans.capability.js';
import type { SubscriptionsServices } from '../../modules/subscriptions/subscriptions.capability.js';
import type { UsageServices } from '../../modules/usage/usage.capability.js';
import type { BillingRunServices } from '../billing-run/billing-run.capability.js';

/** What the services of `drafts` can need: the platform, and the services of lower capabilities. */
export type DraftsNeeds = PlatformServices &
  BillingEntitiesServices &
  AddOnsServices &
  PlansServices &
  CustomersServices &
  SubscriptionsServices &
  UsageServices &
  InvoicesServices &
  CreditNotesServices &
  IntegrationDocumentsServices &
  BillingRunServices;
