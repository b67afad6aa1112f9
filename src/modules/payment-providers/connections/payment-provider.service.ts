import type { Actor } from '../../../platform/actor.js';
import { indexBy } from '../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isUuid, newId } from '../../../platform/db/tables/ids.js';
import { refuseTaken } from '../../../platform/db/postgres/postgres-error.js';
import { AppError, notFound } from '../../../platform/errors/app-error.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { checkHeaderText, checkSent, limitText, requireText } from '../../../platform/errors/input-rules.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import type { PaymentProvidersNeeds } from '../payment-providers.needs.js';
import type { PaymentProvider, ProviderConnection } from '../adapters/payment-provider.js';
import type { ProviderTypes } from '../adapters/provider-types.js';
import type {
  CreatePaymentProvider,
  SentStripeSettings,
  UpdatePaymentProvider,
} from '../records/payment-provider.input.js';
import { REGISTER_CALLBACK } from './payment-provider.job.js';
import { paymentProviderRepository } from '../records/payment-provider.repository.js';
import type { PaymentProviderRow } from '../records/payment-provider.table.js';
import { paymentMethodRepository } from '../records/payment-method.repository.js';
import type { ProviderSecrets } from './provider-secrets.js';

/** Longest address to which payers return. Source: payment-providers.md §2. */
const REDIRECT_LENGTH = 1_024;
const SECRET_LENGTH = 1_000;

const UNLINKED = { paymentProvider: null, paymentProviderCode: null, providerCustomerId: null };

const refuseTakenCode = refuseTaken('payment_providers_code', 'code');

interface Needs extends Pick<PaymentProvidersNeeds, 'clock' | 'changes'> {
  readonly providerSecrets: ProviderSecrets;
  readonly providerTypes: ProviderTypes;
}

/** Manages the accounts of organizations at payment providers, and keeps their secrets. Source: payment-providers.md §2. */
export class PaymentProviderService {
  constructor(private readonly needs: Needs) {}

  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, PaymentProviderRow>> {
    return indexBy(await paymentProviderRepository.findMany(db, actor.organizationId, ids), ({ id }) => id);
  }

  /** Includes deleted connections. */
  async getWithDeleted(
    db: Db,
    actor: Actor,
    ids: readonly string[],
  ): Promise<Map<string, PaymentProviderRow>> {
    const found = await paymentProviderRepository.findWithDeleted(db, actor.organizationId, ids);
    return indexBy(found, ({ id }) => id);
  }

  /** @throws AppError `payment_provider_not_found`. */
  async get(db: Db, actor: Actor, id: string): Promise<PaymentProviderRow> {
    const found = isUuid(id) ? (await this.getMany(db, actor, [id])).get(id.toLowerCase()) : undefined;
    if (found === undefined) throw notFound('payment_provider');
    return found;
  }

  list(db: Db, { organizationId }: Actor, query: ListQuery): Promise<Page<PaymentProviderRow>> {
    return paymentProviderRepository.list(db, organizationId, query);
  }

  /** The connections of a type. */
  ofType(db: Db, { organizationId }: Actor, type: string): Promise<PaymentProviderRow[]> {
    return paymentProviderRepository.findOfType(db, organizationId, type);
  }

  /** The implementation of a connection's type. */
  typeOf({ providerType }: PaymentProviderRow): PaymentProvider {
    return this.needs.providerTypes.get(providerType);
  }

  /** A connection with its secrets, for a call. @throws AppError `secrets_unavailable` if they cannot be opened, or were deleted. */
  connection(row: PaymentProviderRow): ProviderConnection {
    const { id, organizationId, code, settings, successRedirectUrl } = row;
    const secrets = this.needs.providerSecrets.open(row);
    if (this.typeOf(row).secretNames.some((name) => secrets[name] === undefined))
      throw new AppError('unavailable', 'secrets_unavailable');
    return { id, organizationId, code, settings, successRedirectUrl, secrets };
  }

