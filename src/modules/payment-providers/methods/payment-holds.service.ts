import { createHash } from 'node:crypto';
import { type Actor, systemActor } from '../../../platform/actor.js';
import type { OutsideAnswers } from '../../../platform/api/outside-answers.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { newId } from '../../../platform/db/tables/ids.js';
import { AppError, overLimit } from '../../../platform/errors/app-error.js';
import type { FieldErrorCode } from '../../../platform/errors/error-codes.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { retryWaitMs } from '../../../platform/jobs/retry-schedule.js';
import { ConcurrencyLimit } from '../../../platform/rate-limit/concurrency-limit.js';
import type { Customer } from '../../customers/records/customer.table.js';
import {
  type PaymentProvider,
  type ProviderConnection,
  ProviderRefusal,
} from '../adapters/payment-provider.js';
import type { PaymentProviderService } from '../connections/payment-provider.service.js';
import type { ProviderLinks } from '../connections/provider-links.service.js';
import type { PaymentProvidersNeeds } from '../payment-providers.needs.js';
import { paymentHoldRepository } from '../records/payment-hold.repository.js';
import type { PaymentHold } from '../records/payment-hold.table.js';
import type { PaymentMethod } from '../records/payment-method.table.js';
import { HOLD_RELEASE_RETRIES, type NamedHold, RELEASE_HOLD } from './payment-hold.job.js';
import type { PaymentMethodReference } from './payment-method-reference.js';
import type { PaymentMethodService } from './payment-method.service.js';

interface Needs extends Pick<PaymentProvidersNeeds, 'connections' | 'jobsDb' | 'clock' | 'log'> {
  readonly paymentProviders: PaymentProviderService;
  readonly paymentMethods: PaymentMethodService;
  readonly providerLinks: ProviderLinks;
}

/** An amount that a customer has to be able to pay for something. */
export interface Authorization {
  readonly customer: Customer;
  readonly amountCents: bigint;
  readonly currency: string;
  /** How it is paid, the most specific reference first. */
  readonly methods: readonly PaymentMethodReference[];
  /** Identifies what is paid for among all of the customer. */
  readonly purpose: string;
  /** What it is paid for, as the payer reads it. */
  readonly reference: string;
}

/** An authorization with the method that is asked. */
interface Request extends Authorization {
  readonly type: PaymentProvider;
  readonly connection: ProviderConnection;
  readonly method: PaymentMethod;
  readonly hash: string;
}

/** When a hold is released whose request has not ended, and for how long others continue it: no call takes as long. */
const RELEASE_AFTER_MS = 120_000;

/** After that, no bank holds an amount any more. */
const HELD_FOR_MS = 30 * 86_400_000;

/** Authorizations of an organization that wait for providers at once in a process. */
const MOST_WAITING = 10;

/**
 * Asks providers whether methods can pay amounts: they hold them, and a job releases them. A hold is stored before the call, together
 * with the job that releases it, so that no hold stays if the server dies. Source: docs/adr/0200.
 */
export class PaymentHolds {
  private readonly waiting = new ConcurrencyLimit(
    MOST_WAITING,
    `The organization has ${MOST_WAITING} requests that wait for authorizations of payment providers.`,
  );

  constructor(private readonly needs: Needs) {}

  /**
   * Requires that a customer can pay an amount. The caller's transaction is repeated after the provider has answered.
   * @throws UnansweredCall if the provider was not asked yet; AppError at `authorization` if the amount is not held.
   */
  async require(tx: Tx, actor: Actor, authorization: Authorization, answers: OutsideAnswers): Promise<void> {
    const request = await this.requestFor(tx, actor, authorization);
    const refusal = answers.get(request.hash, () =>
      this.waiting.use(actor.organizationId, () => this.ask(actor, request)),
    );
    if (refusal === null) return;
    const { errorCode, message } = refusal;
    throw refused('authorization_declined', errorCode === message ? message : `${errorCode}: ${message}`);
  }

  /** The job `release_payment_hold`. */
  async release({ organizationId, holdId, failures }: NamedHold): Promise<void> {
    const { jobsDb: db } = this.needs;
    const hold = await db.transaction((tx) => paymentHoldRepository.close(tx, organizationId, holdId));
    if (hold === null) return;
    const isOver = await this.callToRelease(hold);
    await db.transaction(async (tx) => {
      // A request that was waiting for the provider has queued a job of its own.
      if (!(await paymentHoldRepository.lockUnchanged(tx, hold))) return;
      if (isOver) return paymentHoldRepository.delete(tx, organizationId, holdId);
      const failed = { organizationId, holdId, failures: failures + 1 };
      return queueRelease(tx, failed, retryWaitMs(HOLD_RELEASE_RETRIES, failed.failures));
    });
  }

