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
  SentAdyenSettings,
  UpdatePaymentProvider,
} from '../records/payment-provider.input.js';
import { REGISTER_CALLBACK } from './payment-provider.job.js';
import { paymentProviderRepository } from '../records/payment-provider.repository.js';
import type { PaymentProviderRow, ProviderSettings } from '../records/payment-provider.table.js';
import { paymentMethodRepository } from '../records/payment-method.repository.js';
import type { ProviderSecrets } from './provider-secrets.js';

/** Longest address to which payers return. Source: payment-providers.md §2. */
const REDIRECT_LENGTH = 1_024;
const SECRET_LENGTH = 1_000;

/** The beginning of a host name: a label of at most 63 characters with what Adyen adds to it. */
const LIVE_PREFIX = /^[\da-z](?:[\da-z-]{0,47}[\da-z])?$/i;
const HEXADECIMAL = /^(?:[\da-f]{2})+$/i;

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
    const settings = settingsIn(input.type, input, {});
    if (type !== null) requireMembers(errors, type, { ...settings, ...secrets });
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
      settings,
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
    for (const type of ['stripe', 'gocardless', 'adyen'] as const)
      if (type !== former.providerType && (input[type] ?? null) !== null) errors.addIneffective(type);
    const sent = secretsIn(former.providerType, input);
    const known = providerSecrets.openIfPossible(former);
    const hasNewSecrets = Object.entries(sent).some(([name, secret]) => known[name] !== secret);
    const settings = settingsIn(former.providerType, input, former.settings);
    if (hasNewSecrets) requireMembers(errors, this.typeOf(former), { ...settings, ...known, ...sent });
    errors.throwIfAny();
    const provider: PaymentProviderRow = {
      ...former,
      name: input.name ?? former.name,
      code: input.code ?? former.code,
      successRedirectUrl:
        input.successRedirectUrl === undefined ? former.successRedirectUrl : input.successRedirectUrl,
      settings,
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

function requireMembers(
  errors: FieldErrors,
  { type, secretNames, settingNames }: PaymentProvider,
  known: Readonly<Record<string, unknown>>,
): void {
  for (const name of [...secretNames, ...settingNames])
    if (known[name] === undefined) errors.add(`${type}.${memberOf(name)}`, 'value_is_mandatory');
}

function checkMembers(
  errors: FieldErrors,
  { name, code, successRedirectUrl, stripe, gocardless, adyen }: Omit<CreatePaymentProvider, 'type'>,
): void {
  requireText(errors, 'name', name);
  requireText(errors, 'code', code);
  limitText(errors, 'successRedirectUrl', successRedirectUrl, REDIRECT_LENGTH);
  checkSent(errors, 'successRedirectUrl', successRedirectUrl, isWebAddress, 'url_is_invalid');
  for (const [path, secret] of [
    ['stripe.secretKey', stripe?.secretKey],
    ['gocardless.accessToken', gocardless?.accessToken],
    ['gocardless.webhookSecret', gocardless?.webhookSecret],
    ['adyen.apiKey', adyen?.apiKey],
  ] as const) {
    requireText(errors, path, secret, SECRET_LENGTH);
    checkHeaderText(errors, path, secret);
  }
  const { merchantAccount, livePrefix, hmacKey } = adyen ?? {};
  requireText(errors, 'adyen.merchantAccount', merchantAccount);
  checkSent(errors, 'adyen.livePrefix', livePrefix, (prefix) => LIVE_PREFIX.test(prefix), 'invalid_format');
  requireText(errors, 'adyen.hmacKey', hmacKey, SECRET_LENGTH);
  checkSent(errors, 'adyen.hmacKey', hmacKey, (key) => HEXADECIMAL.test(key.trim()), 'invalid_format');
}

function isWebAddress(text: string): boolean {
  // Parsing drops line breaks, which would stay in the stored text.
  return !/\p{Cc}/u.test(text) && /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}

/** The settings of a type after what was sent for it. */
function settingsIn(
  type: string,
  { stripe, adyen }: Pick<CreatePaymentProvider, 'stripe' | 'adyen'>,
  known: ProviderSettings,
): ProviderSettings {
  if (type === 'adyen') return adyenSettings(adyen ?? {}, known);
  const { supports3ds, requireTermsOfServiceConsent } = stripe ?? {};
  return {
    ...known,
    ...(typeof supports3ds === 'boolean' ? { supports3ds } : {}),
    ...(typeof requireTermsOfServiceConsent === 'boolean' ? { requireTermsOfServiceConsent } : {}),
  };
}

function adyenSettings(
  { merchantAccount, livePrefix: sentPrefix }: SentAdyenSettings,
  { livePrefix: knownPrefix, ...known }: ProviderSettings,
): ProviderSettings {
  const livePrefix = sentPrefix === undefined ? knownPrefix : sentPrefix;
  return {
    ...known,
    ...(typeof merchantAccount === 'string' ? { merchantAccount: merchantAccount.trim() } : {}),
    ...(typeof livePrefix === 'string' ? { livePrefix } : {}),
  };
}

/** The secrets that were sent for a type, by the names under which they are kept. */
function secretsIn(
  type: string,
  { stripe, gocardless, adyen }: Pick<CreatePaymentProvider, 'stripe' | 'gocardless' | 'adyen'>,
): Record<string, string> {
  const sent: Readonly<Record<string, Readonly<Record<string, string | null | undefined>>>> = {
    stripe: { secret_key: stripe?.secretKey },
    gocardless: { access_token: gocardless?.accessToken, webhook_secret: gocardless?.webhookSecret },
    adyen: { api_key: adyen?.apiKey, webhook_secret: adyen?.hmacKey },
  };
  return Object.fromEntries(
    Object.entries(sent[type] ?? {}).flatMap(([name, secret]) => {
      const trimmed = secret?.trim() ?? '';
      return trimmed === '' ? [] : [[name, trimmed]];
    }),
  );
}

/** The member of the input that holds a secret or a setting: `secretKey` for `secret_key`. */
function memberOf(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
