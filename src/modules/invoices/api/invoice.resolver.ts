import {
  Arg,
  Args,
  Ctx,
  FieldResolver,
  ID,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription as GraphqlSubscription,
} from 'type-graphql';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import type { Context } from '../../../platform/api/context.js';
import { TypicalItems } from '../../../platform/api/cost.js';
import { defineFinder } from '../../../platform/api/loader.js';
import { type ListArgs, listQuery } from '../../../platform/api/lists/page-args.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import type { SubscriptionOf } from '../../../platform/api/subscription-of.js';
import { watchedObject } from '../../../platform/live/live-updates.js';
import { SafeInt } from '../../../platform/api/members/scalars.js';
import { type IdInput } from '../../../platform/api/members/shapes.js';
import { BillingEntityType } from '../../billing-entities/api/billing-entity.schema.js';
import { CustomerType } from '../../customers/api/customer.schema.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { BillingEntity } from '../../billing-entities/records/billing-entity.table.js';
import { SubscriptionType } from '../../subscriptions/api/subscription.schema.js';
import type { Subscription } from '../../subscriptions/records/subscription.table.js';
import { InvoiceAppliedTaxType } from './applied-tax.schema.js';
import type { BilledPeriod } from '../records/periods/billing-period.repository.js';
import { ErrorDetailType, shownErrors } from './error-detail.schema.js';
import { FeeType } from './fee.schema.js';
import type { AppliedTax, Fee } from '../records/fees/fee.table.js';
import { InvoiceCreditType } from './invoice-credit.schema.js';
import type { InvoiceCredit } from '../records/invoice-credit.table.js';
import type { InvoiceMetadata } from '../records/invoice-metadata.table.js';
import { AppliedUsageThresholdType } from './applied-usage-threshold.schema.js';
import type { AppliedUsageThreshold } from '../records/periods/applied-usage-threshold.table.js';
import type { InvoiceRelations } from './invoice-relations.js';
import { dueCents } from '../settlement/invoice-dues.js';
import type { PendingInvoices } from '../issuing/pending-invoices.service.js';
import type { OneOffInvoices } from '../issuing/one-off-invoices.service.js';
import {
  BillingPeriodType,
  CreateOneOffInvoiceInput,
  InvoiceConnection,
  InvoiceMetadataType,
  InvoicePageArgs,
  type InvoiceFilterInput,
  InvoicePayload,
  InvoiceSectionType,
  InvoiceStatus,
  type InvoiceStatusWord,
  InvoiceType,
  TaxErrorType,
  LoseInvoiceDisputeInput,
  RetryInvoiceInput,
  UpdateInvoiceInput,
} from './invoice.schema.js';
import type { InvoiceService } from '../records/invoice.service.js';
import type { InvoiceSettlement } from '../settlement/invoice-settlement.service.js';
import type { Invoice } from '../records/invoice.table.js';

/** The version of the calculation: which amounts there are, and their order (invoices.md §1). */
const VERSION_NUMBER = 4;

@Resolver(() => InvoiceType)
export class InvoiceResolver {
  private readonly named = defineFinder('invoice', ({ db, actor }, ids) =>
    this.invoices.getVisible(db, actor, ids),
  );

  constructor(
    private readonly invoices: InvoiceService,
    private readonly settlement: InvoiceSettlement,
    private readonly oneOffs: OneOffInvoices,
    private readonly pending: PendingInvoices,
    private readonly relations: InvoiceRelations,
  ) {}

  @GraphqlSubscription(() => InvoiceType, {
    description:
      'The invoice with this id: as it is, and after each change of its status, its payment status or its file. Ends when it is deleted.',
    subscribe: ({ args, context }: SubscriptionOf<{ id: string }>) =>
      context.updates.stream(watchedObject('invoice', args.id)),
  })
  @Permission('invoice', 'read')
  invoiceUpdated(
    @Arg('id', () => ID, { description: 'Id of the invoice.' }) _id: string,
    @Root() id: string,
    @Ctx() { db, actor }: Context,
  ): Promise<Invoice> {
    return this.invoices.get(db, actor, id);
  }

  @Query(() => InvoiceType, { description: 'The invoice with this id.' })
  @Permission('invoice', 'read')
  invoice(
    @Ctx() context: Context,
    @Arg('id', () => ID) id: string,
    @Arg('orOpen', () => Boolean, {
      nullable: true,
      description: 'Whether to also find an invoice that awaits payment before it is issued.',
    })
    orOpen?: boolean | null,
  ): Promise<Invoice> {
    return orOpen === true
      ? this.invoices.get(context.db, context.actor, id, { orOpen })
      : context.load(this.named, id);
  }

