import { FieldErrors } from '../../platform/errors/field-errors.js';
import { randomUUID } from 'node:crypto';
import { isSupportedInstant } from '../../core/time/supported-instants.js';
import { nextBillingAt } from '../../core/invoicing/subscriptions/subscription-terms.js';
import { type Actor, systemActor } from '../../platform/actor.js';
import type { OutsideAnswers } from '../../platform/api/outside-answers.js';
import type { Tx } from '../../platform/db/database.js';
import { newId } from '../../platform/db/tables/ids.js';
import { type AppError, invalid, notFound } from '../../platform/errors/app-error.js';
import type { Customer } from '../../modules/customers/records/customer.table.js';
import { taxLinksAmong } from '../../modules/customers/records/integration-customer.rules.js';
import { draftNumbers } from '../../modules/invoices/issuing/invoice-numbering.service.js';
import type { OwnedInvoice } from '../../modules/invoices/invoice.changes.js';
import {
  type BillingPeriod,
  CLAIMING_REASONS,
  type Invoice,
} from '../../modules/invoices/records/invoice.table.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';
import type { Subscription } from '../../modules/subscriptions/records/subscription.table.js';
import { planInvoices } from '../billing-day/plan-invoices.js';
import { settleDowngrades } from '../billing-day/settle-downgrades.js';
import type { EstimatesNeeds } from './estimates.needs.js';
import type { PreviewInvoice } from './invoice-preview.input.js';

/** The customer whose invoice is previewed. */
interface Previewed {
  readonly customer: Customer;
  readonly now: Date;
  /** An id that is older than every invoice of the preview. */
  readonly since: string;
}

type Reason = BillingPeriod['invoicingReason'];

/** Few works are done before a subscription is billed: the end of a trial, alerts, periods that bill nothing. */
const MAX_STEPS = 100;

/**
 * Previews an invoice by billing it, in a transaction that the caller rolls back (docs/adr/0013).
 * Source: invoices.md §10.
 */
export class InvoicePreviews {
  constructor(
    private readonly needs: Pick<
      EstimatesNeeds,
      | 'couponPreviews'
      | 'plans'
      | 'billingEntities'
      | 'customers'
      | 'vatChecks'
      | 'customerLocks'
      | 'subscriptions'
      | 'subscriptionContexts'
      | 'testClocks'
      | 'invoices'
      | 'invoicing'
      | 'planChange'
      | 'draftInvoices'
      | 'subscriptionStart'
      | 'subscriptionTermination'
      | 'engine'
      | 'previewTaxes'
    >,
  ) {}

  /**
   * The first invoice that follows from the request, shown as a draft with all credits deducted.
   * @throws AppError `customer_not_found`, `plan_not_found`, `subscription_not_found`, `billing_entity_not_found`,
   *   `integration_not_found`;
   *   `test_clock_advancing`; `validation_errors` (invoices.md §10). UnansweredCall: see `PreviewTaxes`.
   */
  async preview(tx: Tx, actor: Actor, input: PreviewInvoice, answers: OutsideAnswers): Promise<Invoice> {
    const previewed = await this.findOrCreateCustomer(tx, actor, input);
    const invoice = await this.bill(tx, actor, previewed, input);
    if (invoice === null) throw notFound('subscription');
    return this.finalizeShown(tx, actor, { invoice, customer: previewed.customer }, answers);
  }

  /** Finds the customer and applies the given changes, or creates a customer. */
  private async findOrCreateCustomer(
    tx: Tx,
    actor: Actor,
    { customer: { externalId, integrationCustomers, ...members }, billingEntityCode }: PreviewInvoice,
  ): Promise<Previewed> {
    const { customers, vatChecks, customerLocks, billingEntities, testClocks } = this.needs;
    const since = newId();
    if (typeof externalId !== 'string') {
      const named = {
        ...members,
        integrationCustomers: taxLinksAmong(integrationCustomers ?? []),
        externalId: randomUUID(),
        billingEntityCode: billingEntityCode ?? null,
      };
      const customer = await vatChecks.skip(tx, actor, await customers.create(tx, actor, named));
      return { customer, now: await testClocks.now(tx, actor, null), since };
    }
    if (typeof billingEntityCode === 'string') {
      await billingEntities.get(tx, actor, { code: billingEntityCode });
    }
    const known = await customerLocks.lockNamed(tx, actor, externalId);
    const isChanged = Object.keys(members).length > 0;
    const changed = isChanged ? await customers.update(tx, actor, { id: known.id, ...members }) : known;
    // A preview shows the taxes that the customer has now.
    const customer = await vatChecks.skip(tx, actor, changed);
    return { customer, now: await testClocks.now(tx, actor, customer.testClockId), since };
  }

