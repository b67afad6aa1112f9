import {
  Arg,
  Args,
  Ctx,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import { shownReference } from '../../payment-providers/methods/payment-method-reference.js';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import type { Context } from '../../../platform/api/context.js';
import { TypicalItems } from '../../../platform/api/cost.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { defineLoader } from '../../../platform/api/loader.js';
import { NestedList } from '../../../platform/api/lists/nested-list.js';
import { type ListArgs, listQuery } from '../../../platform/api/lists/page-args.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { type IdInput } from '../../../platform/api/members/shapes.js';
import type { SubscriptionOf } from '../../../platform/api/subscription-of.js';
import { watchedObject } from '../../../platform/live/live-updates.js';
import { badRequest } from '../../../platform/errors/app-error.js';
import type { ListQuery } from '../../../platform/paging/page.js';
import { BillableMetricType } from '../../billable-metrics/billable-metric.schema.js';
import type { BillableMetric } from '../../billable-metrics/billable-metric.table.js';
import { BillingEntityType } from '../../billing-entities/api/billing-entity.schema.js';
import { CustomerType } from '../../customers/api/customer.schema.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { AppliedInvoiceCustomSection } from '../../invoice-custom-sections/invoice-custom-section-relations.js';
import { AppliedInvoiceCustomSectionType } from '../../invoice-custom-sections/invoice-custom-section.schema.js';
import type { BillingEntity } from '../../billing-entities/records/billing-entity.table.js';
import { PaymentMethodReference } from '../../subscriptions/api/subscription.schema.js';
import type { WalletsNeeds } from '../wallets.needs.js';
import {
  CreateWalletInput,
  DeleteWalletMetadataInput,
  MergeWalletMetadataInput,
  SetWalletMetadataInput,
  TerminateWalletInput,
  UpdateWalletInput,
  WalletConnection,
  type WalletFilterInput,
  WalletLimitsType,
  WalletMetadataPayload,
  WalletPageArgs,
  WalletPayload,
  WalletType,
} from './wallet.schema.js';
import { WalletRuleType } from './wallet-rule.schema.js';
import type { WalletRule } from '../records/wallet-rule.table.js';
import type { WalletRules } from '../rules/wallet-rules.service.js';
import type { WalletRelations } from './wallet-relations.js';
import type { WalletEditor } from '../editing/wallet-editor.service.js';
import type { WalletFilter } from '../records/wallet.input.js';
import type { WalletKey, WalletService } from './wallet.service.js';
import type { Wallet } from '../records/wallet.table.js';

interface Needs extends Pick<WalletsNeeds, 'customSectionRelations'> {
  readonly wallets: WalletService;
  readonly walletEditor: WalletEditor;
  readonly walletRules: WalletRules;
  readonly walletRelations: WalletRelations;
}

@Resolver(() => WalletType)
export class WalletResolver {
  private readonly rule = defineLoader<string, WalletRule | null>(
    ({ db, actor }, ids) => this.needs.walletRules.activeOf(db, actor, ids),
    () => null,
  );

  constructor(private readonly needs: Needs) {}

  @Subscription(() => WalletType, {
    description:
      'The wallet with this id: as it is, and after each change of its balance. Ends when it is not found.',
    subscribe: ({ args, context }: SubscriptionOf<{ walletId: string }>) =>
      context.updates.stream(watchedObject('wallet', args.walletId)),
  })
  @Permission('wallet', 'read')
  walletBalanceUpdated(
    @Arg('walletId', () => ID, { description: 'Id of the wallet.' }) _walletId: string,
    @Root() id: string,
    @Ctx() { db, actor }: Context,
  ): Promise<Wallet> {
    return this.needs.wallets.get(db, actor, keyOf({ id }));
  }

  @Query(() => WalletType, {
    description:
      'The wallet with this id, or that of a customer with this code: the active one, else the last terminated one.',
  })
  @Permission('wallet', 'read')
  wallet(
    @Ctx() { db, actor }: Context,
    @Arg('id', () => ID, { nullable: true }) id?: string | null,
    @Arg('externalCustomerId', () => String, { nullable: true }) externalCustomerId?: string | null,
    @Arg('code', () => String, { nullable: true }) code?: string | null,
  ): Promise<Wallet> {
    return this.needs.wallets.get(db, actor, keyOf({ id, externalCustomerId, code }));
  }

  @Query(() => WalletConnection, { name: 'wallets', description: 'Wallets, newest first.' })
  @Permission('wallet', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => WalletPageArgs) args: ListArgs<WalletFilterInput>,
  ): Promise<Connection<Wallet>> {
    return new WalletConnection(await this.needs.wallets.list(db, actor, listQuery(args, pageLimits)));
  }

  @Mutation(() => WalletPayload, {
    description: 'Creates a wallet with its first top-ups. A customer has at most 6 active wallets.',
  })
  @Permission('wallet', 'write')
  @FailsWith({
    notFound: ['billing entity'],
    notAllowed: ['test_clock_advancing'],
    fields: [
      'customer_not_found',
      'wallet_limit_reached',
      'value_already_exist',
      'value_is_out_of_range',
      'invalid_paid_credits',
      'invalid_granted_credits',
      'amount_rounds_to_zero',
      'amount_below_minimum',
      'amount_above_maximum',
      'must_be_greater_than_or_equal_min',
      'invalid_date',
      'invalid_limitations',
      'invalid_number_of_recurring_rules',
      'invalid_recurring_rule',
      'invalid_payment_method',
    ],
  })
  async createWallet(
    @Ctx() context: Context,
    @Arg('input', () => CreateWalletInput) input: CreateWalletInput,
  ): Promise<{ wallet: Wallet }> {
    return { wallet: await this.needs.walletEditor.create(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => WalletPayload, {
    description: 'Updates an active wallet. Its rate and its currency never change.',
  })
  @Permission('wallet', 'write')
  @FailsWith({
    notFound: ['wallet', 'billing entity', 'recurring transaction rule'],
    notAllowed: ['test_clock_advancing'],
    fields: [
      'wallet_is_terminated',
      'value_already_exist',
      'value_is_out_of_range',
      'must_be_greater_than_or_equal_min',
      'invalid_date',
      'invalid_limitations',
      'invalid_number_of_recurring_rules',
      'invalid_recurring_rule',
      'invalid_payment_method',
    ],
  })
  async updateWallet(
    @Ctx() context: Context,
    @Arg('input', () => UpdateWalletInput) input: UpdateWalletInput,
  ): Promise<{ wallet: Wallet }> {
    return { wallet: await this.needs.walletEditor.update(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => WalletPayload, {
    description:
      'Terminates a wallet: its remaining credits can no longer be used, and are not refunded. A terminated wallet is left unchanged.',
  })
  @Permission('wallet', 'write')
  @FailsWith({ notFound: ['wallet'], notAllowed: ['test_clock_advancing'] })
  async terminateWallet(
    @Ctx() context: Context,
    @Arg('input', () => TerminateWalletInput) { id }: IdInput,
  ): Promise<{ wallet: Wallet }> {
    return { wallet: await this.needs.walletEditor.terminate(context.beginWrite(), context.actor, id) };
  }

  @Mutation(() => WalletMetadataPayload, { description: 'Replaces the metadata of a wallet.' })
  @Permission('wallet', 'write')
  @FailsWith({
    notFound: ['wallet'],
    notAllowed: ['test_clock_advancing'],
    fields: ['wallet_is_terminated', 'too_many_keys', 'key_too_long', 'value_too_long'],
  })
  async setWalletMetadata(
    @Ctx() context: Context,
    @Arg('input', () => SetWalletMetadataInput, { description: 'The wallet, and all of its new metadata.' })
    input: SetWalletMetadataInput,
  ): Promise<WalletMetadataPayload> {
    const { walletEditor } = this.needs;
    return { metadata: await walletEditor.setMetadata(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => WalletMetadataPayload, { description: 'Adds or changes metadata keys of a wallet.' })
  @Permission('wallet', 'write')
  @FailsWith({
    notFound: ['wallet'],
    notAllowed: ['test_clock_advancing'],
    fields: ['wallet_is_terminated', 'too_many_keys', 'key_too_long', 'value_too_long'],
  })
  async mergeWalletMetadata(
    @Ctx() context: Context,
    @Arg('input', () => MergeWalletMetadataInput, {
      description: 'The wallet, and the keys to add or change.',
    })
    input: MergeWalletMetadataInput,
  ): Promise<WalletMetadataPayload> {
    const { walletEditor } = this.needs;
    return { metadata: await walletEditor.mergeMetadata(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => WalletMetadataPayload, {
    description: 'Removes metadata of a wallet: one key, or all.',
  })
  @Permission('wallet', 'write')
  @FailsWith({
    notFound: ['customer', 'wallet', 'metadata'],
    notAllowed: ['test_clock_advancing'],
    fields: ['wallet_is_terminated'],
  })
  async deleteWalletMetadata(
    @Ctx() context: Context,
    @Arg('input', () => DeleteWalletMetadataInput, { description: 'The wallet, and the key to remove.' })
    { key, ...named }: DeleteWalletMetadataInput,
  ): Promise<WalletMetadataPayload> {
    const { wallets, walletEditor } = this.needs;
    const tx = context.beginWrite();
    const { id } = await wallets.get(tx, context.actor, keyOf(named));
    return { metadata: await walletEditor.deleteMetadata(tx, context.actor, { id, key: key ?? null }) };
  }

  @FieldResolver(() => CustomerType)
  @Permission('customer', 'read')
  customer(@Root() { customerId }: Wallet, @Ctx() context: Context): Promise<Customer> {
    return context.load(this.needs.walletRelations.customer, customerId);
  }

  @FieldResolver(() => String)
  async externalCustomerId(@Root() { customerId }: Wallet, @Ctx() context: Context): Promise<string> {
    return (await context.load(this.needs.walletRelations.customer, customerId)).externalId;
  }

  @FieldResolver(() => String, { description: 'Code of the entity that issues the invoices of top-ups.' })
  async billingEntityCode(@Root() wallet: Wallet, @Ctx() context: Context): Promise<string> {
    return (await this.needs.walletRelations.billingEntityOf(context, wallet)).code;
  }

  @FieldResolver(() => BillingEntityType, { description: 'The entity that issues the invoices of top-ups.' })
  @Permission('billing_entity', 'read')
  billingEntity(@Root() wallet: Wallet, @Ctx() context: Context): Promise<BillingEntity> {
    return this.needs.walletRelations.billingEntityOf(context, wallet);
  }

  @FieldResolver(() => WalletLimitsType, { description: 'The fees that the wallet pays.' })
  appliesTo(@Root() wallet: Wallet): Wallet {
    return wallet;
  }

  @FieldResolver(() => [WalletRuleType], {
    description: 'The rule that tops the wallet up automatically, if it has one.',
  })
  @TypicalItems(1)
  async recurringTransactionRules(@Root() { id }: Wallet, @Ctx() context: Context): Promise<WalletRule[]> {
    const rule = await context.load(this.rule, id);
    return rule === null ? [] : [rule];
  }

  @FieldResolver(() => [AppliedInvoiceCustomSectionType], {
    description: 'The custom sections that it has selected for the invoices of its top-ups, by name.',
  })
  @Permission('invoice_custom_section', 'read')
  appliedInvoiceCustomSections(
    @Root() { customSections }: Wallet,
    @Ctx() context: Context,
  ): Promise<AppliedInvoiceCustomSection[]> {
    return this.needs.customSectionRelations.applied(context, customSections);
  }

  @FieldResolver(() => PaymentMethodReference, {
    nullable: true,
    description: 'How the invoices of paid top-ups are paid; null: as the customer pays.',
  })
  paymentMethod(@Root() wallet: Wallet): PaymentMethodReference | null {
    return shownReference(wallet);
  }
}

/** Adds the metrics to the limits of wallets. */
@Resolver(() => WalletLimitsType)
export class WalletLimitsResolver {
  private readonly metrics = defineLoader<string, BillableMetric[]>(
    ({ db, actor }, ids) => this.wallets.metricsOf(db, actor, ids),
    () => [],
  );

  constructor(private readonly wallets: WalletService) {}

  @FieldResolver(() => [BillableMetricType], { description: 'Metrics whose charges the wallet pays.' })
  @Permission('billable_metric', 'read')
  billableMetrics(@Root() { id }: Wallet, @Ctx() context: Context): Promise<BillableMetric[]> {
    return context.load(this.metrics, id);
  }

  @FieldResolver(() => [String], { description: 'Codes of the metrics whose charges it pays.' })
  async billableMetricCodes(@Root() { id, hasMetrics }: Wallet, @Ctx() context: Context): Promise<string[]> {
    return hasMetrics ? (await context.load(this.metrics, id)).map(({ code }) => code) : [];
  }
}

/** Adds wallets to customers. */
@Resolver(() => CustomerType)
export class CustomerWalletsResolver {
  private readonly ofCustomers = new NestedList<Wallet, ListQuery<WalletFilter>>(
    ({ db, actor }, ids, query) => this.service.listByCustomer(db, actor, ids, query),
  );

  constructor(private readonly service: WalletService) {}

  @FieldResolver(() => WalletConnection, { description: 'Wallets of the customer, newest first.' })
  @Permission('wallet', 'read')
  async wallets(
    @Root() { id: parentId }: Customer,
    @Ctx() context: Context,
    @Args(() => WalletPageArgs) args: ListArgs<WalletFilterInput>,
  ): Promise<Connection<Wallet>> {
    const query = listQuery(args, context.pageLimits);
    return new WalletConnection(await this.ofCustomers.load(context, parentId, query));
  }
}

interface SentKey {
  readonly id?: string | null | undefined;
  readonly externalCustomerId?: string | null | undefined;
  readonly code?: string | null | undefined;
}

/** @throws AppError kind `badRequest` unless a wallet is named by its id, or by its customer and its code. */
function keyOf({ id, externalCustomerId, code }: SentKey): WalletKey {
  const isNamed = typeof externalCustomerId === 'string' && typeof code === 'string';
  if (typeof id === 'string' && !isNamed) return { id };
  if (typeof id !== 'string' && isNamed) return { externalCustomerId, code };
  throw badRequest('Give the id, or externalCustomerId and code.');
}
