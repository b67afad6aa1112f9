import { Extensions, InputType, ObjectType } from 'type-graphql';
import { TypicalItems } from '../../../platform/api/cost.js';
import { Currency, Id, Text } from '../../../platform/api/members/fields.js';
import type { SentBankAccount } from './bank-account.input.js';

const CURRENCY = 'The currency of the invoices that are paid to it; each has one account. Null: all others.';
const IBAN = 'International number of the account. Null for an account with another number.';
const ACCOUNT_NUMBER = 'Number of the account in its country, where it has no IBAN.';
const ROUTING_CODE = 'The code of the bank in its country, such as a routing number or sort code.';
const BIC = 'The BIC of the bank: 8 or 11 characters.';
const HOLDER = 'Who holds the account. Null: the legal name of the billing entity, else its name.';

/** Describes the list in inputs. */
export const BANK_ACCOUNTS =
  'The accounts to which its invoices are paid; at most 10. Replaces the whole list. Invoices keep the account that they were issued with.';

@ObjectType('BankAccount', { description: 'An account to which invoices of a billing entity are paid.' })
@TypicalItems(2)
export class BankAccountType {
  @Id() id!: string;
  @Currency.orNull(CURRENCY) currency!: string | null;
  @Text.orNull(IBAN) iban!: string | null;
  @Text.orNull(ACCOUNT_NUMBER) accountNumber!: string | null;
  @Text.orNull(ROUTING_CODE) routingCode!: string | null;
  @Text.orNull(BIC) bic!: string | null;
  @Text.orNull(HOLDER) holder!: string | null;
  @Text.orNull('Name of the bank, shown on documents; null if it is not known.') bankName!: string | null;
}

@InputType({
  description:
    'A bank account of a billing entity, with an IBAN or with a number and a routing code. Omitted fields of one with a known id keep their value.',
})
export class BankAccountInput implements SentBankAccount {
  @Id.orNull('Id of the account to change. An account with another id is new.')
  @Extensions({ restName: 'svc_id' })
  id?: string | null;
  @Currency.orNull(`${CURRENCY} A new account must name it.`) currency?: string | null;
  @Text.orNull(IBAN) iban?: string | null;
  @Text.orNull(`${ACCOUNT_NUMBER} Needs a routing code.`) accountNumber?: string | null;
  @Text.orNull(ROUTING_CODE) routingCode?: string | null;
  @Text.orNull(BIC) bic?: string | null;
  @Text.orNull(`${HOLDER} Up to 70 characters.`) holder?: string | null;
  @Text.orNull('Name of the bank, up to 70 characters.') bankName?: string | null;
}