  /** @throws AppError `validation_errors` (payment-providers.md §2). */
  async create(tx: Tx, actor: Actor, input: CreatePaymentProvider): Promise<PaymentProviderRow> {
    const { clock, changes, providerTypes, providerSecrets } = this.needs;
    const type = providerTypes.find(input.type);
    const errors = new FieldErrors();
    if (type === null) errors.add('type', 'unsupported_value');
    checkMembers(errors, { ...input, name: input.name ?? null, code: input.code ?? null });
    const secrets = secretsIn(input.type, input);
    if (type !== null) requireSecrets(errors, type, input.type, secrets);
    errors.throwIfAny();
    const now = clock.now();
    const id = newId();
    const provider: PaymentProviderRow = {
      id,
      organizationId: actor.organizationId,
      providerType: input.type,
      name: input.name ?? '',
      code: input.code ?? '',
      successRedirectUrl: input.successRedirectUrl ?? null,
      settings: settingsIn(input.stripe ?? {}, {}),
      secrets: providerSecrets.seal(id, secrets),
      deletedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await paymentProviderRepository.insert(tx, provider).catch(refuseTakenCode);
    await changes.announce(tx, actor, { type: 'payment_provider.created', provider });
    await this.queueCallback(tx, provider);
    return provider;
  }

  /**
   * New secrets may take the place of those that cannot be opened, if all that are needed are sent.
   * @throws AppError `payment_provider_not_found`, `validation_errors`.
   */
  async update(tx: Tx, actor: Actor, { id, ...input }: UpdatePaymentProvider): Promise<PaymentProviderRow> {
    const { clock, changes, providerSecrets } = this.needs;
    const former = await this.get(tx, actor, id);
    const errors = new FieldErrors();
    checkMembers(errors, input);
    for (const type of ['stripe', 'gocardless'] as const)
      if (type !== former.providerType && (input[type] ?? null) !== null) errors.addIneffective(type);
    const sent = secretsIn(former.providerType, input);
    const known = providerSecrets.openIfPossible(former);
    const hasNewSecrets = Object.entries(sent).some(([name, secret]) => known[name] !== secret);
    if (hasNewSecrets)
      requireSecrets(errors, this.typeOf(former), former.providerType, { ...known, ...sent });
    errors.throwIfAny();
    const provider: PaymentProviderRow = {
      ...former,
      name: input.name ?? former.name,
      code: input.code ?? former.code,
      successRedirectUrl:
        input.successRedirectUrl === undefined ? former.successRedirectUrl : input.successRedirectUrl,
      settings: settingsIn(input.stripe ?? {}, former.settings),
      secrets: hasNewSecrets ? providerSecrets.seal(former.id, { ...known, ...sent }) : former.secrets,
      updatedAt: clock.now(),
    };
    await paymentProviderRepository
      .update(tx, actor.organizationId, former.id, provider)
      .catch(refuseTakenCode);
    if (provider.code !== former.code) {
      await paymentProviderRepository.updateCustomersOf(tx, actor.organizationId, former, {
        paymentProviderCode: provider.code,
      });
    }
    if (provider.code !== former.code || hasNewSecrets) await this.queueCallback(tx, provider);
    await changes.announce(tx, actor, { type: 'payment_provider.updated', provider, former, hasNewSecrets });
    return provider;
  }

  /**
   * Deletes a connection with its links and payment methods. Payments stay.
   * @throws AppError `payment_provider_not_found`.
   */
  async delete(tx: Tx, actor: Actor, id: string): Promise<PaymentProviderRow> {
    const { clock, changes } = this.needs;
    const provider = await this.get(tx, actor, id);
    const { organizationId } = actor;
    const now = clock.now();
    await paymentMethodRepository.deleteOfProvider(tx, organizationId, provider.id, now);
    await paymentProviderRepository.updateCustomersOf(tx, organizationId, provider, UNLINKED);
    await paymentProviderRepository.update(tx, organizationId, provider.id, {
      deletedAt: now,
      secrets: null,
    });
    const { providerType } = provider;
    const others = await paymentProviderRepository.findOfType(tx, organizationId, providerType);
    // Customers without a code had the only connection of the type.
    if (others.length === 0)
      await paymentProviderRepository.updateCustomersOf(
        tx,
        organizationId,
        { providerType, code: null },
        UNLINKED,
      );
    await changes.announce(tx, actor, { type: 'payment_provider.deleted', provider });
    return provider;
  }

  /** Keeps secrets that a provider has handed out. */
  async addSecrets(
    tx: Tx,
    actor: Actor,
    id: string,
    secrets: Readonly<Record<string, string>>,
  ): Promise<void> {
    const provider = (await this.getMany(tx, actor, [id])).get(id);
    if (provider === undefined) return;
    const { providerSecrets } = this.needs;
    await paymentProviderRepository.update(tx, actor.organizationId, id, {
      secrets: providerSecrets.seal(id, { ...providerSecrets.open(provider), ...secrets }),
      updatedAt: this.needs.clock.now(),
    });
  }

  private async queueCallback(tx: Tx, { id: paymentProviderId, organizationId }: PaymentProviderRow) {
    await REGISTER_CALLBACK.enqueue(
      tx,
      { organizationId, paymentProviderId },
      { jobKey: `provider-callback:${paymentProviderId}` },
    );
  }
}

function requireSecrets(
  errors: FieldErrors,
  { secretNames }: PaymentProvider,
  typeName: string,
  secrets: Readonly<Record<string, string>>,
): void {
  for (const name of secretNames)
    if (secrets[name] === undefined) errors.add(`${typeName}.${memberOf(name)}`, 'value_is_mandatory');
}

function checkMembers(
  errors: FieldErrors,
  { name, code, successRedirectUrl, stripe, gocardless }: Omit<CreatePaymentProvider, 'type'>,
): void {
  requireText(errors, 'name', name);
  requireText(errors, 'code', code);
  limitText(errors, 'successRedirectUrl', successRedirectUrl, REDIRECT_LENGTH);
  checkSent(errors, 'successRedirectUrl', successRedirectUrl, isWebAddress, 'url_is_invalid');
  for (const [path, secret] of [
    ['stripe.secretKey', stripe?.secretKey],
    ['gocardless.accessToken', gocardless?.accessToken],
    ['gocardless.webhookSecret', gocardless?.webhookSecret],
  ] as const) {
    requireText(errors, path, secret, SECRET_LENGTH);
    checkHeaderText(errors, path, secret);
  }
}

function isWebAddress(text: string): boolean {
  // Parsing drops line breaks, which would stay in the stored text.
  return !/\p{Cc}/u.test(text) && /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}

function settingsIn(
  { supports3ds, requireTermsOfServiceConsent }: SentStripeSettings,
  known: PaymentProviderRow['settings'],
): PaymentProviderRow['settings'] {
  return {
    ...known,
    ...(typeof supports3ds === 'boolean' ? { supports3ds } : {}),
    ...(typeof requireTermsOfServiceConsent === 'boolean' ? { requireTermsOfServiceConsent } : {}),
  };
}

/** The secrets that were sent for a type, by the names under which they are kept. */
function secretsIn(
  type: string,
  { stripe, gocardless }: Pick<CreatePaymentProvider, 'stripe' | 'gocardless'>,
): Record<string, string> {
  const sent: Readonly<Record<string, Readonly<Record<string, string | null | undefined>>>> = {
    stripe: { secret_key: stripe?.secretKey },
    gocardless: { access_token: gocardless?.accessToken, webhook_secret: gocardless?.webhookSecret },
  };
  return Object.fromEntries(
    Object.entries(sent[type] ?? {}).flatMap(([name, secret]) => {
      const trimmed = secret?.trim() ?? '';
      return trimmed === '' ? [] : [[name, trimmed]];
    }),
  );
}

/** The member of the input that holds a secret: `secretKey` for `secret_key`. */
function memberOf(secret: string): string {
  return secret.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
