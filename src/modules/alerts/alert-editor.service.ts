import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { newId } from '../../platform/db/tables/ids.js';
import { violates } from '../../platform/db/postgres/postgres-error.js';
import { badRequest, invalid, notFound } from '../../platform/errors/app-error.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { Customer } from '../customers/records/customer.table.js';
import type { Wallet } from '../wallets/records/wallet.table.js';
import type { AlertsNeeds } from './alerts.needs.js';
import { ALERT_KINDS } from './alert-kinds.js';
import type { AlertReviews } from './alert-reviews.service.js';
import type { CreateAlert, CreateAlerts, SentAlert, SentAlertOwner, UpdateAlert } from './alert.input.js';
import { type AlertOwner, alertRepository } from './alert.repository.js';
import { checkCode, checkedThresholds, checkedType, checkWatched } from './alert.rules.js';
import type { AlertService, FoundOwner } from './alert.service.js';
import type { Alert, AlertType } from './alert.table.js';
import { isOngoing, type OngoingFigures, walletFigure } from './wallet-figure.js';

interface Needs extends Pick<
  AlertsNeeds,
  | 'billableMetrics'
  | 'testClocks'
  | 'customerLocks'
  | 'subscriptions'
  | 'wallets'
  | 'usageNotices'
  | 'ongoingWalletFigures'
> {
  readonly alerts: AlertService;
  readonly alertReviews: AlertReviews;
}

/** The owner of alerts, whose customer is locked. */
interface LockedOwner extends AlertOwner {
  /** Null if nobody has an active subscription with the external id, and it was not found by another one. */
  readonly customer: Customer | null;
  readonly wallet: Wallet | null;
  /** The customer's now. */
  readonly now: Date;
}

/** The ids of metrics by code. */
type MetricIds = ReadonlyMap<string, string>;

/** Creates, changes and deletes alerts. Source: alerts.md §2. */
export class AlertEditor {
  constructor(private readonly needs: Needs) {}

  /**
   * @throws AppError `subscription_not_found`, `wallet_not_found`, `billable_metric_not_found`; `validation_errors`, with the
   *   first check that failed; kind `notAllowed`, `test_clock_advancing`.
   */
  async create(tx: Tx, actor: Actor, input: CreateAlert): Promise<Alert> {
    const owner = await this.lockOwner(tx, actor, await this.ownerOf(tx, actor, input));
    const others = await alertRepository.findOf(tx, actor.organizationId, owner);
    const metrics = await this.metricIds(tx, actor, [input.billableMetricCode]);
    const errors = new FieldErrors();
    const alert = newAlert(errors, errors, input, { actor, owner, others, metrics });
    if (alert === null) throw errors.error();
    const [created] = await this.insert(tx, actor, owner, [alert]);
    return expectPresent(created, 'the created alert');
  }

  /**
   * Creates alerts of one owner in the order given: all, or none.
   * @throws AppError as `create`; the errors of each alert are reported under `alerts` and its index.
   */
  async createAll(tx: Tx, actor: Actor, input: CreateAlerts): Promise<Alert[]> {
    const owner = await this.lockOwner(tx, actor, await this.ownerOf(tx, actor, input));
    const sent = input.alerts ?? [];
    if (sent.length === 0) throw invalid({ alerts: ['no_alerts'] });
    const others = await alertRepository.findOf(tx, actor.organizationId, owner);
    const metrics = await this.metricIds(
      tx,
      actor,
      sent.map(({ billableMetricCode }) => billableMetricCode),
    );
    const errors = new FieldErrors();
    const created: Alert[] = [];
    for (const [index, each] of sent.entries()) {
      const facts = { actor, owner, others: [...others, ...created], metrics };
      const alert = newAlert(errors, errors.forMember(`alerts.${index}`), each, facts);
      if (alert !== null) created.push(alert);
    }
    errors.throwIfAny();
    return this.insert(tx, actor, owner, created);
  }

  /** @throws AppError `alert_not_found`; as `create`. */
  async update(tx: Tx, actor: Actor, { id, ...sent }: UpdateAlert): Promise<Alert> {
    const { alert, owner } = await this.lock(tx, actor, id);
    const owned = await alertRepository.findOf(tx, actor.organizationId, owner);
    const others = owned.filter((other) => other.id !== alert.id);
    const metrics = await this.metricIds(tx, actor, [sent.billableMetricCode]);
    const errors = new FieldErrors();
    const changed = changedAlert(errors, alert, sent, { owner, others, metrics });
    if (changed === null) throw errors.error();
    await alertRepository.updateAll(tx, [changed]).catch(refuseTaken);
    await this.review(tx, actor, owner);
    return changed;
  }

  /** @returns the alert as it was. @throws AppError `alert_not_found`; kind `notAllowed`, `test_clock_advancing`. */
  async delete(tx: Tx, actor: Actor, id: string): Promise<Alert> {
    const { alert } = await this.lock(tx, actor, id);
    // A scheduled review finds nothing to do.
    await alertRepository.delete(tx, actor.organizationId, { id: alert.id });
    return alert;
  }

