import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { newId } from '../../../platform/db/tables/ids.js';
import { restoreThatMatters } from '../../../platform/installation/installation.js';
import type { PaymentsNeeds } from '../payments.needs.js';
import {
  CHARGE_REFERENCE,
  type MadePayment,
  ProviderRefusal,
} from '../../payment-providers/adapters/payment-provider.js';
import type { ProviderLink } from '../../payment-providers/connections/provider-links.service.js';
import { paymentRepository } from '../payment.repository.js';
import type { Payment } from '../payment.table.js';
import { billedBy, sharesPart } from './billed-reference.js';
import type { CollectedDocuments, LockedDocument } from './collected-documents.service.js';
import { documentIn } from './payment-metadata.js';
import type { CollectedDocument } from './payment.jobs.js';
import type { PaymentOutcomes } from './payment-outcomes.service.js';

interface Needs extends Pick<PaymentsNeeds, 'clock' | 'paymentProviders' | 'providerLinks'> {
  readonly collectedDocuments: CollectedDocuments;
  readonly paymentOutcomes: PaymentOutcomes;
}

interface SoughtDocument {
  readonly link: ProviderLink;
  readonly billedReference: string;
  readonly dueCents: bigint;
}

/**
 * Payments that providers have made after the instant to which the database was restored, so that it does not know them. Before
 * a restored server charges for a document or lets a page be opened for it, it asks the provider for them. Source: docs/adr/0117.
 */
export class LostPayments {
  constructor(private readonly needs: Needs) {}

  /**
   * Records the payments that pay a document, if the database was restored and the provider has made any since.
   * @returns true if there are some.
   * @throws ProviderRefusal if the provider does not answer, or a payment also pays other invoices: then nobody may charge for the
   *   document.
   */
  async adopt(db: Db, actor: Actor, collected: CollectedDocument): Promise<boolean> {
    const { clock, paymentProviders } = this.needs;
    const restoredTo = await restoreThatMatters(db, clock.now());
    if (restoredTo === null) return false;
    const sought = await db.transaction((tx) => this.describe(tx, actor, collected));
    if (sought === null) return false;
    const { provider, type, providerCustomerId } = sought.link;
    const made = await type.madePayments(paymentProviders.connection(provider), {
      providerCustomerId,
      since: new Date(restoredTo.getTime() - MARGIN_MS),
    });
    const candidates = made.filter(({ amountCents }) => amountCents > 0n);
    if (candidates.length === 0) return false;
    return db.transaction((tx) => this.record(tx, actor, collected, sought, candidates));
  }

  /** What is to be found of a document; null if it is not to be paid at a provider. */
  private async describe(tx: Tx, actor: Actor, collected: CollectedDocument): Promise<SoughtDocument | null> {
    const { providerLinks, collectedDocuments } = this.needs;
    const document = await collectedDocuments.lock(tx, actor, collected);
    if (document === null || !isDue(document)) return null;
    const link = await providerLinks.find(tx, actor, document.customer);
    if (link === null) return null;
    const billedReference = await collectedDocuments.billedReference(tx, actor, document);
    return { link, billedReference, dueCents: document.dueCents };
  }