  /** Bills what is previewed. @returns null when nothing is billed. */
  private async bill(
    tx: Tx,
    actor: Actor,
    previewed: Previewed,
    input: PreviewInvoice,
  ): Promise<Invoice | null> {
    const { externalIds, planCode, terminatedAt } = input.subscriptions ?? {};
    if ((externalIds ?? []).length === 0) {
      await this.prepareCoupons(tx, actor, previewed, input, []);
      return this.propose(tx, actor, previewed, input);
    }
    if (typeof input.customer.externalId !== 'string') throw invalid({ customer: ['must_be_persisted'] });
    const [first, ...others] = await this.named(tx, actor, previewed, externalIds ?? []);
    if (first === undefined) throw notFound('subscription');
    await this.prepareCoupons(tx, actor, previewed, input, [first, ...others]);
    const isAlone = others.length === 0;
    if (terminatedAt instanceof Date) {
      if (!isAlone) throw onlyOneFor('termination');
      return this.end(tx, actor, previewed, first, terminatedAt);
    }
    if (typeof planCode === 'string') {
      if (!isAlone) throw onlyOneFor('plan_change');
      return this.changePlan(tx, actor, previewed, first, planCode);
    }
    return isAlone
      ? this.billNext(tx, actor, previewed, first)
      : this.billTogether(tx, actor, previewed, [first, ...others]);
  }

  /** Gives the customer the coupons that the preview uses. */
  private async prepareCoupons(
    tx: Tx,
    actor: Actor,
    { customer }: Previewed,
    { customer: named, coupons, planCode, subscriptions }: PreviewInvoice,
    previewed: readonly Subscription[],
  ): Promise<void> {
    const { couponPreviews, plans } = this.needs;
    const sent = coupons ?? [];
    // A customer that does not exist has no coupons.
    if (typeof named.externalId !== 'string' && sent.length === 0) return;
    const planIds = async () => {
      const ids = previewed.map(({ planId }) => planId);
      const current = await plans.getMany(tx, actor, ids);
      const codes = [previewed.length === 0 ? planCode : subscriptions?.planCode].filter(
        (code) => typeof code === 'string',
      );
      const next = await plans.findByCodes(tx, actor, codes);
      return [
        ...ids.flatMap((id) => current.get(id)?.parentId ?? current.get(id)?.id ?? []),
        ...next.map(({ id }) => id),
      ];
    };
    await couponPreviews.prepare(tx, actor, { customer, planIds, coupons: sent });
  }

  /** The customer's active subscriptions with these external ids, else the first pending one. */
  private async named(
    tx: Tx,
    actor: Actor,
    { customer }: Previewed,
    externalIds: readonly string[],
  ): Promise<Subscription[]> {
    const { subscriptions } = this.needs;
    const live = await subscriptions.currentOf(tx, actor, customer.id, externalIds);
    const active = live.filter(({ status }) => status === 'active');
    return active.length > 0 ? active : live.slice(0, 1);
  }

  /** Creates a subscription, as if it were requested at its start, and bills it. */
  private async propose(
    tx: Tx,
    actor: Actor,
    previewed: Previewed,
    { planCode, subscriptionAt, billingTime }: PreviewInvoice,
  ): Promise<Invoice | null> {
    if (typeof planCode !== 'string') throw notFound('plan');
    const at = subscriptionAt ?? previewed.now;
    const subscription = await this.needs.subscriptionStart.start(tx, systemAt(actor, at), {
      externalCustomerId: previewed.customer.externalId,
      externalId: randomUUID(),
      planCode,
      billingTime: billingTime ?? 'calendar',
      subscriptionAt: at,
    });
    return this.billNext(tx, actor, previewed, subscription);
  }

  private async end(
    tx: Tx,
    actor: Actor,
    previewed: Previewed,
    { id }: Subscription,
    at: Date,
  ): Promise<Invoice | null> {
    if (!isSupportedInstant(at)) throw invalid({ terminatedAt: ['invalid_timestamp'] });
    if (at < previewed.now) throw invalid({ terminatedAt: ['cannot_be_in_past'] });
    const options = { id, onTerminationInvoice: 'generate' } as const;
    await this.needs.subscriptionTermination.terminate(tx, systemAt(actor, at), options);
    return this.billed(tx, actor, previewed);
  }

