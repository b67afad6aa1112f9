import { systemActor } from '../../platform/actor.js';
import type { Db } from '../../platform/db/database.js';
import { PaymentAddresses } from '../../platform/signing/payment-addresses.js';
import { Formats } from '../documents/wording/document-formats.js';
import type { MailLogo } from '../mails/mail-content.js';
import type { SandboxPage } from '../payment-providers/adapters/sandbox-pages.js';
import type { SandboxState } from '../payments/collecting/sandbox-actions.service.js';
import type { DocumentMailsNeeds } from './document-mails.needs.js';

/** What a page of the sandbox says, formatted, in English. */
export interface SandboxView extends Pick<SandboxState, 'title' | 'choices' | 'isDeclined'> {
  readonly brand: string;
  readonly logo: MailLogo | null;
  /** Which invoices are paid, or whose method is registered. */
  readonly about: string;
  readonly amount: string | null;
  /** Where the payer goes from here; the portal replaces it by its own address. */
  readonly back: { readonly label: string; readonly url: string } | null;
}

const LANGUAGE = 'en';

/** The pages of the sandbox as payers see them. */
export class SandboxViews {
  private readonly addresses: PaymentAddresses;

  constructor(
    private readonly needs: Pick<
      DocumentMailsNeeds,
      'publicAddresses' | 'billingEntities' | 'mailLogos' | 'sandboxActions'
    >,
  ) {
    this.addresses = new PaymentAddresses(needs.publicAddresses);
  }

  async show(db: Db, page: SandboxPage): Promise<SandboxView> {
    return this.viewOf(db, page, await this.needs.sandboxActions.read(page));
  }

  /** Does what a person has chosen. @returns null for a choice that the page does not offer. */
  async choose(db: Db, page: SandboxPage, choice: string): Promise<SandboxView | null> {
    const done = await this.needs.sandboxActions.choose(page, choice);
    return done === null ? null : this.viewOf(db, page, done);
  }

  private async viewOf(db: Db, page: SandboxPage, state: SandboxState): Promise<SandboxView> {
    const { billingEntities, mailLogos } = this.needs;
    const { subject, title, choices, isDeclined = false } = state;
    const offer = { title, choices, isDeclined };
    if (subject === null)
      return { ...offer, brand: 'Sandbox', logo: null, about: '', amount: null, back: null };
    const actor = systemActor(page.organizationId, null);
    const entity = await billingEntities.getWithArchived(db, actor, subject.billingEntityId);
    const { customer, payment } = subject;
    return {
      ...offer,
      brand: entity.name,
      logo: await mailLogos.find(db, entity),
      about:
        payment === null
          ? `Payment method of ${customer.name ?? customer.externalId}`
          : namesOf(payment.invoices.map(({ number }) => number)),
      amount:
        payment === null
          ? null
          : new Formats(LANGUAGE, payment.currency, entity.timezone).amount(payment.amountCents),
      back: await this.wayBack(db, page, state),
    };
  }

  /** As other providers, the sandbox leads to the address of the connection once it is done, and else to the invoice. */
  private async wayBack(
    db: Db,
    { organizationId }: SandboxPage,
    { subject, isDone }: SandboxState,
  ): Promise<SandboxView['back']> {
    const successRedirectUrl = subject?.successRedirectUrl ?? null;
    if (successRedirectUrl !== null && isDone)
      return { label: `Continue to ${new URL(successRedirectUrl).host}`, url: successRedirectUrl };
    const [invoice, ...others] = subject?.payment?.invoices ?? [];
    if (invoice?.status !== 'finalized' || others.length > 0) return null;
    const url = await this.addresses.urlOf(db, { organizationId, invoiceId: invoice.id });
    return { label: 'Back to the invoice', url };
  }
}

/** A payment request may have a thousand invoices. */
const MOST_NAMES = 5;

function namesOf(numbers: readonly string[]): string {
  if (numbers.length === 1) return `Invoice ${numbers.join('')}`;
  const rest = numbers.length - MOST_NAMES;
  const named = numbers.slice(0, MOST_NAMES).join(', ');
  return rest > 0 ? `Invoices ${named} and ${rest} more` : `Invoices ${named}`;
}
