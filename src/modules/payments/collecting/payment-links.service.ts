import { type Actor, systemActor } from '../../../platform/actor.js';
import type { Changes } from '../../../platform/changes/changes.js';
import type { JobsDb } from '../../../platform/db/connections.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { newId } from '../../../platform/db/ids.js';
import { invalid } from '../../../platform/errors/app-error.js';
import type { Customer } from '../../customers/customer.table.js';
import type { OwnedInvoice } from '../../invoices/invoice.changes.js';
import type { InvoiceService } from '../../invoices/records/invoice.service.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import { ProviderRefusal } from '../../payment-providers/adapters/payment-provider.js';
import type { PaymentProviderService } from '../../payment-providers/payment-provider.service.js';
import { thirdPartyError } from '../../payment-providers/provider-customers.service.js';
import type { ProviderLink, ProviderLinks } from '../../payment-providers/provider-links.service.js';
import type { WalletService } from '../../wallets/wallet.service.js';
import type { WalletTransaction } from '../../wallets/wallet-transaction.table.js';
import type { PaymentChange } from '../payment.changes.js';
import type { CollectedDocuments } from './collected-documents.service.js';
import { EXPIRE_PAYMENT_LINK } from './payment.jobs.js';
import { paymentLinkRepository } from './payment-link.repository.js';
import type { PaymentLink } from './payment-link.table.js';

interface PaymentLinksParts {
  readonly jobsDb: JobsDb;
  readonly invoices: InvoiceService;
  readonly wallets: WalletService;
  readonly paymentProviders: PaymentProviderService;
  readonly providerLinks: ProviderLinks;
  readonly collectedDocuments: CollectedDocuments;
  readonly changes: Changes<PaymentChange>;
}

/** A page on which an invoice is paid. */
export interface InvoicePage {
  readonly invoice: Invoice;
  readonly customer: Customer;
  readonly paymentUrl: string;
}

/** How long a page is valid. Source: payment-providers.md §5. */
const VALID_MS = 86_400_000;

/** Types that are known to have no pages, whether they are implemented or not. */
const WITHOUT_PAGES: ReadonlySet<string> = new Set(['gocardless']);

interface BegunPage {
  readonly link: PaymentLink;
  readonly provider: ProviderLink;
  readonly invoice: Invoice;
  readonly customer: Customer;
  readonly reference: string;
}

/** Pages of providers on which customers pay invoices. Source: payment-providers.md §5. */
export class PaymentLinks {
  constructor(private readonly parts: PaymentLinksParts) {}

  /**
   * The page on which an invoice is paid: the open one, or a new one. The provider is called outside of any transaction; the
   * page is stored before, so that two callers at once get the same one.
   * @throws AppError `invoice_not_found`; `base` with what is missing; `third_party_error`.
   */
  async ofInvoice(
    db: Db,
    actor: Actor,
    id: string,
    { orOpen }: { readonly orOpen: boolean } = { orOpen: false },
  ): Promise<InvoicePage> {
    const { invoices } = this.parts;
    const { id: invoiceId } = await invoices.get(db, actor, id, { orOpen });
    const begun = await db.transaction((tx) => this.begin(tx, actor, invoiceId, orOpen));
    const { link, invoice, customer } = begun;
    if (link.url !== null) return { invoice, customer, paymentUrl: link.url };
    const paymentUrl = await this.open(db, actor, begun);
    return { invoice, customer, paymentUrl };
  }

  /**
   * The page on which bought credits are paid.
   * @throws AppError `wallet_transaction_not_found`; `base` with what is missing; as `ofInvoice`.
   */
  async ofPurchase(
    db: Db,
    actor: Actor,
    id: string,
  ): Promise<InvoicePage & { walletTransaction: WalletTransaction }> {
    const walletTransaction = await this.parts.wallets.getTransaction(db, actor, id);
    const { transactionStatus, status, invoiceId } = walletTransaction;
    if (transactionStatus !== 'purchased') throw invalid({ base: ['wallet_transaction_not_purchased'] });
    if (status === 'settled') throw invalid({ base: ['wallet_transaction_already_settled'] });
    if (invoiceId === null) throw invalid({ base: ['wallet_transaction_has_no_attached_invoice'] });
    return { ...(await this.ofInvoice(db, actor, invoiceId, { orOpen: true })), walletTransaction };
  }

  /** True if there are pages on which the customer pays invoices. */
  async areAvailable(db: Db, actor: Actor, customer: Customer): Promise<boolean> {
    const link = await this.parts.providerLinks.find(db, actor, customer);
    return link?.type.abilities.hasPaymentPages === true;
  }

  /** Closes the open page of an invoice that was paid otherwise or voided, or of which another amount is due. */
  async close(tx: Tx, actor: Actor, { invoice, customer }: OwnedInvoice): Promise<void> {
    if (customer.paymentProvider === null) return;
    const link = await paymentLinkRepository.findOpen(tx, actor.organizationId, invoice.id);
    if (link !== null) await this.closeLink(tx, actor, link, invoice.updatedAt);
  }

  /** An open page; null after it was closed. */
  async findOpen(db: Db, actor: Actor, id: string): Promise<PaymentLink | null> {
    const link = await paymentLinkRepository.find(db, actor.organizationId, id);
    return link?.closedAt === null ? link : null;
  }