  @Query(() => InvoiceConnection, { name: 'invoices', description: 'Invoices, most recently issued first.' })
  @Permission('invoice', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => InvoicePageArgs) args: ListArgs<InvoiceFilterInput>,
  ): Promise<Connection<Invoice>> {
    const query = listQuery(args, pageLimits);
    return new InvoiceConnection(await this.invoices.list(db, actor, query));
  }

  @Mutation(() => InvoicePayload, {
    description:
      'Issues a one-off invoice of add-ons, today. If its fees add up to 0, and the customer or the billing ' +
      'entity skips such invoices, it has the status `deleted`, and nobody sees it again.',
  })
  @Permission('invoice', 'write')
  @FailsWith({
    notFound: ['customer', 'fees', 'add-on', 'billing entity'],
    notAllowed: ['test_clock_advancing'],
    fields: ['values_are_invalid', 'value_is_out_of_range', 'invalid_payment_method'],
  })
  async createOneOffInvoice(
    @Ctx() context: Context,
    @Arg('input', () => CreateOneOffInvoiceInput) input: CreateOneOffInvoiceInput,
  ): Promise<{ invoice: Invoice }> {
    return { invoice: await this.oneOffs.create(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => InvoicePayload, {
    description: "Sets an invoice's payment status manually, and its metadata.",
  })
  @Permission('invoice', 'write')
  @FailsWith({
    notFound: ['invoice'],
    notAllowed: [
      'update_on_voided_invoice',
      'metadata_on_draft_invoice',
      'payment_status_update_on_draft_invoice',
    ],
    forbidden: ['forbidden'],
    fields: ['value_is_invalid', 'invalid_count', 'value_already_exist'],
  })
  async updateInvoice(
    @Ctx() context: Context,
    @Arg('input', () => UpdateInvoiceInput) input: UpdateInvoiceInput,
  ): Promise<{ invoice: Invoice }> {
    return { invoice: await this.settlement.update(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => InvoicePayload, {
    description:
      'Marks the dispute about the payment of a finalized or voided invoice as lost. The invoice is no longer overdue; its paid amount does not change.',
  })
  @Permission('invoice', 'write')
  @FailsWith({ notFound: ['invoice'], notAllowed: ['not_disputable'] })
  async loseInvoiceDispute(
    @Ctx() context: Context,
    @Arg('input', () => LoseInvoiceDisputeInput, { description: 'The invoice whose dispute was lost.' })
    { id }: IdInput,
  ): Promise<{ invoice: Invoice }> {
    return { invoice: await this.settlement.loseDispute(context.beginWrite(), context.actor, id) };
  }

  @Mutation(() => InvoicePayload, {
    description: 'Computes the taxes of an invoice again in the background, after that has failed.',
  })
  @Permission('invoice', 'write')
  @FailsWith({ notFound: ['invoice'], notAllowed: ['invalid_status'] })
  async retryInvoice(
    @Ctx() context: Context,
    @Arg('input', () => RetryInvoiceInput) { id }: IdInput,
  ): Promise<{ invoice: Invoice }> {
    return { invoice: await this.pending.retry(context.beginWrite(), context.actor, id) };
  }

  @FieldResolver(() => InvoiceStatus, {
    description:
      'Draft in the grace period, finalized when issued, voided when declared void; open, pending or failed before it is issued.',
  })
  status(@Root() { status }: Invoice, @Ctx() { surface }: Context): InvoiceStatusWord {
    // The contract has no word for an invoice that awaits its payment.
    if (status === 'open' && surface === 'rest') return 'pending';
    return status === 'closed' ? 'deleted' : status;
  }

  @FieldResolver(() => String, { description: 'Code of the billing entity that issues the invoice.' })
  async billingEntityCode(@Root() invoice: Invoice, @Ctx() context: Context): Promise<string> {
    return (await context.load(this.relations.billingEntity, invoice.billingEntityId)).code;
  }

  @FieldResolver(() => BillingEntityType, { description: 'The billing entity that issues the invoice.' })
  @Permission('billing_entity', 'read')
  billingEntity(@Root() invoice: Invoice, @Ctx() context: Context): Promise<BillingEntity> {
    return context.load(this.relations.billingEntity, invoice.billingEntityId);
  }

  @FieldResolver(() => Int, { description: 'Version of the rules by which amounts are computed.' })
  versionNumber(): number {
    return VERSION_NUMBER;
  }

  @FieldResolver(() => SafeInt, { description: 'Total minus payments and offsets. 0 for a voided invoice.' })
  totalDueAmountCents(@Root() invoice: Invoice): bigint {
    return dueCents(invoice);
  }

  @FieldResolver(() => CustomerType)
  @Permission('customer', 'read')
  customer(@Root() invoice: Invoice, @Ctx() context: Context): Promise<Customer> {
    return context.load(this.relations.customer, invoice.customerId);
  }

  @FieldResolver(() => InvoiceType, {
    nullable: true,
    description: 'The voided invoice that it was regenerated from. Null for other invoices.',
  })
  voidedInvoice(@Root() { voidedInvoiceId }: Invoice, @Ctx() context: Context): Promise<Invoice> | null {
    return voidedInvoiceId === null ? null : context.load(this.relations.invoice, voidedInvoiceId);
  }

  @FieldResolver(() => InvoiceType, {
    nullable: true,
    description: 'The invoice that was regenerated from this voided one. Null without one.',
  })
  async regeneratedInvoice(
    @Root() { id, status }: Invoice,
    @Ctx() context: Context,
  ): Promise<Invoice | null> {
    const invoice = status === 'voided' ? await context.load(this.relations.regenerated, id) : null;
    // It is hidden if its fees add up to 0 and such invoices are skipped.
    return invoice?.status === 'closed' ? null : invoice;
  }

  @FieldResolver(() => [SubscriptionType], { description: 'Subscriptions billed by the invoice.' })
  @Permission('subscription', 'read')
  @TypicalItems(2)
  async subscriptions(@Root() invoice: Invoice, @Ctx() context: Context): Promise<Subscription[]> {
    const periods = await context.load(this.relations.billedPeriods, invoice.id);
    const ids = new Set(periods.map((period) => period.subscriptionId));
    return Promise.all([...ids].map((id) => context.load(this.relations.subscription, id)));
  }

  @FieldResolver(() => [BillingPeriodType], {
    description:
      'The billed periods, in order: one for each subscription on the invoice, and a second one for usage on the day of an end that its period does not contain.',
  })
  billingPeriods(@Root() invoice: Invoice, @Ctx() context: Context): Promise<BilledPeriod[]> {
    return context.load(this.relations.billedPeriods, invoice.id);
  }

  @FieldResolver(() => [FeeType], { description: 'Line items, in their order on the invoice.' })
  @Permission('fee', 'read')
  @TypicalItems(10)
  fees(@Root() invoice: Invoice, @Ctx() context: Context): Promise<Fee[]> {
    context.prime(this.relations.selfBilled, invoice.id, invoice.selfBilled);
    return context.load(this.relations.fees, invoice.id);
  }

  @FieldResolver(() => [InvoiceAppliedTaxType])
  appliedTaxes(@Root() invoice: Invoice, @Ctx() context: Context): Promise<AppliedTax[]> {
    return context.load(this.relations.invoiceTaxes, invoice.id);
  }

  @FieldResolver(() => [InvoiceCreditType], {
    description: 'Credits applied to the invoice, in order of application.',
  })
  credits(@Root() invoice: Invoice, @Ctx() context: Context): Promise<InvoiceCredit[]> {
    return context.load(this.relations.credits, invoice.id);
  }

  @FieldResolver(() => [InvoiceMetadataType], { description: 'Texts kept with the invoice, oldest first.' })
  metadata(@Root() { id }: Invoice, @Ctx() context: Context): Promise<InvoiceMetadata[]> {
    return context.load(this.relations.metadata, id);
  }

  @FieldResolver(() => [ErrorDetailType], {
    description: 'Why the taxes of the invoice could not be computed or taken back, until that succeeds.',
  })
  errorDetails(@Root() { errorDetails }: Invoice): ErrorDetailType[] {
    return shownErrors(errorDetails);
  }

  @FieldResolver(() => TaxErrorType, { nullable: true, description: 'Why the taxes could not be computed.' })
  taxError(@Root() { errorDetails }: Invoice): TaxErrorType | null {
    return errorDetails.find(({ errorCode }) => errorCode === 'tax_error') ?? null;
  }

  @FieldResolver(() => [InvoiceSectionType], {
    description: 'The custom sections that the invoice shows, by name, as they were when it was computed.',
  })
  appliedInvoiceCustomSections(@Root() { id, customSections, createdAt }: Invoice): InvoiceSectionType[] {
    return customSections.map(({ name, displayName, details, ...section }) => ({
      ...section,
      name,
      invoiceId: id,
      displayName: displayName ?? name,
      details: details ?? '',
      createdAt,
    }));
  }

  @FieldResolver(() => [AppliedUsageThresholdType], {
    description: 'The thresholds that a progressive invoice was issued for; empty for other invoices.',
  })
  appliedUsageThresholds(@Root() { id }: Invoice, @Ctx() context: Context): Promise<AppliedUsageThreshold[]> {
    return context.load(this.relations.appliedThresholds, id);
  }
}
