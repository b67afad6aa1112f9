import type { TaxCategory } from '../../../core/taxes/tax-categories.js';
import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import type { Context } from '../../../platform/api/context.js';
import { TypicalItems } from '../../../platform/api/cost.js';
import { defineFinder, defineLoader } from '../../../platform/api/loader.js';
import { type ListArgs, listQuery } from '../../../platform/api/lists/page-args.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { type IdInput } from '../../../platform/api/members/shapes.js';
import { BillingEntityType } from '../../billing-entities/api/billing-entity.schema.js';
import { CustomerType } from '../../customers/api/customer.schema.js';
import type { Customer } from '../../customers/records/customer.table.js';
import { identityOf } from '../../invoices/composing/fee-composition.js';
import { ErrorDetailType, shownErrors } from '../../invoices/api/error-detail.schema.js';
import { FeeType } from '../../invoices/api/fee.schema.js';
import type { Fee } from '../../invoices/records/fees/fee.table.js';
import { TAX_CATEGORY } from '../../invoices/api/applied-tax.resolver.js';
import type { InvoiceRelations } from '../../invoices/api/invoice-relations.js';
import { InvoiceType } from '../../invoices/api/invoice.schema.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { BillingEntity } from '../../billing-entities/records/billing-entity.table.js';
import { appliedCategoryOf } from '../../taxes/tax.rules.js';
import { TaxCategoryEnum, TaxType } from '../../taxes/tax.schema.js';
import type { Tax } from '../../taxes/tax.table.js';
import type { CreditNoteEstimate } from '../composing/credit-note-estimate.js';
import type { CreditNoteEditor } from '../issuing/credit-note-editor.service.js';
import {
  CreateCreditNoteInput,
  CreditNoteEstimateType,
  CreditNoteMetadataPayload,
  CreditNotePayload,
  DeleteCreditNoteMetadataInput,
  EstimateCreditNoteInput,
  MergeCreditNoteMetadataInput,
  SetCreditNoteMetadataInput,
  UpdateCreditNoteInput,
  VoidCreditNoteInput,
} from './credit-note-input.schema.js';
import {
  CreditNoteAppliedTaxType,
  CreditNoteConnection,
  CreditNotePageArgs,
  type CreditNoteFilterInput,
  CreditNoteItemType,
  CreditNoteType,
} from './credit-note.schema.js';
import type { CreditNoteService } from '../issuing/credit-note.service.js';
import type { CreditNote, CreditNoteItem, CreditNoteTax } from '../records/credit-note.table.js';

@Resolver(() => CreditNoteType)
export class CreditNoteResolver {
  private readonly named = defineFinder('credit_note', ({ db, actor }, ids) =>
    this.creditNotes.getVisible(db, actor, ids),
  );
  private readonly itemsByNote = defineLoader<string, CreditNoteItem[]>(
    ({ db, actor }, noteIds) => this.creditNotes.items(db, actor, noteIds),
    () => [],
  );
  private readonly taxesByNote = defineLoader<string, CreditNoteTax[]>(
    ({ db, actor }, noteIds) => this.creditNotes.appliedTaxes(db, actor, noteIds),
    () => [],
  );

  constructor(
    private readonly creditNotes: CreditNoteService,
    private readonly editor: CreditNoteEditor,
    private readonly relations: InvoiceRelations,
  ) {}

  @Query(() => CreditNoteType, { description: 'The credit note with this id.' })
  @Permission('credit_note', 'read')
  creditNote(@Ctx() context: Context, @Arg('id', () => ID) id: string): Promise<CreditNote> {
    return context.load(this.named, id);
  }

