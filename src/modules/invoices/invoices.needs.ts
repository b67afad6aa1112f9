import type { BillingEntitiesServices } from '../billing-entities/billing-entities.capability.js';
import type { PaymentProvidersServices } from '../payment-providers/payment-providers.capability.js';
import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { AddOnsServices } from '../add-ons/add-ons.capability.js';
import type { BillableMetricsServices } from '../billable-metrics/billable-metrics.capability.js';
import type { CouponsServices } from '../coupons/coupons.capability.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { IntegrationResourcesServices } from '../integration-resources/integration-resources.capability.js';
import type { InvoiceCustomSectionsServices } from '../invoice-custom-sections/invoice-custom-sections.capability.js';
import type { PlansServices } from '../plans/plans.capability.js';
import type { SubscriptionsServices } from '../subscriptions/subscriptions.capability.js';
import type { TaxesServices } from '../taxes/taxes.capability.js';
import type { WalletsServices } from '../wallets/wallets.capability.js';
import type { TestClocksServices } from '../test-clocks/test-clocks.capability.js';
import type { CreditNoteBalances } from './composing/credit-note-balances.js';
import type { FeeChange, InvoiceChange } from './invoice.changes.js';
import type { ProgressiveNotes } from './composing/progressive-notes.js';

/** What the services of `invoices` can need: the platform, and the services of lower capabilities. */
export type InvoicesNeeds = PlatformServices<FeeChange | InvoiceChange, 'invoice'> &
  BillingEntitiesServices &
  InvoiceCustomSectionsServices &
  TestClocksServices &
  TaxesServices &
  BillableMetricsServices &
  AddOnsServices &
  PlansServices &
  CustomersServices &
  IntegrationResourcesServices &
  PaymentProvidersServices &
  CouponsServices &
  SubscriptionsServices &
  WalletsServices & {
    readonly creditNoteBalances: CreditNoteBalances;
    readonly progressiveNotes: ProgressiveNotes;
  };
