import { Field, ID, InputType } from 'type-graphql';
import type { ResendMail } from './resend-mail.input.js';

const TO =
  "Addresses in place of the customer's; absent or empty: the customer's. At most 50 addresses in all.";
const CC = 'Addresses that receive copies.';
const BCC = 'Addresses that receive copies without the other recipients seeing them.';

@InputType({ description: 'An invoice whose e-mail is sent again, and to whom.' })
export class ResendInvoiceEmailInput implements ResendMail {
  @Field(() => ID)
  id!: string;

  @Field(() => [String], { nullable: true, description: TO })
  to?: string[] | null;

  @Field(() => [String], { nullable: true, description: CC })
  cc?: string[] | null;

  @Field(() => [String], { nullable: true, description: BCC })
  bcc?: string[] | null;
}

@InputType({ description: 'A credit note whose e-mail is sent again, and to whom.' })
export class ResendCreditNoteEmailInput implements ResendMail {
  @Field(() => ID)
  id!: string;

  @Field(() => [String], { nullable: true, description: TO })
  to?: string[] | null;

  @Field(() => [String], { nullable: true, description: CC })
  cc?: string[] | null;

  @Field(() => [String], { nullable: true, description: BCC })
  bcc?: string[] | null;
}

@InputType({ description: 'A payment receipt whose e-mail is sent again, and to whom.' })
export class ResendPaymentReceiptEmailInput implements ResendMail {
  @Field(() => ID)
  id!: string;

  @Field(() => [String], { nullable: true, description: TO })
  to?: string[] | null;

  @Field(() => [String], { nullable: true, description: CC })
  cc?: string[] | null;

  @Field(() => [String], { nullable: true, description: BCC })
  bcc?: string[] | null;
}
