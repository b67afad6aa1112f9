import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Big, decimalText } from '../../core/decimal.js';
import { fromCents, roundHalfAwayFromZero } from '../../core/money.js';
import { type Period, shownEnd } from '../../core/period.js';
import type { Connection } from '../../platform/api/connection.js';
import type { Context } from '../../platform/api/context.js';
import { PageArgs, pageRequest } from '../../platform/api/page-args.js';
import { Permission } from '../../platform/api/permissions.js';
import { DateTime, Decimal, SafeInt } from '../../platform/api/scalars.js';
import { FeeAppliedTaxType } from './applied-tax.schema.js';
import { type FeeItem, itemOf } from './fee-item.js';
import {
  DeleteFeeInput,
  DeleteFeePayload,
  FeeConnection,
  FeeFilter,
  FeeItemType,
  FeePayload,
  FeeType,
  UpdateFeeInput,
} from './fee.schema.js';
import type { FeeService } from './fee.service.js';
import type { AppliedTax, Fee } from './fee.table.js';
import type { InvoiceRelations } from './invoice-relations.js';

const WINDOWLESS = 'Null for credits and minimum commitments.';

/** What follows from a fee's row is defined in fees.md §2. */
@Resolver(() => FeeType)
export class FeeResolver {
  constructor(
    private readonly fees: FeeService,
    private readonly relations: InvoiceRelations,
  ) {}

  @Query(() => FeeType, { description: 'The fee with this id.' })
  @Permission('fee', 'read')
  fee(@Ctx() { db, actor }: Context, @Arg('id', () => ID) id: string): Promise<Fee> {
    return this.fees.get(db, actor, id);
  }

  @Query(() => FeeConnection, { name: 'fees', description: 'The fees, oldest first.' })
  @Permission('fee', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => FeeFilter, { nullable: true }) filter?: FeeFilter | null,
  ): Promise<Connection<Fee>> {
    const query = { filter: filter ?? {}, subscriptionId: null, page: pageRequest(page, pageLimits) };
    return new FeeConnection(await this.fees.list(db, actor, query));
  }

  @Mutation(() => FeePayload, { description: 'Says whether a fee that is on no invoice was paid.' })
  @Permission('fee', 'write')
  async updateFee(
    @Ctx() { tx, actor }: Context,
    @Arg('input', () => UpdateFeeInput) input: UpdateFeeInput,
  ): Promise<{ fee: Fee }> {
    return { fee: await this.fees.update(tx, actor, input) };
  }

  @Mutation(() => DeleteFeePayload, { description: 'Deletes a fee that is on no invoice.' })
  @Permission('fee', 'write')
  async deleteFee(
    @Ctx() { tx, actor }: Context,
    @Arg('input', () => DeleteFeeInput) { id }: DeleteFeeInput,
  ): Promise<{ deletedId: string; fee: Fee }> {
    return { deletedId: id, fee: await this.fees.delete(tx, actor, id) };
  }

  @FieldResolver(() => FeeItemType)
  item(@Root() fee: Fee): FeeItem {
    return itemOf(fee);
  }

  @FieldResolver(() => String)
  async externalCustomerId(@Root() fee: Fee, @Ctx() context: Context): Promise<string> {
    return (await context.load(this.relations.customer, fee.customerId)).externalId;
  }

  @FieldResolver(() => String, { nullable: true })
  async externalSubscriptionId(@Root() fee: Fee, @Ctx() context: Context): Promise<string | null> {
    if (fee.subscriptionId === null) return null;
    return (await context.load(this.relations.subscription, fee.subscriptionId)).externalId;
  }

  @FieldResolver(() => Boolean, { description: "The invoice's; false without one." })
  async selfBilled(@Root() fee: Fee, @Ctx() context: Context): Promise<boolean> {
    if (fee.invoiceId === null) return false;
    return (await context.load(this.relations.invoice, fee.invoiceId)).selfBilled;
  }

  @FieldResolver(() => ID, { nullable: true, description: 'What its charge lacks to its minimum.' })
  async trueUpFeeId(@Root() fee: Fee, @Ctx() context: Context): Promise<string | null> {
    if (fee.feeType !== 'charge') return null;
    return (await context.load(this.relations.trueUps, fee.id))?.id ?? null;
  }

  @FieldResolver(() => [FeeAppliedTaxType])
  appliedTaxes(@Root() fee: Fee, @Ctx() context: Context): Promise<AppliedTax[]> {
    return context.load(this.relations.feeTaxes, fee.id);
  }

  @FieldResolver(() => Decimal, { description: 'Currency units, before rounding.' })
  preciseAmount(@Root() fee: Fee): string {
    return currencyUnits(fee.preciseAmountCents, fee);
  }

  @FieldResolver(() => Decimal, { description: 'Currency units, before rounding.' })
  taxesPreciseAmount(@Root() fee: Fee): string {
    return currencyUnits(fee.taxesPreciseAmountCents, fee);
  }

  @FieldResolver(() => Decimal, { description: 'Currency units, taxes included, before rounding.' })
  preciseTotalAmount(@Root() fee: Fee): string {
    return currencyUnits(new Big(fee.preciseAmountCents).plus(fee.taxesPreciseAmountCents), fee);
  }

  @FieldResolver(() => SafeInt, { description: 'Taxes included; coupons are not taken off.' })
  totalAmountCents(@Root() { amountCents, taxesAmountCents }: Fee): bigint {
    return amountCents + taxesAmountCents;
  }

  @FieldResolver(() => SafeInt, { description: 'Less the share of coupons.' })
  subTotalExcludingTaxesAmountCents(@Root() { amountCents, preciseCouponsAmountCents }: Fee): bigint {
    return roundHalfAwayFromZero(new Big(amountCents).minus(preciseCouponsAmountCents));
  }

  @FieldResolver(() => Decimal, { description: 'Less the share of coupons, before rounding.' })
  subTotalExcludingTaxesPreciseAmountCents(
    @Root() { preciseAmountCents, preciseCouponsAmountCents }: Fee,
  ): string {
    return decimalText(new Big(preciseAmountCents).minus(preciseCouponsAmountCents));
  }

  @FieldResolver(() => DateTime, { nullable: true, description: `Start of the window billed. ${WINDOWLESS}` })
  fromAt(@Root() fee: Fee): Date | null {
    return shownWindow(fee)?.from ?? null;
  }

  @FieldResolver(() => DateTime, {
    nullable: true,
    description: `Last second of the window billed. ${WINDOWLESS}`,
  })
  toAt(@Root() fee: Fee): Date | null {
    const window = shownWindow(fee);
    return window === null ? null : shownEnd(window);
  }
}

/** A commitment's is the period that was reconciled, which is not shown. Source: fees.md §2. */
function shownWindow({ feeType, fromAt: from, toAt: to }: Fee): Period | null {
  return feeType === 'commitment' || from === null || to === null ? null : { from, to };
}

function currencyUnits(preciseCents: Big | string, { currency }: Fee): string {
  return decimalText(fromCents(new Big(preciseCents), currency));
}
