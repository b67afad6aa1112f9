import { systemActor } from '../../../platform/actor.js';
import { newId } from '../../../platform/db/tables/ids.js';
import type { PaymentsNeeds } from '../payments.needs.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { SandboxPage } from '../../payment-providers/adapters/sandbox-pages.js';
import {
  isSandboxWord,
  SANDBOX_DECLINE,
  SANDBOX_LABELS,
  SANDBOX_WORDS,
  sandboxMethod,
  sandboxPaymentId,
} from '../../payment-providers/adapters/sandbox-provider.js';
import { paymentRepository } from '../payment.repository.js';
import { type CollectedDocuments, documentOf } from './collected-documents.service.js';
import { paymentLinkRepository } from './payment-link.repository.js';
import type { PaymentLink } from './payment-link.table.js';
import type { PaymentLinks } from './payment-links.service.js';
import { metadataOfDocument } from './payment-metadata.js';
import type { PaymentOutcomes } from './payment-outcomes.service.js';
import type { ProviderReports } from './provider-reports.service.js';

interface Needs extends Pick<
  PaymentsNeeds,
  | 'jobsDb'
  | 'customers'
  | 'customerLocks'
  | 'invoices'
  | 'paymentRequests'
  | 'testClocks'
  | 'paymentProviders'
  | 'paymentMethods'
  | 'providerLinks'
> {
  readonly collectedDocuments: CollectedDocuments;
  readonly paymentLinks: PaymentLinks;
  readonly paymentOutcomes: PaymentOutcomes;
  readonly providerReports: ProviderReports;
}

/** What a page of the sandbox offers. */
interface SandboxOffer {
  readonly title: string;
  /** The outcomes to choose from, with what they do; none on a page that is closed. */
  readonly choices: readonly SandboxChoice[];
}

/** A page of the sandbox as it stands. */
export interface SandboxState extends SandboxOffer {
  /** Null if the record of the page is gone. */
  readonly subject: SandboxSubject | null;
  /** True once the page has done what the payer came for, so that the way leads on from it. */
  readonly isDone: boolean;
  /** True for the answer to a choice that ended in a decline. */
  readonly isDeclined?: boolean;
}

interface SandboxChoice {
  readonly value: string;
  readonly label: string;
}

/** What a page of the sandbox is about. */
export interface SandboxSubject {
  readonly customer: Customer;
  readonly billingEntityId: string;
  /** Null on a page that registers a method. */
  readonly payment: {
    readonly amountCents: bigint;
    readonly currency: string;
    readonly invoices: readonly Invoice[];
  } | null;
  /** Where the connection has payers go afterwards. */
  readonly successRedirectUrl: string | null;
}

/** What pays: a payment link or a payment. */
type PaidRecord = Pick<PaymentLink, 'invoiceId' | 'paymentRequestId' | 'amountCents'> & {
  readonly paymentProviderId: string | null;
};

const CLOSED: SandboxOffer = { title: 'There is nothing to do here any more.', choices: [] };
const PAID: SandboxOffer = { title: 'This has been paid.', choices: [] };

const PAYMENT_CHOICES: readonly SandboxChoice[] = [
  { value: 'ok', label: 'Pay' },
  { value: 'declined', label: 'Have the payment declined' },
];

/** The pages of the sandbox, on which a person picks outcomes. Source: payment-providers.md §9. */
export class SandboxActions {
  constructor(private readonly needs: Needs) {}

  async read({ organizationId, page, id }: SandboxPage): Promise<SandboxState> {
    const { jobsDb: db } = this.needs;
    if (page === 'checkout') return this.readCheckout(organizationId, id);
    if (page === 'pay') {
      const link = await paymentLinkRepository.find(db, organizationId, { id });
      const isOpen = link?.closedAt === null;
      return this.stateOf(organizationId, link, isOpen ? 'How should this payment end?' : null);
    }
    const [payment] = await paymentRepository.findMany(db, organizationId, [id]);
    const isOpen = payment?.paymentStatus === 'processing';
    return this.stateOf(organizationId, payment ?? null, isOpen ? 'Do you confirm this payment?' : null);
  }

  private async readCheckout(organizationId: string, id: string): Promise<SandboxState> {
    const { jobsDb: db, customers, providerLinks } = this.needs;
    const actor = systemActor(organizationId, null);
    const customer = (await customers.getMany(db, actor, [id])).get(id);
    if (customer === undefined) return { ...CLOSED, subject: null, isDone: false };
    const link = await providerLinks.find(db, actor, customer);
    const successRedirectUrl = link?.provider.successRedirectUrl ?? null;
    const { billingEntityId } = customer;
    const subject = { customer, billingEntityId, payment: null, successRedirectUrl };
    if (customer.deletedAt !== null) return { ...CLOSED, subject, isDone: false };
    const choices = SANDBOX_WORDS.map((value) => ({ value, label: SANDBOX_LABELS[value] }));
    return { title: 'Which payment method should be registered?', choices, subject, isDone: false };
  }

  /** @param question null for a page that is closed. */
  private async stateOf(
    organizationId: string,
    paid: PaidRecord | null,
    question: string | null,
  ): Promise<SandboxState> {
    const subject = paid === null ? null : await this.subjectOf(organizationId, paid);
    if (question !== null) return { title: question, choices: PAYMENT_CHOICES, subject, isDone: false };
    const isPaid = subject?.payment?.invoices.every(({ paymentStatus }) => paymentStatus === 'succeeded');
    return isPaid === true ? { ...PAID, subject, isDone: true } : { ...CLOSED, subject, isDone: false };
  }