  /** Changes the plan of a subscription at once, or when its period ends. */
  private async changePlan(
    tx: Tx,
    actor: Actor,
    previewed: Previewed,
    { id, externalId }: Subscription,
    planCode: string,
  ): Promise<Invoice | null> {
    const { subscriptionContexts, subscriptionStart } = this.needs;
    const { plan } = await subscriptionContexts.get(tx, actor, id);
    if (plan.code === planCode) {
      throw invalid({ base: ['new_plan_should_be_different_from_existing_plan'] });
    }
    const { externalId: externalCustomerId } = previewed.customer;
    const request = { externalCustomerId, externalId, planCode };
    const running = await subscriptionStart.start(tx, systemAt(actor, previewed.now), request);
    return this.billNext(tx, actor, previewed, running, running.id === id ? CLOSING : CLAIMING_REASONS);
  }

  /** Does the scheduled work of a subscription until it is invoiced for one of the reasons. */
  private async billNext(
    tx: Tx,
    actor: Actor,
    previewed: Previewed,
    { id }: Subscription,
    reasons: readonly Reason[] = CLAIMING_REASONS,
  ): Promise<Invoice | null> {
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const invoice = await this.billed(tx, actor, previewed, reasons);
      if (invoice !== null) return invoice;
      const isDone = await this.needs.engine.performNextOf(tx, actor.organizationId, id);
      if (!isDone) return null;
    }
    return null;
  }

  /** @throws AppError `validation_errors` for subscriptions that no invoice could hold. */
  private async billTogether(
    tx: Tx,
    actor: Actor,
    previewed: Previewed,
    together: readonly Subscription[],
  ): Promise<Invoice | null> {
    const { subscriptionContexts, invoicing } = this.needs;
    const ids = together.map(({ id }) => id);
    const contexts = await subscriptionContexts.getManyInOrder(tx, actor, ids);
    checkTogether(contexts);
    const [at = previewed.now] = contexts.map(({ terms, now }) => nextBillingAt(terms, now));
    const due = await subscriptionContexts.getManyInOrder(tx, systemAt(actor, at), ids);
    const settled = await settleDowngrades(tx, systemAt(actor, at), this.needs, due, at);
    // On the day itself each change of plan has an invoice of its own. Here one shows all that is billed.
    const { invoices } = planInvoices(settled, at);
    const billed = invoices.flatMap(({ subscriptions: parts }) => parts);
    await invoicing.issue(tx, systemAt(actor, at), [{ subscriptions: billed, billedAt: at }]);
    return this.billed(tx, actor, previewed);
  }

  private billed(
    tx: Tx,
    actor: Actor,
    { customer, since }: Previewed,
    reasons: readonly Reason[] = CLAIMING_REASONS,
  ): Promise<Invoice | null> {
    return this.needs.invoices.firstSince(tx, actor, { customerId: customer.id, since, reasons });
  }

  /**
   * Shows an invoice as a draft without a number, with the credits that finalization deducts and the dates of its
   * issue.
   */
  private async finalizeShown(
    tx: Tx,
    actor: Actor,
    { invoice, customer }: OwnedInvoice,
    answers: OutsideAnswers,
  ): Promise<Invoice> {
    const { draftInvoices, billingEntities, previewTaxes } = this.needs;
    const { id, createdAt, issuingDate, paymentDueDate, billingEntityId } = invoice;
    const then = systemAt(actor, createdAt);
    const [issued = invoice] =
      invoice.status === 'draft' ? await draftInvoices.finalizeAll(tx, then, [id]) : [];
    const dated = { ...issued, issuingDate, paymentDueDate };
    const final = await previewTaxes.add(tx, then, { invoice: dated, customer }, answers);
    const billingEntity = await billingEntities.getWithArchived(tx, actor, billingEntityId);
    return {
      ...final,
      status: 'draft',
      ...draftNumbers({ customer, billingEntity }),
      finalizedAt: null,
    };
  }
}

const CLOSING: readonly Reason[] = ['subscription_terminating'];

/** The system, acting at an instant. */
function systemAt({ organizationId }: Actor, at: Date): Actor {
  return systemActor(organizationId, at);
}

function onlyOneFor(what: 'termination' | 'plan_change'): AppError {
  return invalid({ subscriptions: [`only_one_subscription_allowed_for_${what}`] });
}

/** Source: invoices.md §10. */
function checkTogether(contexts: readonly SubscriptionContext[]): void {
  const differ = (of: (context: SubscriptionContext) => unknown) => new Set(contexts.map(of)).size > 1;
  const errors = new FieldErrors();
  if (differ(({ plan }) => plan.amountCurrency)) errors.add('base', 'subscription_currencies_does_not_match');
  if (differ(({ terms, now }) => nextBillingAt(terms, now).getTime()))
    errors.add('base', 'billing_periods_does_not_match');
  if (differ(({ billingEntity }) => billingEntity.id))
    errors.add('base', 'subscription_billing_entities_do_not_match');
  errors.throwIfAny();
}
