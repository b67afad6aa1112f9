import { InputType } from 'type-graphql';
import { Id, Texts } from '../../platform/api/members/fields.js';
import type { ResendMail } from './resend-mail.input.js';

@InputType()
abstract class ResendEmailInput implements ResendMail {
  @Id() id!: string;
  @Texts.orNull(
    "Addresses in place of the customer's; absent or empty: the customer's. At most 50 addresses in all.",
  )
  to?: string[] | null;
  @Texts.orNull('Addresses that receive copies.') cc?: string[] | null;
  @Texts.orNull('Addresses that receive copies without the other recipients seeing them.')
  bcc?: string[] | null;
}

@InputType({ description: 'An invoice whose e-mail is sent again, and to whom.' })
export class ResendInvoiceEmailInput extends ResendEmailInput {}

@InputType({ description: 'A credit note whose e-mail is sent again, and to whom.' })
export class ResendCreditNoteEmailInput extends ResendEmailInput {}

@InputType({ description: 'A payment receipt whose e-mail is sent again, and to whom.' })
export class ResendPaymentReceiptEmailInput extends ResendEmailInput {}