  @Query(() => CreditNoteConnection, {
    name: 'creditNotes',
    description: 'Credit notes, most recently created first.',
  })
  @Permission('credit_note', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => CreditNotePageArgs) args: ListArgs<CreditNoteFilterInput>,
  ): Promise<Connection<CreditNote>> {
    const query = listQuery(args, pageLimits);
    return new CreditNoteConnection(await this.creditNotes.list(db, actor, query));
  }

  @Query(() => CreditNoteEstimateType, {
    description: 'Estimated amounts of a credit note with the given items.',
  })
  @Permission('credit_note', 'write')
  creditNoteEstimate(
    @Ctx() { db, actor }: Context,
    @Arg('input', () => EstimateCreditNoteInput, { description: 'The invoice, and what to credit of it.' })
    input: EstimateCreditNoteInput,
  ): Promise<CreditNoteEstimate> {
    return this.editor.estimate(db, actor, input);
  }

  @Mutation(() => CreditNotePayload, { description: 'Creates a credit note for a finalized invoice.' })
  @Permission('credit_note', 'write')
  @FailsWith({
    notFound: ['invoice', 'fee'],
    notAllowed: ['invalid_type_or_status'],
    fields: [
      'higher_than_remaining_fee_amount',
      'higher_than_remaining_invoice_amount',
      'does_not_match_item_amounts',
      'cannot_refund_unpaid_invoice',
      'total_amount_must_be_positive',
    ],
  })
  async createCreditNote(
    @Ctx() context: Context,
    @Arg('input', () => CreateCreditNoteInput) input: CreateCreditNoteInput,
  ): Promise<{ creditNote: CreditNote }> {
    return { creditNote: await this.editor.create(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => CreditNotePayload, {
    description: 'Sets the refund status or the metadata of a credit note.',
  })
  @Permission('credit_note', 'write')
  @FailsWith({ notFound: ['credit note'], fields: ['value_is_invalid', 'too_many_keys'] })
  async updateCreditNote(
    @Ctx() context: Context,
    @Arg('input', () => UpdateCreditNoteInput) input: UpdateCreditNoteInput,
  ): Promise<{ creditNote: CreditNote }> {
    return { creditNote: await this.editor.update(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => CreditNotePayload, { description: 'Voids the remaining credit of a credit note.' })
  @Permission('credit_note', 'write')
  @FailsWith({ notFound: ['credit note'], notAllowed: ['no_voidable_amount'] })
  async voidCreditNote(
    @Ctx() context: Context,
    @Arg('input', () => VoidCreditNoteInput) { id }: IdInput,
  ): Promise<{ creditNote: CreditNote }> {
    return { creditNote: await this.editor.void(context.beginWrite(), context.actor, id) };
  }

  @Mutation(() => CreditNoteMetadataPayload, { description: 'Replaces the metadata of a credit note.' })
  @Permission('credit_note', 'write')
  @FailsWith({ notFound: ['credit note'], fields: ['too_many_keys', 'key_too_long', 'value_too_long'] })
  async setCreditNoteMetadata(
    @Ctx() context: Context,
    @Arg('input', () => SetCreditNoteMetadataInput, {
      description: 'The credit note, and all of its new metadata.',
    })
    input: SetCreditNoteMetadataInput,
  ): Promise<CreditNoteMetadataPayload> {
    return { metadata: await this.editor.setMetadata(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => CreditNoteMetadataPayload, {
    description: 'Adds or changes metadata keys of a credit note.',
  })
  @Permission('credit_note', 'write')
  @FailsWith({ notFound: ['credit note'], fields: ['too_many_keys', 'key_too_long', 'value_too_long'] })
  async mergeCreditNoteMetadata(
    @Ctx() context: Context,
    @Arg('input', () => MergeCreditNoteMetadataInput, {
      description: 'The credit note, and the keys to add or change.',
    })
    input: MergeCreditNoteMetadataInput,
  ): Promise<CreditNoteMetadataPayload> {
    return { metadata: await this.editor.mergeMetadata(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => CreditNoteMetadataPayload, {
    description: 'Removes metadata of a credit note: one key, or all.',
  })
  @Permission('credit_note', 'write')
  @FailsWith({ notFound: ['credit note', 'metadata'] })
  async deleteCreditNoteMetadata(
    @Ctx() context: Context,
    @Arg('input', () => DeleteCreditNoteMetadataInput, {
      description: 'The credit note, and the key to remove.',
    })
    input: DeleteCreditNoteMetadataInput,
  ): Promise<CreditNoteMetadataPayload> {
    return { metadata: await this.editor.deleteMetadata(context.beginWrite(), context.actor, input) };
  }

  @FieldResolver(() => InvoiceType, { description: 'The invoice that the credit note belongs to.' })
  @Permission('invoice', 'read')
  invoice(@Root() { invoiceId }: CreditNote, @Ctx() context: Context): Promise<Invoice> {
    return context.load(this.relations.invoice, invoiceId);
  }

  @FieldResolver(() => String)
  async invoiceNumber(@Root() { invoiceId }: CreditNote, @Ctx() context: Context): Promise<string> {
    return (await context.load(this.relations.invoice, invoiceId)).number;
  }

  @FieldResolver(() => String, {
    description: 'Code of the billing entity that issued the credited invoice.',
  })
  async billingEntityCode(@Root() { invoiceId }: CreditNote, @Ctx() context: Context): Promise<string> {
    const { billingEntityId } = await context.load(this.relations.invoice, invoiceId);
    return (await context.load(this.relations.billingEntity, billingEntityId)).code;
  }

  @FieldResolver(() => BillingEntityType, {
    description: 'The billing entity that issued the credited invoice.',
  })
  @Permission('billing_entity', 'read')
  async billingEntity(@Root() { invoiceId }: CreditNote, @Ctx() context: Context): Promise<BillingEntity> {
    const { billingEntityId } = await context.load(this.relations.invoice, invoiceId);
    return context.load(this.relations.billingEntity, billingEntityId);
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether the credited invoice is self-billed: issued by the organization for a partner.',
  })
  async selfBilled(@Root() { invoiceId }: CreditNote, @Ctx() context: Context): Promise<boolean> {
    return (await context.load(this.relations.invoice, invoiceId)).selfBilled;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Number of the order of the customer on the credited invoice; null if it has none.',
  })
  async purchaseOrderNumber(
    @Root() { invoiceId }: CreditNote,
    @Ctx() context: Context,
  ): Promise<string | null> {
    return (await context.load(this.relations.invoice, invoiceId)).purchaseOrderNumber;
  }

  @FieldResolver(() => CustomerType)
  @Permission('customer', 'read')
  customer(@Root() { customerId }: CreditNote, @Ctx() context: Context): Promise<Customer> {
    return context.load(this.relations.customer, customerId);
  }

  @FieldResolver(() => [CreditNoteItemType], { description: 'The credited fees, each with its amount.' })
  @TypicalItems(10)
  items(@Root() { id }: CreditNote, @Ctx() context: Context): Promise<CreditNoteItem[]> {
    return context.load(this.itemsByNote, id);
  }

  @FieldResolver(() => [CreditNoteAppliedTaxType])
  async appliedTaxes(
    @Root() { id, invoiceId }: CreditNote,
    @Ctx() context: Context,
  ): Promise<InvoicedCreditNoteTax[]> {
    const taxes = await context.load(this.taxesByNote, id);
    return taxes.map((tax) => ({ ...tax, invoiceId }));
  }

  @FieldResolver(() => [ErrorDetailType], {
    description:
      'Why the credit note could not be reported to the tax provider, until that succeeds. Empty without one.',
  })
  errorDetails(@Root() { errorDetails }: CreditNote): ErrorDetailType[] {
    return shownErrors(errorDetails);
  }
}

/** A tax of a credit note, which has the invoice's categories. */
type InvoicedCreditNoteTax = CreditNoteTax & Pick<CreditNote, 'invoiceId'>;

@Resolver(() => CreditNoteItemType)
export class CreditNoteItemResolver {
  constructor(private readonly relations: InvoiceRelations) {}

  @FieldResolver(() => FeeType, { description: 'The fee that is credited.' })
  @Permission('fee', 'read')
  fee(@Root() { feeId }: CreditNoteItem, @Ctx() context: Context): Promise<Fee> {
    return context.load(this.relations.fee, feeId);
  }
}

@Resolver(() => CreditNoteAppliedTaxType)
export class CreditNoteAppliedTaxResolver {
  constructor(private readonly relations: InvoiceRelations) {}

  @FieldResolver(() => TaxType, {
    nullable: true,
    description: 'The tax as it is now. Null once it was deleted, and for a tax of a provider.',
  })
  @Permission('tax', 'read')
  async tax(@Root() { taxId }: CreditNoteTax, @Ctx() context: Context): Promise<Tax | null> {
    return taxId === null ? null : context.load(this.relations.tax, taxId);
  }

  @FieldResolver(() => TaxCategoryEnum, { description: `${TAX_CATEGORY} That of the invoice.` })
  async taxCategory(@Root() tax: InvoicedCreditNoteTax, @Ctx() context: Context): Promise<TaxCategory> {
    const applied = await context.load(this.relations.invoiceTaxes, tax.invoiceId);
    return appliedCategoryOf(applied.find((each) => identityOf(each) === identityOf(tax)) ?? tax);
  }
}
