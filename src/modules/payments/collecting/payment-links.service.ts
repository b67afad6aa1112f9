import { type Actor, systemActor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { newId } from '../../../platform/db/tables/ids.js';
import { AppError, invalid } from '../../../platform/errors/app-error.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type { PaymentsNeeds } from '../payments.needs.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { OwnedInvoice } from '../../invoices/invoice.changes.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import { CHARGE_REFERENCE, ProviderRefusal } from '../../payment-providers/adapters/payment-provider.js';
import { thirdPartyError } from '../../../platform/errors/third-party-error.js';
import type { ProviderLink } from '../../payment-providers/connections/provider-links.service.js';
import type { PaymentRequest } from '../../payment-requests/payment-request.table.js';
import type { WalletTransaction } from '../../wallets/records/wallet-transaction.table.js';
import type { CollectedDocuments, LockedDocument } from './collected-documents.service.js';
import { chargeReference } from './billed-reference.js';
import type { LostPayments } from './lost-payments.service.js';
import { metadataOfDocument } from './payment-metadata.js';
import { type CollectedDocument, EXPIRE_PAYMENT_LINK } from './payment.jobs.js';
import { paymentLinkRepository } from './payment-link.repository.js';
import type { PaymentLink } from './payment-link.table.js';

interface Needs extends Pick<
  PaymentsNeeds,
  'jobsDb' | 'invoices' | 'wallets' | 'paymentRequests' | 'paymentProviders' | 'providerLinks' | 'changes'
> {
  readonly collectedDocuments: CollectedDocuments;
  readonly lostPayments: LostPayments;
}

/** A page on which a customer pays a document. */
export interface PaymentLinkPage {
  readonly customer: Customer;
  readonly paymentUrl: string;
}

/** A page on which an invoice is paid. */
export type InvoicePage = PaymentLinkPage & { readonly invoice: Invoice };

/** A page on which a payment request is paid. */
export type RequestPage = PaymentLinkPage & { readonly request: PaymentRequest };

/** How long a page is valid. Source: payment-providers.md §5. */
const VALID_MS = 86_400_000;

/** Types that are known to have no pages, whether they are implemented or not. */
const WITHOUT_PAGES: ReadonlySet<string> = new Set(['gocardless']);

interface PageOptions {
  /** Whether the document may be paid on a page; by default any that is due. */
  readonly accepts?: (document: LockedDocument) => boolean;
  /** True if the caller asks again for what the provider has not answered, so that it is no refusal yet. */
  readonly isRepeated?: boolean;
}

interface BegunPage {
  readonly link: PaymentLink;
  readonly provider: ProviderLink;
  readonly document: Pick<LockedDocument, 'customer' | 'currency' | 'invoices' | 'request'>;
  readonly reference: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Pages of providers on which customers pay invoices and payment requests. Source: payment-providers.md §5, §6. */
export class PaymentLinks {
  constructor(private readonly needs: Needs) {}

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
    const { id: invoiceId } = await this.needs.invoices.get(db, actor, id, { orOpen });
    const isIssued = ({ status }: Invoice) => orOpen || status === 'finalized';
    const accepts = (document: LockedDocument) => document.invoices.every(isIssued);
    const { document, paymentUrl } = await this.openPage(db, actor, { invoiceId }, { accepts });
    const invoice = expectPresent(document.invoices[0], `invoice ${invoiceId}`);
    return { invoice, customer: document.customer, paymentUrl };
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
    const walletTransaction = await this.needs.wallets.getTransaction(db, actor, id);
    const { transactionStatus, status, invoiceId } = walletTransaction;
    if (transactionStatus !== 'purchased') throw invalid({ base: ['wallet_transaction_not_purchased'] });
    if (status === 'settled') throw invalid({ base: ['wallet_transaction_already_settled'] });
    if (invoiceId === null) throw invalid({ base: ['wallet_transaction_has_no_attached_invoice'] });
    return { ...(await this.ofInvoice(db, actor, invoiceId, { orOpen: true })), walletTransaction };
  }

  /**
   * The page on which what is due on the invoices of a payment request is paid, as `ofInvoice`.
   * @throws AppError `payment_request_not_found`; `base` with what is missing; `third_party_error`.
   */
  async ofRequest(db: Db, actor: Actor, id: string): Promise<RequestPage> {
    const { id: paymentRequestId } = await this.needs.paymentRequests.get(db, actor, id);
    const { document, paymentUrl } = await this.openPage(db, actor, { paymentRequestId });
    const request = expectPresent(document.request ?? undefined, `payment request ${paymentRequestId}`);
    return { request, customer: document.customer, paymentUrl };
  }

  /**
   * The address of the page of a payment request, for a job; null if there is no page.
   * @throws ProviderRefusal if the provider does not answer, and may do so later.
   */
  async findUrlOfRequest(db: Db, actor: Actor, paymentRequestId: string): Promise<string | null> {
    try {
      return (await this.openPage(db, actor, { paymentRequestId }, { isRepeated: true })).paymentUrl;
    } catch (error) {
      if (error instanceof AppError && error.kind === 'validation') return null;
      throw error;
    }
  }

  /** True if there are pages on which the customer pays invoices. */
  async areAvailable(db: Db, actor: Actor, customer: Customer): Promise<boolean> {
    const link = await this.needs.providerLinks.find(db, actor, customer);
    return link?.type.abilities.hasPaymentPages === true;
  }

  /**
   * Closes the open pages of an invoice that was paid otherwise or voided, or of which another amount is due, and of the
   * payment requests that contain it.
   */
  async close(tx: Tx, actor: Actor, { invoice, customer }: OwnedInvoice): Promise<void> {
    if (customer.paymentProvider === null) return;
    for (const link of await paymentLinkRepository.findOpenWith(tx, actor.organizationId, invoice.id))
      await this.closeLink(tx, actor, link, invoice.updatedAt);
  }

  /** An open page; null after it was closed. */
  async findOpen(db: Db, actor: Actor, id: string): Promise<PaymentLink | null> {
    const link = await paymentLinkRepository.find(db, actor.organizationId, { id });
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
    const { jobsDb: db, paymentProviders } = this.needs;
    const actor = systemActor(organizationId, null);
    const link = await paymentLinkRepository.find(db, organizationId, { id: paymentLinkId });
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

  /** Deletes the rows of customers, before those of their documents. */
  deleteForGood(tx: Tx, { organizationId }: Actor, customerIds: readonly string[]): Promise<void> {
    return paymentLinkRepository.deleteOfCustomers(tx, organizationId, customerIds);
  }

  /** The open page of a document, or a new one. */
  private async openPage(
    db: Db,
    actor: Actor,
    collected: CollectedDocument,
    { accepts = () => true, isRepeated = false }: PageOptions = {},
  ): Promise<Pick<BegunPage, 'document'> & { paymentUrl: string }> {
    const begin = () => db.transaction((tx) => this.begin(tx, actor, collected, accepts));
    let begun = await begin();
    const { provider } = begun;
    try {
      if (begun.link.url === null && (await this.needs.lostPayments.adopt(db, actor, collected)))
        begun = await begin();
      const { link, document } = begun;
      return { document, paymentUrl: link.url ?? (await this.open(db, actor, begun)) };
    } catch (error) {
      if (!(error instanceof ProviderRefusal) || (isRepeated && error.kind === 'retriable')) throw error;
      await db.transaction((tx) => this.refuse(tx, actor, begun, error));
      throw thirdPartyError(provider.type.type, error);
    }
  }

  /** Checks that a document can be paid on a page, and stores the page unless it is open already. */
  private async begin(
    tx: Tx,
    actor: Actor,
    collected: CollectedDocument,
    accepts: (document: LockedDocument) => boolean,
  ): Promise<BegunPage> {
    const { providerLinks, collectedDocuments } = this.needs;
    const { organizationId } = actor;
    const unpayable =
      'invoiceId' in collected ? 'invalid_invoice_status_or_payment_status' : 'invalid_payment_status';
    const document = await collectedDocuments.lock(tx, actor, collected);
    if (document === null) throw invalid({ base: [unpayable] });
    const { customer, now, dueCents: amountCents } = document;
    const state = await providerLinks.stateOf(tx, actor, customer);
    if (state.missing === 'no_linked_payment_provider') throw invalid({ base: [state.missing] });
    if (WITHOUT_PAGES.has(customer.paymentProvider ?? ''))
      throw invalid({ base: ['invalid_payment_provider'] });
    if (!document.isCollectable || amountCents === 0n || !accepts(document))
      throw invalid({ base: [unpayable] });
    if (state.missing !== null) throw invalid({ base: [state.missing] });
    const { link: provider } = state;
    if (!provider.type.abilities.hasPaymentPages) throw invalid({ base: ['invalid_payment_provider'] });
    const paymentProviderId = provider.provider.id;
    const open = await paymentLinkRepository.findOpen(tx, organizationId, collected);
    const isUsable =
      open !== null &&
      open.expiresAt > now &&
      open.amountCents === amountCents &&
      open.paymentProviderId === paymentProviderId;
    if (open !== null && !isUsable) await this.closeLink(tx, actor, open, now);
    const link: PaymentLink = isUsable
      ? open
      : {
          id: newId(),
          organizationId,
          invoiceId: 'invoiceId' in collected ? collected.invoiceId : null,
          paymentRequestId: 'paymentRequestId' in collected ? collected.paymentRequestId : null,
          paymentProviderId,
          sessionId: null,
          url: null,
          amountCents,
          expiresAt: new Date(now.getTime() + VALID_MS),
          closedAt: null,
          createdAt: now,
        };
    if (!isUsable) await paymentLinkRepository.insert(tx, link);
    return {
      link,
      provider,
      document,
      reference: await collectedDocuments.reference(tx, actor, document),
      metadata: {
        ...metadataOfDocument({ ...link, customerId: customer.id }, document),
        ...(link.url === null ? await this.chargeReferenceOf(tx, actor, document) : {}),
      },
    };
  }

  private async chargeReferenceOf(
    tx: Tx,
    actor: Actor,
    document: LockedDocument,
  ): Promise<Record<string, string>> {
    const billed = await this.needs.collectedDocuments.billedReference(tx, actor, document);
    return { [CHARGE_REFERENCE]: chargeReference(billed, null) };
  }

  /** Has the provider make a page. @throws ProviderRefusal. */
  private async open(db: Db, actor: Actor, begun: BegunPage): Promise<string> {
    const { paymentProviders } = this.needs;
    const { link, reference, metadata } = begun;
    const { customer, currency } = begun.document;
    const { provider, type, providerCustomerId } = begun.provider;
    const page = await type.paymentUrl(paymentProviders.connection(provider), {
      linkId: link.id,
      customerId: customer.id,
      amountCents: link.amountCents,
      currency,
      providerCustomerId,
      methods: customer.providerPaymentMethods,
      email: customer.email,
      reference,
      metadata,
      idempotencyKey: link.id,
      expiresAt: link.expiresAt,
    });
    await db.transaction((tx) => this.keep(tx, actor, link, page));
    if (page.url === null) throw invalid({ base: ['payment_provider_error'] });
    return page.url;
  }

  /** Stores the page that the provider has made. It is closed if nobody needs it any more. */
  private async keep(
    tx: Tx,
    actor: Actor,
    { id, createdAt }: PaymentLink,
    { url, sessionId }: Pick<PaymentLink, 'url' | 'sessionId'>,
  ): Promise<void> {
    const { organizationId } = actor;
    const closed = url === null ? { closedAt: createdAt } : {};
    await paymentLinkRepository.update(tx, organizationId, id, { url, sessionId, ...closed });
    const stored = await paymentLinkRepository.find(tx, organizationId, { id });
    const closedAt = stored?.closedAt ?? null;
    // The document was paid, or another amount became due, while the provider was called.
    if (stored !== null && url !== null && closedAt !== null)
      await this.closeLink(tx, actor, stored, closedAt);
  }

  /** Announces that the provider has refused a page. */
  private async refuse(
    tx: Tx,
    actor: Actor,
    { link, document: { customer, invoices, request }, provider: { provider } }: BegunPage,
    error: ProviderRefusal,
  ): Promise<void> {
    const { changes } = this.needs;
    // Of a call without an answer, the same page is asked for next time.
    if (error.kind !== 'retriable') {
      const { organizationId, id, createdAt: closedAt } = link;
      await paymentLinkRepository.update(tx, organizationId, id, { closedAt });
    }
    const refused = { customer, provider, error };
    if (request !== null) {
      const invoiceIds = invoices.map(({ id }) => id);
      const type = 'payment_request.page_refused';
      await changes.announce(tx, actor, { type, ...refused, request, invoiceIds });
      return;
    }
    for (const invoice of invoices)
      await changes.announce(tx, actor, { type: 'invoice.payment_failure', ...refused, invoice });
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
