import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { AlertDirection } from '../../core/alerts.js';
import type { Connection } from '../../platform/api/lists/page-connection.js';
import type { Context } from '../../platform/api/context.js';
import { FailsWith } from '../../platform/api/failures.js';
import { defineLoader } from '../../platform/api/loader.js';
import { NestedList } from '../../platform/api/lists/nested-list.js';
import { type ListArgs, listQuery } from '../../platform/api/lists/page-args.js';
import { Permission } from '../../platform/api/access/permissions.js';
import { type IdInput } from '../../platform/api/members/shapes.js';
import { indexBy } from '../../platform/collections/grouping.js';
import { badRequest, notFound } from '../../platform/errors/app-error.js';
import type { FieldErrorCode } from '../../platform/errors/error-codes.js';
import type { ListQuery } from '../../platform/paging/page.js';
import { BillableMetricType } from '../billable-metrics/billable-metric.schema.js';
import type { BillableMetric } from '../billable-metrics/billable-metric.table.js';
import { SubscriptionType } from '../subscriptions/api/subscription.schema.js';
import type { Subscription } from '../subscriptions/records/subscription.table.js';
import { WalletType } from '../wallets/api/wallet.schema.js';
import type { Wallet } from '../wallets/records/wallet.table.js';
import type { AlertsNeeds } from './alerts.needs.js';
import type { AlertEditor } from './alert-editor.service.js';
import { directionOf } from './alert-kinds.js';
import {
  AlertConnection,
  AlertDirectionEnum,
  AlertOwnerArgs,
  AlertOwnerType,
  AlertPageArgs,
  AlertPayload,
  AlertsPayload,
  AlertType,
  CreateAlertInput,
  CreateAlertsInput,
  DeleteAlertInput,
  DeleteAlertPayload,
  DeleteAllAlertsInput,
  DeleteAllAlertsPayload,
  TriggeredAlertConnection,
  type TriggeredAlertFilterInput,
  TriggeredAlertPageArgs,
  TriggeredAlertType,
  UpdateAlertInput,
} from './alert.schema.js';
import type { AlertOwnerKey, AlertService } from './alert.service.js';
import type { Alert } from './alert.table.js';
import type { TriggeredAlert } from './triggered-alert.table.js';

interface Needs extends Pick<AlertsNeeds, 'subscriptions' | 'billableMetrics' | 'walletRelations'> {
  readonly alerts: AlertService;
  readonly alertEditor: AlertEditor;
}

/** Errors of the members that an alert is created with and updated. */
const FIELD_ERRORS: readonly FieldErrorCode[] = [
  'too_many_thresholds',
  'duplicate_threshold_values',
  'multiple_recurring_thresholds',
  'recurring_value_is_negative',
  'value_must_be_blank',
  'value_already_exist',
  'alert_already_exists',
];

@Resolver(() => AlertType)
export class AlertResolver {
  private readonly metric = defineLoader<string, BillableMetric>(
    ({ db, actor }, ids) => this.needs.billableMetrics.getMany(db, actor, ids),
    () => notFound('billable_metric'),
  );

  private readonly watched = defineLoader<string, Subscription | null>(
    async ({ db, actor }, externalIds) =>
      indexBy(
        await this.needs.subscriptions.activeNamed(db, actor, externalIds),
        ({ externalId }) => externalId,
      ),
    () => null,
  );

  constructor(private readonly needs: Needs) {}

  @Query(() => AlertType, {
    description: 'The alert with this id, or that of a subscription or wallet with this code.',
  })
  @Permission('alert', 'read')
  alert(
    @Ctx() { db, actor }: Context,
    @Args(() => AlertOwnerArgs) owner: AlertOwnerArgs,
    @Arg('id', () => ID, { nullable: true }) id?: string | null,
    @Arg('code', () => String, { nullable: true }) code?: string | null,
  ): Promise<Alert> {
    const isNamed = typeof code === 'string';
    if (typeof id === 'string' && !isNamed) return this.needs.alerts.get(db, actor, { id });
    if (typeof id === 'string' || !isNamed) throw badRequest('Give the id, or the owner and the code.');
    return this.needs.alerts.get(db, actor, { owner: ownerKey(owner), code });
  }

