import type { AddressInAnswer } from '../../platform/addresses.js';
import type { Context } from '../../platform/api/context.js';
import { defineLoader, defineRowLoader } from '../../platform/api/loader.js';
import { notFound } from '../../platform/errors/app-error.js';
import type { DocumentFiles, DocumentService } from '../documents/document.service.js';
import type { DocumentType } from '../documents/facts/document-key.js';
import type { FeatureService } from '../features/catalog/feature.service.js';
import type { Privilege } from '../features/records/feature.table.js';
import type { SubscriptionEntitlement } from '../features/subscriptions/subscription-entitlement.list.js';
import type { SubscriptionEntitlementService } from '../features/subscriptions/subscription-entitlement.service.js';
import type { FeeService } from '../invoices/records/fee.service.js';
import type { AppliedTax, Fee } from '../invoices/records/fee.table.js';
import type { InvoiceCredit } from '../invoices/records/invoice-credit.table.js';
import type { InvoiceService } from '../invoices/records/invoice.service.js';
import type { BillingEntity } from '../organizations/billing-entities/billing-entity.table.js';
import type { OrganizationService } from '../organizations/organization.service.js';
import type { SubscriptionContext } from '../subscriptions/records/subscription-context.js';
import type { SubscriptionService } from '../subscriptions/reading/subscription.service.js';
import type { Subscription } from '../subscriptions/records/subscription.table.js';

interface Parts {
  readonly organizations: OrganizationService;
  readonly subscriptions: SubscriptionService;
  readonly features: FeatureService;
  readonly subscriptionEntitlements: SubscriptionEntitlementService;
  readonly invoices: InvoiceService;
  readonly fees: FeeService;
  readonly documents: DocumentService;
}

const actorOf = (context: Context) => context.requirePortal().actor;

/** Loaders of what belongs to the objects that the portal shows: those of the API answer no customer. */
export class PortalRelations {
  readonly billingEntity = defineLoader<string, BillingEntity>(
    (context, ids) => this.parts.organizations.billingEntities(context.db, actorOf(context), ids),
    () => notFound('billing_entity'),
  );

  readonly subscription = defineRowLoader<Subscription, SubscriptionContext>(
    (context, rows) => this.parts.subscriptions.contextsOf(context.db, actorOf(context), rows),
    () => notFound('subscription'),
  );

  readonly entitlements = defineRowLoader<Subscription, SubscriptionEntitlement[]>(
    (context, rows) =>
      this.parts.subscriptionEntitlements.ofSubscriptions(context.db, actorOf(context), rows),
    () => [],
  );

  readonly privileges = defineLoader<string, Privilege[]>(
    (context, ids) => this.parts.features.privilegesOf(context.db, actorOf(context), ids),
    () => [],
  );

  readonly lines = defineLoader<string, Fee[]>(
    (context, ids) => this.parts.fees.ofInvoices(context.db, actorOf(context), ids),
    () => [],
  );

  readonly taxes = defineLoader<string, AppliedTax[]>(
    (context, ids) => this.parts.invoices.appliedTaxes(context.db, actorOf(context), ids),
    () => [],
  );

  readonly credits = defineLoader<string, InvoiceCredit[]>(
    (context, ids) => this.parts.invoices.credits(context.db, actorOf(context), ids),
    () => [],
  );

  private readonly invoiceFiles = this.filesOf('invoice');
  private readonly creditNoteFiles = this.filesOf('credit_note');

  constructor(private readonly parts: Parts) {}

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
    return this.parts.documents.urlOf(context.db, context.addresses, file);
  }

  private filesOf(documentType: DocumentType) {
    return defineLoader<string, DocumentFiles>(
      (context, ids) => this.parts.documents.files(context.db, actorOf(context), documentType, ids),
      () => [],
    );
  }
}