  /**
   * Deletes all alerts of an owner.
   * @returns their number. @throws AppError as `create`, of the owner.
   */
  async deleteAll(tx: Tx, actor: Actor, input: SentAlertOwner): Promise<number> {
    const owner = await this.lockOwner(tx, actor, await this.ownerOf(tx, actor, input));
    const { externalSubscriptionId, walletId } = owner;
    return (await alertRepository.delete(tx, actor.organizationId, { externalSubscriptionId, walletId }))
      .length;
  }

  /** Deletes the alerts of a metric that is deleted. */
  async deleteOfMetric(tx: Tx, { organizationId }: Actor, metricId: string): Promise<void> {
    await alertRepository.delete(tx, organizationId, { metricId });
  }

  /** @throws AppError kind `badRequest` unless the owner is a subscription or a wallet; as `AlertService.ownerOf`. */
  private ownerOf(tx: Tx, actor: Actor, { subscriptionId, walletId }: SentAlertOwner): Promise<FoundOwner> {
    const { alerts } = this.needs;
    const [subscription, wallet] = [subscriptionId ?? null, walletId ?? null];
    if (subscription !== null && wallet === null)
      return alerts.ownerOf(tx, actor, { subscription: { id: subscription } });
    if (subscription === null && wallet !== null)
      return alerts.ownerOf(tx, actor, { wallet: { id: wallet } });
    throw badRequest('Give the id of a subscription or of a wallet.');
  }

  /** Locks an alert to change it, after its customer, as reviews do. */
  private async lock(tx: Tx, actor: Actor, id: string): Promise<{ alert: Alert; owner: LockedOwner }> {
    const found = await this.needs.alerts.get(tx, actor, { id });
    const owner = await this.lockOwner(tx, actor, { ...found, customerId: null });
    const [alert] = await alertRepository.lockMany(tx, actor.organizationId, [found.id]);
    if (alert === undefined) throw notFound('alert');
    return { alert, owner };
  }

  /**
   * Locks the customer of an owner until the transaction ends: reviews of its alerts wait. It is the customer of the active
   * subscription, if there is one.
   */
  private async lockOwner(
    tx: Tx,
    actor: Actor,
    { externalSubscriptionId, walletId, ...found }: AlertOwner & { readonly customerId: string | null },
  ): Promise<LockedOwner> {
    const { customerLocks, subscriptions, testClocks } = this.needs;
    const ofWallet = walletId === null ? null : await this.wallet(tx, actor, walletId);
    const ofSubscription =
      externalSubscriptionId === null
        ? null
        : await subscriptions.activeByExternalId(tx, actor, externalSubscriptionId);
    const customerId = (ofWallet ?? ofSubscription)?.customerId ?? found.customerId;
    const [customer = null] =
      customerId === null ? [] : await customerLocks.lockWithIdleClocks(tx, actor, [customerId]);
    const now = await testClocks.now(tx, actor, customer?.testClockId ?? null);
    // Read again: whoever had the lock before may have changed its balance.
    const wallet = walletId === null ? null : await this.wallet(tx, actor, walletId);
    return { externalSubscriptionId, walletId, customer, wallet, now };
  }

  private wallet(tx: Tx, actor: Actor, id: string): Promise<Wallet> {
    return this.needs.wallets.get(tx, actor, { id });
  }

  /** Finds the metrics with these codes, and keeps them from being deleted until the transaction ends. */
  private async metricIds(
    tx: Tx,
    actor: Actor,
    codes: readonly (string | null | undefined)[],
  ): Promise<MetricIds> {
    const { billableMetrics } = this.needs;
    const sent = new Set(codes.filter((code) => code !== null && code !== undefined));
    if (sent.size === 0) return new Map();
    const found = await billableMetrics.findByCodes(tx, actor, [...sent]);
    const kept = await billableMetrics.lockForUse(
      tx,
      actor,
      found.map(({ id }) => id),
    );
    return new Map([...kept.values()].map(({ code, id }) => [code, id]));
  }

  private async insert(
    tx: Tx,
    actor: Actor,
    owner: LockedOwner,
    created: readonly Alert[],
  ): Promise<Alert[]> {
    const rows = await this.withFirstFigures(tx, actor, owner, created);
    await alertRepository.insertAll(tx, rows).catch(refuseTaken);
    await this.needs.usageNotices.watch(tx, actor);
    await this.review(tx, actor, owner);
    return rows;
  }

  /** Alerts of a wallet start at its balance, so that they report the next fall only. Source: alerts.md §3. */
  private async withFirstFigures(
    tx: Tx,
    actor: Actor,
    { wallet, customer }: LockedOwner,
    created: readonly Alert[],
  ): Promise<Alert[]> {
    if (wallet === null) return [...created];
    const { ongoingWalletFigures } = this.needs;
    const owners = customer !== null && wallet.status === 'active' ? [customer] : [];
    const ongoing: ReadonlyMap<string, OngoingFigures> = created.some(({ alertType }) => isOngoing(alertType))
      ? await ongoingWalletFigures.compute(tx, actor, [wallet], owners)
      : new Map();
    return created.map((alert) => {
      const figure = walletFigure(alert.alertType, wallet, ongoing.get(wallet.id));
      return { ...alert, previousValue: expectPresent(figure ?? undefined, 'the balance').toFixed() };
    });
  }

