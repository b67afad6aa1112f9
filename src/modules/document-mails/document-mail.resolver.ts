import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../platform/api/context.js';
import { FailsWith } from '../../platform/api/failures.js';
import { Permission } from '../../platform/api/access/permissions.js';
import { CreditNotePayload } from '../credit-notes/api/credit-note-input.schema.js';
import type { CreditNote } from '../credit-notes/records/credit-note.table.js';
import { InvoicePayload } from '../invoices/api/invoice.schema.js';
import type { Invoice } from '../invoices/records/invoice.table.js';
import { PaymentReceiptPayload } from '../payment-receipts/payment-receipt.schema.js';
import type { PaymentReceipt } from '../payment-receipts/payment-receipt.table.js';
import {
  ResendCreditNoteEmailInput,
  ResendInvoiceEmailInput,
  ResendPaymentReceiptEmailInput,
} from './document-mail.schema.js';
import type { DocumentMails } from './document-mails.service.js';

const FIELDS = ['invalid_count', 'invalid_email_format', 'value_is_mandatory'] as const;
const RULES = 'Only while the billing entity sends e-mails of this kind, and has an address of its own.';

/** Sends e-mails about documents again. */
@Resolver()
export class DocumentMailResolver {
  constructor(private readonly mails: DocumentMails) {}

  @Mutation(() => InvoicePayload, {
    description: `Sends a finalized invoice to its customer, or to other addresses, by e-mail. ${RULES}`,
  })
  @Permission('invoice', 'write')
  @FailsWith({
    notFound: ['invoice'],
    notAllowed: ['invoice_not_finalized', 'email_settings_disabled'],
    fields: FIELDS,
  })
  async resendInvoiceEmail(
    @Ctx() context: Context,
    @Arg('input', () => ResendInvoiceEmailInput, { description: 'The invoice to send, and its recipients.' })
    input: ResendInvoiceEmailInput,
  ): Promise<{ invoice: Invoice }> {
    return { invoice: await this.mails.resendInvoice(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => CreditNotePayload, {
    description: `Sends a credit note to its customer, or to other addresses, by e-mail. ${RULES}`,
  })
  @Permission('credit_note', 'write')
  @FailsWith({ notFound: ['credit note'], notAllowed: ['email_settings_disabled'], fields: FIELDS })
  async resendCreditNoteEmail(
    @Ctx() context: Context,
    @Arg('input', () => ResendCreditNoteEmailInput, {
      description: 'The credit note to send, and its recipients.',
    })
    input: ResendCreditNoteEmailInput,
  ): Promise<{ creditNote: CreditNote }> {
    return { creditNote: await this.mails.resendCreditNote(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => PaymentReceiptPayload, {
    description: `Sends a payment receipt to its customer, or to other addresses, by e-mail. ${RULES}`,
  })
  @Permission('payment_receipt', 'write', { or: 'invoice' })
  @FailsWith({ notFound: ['payment receipt'], notAllowed: ['email_settings_disabled'], fields: FIELDS })
  async resendPaymentReceiptEmail(
    @Ctx() context: Context,
    @Arg('input', () => ResendPaymentReceiptEmailInput, {
      description: 'The payment receipt to send, and its recipients.',
    })
    input: ResendPaymentReceiptEmailInput,
  ): Promise<{ paymentReceipt: PaymentReceipt }> {
    return { paymentReceipt: await this.mails.resendReceipt(context.beginWrite(), context.actor, input) };
  }
}
