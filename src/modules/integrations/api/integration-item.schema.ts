import { ArgsType, ObjectType } from 'type-graphql';
import { enumOf } from '../../../platform/api/members/enums.js';
import { Id, Of, Text } from '../../../platform/api/members/fields.js';
import type { AccountingItem } from '../adapters/accounting/accounting-provider.js';
import type { ItemsQuery } from '../connections/integration-items.service.js';

export const IntegrationItemKind = enumOf(
  ['item', 'account', 'tax_rate'] as const satisfies readonly AccountingItem['kind'][],
  'IntegrationItemKind',
  'Kinds of entries in the lists of an accounting system.',
  {
    item: 'An item that is sold.',
    account: 'An account of the books.',
    tax_rate: 'A type of tax with its rate.',
  },
);

@ObjectType('IntegrationItem', {
  description: 'An item, account or tax rate of an outside system, which mappings can name.',
})
export class IntegrationItemType implements AccountingItem {
  @Of(() => IntegrationItemKind, 'Kind of entry.') kind!: AccountingItem['kind'];
  @Text('Code at the outside system.') externalId!: string;
  @Text.orNull('Code of its account there; null if it has none.') externalAccountCode!: string | null;
  @Text('Name at the outside system.') name!: string;
}

@ArgsType()
export class IntegrationItemsArgs implements ItemsQuery {
  @Id('Id of the connection.') integrationId!: string;
  @Of.orNull(() => IntegrationItemKind, 'Only entries of this kind.') kind?: AccountingItem['kind'] | null;
  @Text.orNull('Matches part of the code, the account code or the name.') search?: string | null;
}