  /** The job `expire_payment_link`. */
  async expire({
    organizationId,
    paymentLinkId,
  }: {
    organizationId: string;
    paymentLinkId: string;
  }): Promise<void> {
    const { jobsDb: db, paymentProviders } = this.parts;
    const actor = systemActor(organizationId, null);
    const link = await paymentLinkRepository.find(db, organizationId, paymentLinkId);
    if (link === null || link.sessionId === null) return;
    const { paymentProviderId: id, sessionId } = link;
    const provider = (await paymentProviders.getMany(db, actor, [id])).get(id);
    if (provider === undefined) return;
    try {
      await paymentProviders
        .typeOf(provider)
        .expirePaymentUrl(paymentProviders.connection(provider), sessionId);
    } catch (error) {
      // A page that was paid or has expired by itself needs no closing.
      if (!(error instanceof ProviderRefusal) || error.kind === 'retriable') throw error;
    }
  }

  /** Deletes the rows of customers, before those of their invoices. */
  deleteForGood(tx: Tx, { organizationId }: Actor, customerIds: readonly string[]): Promise<void> {
    return paymentLinkRepository.deleteOfCustomers(tx, organizationId, customerIds);
  }

  /** Checks that an invoice can be paid on a page, and stores the page unless it is open already. */
  private async begin(tx: Tx, actor: Actor, invoiceId: string, orOpen: boolean): Promise<BegunPage> {
    const { providerLinks, collectedDocuments } = this.parts;
    const { organizationId } = actor;
    const document = await collectedDocuments.lock(tx, actor, { invoiceId });
    const invoice = document?.invoices[0];
    if (document === null || invoice === undefined)
      throw invalid({ base: ['invalid_invoice_status_or_payment_status'] });
    const { customer, now, dueCents: amountCents } = document;
    const state = await providerLinks.stateOf(tx, actor, customer);
    if (state.missing === 'no_linked_payment_provider') throw invalid({ base: [state.missing] });
    if (WITHOUT_PAGES.has(customer.paymentProvider ?? ''))
      throw invalid({ base: ['invalid_payment_provider'] });
    const isPayable = document.isCollectable && (orOpen || invoice.status === 'finalized');
    if (!isPayable) throw invalid({ base: ['invalid_invoice_status_or_payment_status'] });
    if (state.missing !== null) throw invalid({ base: [state.missing] });
    const { link: provider } = state;
    if (!provider.type.abilities.hasPaymentPages) throw invalid({ base: ['invalid_payment_provider'] });
    const reference = await collectedDocuments.reference(tx, actor, document);
    const paymentProviderId = provider.provider.id;
    const open = await paymentLinkRepository.findOpen(tx, organizationId, invoice.id);
    const isUsable =
      open !== null &&
      open.expiresAt > now &&
      open.amountCents === amountCents &&
      open.paymentProviderId === paymentProviderId;
    if (isUsable) return { link: open, provider, invoice, customer, reference };
    if (open !== null) await this.closeLink(tx, actor, open, now);
    const link: PaymentLink = {
      id: newId(),
      organizationId,
      invoiceId: invoice.id,
      paymentProviderId,
      sessionId: null,
      url: null,
      amountCents,
      expiresAt: new Date(now.getTime() + VALID_MS),
      closedAt: null,
      createdAt: now,
    };
    await paymentLinkRepository.insert(tx, link);
    return { link, provider, invoice, customer, reference };
  }

  /** Has the provider make a page. */
  private async open(db: Db, actor: Actor, begun: BegunPage): Promise<string> {
    const { paymentProviders } = this.parts;
    const { link, invoice, customer, reference } = begun;
    const { provider, type, providerCustomerId } = begun.provider;
    const { organizationId } = actor;
    try {
      const { url, sessionId } = await type.paymentUrl(paymentProviders.connection(provider), {
        linkId: link.id,
        customerId: customer.id,
        amountCents: link.amountCents,
        currency: invoice.currency,
        providerCustomerId,
        methods: customer.providerPaymentMethods,
        reference,
        metadata: {
          svc_organization_id: organizationId,
          svc_customer_id: customer.id,
          svc_invoice_id: invoice.id,
          invoice_issuing_date: invoice.issuingDate,
          invoice_type: invoice.invoiceType,
        },
        idempotencyKey: link.id,
        expiresAt: link.expiresAt,
      });
      await db.transaction((tx) =>
        paymentLinkRepository.update(tx, organizationId, link.id, {
          url,
          sessionId,
          ...(url === null ? { closedAt: link.createdAt } : {}),
        }),
      );
      if (url === null) throw invalid({ base: ['payment_provider_error'] });
      return url;
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
      await db.transaction((tx) => this.refuse(tx, actor, begun, error));
      throw thirdPartyError(provider.providerType, error);
    }
  }

  /** Tells that the provider has refused a page. */
  private async refuse(
    tx: Tx,
    actor: Actor,
    { link, invoice, customer, provider: { provider } }: BegunPage,
    error: ProviderRefusal,
  ): Promise<void> {
    // Of a call without an answer, the same page is asked for next time.
    if (error.kind !== 'retriable') {
      const { organizationId, id, createdAt: closedAt } = link;
      await paymentLinkRepository.update(tx, organizationId, id, { closedAt });
    }
    const refused = { invoice, customer, provider, error };
    await this.parts.changes.announce(tx, actor, { type: 'invoice.payment_failure', ...refused });
  }

  private async closeLink(tx: Tx, actor: Actor, { id: paymentLinkId }: PaymentLink, closedAt: Date) {
    const { organizationId } = actor;
    await paymentLinkRepository.update(tx, organizationId, paymentLinkId, { closedAt });
    await EXPIRE_PAYMENT_LINK.enqueue(
      tx,
      { organizationId, paymentLinkId },
      { jobKey: `expire-payment-link:${paymentLinkId}` },
    );
  }
}
