import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../../platform/api/context.js';
import { defineLoader } from '../../../platform/api/loader.js';
import { Permission } from '../../../platform/api/permissions.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { CustomerType } from '../../customers/api/customer.schema.js';
import type { CustomerService } from '../../customers/customer.service.js';
import type { Customer } from '../../customers/records/customer.table.js';
import { SubscriptionType } from '../../subscriptions/api/subscription.schema.js';
import type { SubscriptionService } from '../../subscriptions/reading/subscription.service.js';
import type { Subscription } from '../../subscriptions/records/subscription.table.js';
import { EventType } from '../events/event.schema.js';
import type { AttributedEvent } from '../events/event.service.js';

interface EventRelationsParts {
  readonly customers: CustomerService;
  readonly subscriptions: SubscriptionService;
}

/** The records that an event belongs to. */
@Resolver(() => EventType)
export class EventRelationsResolver {
  private readonly ownCustomer = defineLoader<string, Customer>(
    ({ db, actor }, ids) => this.parts.customers.getMany(db, actor, ids),
    () => notFound('customer'),
  );

  private readonly ownSubscription = defineLoader<string, Subscription>(
    ({ db, actor }, ids) => this.parts.subscriptions.getMany(db, actor, ids),
    () => notFound('subscription'),
  );

  constructor(private readonly parts: EventRelationsParts) {}

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