  private async subjectOf(organizationId: string, paid: PaidRecord): Promise<SandboxSubject | null> {
    const { jobsDb: db, customers, invoices, paymentRequests, paymentProviders } = this.needs;
    const actor = systemActor(organizationId, null);
    const { invoiceId, paymentRequestId, paymentProviderId, amountCents } = paid;
    const paidInvoices = [
      ...(await invoices.getMany(db, actor, presentOf(invoiceId))).values(),
      ...(await paymentRequests.invoicesOf(db, actor, presentOf(paymentRequestId))).values(),
    ].flat();
    const [first] = paidInvoices;
    if (first === undefined) return null;
    const { customerId, billingEntityId, currency } = first;
    const customer = (await customers.getMany(db, actor, [customerId])).get(customerId);
    if (customer === undefined) return null;
    const [provider] = (await paymentProviders.getMany(db, actor, presentOf(paymentProviderId))).values();
    return {
      customer,
      billingEntityId,
      payment: { amountCents, currency, invoices: paidInvoices },
      successRedirectUrl: provider?.successRedirectUrl ?? null,
    };
  }

  /** Does what a person has chosen. @returns the page afterwards; null for a choice that the page does not offer. */
  async choose(page: SandboxPage, choice: string): Promise<SandboxState | null> {
    const { choices, subject } = await this.read(page);
    if (choices.every(({ value }) => value !== choice)) return null;
    const done = (title: string, isDone: boolean): SandboxState => ({ title, choices: [], subject, isDone });
    if (page.page === 'checkout') {
      await this.register(page, choice);
      return done('The payment method was registered.', true);
    }
    const succeeds = choice === 'ok';
    if (page.page === 'pay') await this.pay(page, succeeds);
    else await this.confirm(page, succeeds);
    if (succeeds) return done('The payment succeeded.', true);
    // A link stays open, so that the payer may try again at once.
    const offered = page.page === 'pay' ? choices : [];
    return { ...done('The payment was declined.', false), choices: offered, isDeclined: true };
  }

  private async register({ organizationId, id }: SandboxPage, word: string): Promise<void> {
    const { jobsDb: db, customerLocks, testClocks, paymentMethods, providerLinks } = this.needs;
    const actor = systemActor(organizationId, null);
    if (!isSandboxWord(word)) return;
    await db.transaction(async (tx) => {
      const customer = await customerLocks.lock(tx, actor, id);
      const link = await providerLinks.find(tx, actor, customer);
      if (link?.type.type !== 'sandbox') return;
      const now = await testClocks.now(tx, actor, customer.testClockId);
      const { providerCustomerId } = link;
      const paymentProviderId = link.provider.id;
      const instrument = { paymentProviderId, providerCustomerId, ...sandboxMethod(word, now) };
      await paymentMethods.adopt(tx, actor, customer, instrument, now);
    });
  }

  private async pay({ organizationId, id }: SandboxPage, succeeds: boolean): Promise<void> {
    const { jobsDb: db, collectedDocuments, paymentProviders, paymentLinks, providerReports } = this.needs;
    const actor = systemActor(organizationId, null);
    await db.transaction(async (tx) => {
      const link = await paymentLinks.findOpen(tx, actor, id);
      if (link === null) return;
      const provider = (await paymentProviders.getMany(tx, actor, [link.paymentProviderId])).get(
        link.paymentProviderId,
      );
      const document = await collectedDocuments.lock(tx, actor, documentOf(link));
      if (document === null || provider === undefined) return;
      // A page that another payer has used meanwhile is closed.
      if ((await paymentLinks.findOpen(tx, actor, id)) === null) return;
      const { customer, currency, now: at } = document;
      await providerReports.recordPayment(tx, actor, provider, {
        type: 'payment',
        metadata: metadataOfDocument({ ...link, customerId: customer.id }, document),
        amountCents: link.amountCents,
        currency,
        providerPaymentId: sandboxPaymentId(newId()),
        ...outcomeOf(succeeds),
        providerCustomerId: customer.providerCustomerId,
        providerMethodId: null,
        at,
      });
    });
  }

  private async confirm({ organizationId, id }: SandboxPage, succeeds: boolean): Promise<void> {
    const { jobsDb: db, paymentOutcomes } = this.needs;
    const actor = systemActor(organizationId, null);
    await db.transaction(async (tx) => {
      const [payment] = await paymentRepository.findMany(tx, organizationId, [id]);
      const providerPaymentId = payment?.providerPaymentId ?? null;
      if (payment === undefined || providerPaymentId === null) return;
      const state = { providerPaymentId, ...outcomeOf(succeeds) };
      await paymentOutcomes.record(tx, actor, payment, state, { reportedAt: payment.updatedAt });
    });
  }
}

function presentOf(id: string | null): string[] {
  return id === null ? [] : [id];
}

function outcomeOf(succeeds: boolean) {
  return succeeds
    ? ({ providerStatus: 'succeeded', status: 'succeeded', nextAction: null, error: null } as const)
    : ({ providerStatus: 'failed', status: 'failed', nextAction: null, error: SANDBOX_DECLINE } as const);
}