  private async record(
    tx: Tx,
    actor: Actor,
    collected: CollectedDocument,
    sought: SoughtDocument,
    candidates: readonly MadePayment[],
  ): Promise<boolean> {
    const { collectedDocuments, paymentOutcomes } = this.needs;
    const { link, billedReference, dueCents } = sought;
    const { organizationId } = actor;
    const open = await paymentRepository.findOpen(tx, organizationId, collected);
    let isAdopted = false;
    for (const made of inOrder(candidates, open, dueCents)) {
      const document = await collectedDocuments.lock(tx, actor, collected);
      if (document === null || !isDue(document) || made.currency !== document.currency) continue;
      const { id: paymentProviderId } = link.provider;
      const { providerPaymentId } = made;
      if (await paymentRepository.findAtProvider(tx, organizationId, paymentProviderId, providerPaymentId))
        continue;
      const isOfOpen = open !== null && made.metadata['svc_payment_id'] === open.id;
      const billed = billedBy(made.metadata[CHARGE_REFERENCE]);
      if (!isOfOpen && billed !== billedReference) {
        const isInCommon = billed !== null && sharesPart(billed, billedReference);
        if (isInCommon && made.status !== 'failed') throw paidWithOthers(made);
        continue;
      }
      if (!isOfOpen && (await this.namesAnother(tx, actor, collected, made))) continue;
      if (made.status === 'failed' && !isOfOpen) {
        // So that the next attempt has another key: a provider repeats its answer to a known one.
        const failed = await this.payment(tx, document, collected, sought, made);
        await paymentRepository.save(tx, { ...failed, paymentStatus: 'failed', providerError: made.error });
        continue;
      }
      // One attempt at a time: what was never asked for gives way.
      if (open !== null && !isOfOpen) await paymentRepository.delete(tx, open.organizationId, open.id);
      const payment = isOfOpen ? open : await this.payment(tx, document, collected, sought, made);
      await paymentOutcomes.record(tx, actor, payment, made, { reportedAt: made.at });
      isAdopted = true;
      if (made.status === 'processing') break;
    }
    return isAdopted;
  }

  /** True for a payment of another document that is known here and bills the same: its own outcome is only not recorded yet. */
  private async namesAnother(
    tx: Tx,
    actor: Actor,
    collected: CollectedDocument,
    { metadata }: MadePayment,
  ): Promise<boolean> {
    const named = documentIn(metadata);
    if (named === null || isDeepStrictEqual(named, collected)) return false;
    return (await this.needs.collectedDocuments.lock(tx, actor, named)) !== null;
  }

  private async payment(
    tx: Tx,
    { customer, now }: LockedDocument,
    collected: CollectedDocument,
    { link: { provider, providerCustomerId }, billedReference }: SoughtDocument,
    made: MadePayment,
  ): Promise<Payment> {
    const { organizationId } = customer;
    return {
      id: newId(),
      organizationId,
      customerId: customer.id,
      invoiceId: 'invoiceId' in collected ? collected.invoiceId : null,
      paymentRequestId: 'paymentRequestId' in collected ? collected.paymentRequestId : null,
      paymentType: 'provider',
      paymentStatus: 'pending',
      amountCents: made.amountCents,
      currency: made.currency,
      reference: null,
      paymentProviderId: provider.id,
      paymentMethodId: null,
      providerCustomerId,
      providerMethodId: made.providerMethodId,
      providerPaymentId: made.providerPaymentId,
      providerStatus: made.providerStatus,
      nextAction: null,
      providerError: null,
      billedReference,
      billedAttempt: await paymentRepository.nextBilledAttempt(tx, organizationId, billedReference),
      attempts: 0,
      reportedAt: null,
      createdAt: made.at,
      updatedAt: now,
    };
  }
}

function isDue({ isCollectable, dueCents }: LockedDocument): boolean {
  return isCollectable && dueCents > 0n;
}

/** The clocks of providers may differ from ours. What is known from before that instant is left alone. */
const MARGIN_MS = 3_600_000;

/** First the payment that was under way, then those of just what is due, the earliest first. */
function inOrder(candidates: readonly MadePayment[], open: Payment | null, dueCents: bigint): MadePayment[] {
  const rank = ({ metadata, amountCents }: MadePayment) =>
    open !== null && metadata['svc_payment_id'] === open.id ? 0 : amountCents === dueCents ? 1 : 2;
  return candidates.toSorted(
    (one, other) => rank(one) - rank(other) || one.at.getTime() - other.at.getTime(),
  );
}

function paidWithOthers({ providerPaymentId }: MadePayment): ProviderRefusal {
  return new ProviderRefusal(
    'configuration',
    'paid_before_restore',
    `Payment ${providerPaymentId}, made after the instant to which the database was restored, pays this together with something else. Record it by hand.`,
    providerPaymentId,
  );
}
