import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import type { Context } from '../../../platform/api/context.js';
import { defineFinder } from '../../../platform/api/loader.js';
import { type ListArgs, listQuery } from '../../../platform/api/lists/page-args.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { type IdInput } from '../../../platform/api/members/shapes.js';
import { FeeAppliedTaxType } from './applied-tax.schema.js';
import {
  DeleteFeeInput,
  DeleteFeePayload,
  FeeConnection,
  FeePageArgs,
  type FeeFilterInput,
  FeePayload,
  FeeType,
  UpdateFeeInput,
} from './fee.schema.js';
import type { FeeService } from '../records/fees/fee.service.js';
import type { AppliedTax, Fee } from '../records/fees/fee.table.js';
import type { InvoiceRelations } from './invoice-relations.js';

@Resolver(() => FeeType)
export class FeeResolver {
  private readonly named = defineFinder('fee', ({ db, actor }, ids) => this.fees.getVisible(db, actor, ids));

  constructor(
    private readonly fees: FeeService,
    private readonly relations: InvoiceRelations,
  ) {}

  @Query(() => FeeType, { description: 'The fee with this id.' })
  @Permission('fee', 'read')
  fee(@Ctx() context: Context, @Arg('id', () => ID) id: string): Promise<Fee> {
    return context.load(this.named, id);
  }

  @Query(() => FeeConnection, { name: 'fees', description: 'Fees, oldest first.' })
  @Permission('fee', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => FeePageArgs) args: ListArgs<FeeFilterInput>,
  ): Promise<Connection<Fee>> {
    return new FeeConnection(await this.fees.list(db, actor, listQuery(args, pageLimits)));
  }

  @Mutation(() => FeePayload, { description: 'Sets the payment status of a standalone fee.' })
  @Permission('fee', 'write')
  @FailsWith({ notFound: ['fee'], notAllowed: ['invoiced_fee'], fields: ['value_is_invalid'] })
  async updateFee(
    @Ctx() context: Context,
    @Arg('input', () => UpdateFeeInput, { description: 'The standalone fee, and its new payment status.' })
    input: UpdateFeeInput,
  ): Promise<{ fee: Fee }> {
    return { fee: await this.fees.update(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => DeleteFeePayload, { description: 'Deletes a standalone fee.' })
  @Permission('fee', 'write')
  @FailsWith({ notFound: ['fee'], notAllowed: ['invoiced_fee'] })
  async deleteFee(
    @Ctx() context: Context,
    @Arg('input', () => DeleteFeeInput) { id }: IdInput,
  ): Promise<{ deletedId: string; fee: Fee }> {
    return { deletedId: id, fee: await this.fees.delete(context.beginWrite(), context.actor, id) };
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

  @FieldResolver(() => Boolean, {
    description:
      'Whether the invoice is self-billed: issued by the organization for a partner. False without an invoice.',
  })
  async selfBilled(@Root() fee: Fee, @Ctx() context: Context): Promise<boolean> {
    if (fee.invoiceId === null) return false;
    return context.load(this.relations.selfBilled, fee.invoiceId);
  }

  @FieldResolver(() => ID, {
    nullable: true,
    description: 'The true-up fee that brings the charge up to its minimum amount.',
  })
  async trueUpFeeId(@Root() fee: Fee, @Ctx() context: Context): Promise<string | null> {
    if (fee.feeType !== 'charge') return null;
    return (await context.load(this.relations.trueUps, fee.id))?.id ?? null;
  }

  @FieldResolver(() => [FeeAppliedTaxType])
  appliedTaxes(@Root() fee: Fee, @Ctx() context: Context): Promise<AppliedTax[]> {
    return context.load(this.relations.feeTaxes, fee.id);
  }
}
