import { type Fields, isObject, textIn } from '../../../../../platform/outgoing/received-fields.js';
import { listOf } from '../../calls/answer-fields.js';
import type { AccountingItem } from '../accounting-provider.js';

/** Longest code and name that are kept, in characters. */
const TEXT_LENGTH = 255;

interface XeroLists {
  readonly items: Fields;
  readonly accounts: Fields;
  readonly taxRates: Fields;
}

/** What mappings can name. Accounts without a code, and what is archived or deleted, are omitted. */
export function itemsOf({ items, accounts, taxRates }: XeroLists): AccountingItem[] {
  return [
    ...listOf(items['Items'], 'Items').flatMap((item) => {
      const { SalesDetails: sales } = item;
      return named('item', item, 'Code', textIn(isObject(sales) ? sales : null, 'AccountCode'));
    }),
    ...listOf(accounts['Accounts'], 'Accounts').flatMap((account) =>
      named('account', account, 'Code', textIn(account, 'Code')),
    ),
    ...listOf(taxRates['TaxRates'], 'TaxRates').flatMap((rate) => named('tax_rate', rate, 'TaxType', null)),
  ];
}

function named(
  kind: AccountingItem['kind'],
  fields: Fields,
  idMember: string,
  externalAccountCode: string | null,
): AccountingItem[] {
  const externalId = textIn(fields, idMember);
  const isUsed = (textIn(fields, 'Status') ?? 'ACTIVE') === 'ACTIVE';
  if (externalId === null || externalId.length > TEXT_LENGTH || !isUsed) return [];
  const name = (textIn(fields, 'Name') ?? externalId).slice(0, TEXT_LENGTH).toWellFormed();
  return [{ kind, externalId, externalAccountCode, name }];
}
