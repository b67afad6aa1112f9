import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../../platform/api/context.js';
import { defineLoader } from '../../../platform/api/loader.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { notFound } from '../../../platform/errors/app-error.js';
import type { UsageNeeds } from '../usage.needs.js';
import { CustomerType } from '../../customers/api/customer.schema.js';
import type { Customer } from '../../customers/records/customer.table.js';
import { SubscriptionType } from '../../subscriptions/api/subscription.schema.js';
import type { Subscription } from '../../subscriptions/records/subscription.table.js';
import { EventType } from '../events/event.schema.js';
import type { AttributedEvent } from '../events/attributed-event.js';

/** The records that an event belongs to. */
@Resolver(() => EventType)
export class EventRelationsResolver {
  private readonly ownCustomer = defineLoader<string, Customer>(
    ({ db, actor }, ids) => this.needs.customers.getMany(db, actor, ids),
    () => notFound('customer'),
  );

  private readonly ownSubscription = defineLoader<string, Subscription>(
    ({ db, actor }, ids) => this.needs.subscriptions.getMany(db, actor, ids),
    () => notFound('subscription'),
  );

  constructor(private readonly needs: Pick<UsageNeeds, 'customers' | 'subscriptions'>) {}

  @FieldResolver(() => CustomerType, {
    nullable: true,
    description:
      'The customer whose usage the event counts for. Null while no subscription has its external id.',
  })
  @Permission('customer', 'read')
  customer(@Root() { customerId }: AttributedEvent, @Ctx() context: Context): Promise<Customer> | null {
    return customerId === null ? null : context.load(this.ownCustomer, customerId);
  }

  @FieldResolver(() => SubscriptionType, {
    nullable: true,
    description: 'The subscription that the event counts for. Null while none has its external id.',
  })
  @Permission('subscription', 'read')
  subscription(
    @Root() { subscriptionId }: AttributedEvent,
    @Ctx() context: Context,
  ): Promise<Subscription> | null {
    return subscriptionId === null ? null : context.load(this.ownSubscription, subscriptionId);
  }
}
