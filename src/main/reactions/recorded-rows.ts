import type { RecordedChange } from '../../platform/activity/recorder.js';
import type { Customer } from '../../modules/customers/records/customer.table.js';
import type { OwnedInvoice } from '../../modules/invoices/invoice.changes.js';
import type { OwnedSubscription } from '../../modules/subscriptions/subscription.changes.js';
import type { OwnedTransaction } from '../../modules/wallets/wallet.changes.js';

export function ofCustomer({ customer }: { customer: Customer }): RecordedChange {
  return { row: customer, externalCustomerId: customer.externalId };
}

export function ofSubscription({ subscription, customer }: OwnedSubscription): RecordedChange {
  return {
    row: subscription,
    externalCustomerId: customer.externalId,
    externalSubscriptionId: subscription.externalId,
  };
}

export function ofTransaction({ transaction, customer }: OwnedTransaction): RecordedChange {
  return { row: transaction, resourceId: transaction.walletId, externalCustomerId: customer.externalId };
}

export function ofInvoice({ invoice, customer }: OwnedInvoice): RecordedChange {
  return { row: invoice, externalCustomerId: customer.externalId };
}
