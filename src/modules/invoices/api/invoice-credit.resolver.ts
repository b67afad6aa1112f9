import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../../platform/api/context.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { AppliedCouponType } from '../../coupons/applied-coupon.schema.js';
import type { AppliedCoupon } from '../../coupons/coupon.table.js';
import { CreditItemType, InvoiceCreditType } from './invoice-credit.schema.js';
import type { InvoiceCredit } from '../records/invoice-credit.table.js';
import type { InvoiceRelations } from './invoice-relations.js';
import { InvoiceType } from './invoice.schema.js';
import type { Invoice } from '../records/invoice.table.js';

@Resolver(() => InvoiceCreditType)
export class InvoiceCreditResolver {
  constructor(private readonly relations: InvoiceRelations) {}

  @FieldResolver(() => Boolean, {
    description:
      'Whether the credit lowers the taxed amount. False for credit notes, true for coupons and progressive invoices.',
  })
  beforeTaxes(@Root() { itemType }: InvoiceCredit): boolean {
    return itemType !== 'credit_note';
  }

  @FieldResolver(() => CreditItemType, { description: 'The record that the credit comes from.' })
  item(@Root() credit: InvoiceCredit): CreditItemType {
    const { itemType: type, itemCode: code, itemName: name, itemDescription: description } = credit;
    return { itemId: credit.couponId ?? credit.itemId, type, code, name, description };
  }

  @FieldResolver(() => AppliedCouponType, {
    nullable: true,
    description: 'The coupon of the customer that the credit comes from; null for other credits.',
  })
  @Permission('applied_coupon', 'read')
  async appliedCoupon(
    @Root() { itemType, itemId }: InvoiceCredit,
    @Ctx() context: Context,
  ): Promise<AppliedCoupon | null> {
    return itemType === 'coupon' ? context.load(this.relations.appliedCoupon, itemId) : null;
  }

  @FieldResolver(() => InvoiceType, { description: 'The invoice that the credit was applied to.' })
  @Permission('invoice', 'read')
  invoice(@Root() { invoiceId }: InvoiceCredit, @Ctx() context: Context): Promise<Invoice> {
    return context.load(this.relations.invoice, invoiceId);
  }
}

/** Adds the credits of invoices to applied coupons. */
@Resolver(() => AppliedCouponType)
export class AppliedCouponCreditsResolver {
  constructor(private readonly relations: InvoiceRelations) {}

  @FieldResolver(() => [InvoiceCreditType], {
    description:
      'Credits that invoices took from the coupon, oldest first, including those of voided invoices.',
  })
  @Permission('applied_coupon', 'read')
  credits(@Root() { id }: AppliedCoupon, @Ctx() context: Context): Promise<InvoiceCredit[]> {
    return context.load(this.relations.creditsOfCoupon, id);
  }
}
