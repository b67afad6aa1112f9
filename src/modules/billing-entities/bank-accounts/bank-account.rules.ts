import { isValidBIC, isValidIBAN } from 'ibantools';
import { hasVisibleText } from '../../../core/visible-text.js';
import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import { checkSent, limitText } from '../../../platform/errors/input-rules.js';
import { withoutBlanks } from './account-numbers.js';
import type { SentBankAccount } from './bank-account.input.js';
import type { BankAccount } from './bank-account.table.js';

/** Source: billing-entities.md §5. */
const MOST_ACCOUNTS = 10;
const NAME_LENGTH = 70;

/** The members of a bank account that callers set. */
type Members = Pick<
  BankAccount,
  'accountNumber' | 'bankName' | 'bic' | 'currency' | 'holder' | 'iban' | 'routingCode'
>;

/** An account that a billing entity is to have. */
export interface RequestedAccount extends Members {
  /** The account that is changed; null for a new one. */
  readonly known: BankAccount | null;
}

const EMPTY: Members = {
  ...{ currency: null, iban: null, accountNumber: null, routingCode: null },
  ...{ bic: null, holder: null, bankName: null },
};

/** Validates members of bank accounts, each by itself. Source: billing-entities.md §5. */
export function validateAccounts(
  errors: FieldErrors,
  sent: readonly SentBankAccount[] | null | undefined,
): void {
  if (sent === null || sent === undefined) return;
  if (sent.length > MOST_ACCOUNTS) {
    errors.add('bankAccounts', 'invalid_count');
    return;
  }
  sent.forEach((account, index) => {
    const at = `bankAccounts.${index}.`;
    const { iban, accountNumber, routingCode, bic, holder, bankName } = storedMembers(account);
    checkSent(errors, `${at}iban`, iban, isValidIBAN, 'value_is_invalid');
    checkSent(errors, `${at}bic`, bic, isValidBIC, 'value_is_invalid');
    for (const [member, text] of Object.entries({ accountNumber, routingCode, holder, bankName }))
      limitText(errors, `${at}${member}`, text, NAME_LENGTH);
  });
}

/**
 * The accounts that a billing entity is to have: those with a known id as they are changed, and new ones.
 * @param errors gets what is wrong with them as a whole.
 */
export function requestedAccounts(
  errors: FieldErrors,
  sent: readonly SentBankAccount[],
  known: readonly BankAccount[],
): RequestedAccount[] {
  if (sent.length > MOST_ACCOUNTS) return [];
  const ids = new Set<string>();
  const currencies = new Set<string | null>();
  return sent.map((account, index) => {
    const at = `bankAccounts.${index}.`;
    const current = known.find(({ id }) => id === account.id?.toLowerCase()) ?? null;
    if (current !== null && ids.has(current.id)) errors.add(`${at}id`, 'value_already_exist');
    if (current !== null) ids.add(current.id);
    const requested = { ...withOtherNumber(current ?? EMPTY, account), known: current };
    if (current === null && account.currency === undefined) errors.add(`${at}currency`, 'value_is_mandatory');
    else if (currencies.has(requested.currency)) errors.add(`${at}currency`, 'value_already_exist');
    else currencies.add(requested.currency);
    checkNumber(errors, at, requested);
    return requested;
  });
}

/** An account as it is changed. A number of the other kind takes the place of the one before. */
function withOtherNumber(current: Members, sent: SentBankAccount): Members {
  const stored = storedMembers(sent);
  const hasOther = stored.accountNumber !== undefined && stored.accountNumber !== null;
  return {
    ...membersOf(current),
    ...(hasOther ? { iban: null } : {}),
    ...(typeof stored.iban === 'string' ? { accountNumber: null, routingCode: null } : {}),
    ...Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== undefined)),
  };
}

function membersOf({ currency, iban, accountNumber, routingCode, bic, holder, bankName }: Members): Members {
  return { currency, iban, accountNumber, routingCode, bic, holder, bankName };
}

function checkNumber(
  errors: FieldErrors,
  at: string,
  { iban, accountNumber, routingCode }: RequestedAccount,
): void {
  if (iban !== null) {
    if (accountNumber !== null || routingCode !== null) errors.add(`${at}iban`, 'value_must_be_blank');
  } else if (accountNumber === null) {
    errors.add(`${at}${routingCode === null ? 'iban' : 'accountNumber'}`, 'value_is_mandatory');
  } else if (routingCode === null) {
    errors.add(`${at}routingCode`, 'value_is_mandatory');
  }
}

/** The members as they are stored: a blank text is none. Undefined: not sent. */
function storedMembers(sent: SentBankAccount): { [Member in keyof Members]: Members[Member] | undefined } {
  return {
    currency: sent.currency,
    iban: textIn(sent.iban, withoutBlanks),
    accountNumber: textIn(sent.accountNumber),
    routingCode: textIn(sent.routingCode),
    bic: textIn(sent.bic, withoutBlanks),
    holder: textIn(sent.holder),
    bankName: textIn(sent.bankName),
  };
}

function textIn(
  text: string | null | undefined,
  written = (given: string) => given.trim(),
): string | null | undefined {
  if (typeof text !== 'string') return text;
  return hasVisibleText(text) ? written(text) : null;
}