  private review(tx: Tx, actor: Actor, { externalSubscriptionId, wallet }: LockedOwner): Promise<void> {
    return this.needs.alertReviews.request(tx, actor, {
      ...(externalSubscriptionId === null ? {} : { externalSubscriptionIds: [externalSubscriptionId] }),
      ...(wallet === null ? {} : { walletsOf: [wallet.customerId] }),
    });
  }
}

interface Facts {
  readonly owner: LockedOwner;
  /** The other alerts of the owner. */
  readonly others: readonly Alert[];
  readonly metrics: MetricIds;
}

/**
 * Checks a new alert; the first check that fails answers.
 * @param all the errors of the whole call. @param errors reports those of this alert.
 * @returns null if it was refused. @throws AppError `billable_metric_not_found`, unless an earlier alert was refused.
 */
function newAlert(
  all: FieldErrors,
  errors: FieldErrors,
  sent: SentAlert,
  { actor, owner, others, metrics }: Facts & { readonly actor: Actor },
): Alert | null {
  const alertType = checkedType(errors, sent.alertType, owner);
  if (alertType === null) return null;
  const thresholds = checkedThresholds(errors, sent.thresholds);
  if (thresholds === null) return null;
  const billableMetricId = metricOf(all, errors, alertType, sent.billableMetricCode, metrics);
  if (billableMetricId === undefined) return null;
  if (!checkCode(errors, sent, others)) return null;
  if (!checkWatched(errors, { alertType, billableMetricId }, others)) return null;
  const { externalSubscriptionId, walletId, now } = owner;
  return {
    id: newId(),
    organizationId: actor.organizationId,
    externalSubscriptionId,
    walletId,
    billableMetricId,
    alertType,
    code: sent.code ?? '',
    name: sent.name ?? null,
    thresholds,
    previousValue: '0',
    lastProcessedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** Checks the changes of an alert, in the same order. @returns null if they were refused. @throws AppError as `newAlert`. */
function changedAlert(
  errors: FieldErrors,
  alert: Alert,
  sent: Omit<UpdateAlert, 'id'>,
  { owner, others, metrics }: Facts,
): Alert | null {
  const thresholds =
    sent.thresholds === undefined ? alert.thresholds : checkedThresholds(errors, sent.thresholds);
  if (thresholds === null) return null;
  const billableMetricId =
    sent.billableMetricCode === undefined
      ? alert.billableMetricId
      : metricOf(errors, errors, alert.alertType, sent.billableMetricCode, metrics);
  if (billableMetricId === undefined) return null;
  const code = sent.code === undefined ? alert.code : sent.code;
  const name = sent.name === undefined ? alert.name : sent.name;
  if (!checkCode(errors, { code, name }, others)) return null;
  if (!checkWatched(errors, { alertType: alert.alertType, billableMetricId }, others)) return null;
  // The figure of another metric has nothing to do with that of the one before.
  const isOfOther = billableMetricId !== alert.billableMetricId;
  return {
    ...alert,
    thresholds,
    billableMetricId,
    code: code ?? alert.code,
    name,
    previousValue: isOfOther ? '0' : alert.previousValue,
    updatedAt: owner.now,
  };
}

/**
 * The metric that an alert watches; null if it watches none, undefined if what was sent was refused.
 * @throws AppError as `newAlert`. Source: alerts.md §2, check 4.
 */
function metricOf(
  all: FieldErrors,
  errors: FieldErrors,
  alertType: AlertType,
  code: string | null | undefined,
  metrics: MetricIds,
): string | null | undefined {
  const { ofMetric } = ALERT_KINDS[alertType];
  if (code === undefined || code === null || code === '') {
    if (!ofMetric) return null;
    errors.add('billableMetric', 'value_is_mandatory');
    return undefined;
  }
  const id = metrics.get(code);
  if (id === undefined) {
    all.throwIfAny();
    throw notFound('billable_metric');
  }
  if (ofMetric) return id;
  errors.add('billableMetric', 'value_must_be_blank');
  return undefined;
}

const CODES = ['alerts_subscription_code', 'alerts_wallet_code'];
const TYPES = ['alerts_subscription_type', 'alerts_metric', 'alerts_wallet_type'];

/** Calls at the same time for an external id without active subscription have no customer in common to lock. */
function refuseTaken(error: unknown): never {
  if (CODES.some((index) => violates(error, index))) throw invalid({ code: ['value_already_exist'] });
  if (TYPES.some((index) => violates(error, index))) throw invalid({ base: ['alert_already_exists'] });
  throw error;
}
