import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { Permission } from '../../../platform/api/access/permissions.js';
import { Computed } from '../../../platform/api/cost.js';
import type { Context } from '../../../platform/api/context.js';
import type { AccountingItem } from '../adapters/accounting/accounting-provider.js';
import { type IntegrationItems, MOST_ITEMS } from '../connections/integration-items.service.js';
import { IntegrationItemsArgs, IntegrationItemType } from './integration-item.schema.js';

@Resolver(() => IntegrationItemType)
export class IntegrationItemResolver {
  constructor(private readonly items: IntegrationItems) {}

  @Query(() => [IntegrationItemType], {
    description: `Items, accounts and tax rates of an accounting system, which mappings can name: the first ${MOST_ITEMS} by name. The system is asked, for 20 seconds at most; what it has answered is kept for 10 minutes.`,
  })
  @Permission('organization', 'read')
  @Computed()
  integrationItems(
    @Ctx() { db, actor }: Context,
    @Args(() => IntegrationItemsArgs) query: IntegrationItemsArgs,
  ): Promise<AccountingItem[]> {
    return this.items.list(db, actor, query);
  }
}
