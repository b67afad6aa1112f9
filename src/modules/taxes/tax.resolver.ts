import type { TaxCategory } from '../../core/taxes/tax-categories.js';
import { RestOnly } from '../../platform/api/members/surfaces.js';
import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../platform/api/lists/page-connection.js';
import type { Context } from '../../platform/api/context.js';
import { requireOneIdentifier } from '../../platform/api/members/require-one-identifier.js';
import { type ListArgs, listQuery } from '../../platform/api/lists/page-args.js';
import { FailsWith } from '../../platform/api/failures.js';
import { Permission } from '../../platform/api/access/permissions.js';
import { type IdInput } from '../../platform/api/members/shapes.js';
import {
  CreateTaxInput,
  DeleteTaxInput,
  TaxCategoryEnum,
  DeleteTaxPayload,
  TaxConnection,
  TaxPageArgs,
  TaxPayload,
  TaxType,
  UpdateTaxInput,
} from './tax.schema.js';
import { categoryOf } from './tax.rules.js';
import type { TaxService } from './tax.service.js';
import type { Tax } from './tax.table.js';

@Resolver(() => TaxType)
export class TaxResolver {
  constructor(private readonly taxes: TaxService) {}

  @Query(() => TaxType, { description: 'The tax with this id or code.' })
  @Permission('tax', 'read')
  tax(
    @Ctx() { db, actor }: Context,
    @Arg('id', () => ID, { nullable: true }) id?: string | null,
    @Arg('code', () => String, { nullable: true }) code?: string | null,
  ): Promise<Tax> {
    return this.taxes.get(db, actor, requireOneIdentifier({ id, code }));
  }

  @Query(() => TaxConnection, { name: 'taxes', description: 'Taxes, sorted by name.' })
  @Permission('tax', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => TaxPageArgs) args: ListArgs,
  ): Promise<Connection<Tax>> {
    return new TaxConnection(await this.taxes.list(db, actor, listQuery(args, pageLimits)));
  }

  @Mutation(() => TaxPayload, { description: 'Creates a tax.' })
  @Permission('tax', 'write')
  @FailsWith({ fields: ['value_already_exist', 'value_is_out_of_range', 'value_must_be_blank'] })
  async createTax(
    @Ctx() context: Context,
    @Arg('input', () => CreateTaxInput) input: CreateTaxInput,
  ): Promise<{ tax: Tax }> {
    return { tax: await this.taxes.create(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => TaxPayload, { description: 'Updates a tax.' })
  @Permission('tax', 'write')
  @FailsWith({
    notFound: ['tax'],
    fields: ['value_already_exist', 'value_is_out_of_range', 'value_must_be_blank'],
  })
  async updateTax(
    @Ctx() context: Context,
    @Arg('input', () => UpdateTaxInput) input: UpdateTaxInput,
  ): Promise<{ tax: Tax }> {
    return { tax: await this.taxes.update(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => DeleteTaxPayload, { description: 'Deletes a tax. Finalized documents keep showing it.' })
  @Permission('tax', 'write')
  @FailsWith({ notFound: ['tax'] })
  async deleteTax(
    @Ctx() context: Context,
    @Arg('input', () => DeleteTaxInput) { id }: IdInput,
  ): Promise<{ deletedId: string; tax: Tax }> {
    return { deletedId: id, tax: await this.taxes.delete(context.beginWrite(), context.actor, id) };
  }

  @FieldResolver(() => TaxCategoryEnum, {
    description: 'Why the tax has its rate, as a category of EN 16931 that e-invoices show.',
  })
  category(@Root() tax: Tax): TaxCategory {
    return categoryOf(tax);
  }

  /** REST shows 0 for the counts of taxes within other records, where counting would be slow; the contract allows it. */
  @FieldResolver(() => Int, {
    deprecationReason: 'Always 0: REST shows it where it does not count.',
    description: 'Always 0: REST answers it for counts that it does not make.',
  })
  @RestOnly()
  uncounted(): number {
    return 0;
  }
}