  /** Has the provider release a hold, outside of any transaction. @returns false if it has to be asked again. */
  private async callToRelease(hold: PaymentHold): Promise<boolean> {
    const { jobsDb: db, clock, log, paymentProviders } = this.needs;
    const { id: holdId, organizationId, paymentProviderId: id, createdAt } = hold;
    const provider = (await paymentProviders.getMany(db, systemActor(organizationId, null), [id])).get(id);
    if (provider === undefined || clock.now().getTime() - createdAt.getTime() > HELD_FOR_MS) {
      log.warn({ organizationId, holdId }, 'a held amount was not released; it expires at the bank');
      return true;
    }
    try {
      const connection = paymentProviders.connection(provider);
      await paymentProviders.typeOf(provider).releaseHold(connection, { ...hold, holdId });
      return true;
    } catch (error) {
      if (error instanceof ProviderRefusal) return error.kind === 'declined';
      // Its secrets cannot be opened at the moment.
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  /** The method that is asked, and its provider. @throws AppError at `authorization` if there is none. */
  private async requestFor(tx: Tx, actor: Actor, authorization: Authorization): Promise<Request> {
    const { providerLinks, paymentProviders, paymentMethods } = this.needs;
    const { customer, amountCents, currency, methods, purpose } = authorization;
    const state = await providerLinks.stateOf(tx, actor, customer);
    if (state.missing !== null) throw refused(state.missing);
    const { provider, type } = state.link;
    if (!type.abilities.holdsAmounts) throw refused('authorization_not_supported');
    const method = await paymentMethods.choose(tx, actor, customer, methods);
    if (method?.paymentProviderId !== provider.id) {
      const isChosen = methods.some(
        ({ paymentMethodType, paymentMethodId }) =>
          paymentMethodType === 'manual' || paymentMethodId !== null,
      );
      throw refused(isChosen || method !== null ? 'invalid_payment_method' : 'no_default_payment_method');
    }
    // Without ids of ours: a customer that the transaction creates has others in each run.
    const { providerCustomerId, providerMethodId } = method;
    const asked = [provider.id, providerCustomerId, providerMethodId, String(amountCents), currency];
    const content = [customer.externalId, purpose, ...asked];
    const hash = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
    return { ...authorization, type, connection: paymentProviders.connection(provider), method, hash };
  }

  /**
   * Has the provider hold the amount, outside of any transaction. A repeated request continues the hold of the earlier one.
   * @returns why it does not hold the amount; null if it does.
   * @throws AppError kind `unavailable` if it does not answer.
   */
  private async ask(actor: Actor, request: Request): Promise<ProviderRefusal | null> {
    const db = this.needs.connections.tenants.forOrganization(actor.organizationId);
    const { type, connection, customer, method, amountCents, currency, reference } = request;
    const hold = await db.transaction((tx) => this.begin(tx, actor, request));
    if (hold.providerPaymentId !== null) return null;
    try {
      const providerPaymentId = await type.holdAmount(connection, {
        holdId: hold.id,
        amountCents,
        currency,
        providerCustomerId: method.providerCustomerId,
        providerMethodId: method.providerMethodId,
        email: customer.email,
        reference,
        idempotencyKey: hold.id,
        attempt: hold.attempts,
      });
      await this.settle(db, { ...hold, providerPaymentId });
      return null;
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
      // Nobody knows whether the amount is held. A repeated request asks with the same key, and the job releases it later.
      if (error.kind === 'retriable')
        throw overLimit('unavailable', 'The payment provider did not answer. Try again.');
      const { providerPaymentId } = error;
      await (providerPaymentId === null
        ? this.drop(db, hold)
        : this.settle(db, { ...hold, requestHash: null, providerPaymentId }));
      return error;
    }
  }

  private async begin(tx: Tx, { organizationId }: Actor, { connection, method, hash }: Request) {
    const now = this.needs.clock.now();
    const continuedSince = new Date(now.getTime() - RELEASE_AFTER_MS);
    await paymentHoldRepository.closeOld(tx, organizationId, hash, continuedSince);
    const hold = await paymentHoldRepository.begin(tx, {
      id: newId(),
      organizationId,
      paymentProviderId: connection.id,
      requestHash: hash,
      providerCustomerId: method.providerCustomerId,
      providerPaymentId: null,
      attempts: 1,
      createdAt: now,
    });
    if (hold.providerPaymentId === null)
      await queueRelease(tx, { organizationId, holdId: hold.id, failures: 0 }, RELEASE_AFTER_MS);
    return hold;
  }

  /** Stores what the provider holds, and has it released at once. */
  private async settle(db: Db, hold: PaymentHold): Promise<void> {
    const { id: holdId, organizationId } = hold;
    await db.transaction(async (tx) => {
      await paymentHoldRepository.settle(tx, hold);
      await queueRelease(tx, { organizationId, holdId, failures: 0 });
    });
  }

  /** Deletes a hold that was not made. */
  private async drop(db: Db, hold: PaymentHold): Promise<void> {
    await db.transaction(async (tx) => {
      if (await paymentHoldRepository.lockUnchanged(tx, hold))
        await paymentHoldRepository.delete(tx, hold.organizationId, hold.id);
    });
  }
}

function queueRelease(tx: Tx, hold: NamedHold, afterMs = 0): Promise<void> {
  return RELEASE_HOLD.enqueue(tx, hold, { jobKey: `release-payment-hold:${hold.holdId}`, afterMs });
}

function refused(code: FieldErrorCode, reason?: string): AppError {
  const errors = new FieldErrors();
  errors.add('authorization', code, reason === undefined ? {} : { reason });
  return errors.error();
}