  @Query(() => AlertConnection, { description: 'Alerts of a subscription or of a wallet, newest first.' })
  @Permission('alert', 'read')
  async alerts(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => AlertOwnerArgs) owner: AlertOwnerArgs,
    @Args(() => AlertPageArgs) args: ListArgs,
  ): Promise<Connection<Alert>> {
    const query = listQuery(args, pageLimits);
    return new AlertConnection(await this.needs.alerts.list(db, actor, ownerKey(owner), query));
  }

  @Query(() => AlertOwnerType, {
    description: 'The subscription or the wallet that alerts watch, by its names.',
  })
  @Permission('alert', 'read')
  async alertOwner(
    @Ctx() { db, actor }: Context,
    @Args(() => AlertOwnerArgs) owner: AlertOwnerArgs,
  ): Promise<AlertOwnerType> {
    const { subscriptionId, walletId } = await this.needs.alerts.ownerOf(db, actor, ownerKey(owner));
    return { subscriptionId, walletId };
  }

  @Mutation(() => AlertPayload, { description: 'Creates an alert of a subscription or of a wallet.' })
  @Permission('alert', 'write')
  @FailsWith({
    notFound: ['subscription', 'wallet', 'billable metric'],
    notAllowed: ['test_clock_advancing'],
    fields: ['invalid_type', ...FIELD_ERRORS],
  })
  async createAlert(
    @Ctx() context: Context,
    @Arg('input', () => CreateAlertInput) input: CreateAlertInput,
  ): Promise<{ alert: Alert }> {
    return { alert: await this.needs.alertEditor.create(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => AlertsPayload, {
    description: 'Creates several alerts of a subscription or of a wallet: all of them, or none.',
  })
  @Permission('alert', 'write')
  @FailsWith({
    notFound: ['subscription', 'wallet', 'billable metric'],
    notAllowed: ['test_clock_advancing'],
    fields: ['no_alerts', 'invalid_type', ...FIELD_ERRORS],
  })
  async createAlerts(
    @Ctx() context: Context,
    @Arg('input', () => CreateAlertsInput) input: CreateAlertsInput,
  ): Promise<{ alerts: Alert[] }> {
    return { alerts: await this.needs.alertEditor.createAll(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => AlertPayload, {
    description:
      'Updates an alert. Thresholds that the figure has already passed do not trigger it, unless the metric changes.',
  })
  @Permission('alert', 'write')
  @FailsWith({
    notFound: ['alert', 'billable metric'],
    notAllowed: ['test_clock_advancing'],
    fields: FIELD_ERRORS,
  })
  async updateAlert(
    @Ctx() context: Context,
    @Arg('input', () => UpdateAlertInput) input: UpdateAlertInput,
  ): Promise<{ alert: Alert }> {
    return { alert: await this.needs.alertEditor.update(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => DeleteAlertPayload, { description: 'Deletes an alert.' })
  @Permission('alert', 'write')
  @FailsWith({ notFound: ['alert'], notAllowed: ['test_clock_advancing'] })
  async deleteAlert(
    @Ctx() context: Context,
    @Arg('input', () => DeleteAlertInput) { id }: IdInput,
  ): Promise<{ deletedId: string; alert: Alert }> {
    const alert = await this.needs.alertEditor.delete(context.beginWrite(), context.actor, id);
    return { deletedId: id, alert };
  }

  @Mutation(() => DeleteAllAlertsPayload, {
    description: 'Deletes all alerts of a subscription or of a wallet.',
  })
  @Permission('alert', 'write')
  @FailsWith({ notFound: ['subscription', 'wallet'], notAllowed: ['test_clock_advancing'] })
  async deleteAllAlerts(
    @Ctx() context: Context,
    @Arg('input', () => DeleteAllAlertsInput, {
      description: 'The subscription or wallet whose alerts are deleted.',
    })
    input: DeleteAllAlertsInput,
  ): Promise<DeleteAllAlertsPayload> {
    const { alertEditor } = this.needs;
    return { deletedCount: await alertEditor.deleteAll(context.beginWrite(), context.actor, input) };
  }

  @FieldResolver(() => SubscriptionType, {
    nullable: true,
    description: 'The subscription that is active under the external id now; null without one.',
  })
  @Permission('subscription', 'read')
  async subscription(
    @Root() { externalSubscriptionId }: Alert,
    @Ctx() context: Context,
  ): Promise<Subscription | null> {
    return externalSubscriptionId === null ? null : context.load(this.watched, externalSubscriptionId);
  }

  @FieldResolver(() => AlertDirectionEnum, {
    description: 'Whether the alert is triggered when its figure rises past thresholds, or when it falls.',
  })
  direction(@Root() { alertType }: Alert): AlertDirection {
    return directionOf(alertType);
  }

  @FieldResolver(() => BillableMetricType, {
    nullable: true,
    description: 'The metric whose usage it watches; null for types that watch no single one.',
  })
  @Permission('billable_metric', 'read')
  billableMetric(
    @Root() { billableMetricId }: Alert,
    @Ctx() context: Context,
  ): Promise<BillableMetric> | null {
    return billableMetricId === null ? null : context.load(this.metric, billableMetricId);
  }

  @FieldResolver(() => WalletType, {
    nullable: true,
    description: 'The wallet that the alert watches; null for alerts of subscriptions.',
  })
  @Permission('wallet', 'read')
  wallet(@Root() { walletId }: Alert, @Ctx() context: Context): Promise<Wallet> | null {
    return walletId === null ? null : context.load(this.needs.walletRelations.wallet, walletId);
  }

  @FieldResolver(() => String, { nullable: true, description: 'Code of the wallet that it watches.' })
  async walletCode(@Root() { walletId }: Alert, @Ctx() context: Context): Promise<string | null> {
    return walletId === null ? null : (await context.load(this.needs.walletRelations.wallet, walletId)).code;
  }
}

interface TriggeredAlertResolverNeeds extends Pick<AlertsNeeds, 'subscriptions' | 'walletRelations'> {
  readonly alerts: AlertService;
}

@Resolver(() => TriggeredAlertType)
export class TriggeredAlertResolver {
  private readonly subscriptionNamed = defineLoader<string, Subscription>(
    ({ db, actor }, ids) => this.needs.subscriptions.getMany(db, actor, ids),
    () => notFound('subscription'),
  );

  constructor(private readonly needs: TriggeredAlertResolverNeeds) {}

  @Query(() => TriggeredAlertType, { description: 'The message of an alert with this id.' })
  @Permission('alert', 'read')
  triggeredAlert(@Ctx() { db, actor }: Context, @Arg('id', () => ID) id: string): Promise<TriggeredAlert> {
    return this.needs.alerts.getTriggered(db, actor, id);
  }

  @Query(() => TriggeredAlertConnection, { description: 'Messages of alerts, latest first.' })
  @Permission('alert', 'read')
  async triggeredAlerts(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => TriggeredAlertPageArgs) args: ListArgs<TriggeredAlertFilterInput>,
  ): Promise<Connection<TriggeredAlert>> {
    const query = listQuery(args, pageLimits);
    return new TriggeredAlertConnection(await this.needs.alerts.listTriggered(db, actor, query));
  }

  @FieldResolver(() => SubscriptionType, {
    nullable: true,
    description: 'The subscription that was active under the external id.',
  })
  @Permission('subscription', 'read')
  subscription(
    @Root() { subscriptionId }: TriggeredAlert,
    @Ctx() context: Context,
  ): Promise<Subscription> | null {
    return subscriptionId === null ? null : context.load(this.subscriptionNamed, subscriptionId);
  }

  @FieldResolver(() => WalletType, { nullable: true, description: 'The wallet that the alert watches.' })
  @Permission('wallet', 'read')
  wallet(@Root() { walletId }: TriggeredAlert, @Ctx() context: Context): Promise<Wallet> | null {
    return walletId === null ? null : context.load(this.needs.walletRelations.wallet, walletId);
  }
}

/** Adds alerts to subscriptions. */
@Resolver(() => SubscriptionType)
export class SubscriptionAlertsResolver {
  private readonly ofSubscriptions = new NestedList<Alert, ListQuery>(({ db, actor }, ids, query) =>
    this.service.listByOwner(db, actor, { type: 'subscription', ids }, query),
  );

  constructor(private readonly service: AlertService) {}

  @FieldResolver(() => AlertConnection, {
    description: 'The alerts on the external id of the subscription, newest first.',
  })
  @Permission('alert', 'read')
  async alerts(
    @Root() { id: parentId }: Subscription,
    @Ctx() context: Context,
    @Args(() => AlertPageArgs) args: ListArgs,
  ): Promise<Connection<Alert>> {
    const query = listQuery(args, context.pageLimits);
    return new AlertConnection(await this.ofSubscriptions.load(context, parentId, query));
  }
}

/** Adds alerts to wallets. */
@Resolver(() => WalletType)
export class WalletAlertsResolver {
  private readonly ofWallets = new NestedList<Alert, ListQuery>(({ db, actor }, ids, query) =>
    this.service.listByOwner(db, actor, { type: 'wallet', ids }, query),
  );

  constructor(private readonly service: AlertService) {}

  @FieldResolver(() => AlertConnection, { description: 'The alerts of the wallet, newest first.' })
  @Permission('alert', 'read')
  async alerts(
    @Root() { id: parentId }: Wallet,
    @Ctx() context: Context,
    @Args(() => AlertPageArgs) args: ListArgs,
  ): Promise<Connection<Alert>> {
    const query = listQuery(args, context.pageLimits);
    return new AlertConnection(await this.ofWallets.load(context, parentId, query));
  }
}

/** @throws AppError kind `badRequest` unless exactly one subscription or wallet is named. */
function ownerKey({
  subscriptionId,
  externalId,
  status,
  walletId,
  externalCustomerId,
  walletCode,
}: AlertOwnerArgs): AlertOwnerKey {
  const keys: AlertOwnerKey[] = [];
  if (typeof subscriptionId === 'string') keys.push({ subscription: { id: subscriptionId } });
  if (typeof externalId === 'string') keys.push({ subscription: { externalId, status: status ?? 'active' } });
  if (typeof walletId === 'string') keys.push({ wallet: { id: walletId } });
  if (typeof externalCustomerId === 'string' && typeof walletCode === 'string')
    keys.push({ wallet: { externalCustomerId, code: walletCode } });
  const [key, ...others] = keys;
  if (key === undefined || others.length > 0)
    throw badRequest(
      'Give subscriptionId, externalId, walletId, or externalCustomerId and walletCode: one of these.',
    );
  return key;
}
