import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../../platform/api/context.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { CustomerType } from '../../customers/api/customer.schema.js';
import type { Customer } from '../../customers/records/customer.table.js';
import { ChargeType } from '../../plans/charges/charge.schema.js';
import type { Charge } from '../../plans/charges/charge.table.js';
import { FixedChargeType } from '../../plans/fixed-charges/fixed-charge.schema.js';
import type { FixedCharge } from '../../plans/fixed-charges/fixed-charge.table.js';
import { SubscriptionType } from '../../subscriptions/api/subscription.schema.js';
import type { Subscription } from '../../subscriptions/records/subscription.table.js';
import { FeeType } from './fee.schema.js';
import type { Fee } from '../records/fees/fee.table.js';
import type { InvoiceRelations } from './invoice-relations.js';
import { InvoiceType } from './invoice.schema.js';
import type { Invoice } from '../records/invoice.table.js';

/** The records that a fee names by id. */
@Resolver(() => FeeType)
export class FeeRelationsResolver {
  constructor(private readonly relations: InvoiceRelations) {}

  @FieldResolver(() => CustomerType, { description: 'The customer who is charged.' })
  @Permission('customer', 'read')
  customer(@Root() { customerId }: Fee, @Ctx() context: Context): Promise<Customer> {
    return context.load(this.relations.customer, customerId);
  }

  @FieldResolver(() => InvoiceType, {
    nullable: true,
    description: 'The invoice that contains the fee. Null for a standalone fee.',
  })
  @Permission('invoice', 'read')
  invoice(@Root() { invoiceId }: Fee, @Ctx() context: Context): Promise<Invoice> | null {
    return invoiceId === null ? null : context.load(this.relations.invoice, invoiceId);
  }

  @FieldResolver(() => SubscriptionType, {
    nullable: true,
    description: 'The subscription that the fee bills. Null for a fee without one.',
  })
  @Permission('subscription', 'read')
  subscription(@Root() { subscriptionId }: Fee, @Ctx() context: Context): Promise<Subscription> | null {
    return subscriptionId === null ? null : context.load(this.relations.subscription, subscriptionId);
  }

  @FieldResolver(() => ChargeType, {
    nullable: true,
    description: 'The charge that the fee bills, also after it was deleted. Null for a fee of another type.',
  })
  @Permission('plan', 'read')
  charge(@Root() { chargeId }: Fee, @Ctx() context: Context): Promise<Charge> | null {
    return chargeId === null ? null : context.load(this.relations.charge, chargeId);
  }

  @FieldResolver(() => FixedChargeType, {
    nullable: true,
    description:
      'The fixed charge that the fee bills, also after it was deleted. Null for a fee of another type.',
  })
  @Permission('plan', 'read')
  fixedCharge(@Root() { fixedChargeId }: Fee, @Ctx() context: Context): Promise<FixedCharge> | null {
    return fixedChargeId === null ? null : context.load(this.relations.fixedCharge, fixedChargeId);
  }

  @FieldResolver(() => FeeType, {
    nullable: true,
    description:
      'The fee of the first voided invoice that this fee of a regenerated invoice was copied from. Null for other fees.',
  })
  originalFee(@Root() { originalFeeId }: Fee, @Ctx() context: Context): Promise<Fee> | null {
    return originalFeeId === null ? null : context.load(this.relations.fee, originalFeeId);
  }

  @FieldResolver(() => FeeType, {
    nullable: true,
    description: 'The fee that raises this one to the minimum amount of its charge. Null without one.',
  })
  trueUpFee(@Root() { id }: Fee, @Ctx() context: Context): Promise<Fee | null> {
    return context.load(this.relations.trueUps, id);
  }

  @FieldResolver(() => FeeType, {
    nullable: true,
    description: 'The fee that this one raises to the minimum amount of its charge. Null for other fees.',
  })
  trueUpParentFee(@Root() { trueUpParentFeeId }: Fee, @Ctx() context: Context): Promise<Fee> | null {
    return trueUpParentFeeId === null ? null : context.load(this.relations.fee, trueUpParentFeeId);
  }
}
