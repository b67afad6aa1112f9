import type { AddressInAnswer } from '../../platform/addresses.js';
import type { Context } from '../../platform/api/context.js';
import { defineLoader, defineRowLoader } from '../../platform/api/loader.js';
import { notFound } from '../../platform/errors/app-error.js';
import type { PayeeAccount } from '../billing-entities/bank-accounts/payee-account.js';
import type { DocumentFiles } from '../documents/document.service.js';
import type { DocumentType } from '../documents/facts/document-key.js';
import type { Privilege } from '../features/records/feature.table.js';
import type { SubscriptionEntitlement } from '../features/subscriptions/subscription-entitlement.list.js';
import type { AppliedTax, Fee } from '../invoices/records/fees/fee.table.js';
import type { InvoiceCredit } from '../invoices/records/invoice-credit.table.js';
import type { BillingEntity } from '../billing-entities/records/billing-entity.table.js';
import type { SubscriptionContext } from '../subscriptions/records/subscription-context.js';
import type { Subscription } from '../subscriptions/records/subscription.table.js';
import type { PortalNeeds } from './portal.needs.js';

const actorOf = (context: Context) => context.requirePortal().actor;

/** Loaders of what belongs to the objects that the portal shows: those of the API answer no customer. */
export class PortalRelations {
  readonly billingEntity = defineLoader<string, BillingEntity>(
    (context, ids) => this.needs.billingEntities.getManyWithArchived(context.db, actorOf(context), ids),
    () => notFound('billing_entity'),
  );

  readonly subscription = defineRowLoader<Subscription, SubscriptionContext>(
    (context, rows) => this.needs.subscriptionContexts.contextsOf(context.db, actorOf(context), rows),
    () => notFound('subscription'),
  );

  readonly entitlements = defineRowLoader<Subscription, SubscriptionEntitlement[]>(
    (context, rows) =>
      this.needs.subscriptionEntitlements.ofSubscriptions(context.db, actorOf(context), rows),
    () => [],
  );

  readonly privileges = defineLoader<string, Privilege[]>(
    (context, ids) => this.needs.features.privilegesOf(context.db, actorOf(context), ids),
    () => [],
  );

  readonly lines = defineLoader<string, Fee[]>(
    (context, ids) => this.needs.fees.ofInvoices(context.db, actorOf(context), ids),
    () => [],
  );

  readonly taxes = defineLoader<string, AppliedTax[]>(
    (context, ids) => this.needs.invoices.appliedTaxes(context.db, actorOf(context), ids),
    () => [],
  );

  readonly credits = defineLoader<string, InvoiceCredit[]>(
    (context, ids) => this.needs.invoices.credits(context.db, actorOf(context), ids),
    () => [],
  );

  readonly bankAccount = defineLoader<string, PayeeAccount | null>(
    (context, ids) => this.needs.invoiceAccounts.ofInvoices(context.db, actorOf(context), ids),
    () => null,
  );

  private readonly invoiceFiles = this.filesOf('invoice');
  private readonly creditNoteFiles = this.filesOf('credit_note');

  constructor(
    private readonly needs: Pick<
      PortalNeeds,
      | 'billingEntities'
      | 'subscriptionContexts'
      | 'features'
      | 'subscriptionEntitlements'
      | 'invoices'
      | 'fees'
      | 'documents'
      | 'invoiceAccounts'
    >,
  ) {}

  /** The address of the PDF of a document; null until it is made. */
  async fileUrl(
    context: Context,
    documentType: DocumentType,
    documentId: string,
  ): Promise<AddressInAnswer | null> {
    const files = documentType === 'invoice' ? this.invoiceFiles : this.creditNoteFiles;
    const found = await context.load(files, documentId);
    if (!found.some(({ format }) => format === 'pdf')) return null;
    const { organizationId } = actorOf(context);
    const file = { organizationId, documentType, documentId, format: 'pdf' } as const;
    return this.needs.documents.urlOf(context.db, context.addresses, file);
  }

  private filesOf(documentType: DocumentType) {
    return defineLoader<string, DocumentFiles>(
      (context, ids) => this.needs.documents.files(context.db, actorOf(context), documentType, ids),
      () => [],
    );
  }
}
