import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import { isUuid } from '../../../platform/db/tables/ids.js';
import { refuseTaken } from '../../../platform/db/postgres/postgres-error.js';
import { invalid, notFound } from '../../../platform/errors/app-error.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { expectPresent } from '../../../platform/expect-present.js';
import {
  checkMetadata,
  type MetadataChange,
  type MetadataMap,
  metadataMergedWith,
  metadataSetTo,
  metadataWithout,
} from '../../../platform/metadata/metadata-map.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { WalletsNeeds } from '../wallets.needs.js';
import { LAST_PRIORITY, rateOf } from '../ledger/wallet-book.js';
import type {
  CreateWallet,
  DeleteWalletMetadata,
  UpdateWallet,
  WalletMembers,
  WalletMetadataChange,
} from '../records/wallet.input.js';
import { walletRepository } from '../records/wallet.repository.js';
import {
  changedWallet,
  checkCreation,
  checkMembers,
  checkTopUpLimits,
  generatedCode,
  MOST_WALLETS,
  newWallet,
  requestedTopUps,
} from '../rules/wallet.rules.js';
import type { Wallet } from '../records/wallet.table.js';
import type { OwnedAt, PlannedRule, WalletRules } from '../rules/wallet-rules.service.js';
import type { WalletRule } from '../records/wallet-rule.table.js';
import type { WalletTopUps } from '../top-ups/wallet-top-ups.service.js';
import { expirationWork, scheduleExpiration, WALLET_WORK } from '../wallet-work.js';

const refuseTakenCode = refuseTaken('wallets_code', 'code');

interface Needs extends Pick<
  WalletsNeeds,
  | 'billingEntities'
  | 'customSections'
  | 'customers'
  | 'customerLocks'
  | 'billableMetrics'
  | 'testClocks'
  | 'paymentMethods'
  | 'changes'
  | 'snapshots'
> {
  readonly walletTopUps: WalletTopUps;
  readonly walletRules: WalletRules;
}

/** The payment methods that a request names for a wallet and its rules. */
function methodsIn({ paymentMethod, recurringTransactionRules }: WalletMembers) {
  return [paymentMethod, ...(recurringTransactionRules ?? []).map((rule) => rule.paymentMethod)];
}

/** A new wallet, without its billing entity, and what belongs to it. */
interface CheckedWallet {
  readonly draft: Wallet;
  readonly owner: Customer;
  readonly metricIds: readonly string[];
  readonly rule: PlannedRule;
}

/** What changes with a wallet. */
interface ChangedParts {
  /** Its new metrics; null: they stay. */
  readonly metricIds?: readonly string[] | null;
  readonly known?: WalletRule | null;
  readonly rule?: PlannedRule;
}

/** Creates, changes and terminates wallets. Source: wallets.md §1, §9. */
export class WalletEditor {
  constructor(private readonly needs: Needs) {}

  /**
   * Creates a wallet with its first top-ups.
   * @throws AppError `validation_errors` (wallets.md §1); `billing_entity_not_found`, `invoice_custom_section_not_found`; kind `notAllowed`,
   *   `test_clock_advancing`.
   */
  async create(tx: Tx, actor: Actor, input: CreateWallet): Promise<Wallet> {
    const { customSections, customers, walletTopUps, walletRules, changes } = this.needs;
    const { draft, owner, metricIds, rule: planned } = await this.lockAndCheck(tx, actor, input);
    const wallet: Wallet = {
      ...draft,
      billingEntityId: await this.billingEntityId(tx, actor, input.billingEntityCode),
      customSections: await customSections.choose(
        tx,
        actor,
        input.invoiceCustomSection,
        null,
        draft.createdAt,
      ),
    };
    const { recurringTransactionRules: sentRules } = input;
    const rule = await walletRules.withSections(tx, actor, planned, sentRules, draft.createdAt);
    const limits = input.ignorePaidTopUpLimitsOnCreation === true ? null : wallet;
    const errors = new FieldErrors();
    const topUps = requestedTopUps(errors, input, rateOf(wallet), limits, wallet.balanceCents);
    errors.throwIfAny();
    const customer = await customers.setCurrencyIfMissing(tx, actor, owner, wallet.currency);
    const owned = { wallet, customer, now: wallet.createdAt };
    await walletRepository.insert(tx, wallet, rowsOf(wallet, metricIds)).catch(refuseTakenCode);
    await scheduleExpiration(tx, actor, wallet, customer);
    await walletRules.write(tx, actor, owned, null, rule);
    await changes.announce(tx, actor, { type: 'wallet.created', wallet, customer });
    await walletTopUps.start(tx, actor, owned, topUps, {
      name: input.transactionName ?? null,
      priority: input.transactionPriority ?? LAST_PRIORITY,
      metadata: input.transactionMetadata ?? [],
    });
    return this.read(tx, actor, wallet.id);
  }

  /** Locks the customer of a new wallet, and checks all that shows in the request. @throws AppError `validation_errors`. */
  private async lockAndCheck(tx: Tx, actor: Actor, input: CreateWallet): Promise<CheckedWallet> {
    const { customerLocks, testClocks, walletRules } = this.needs;
    const errors = new FieldErrors();
    const owner = await customerLocks.lockIfNamed(tx, actor, input.externalCustomerId);
    const now = await testClocks.now(tx, actor, owner?.testClockId ?? null);
    if (owner === null) errors.add('customer', 'customer_not_found');
    const metadata = checkCreation(errors, input, now);
    const currency = input.currency ?? owner?.currency ?? null;
    if (currency === null && owner !== null) errors.add('currency', 'value_is_invalid');
    const metricIds = (await this.metricIds(tx, actor, errors, input)) ?? [];
    const active =
      owner === null ? [] : await walletRepository.findActive(tx, actor.organizationId, [owner.id]);
    if (active.length >= MOST_WALLETS) errors.add('customer', 'wallet_limit_reached');
    if (active.some(({ code }) => code === input.code)) errors.add('code', 'value_already_exist');
    if (owner === null || currency === null || errors.has('rateAmount')) throw errors.error();
    const code = input.code ?? freeCode(generatedCode(input.name), active, now);
    const hasMetrics = metricIds.length > 0;
    const facts = { code, currency, billingEntityId: null, customSections: null, hasMetrics, metadata };
    const draft = newWallet(input, owner, facts, now);
    const rule = walletRules.plan(errors, input.recurringTransactionRules, draft, null, input, now);
    errors.throwIfAny();
    await this.needs.paymentMethods.requireNamed(tx, actor, owner, ...methodsIn(input));
    return { draft, owner, metricIds, rule };
  }

  /** @throws AppError `wallet_not_found`; as `create`; `walletId: wallet_is_terminated`. */
  async update(tx: Tx, actor: Actor, { id, ...input }: UpdateWallet): Promise<Wallet> {
    const { wallet, customer, now } = await this.lockActive(tx, actor, id);
    const { customSections, walletRules } = this.needs;
    const errors = new FieldErrors();
    const sent = checkMembers(errors, input, now);
    const metricIds = await this.metricIds(tx, actor, errors, input);
    const facts = {
      billingEntityId:
        input.billingEntityCode === undefined
          ? wallet.billingEntityId
          : await this.billingEntityId(tx, actor, input.billingEntityCode),
      customSections: await customSections.choose(
        tx,
        actor,
        input.invoiceCustomSection,
        wallet.customSections,
        now,
      ),
      hasMetrics: metricIds === null ? wallet.hasMetrics : metricIds.length > 0,
      metadata: input.metadata === undefined ? wallet.metadata : sent,
    };
    const changed = changedWallet(wallet, input, facts, now);
    checkTopUpLimits(errors, changed.paidTopUpMinAmountCents, changed.paidTopUpMaxAmountCents);
    if (changed.code !== wallet.code) {
      const active = await walletRepository.findActive(tx, actor.organizationId, [customer.id]);
      if (active.some(({ code }) => code === changed.code)) errors.add('code', 'value_already_exist');
    }
    const known = (await walletRules.activeOf(tx, actor, [wallet.id])).get(wallet.id) ?? null;
    const { recurringTransactionRules: sentRules } = input;
    const planned = walletRules.plan(errors, sentRules, changed, known, {}, now);
    errors.throwIfAny();
    const rule = await walletRules.withSections(tx, actor, planned, sentRules, now);
    await this.needs.paymentMethods.requireNamed(tx, actor, customer, ...methodsIn(input));
    await this.write(tx, actor, { wallet, customer, now }, changed, { metricIds, known, rule });
    return changed;
  }

  /** Terminates a wallet: what is left of it can no longer be used. A terminated one stays as it is. */
  async terminate(tx: Tx, actor: Actor, id: string): Promise<Wallet> {
    const locked = await this.lock(tx, actor, id);
    return locked.wallet.status === 'terminated' ? locked.wallet : this.end(tx, actor, locked);
  }

  /** Keeps an expired wallet for invoices of its time until the next check. The caller has locked its customer. */
  async keepForDrafts(tx: Tx, actor: Actor, { wallet, customer, now }: OwnedAt, nextAt: Date): Promise<void> {
    if (!wallet.expiresWithDrafts)
      await this.write(
        tx,
        actor,
        { wallet, customer, now },
        { ...wallet, expiresWithDrafts: true, updatedAt: now },
      );
    await WALLET_WORK.schedule(tx, actor, [expirationWork(wallet, customer, nextAt)]);
  }

  /** Has the expired wallets of customers checked again who have one invoice less that is not final. */
  async recheckExpired(
    tx: Tx,
    actor: Actor,
    ended: readonly { readonly customer: Customer; readonly now: Date }[],
  ): Promise<void> {
    const owners = new Map(ended.map((each) => [each.customer.id, each]));
    const kept = await walletRepository.findKeptForDrafts(tx, actor.organizationId, [...owners.keys()]);
    const works = kept.map((wallet) => {
      const { customer, now } = expectPresent(owners.get(wallet.customerId), 'the customer of a wallet');
      return expirationWork(wallet, customer, now);
    });
    await WALLET_WORK.scheduleAtLatest(tx, actor, works);
  }

  /** Terminates the wallets of a deleted customer. */
  async terminateOf(tx: Tx, actor: Actor, { id, testClockId }: Customer): Promise<void> {
    const active = await walletRepository.findActive(tx, actor.organizationId, [id]);
    if (active.length === 0) return;
    await this.endAll(tx, actor, active, await this.needs.testClocks.now(tx, actor, testClockId));
  }

  /** Notes of wallets whether their ongoing balances are positive. The caller has locked their customers. */
  async noteOngoing(tx: Tx, wallets: readonly Wallet[]): Promise<void> {
    await walletRepository.updateAll(tx, wallets);
  }

  /** Replaces the whole map; null clears it. @throws AppError `wallet_not_found`, `validation_errors`. */
  setMetadata(tx: Tx, actor: Actor, { id, metadata }: WalletMetadataChange): Promise<MetadataMap | null> {
    return this.changeMetadata(tx, actor, id, () => {
      if (metadata === undefined) throw invalid({ metadata: ['value_is_mandatory'] });
      return metadataSetTo(metadata);
    });
  }

  /** Adds and changes keys; null changes nothing. @throws AppError as `setMetadata`. */
  mergeMetadata(tx: Tx, actor: Actor, { id, metadata }: WalletMetadataChange): Promise<MetadataMap | null> {
    return this.changeMetadata(tx, actor, id, () => metadataMergedWith(metadata));
  }

  /** @throws AppError `wallet_not_found`; `metadata_not_found` if the wallet has none. */
  deleteMetadata(tx: Tx, actor: Actor, { id, key }: DeleteWalletMetadata): Promise<MetadataMap | null> {
    return this.changeMetadata(tx, actor, id, () => metadataWithout(key ?? null));
  }

  private async changeMetadata(
    tx: Tx,
    actor: Actor,
    id: string,
    change: () => MetadataChange,
  ): Promise<MetadataMap | null> {
    const locked = await this.lockActive(tx, actor, id);
    const errors = new FieldErrors();
    const metadata = checkMetadata(errors, change()(locked.wallet.metadata));
    errors.throwIfAny();
    await this.write(tx, actor, locked, { ...locked.wallet, metadata, updatedAt: locked.now });
    return metadata;
  }

  /** Writes a changed wallet, its metrics and its rule, and announces it. */
  private async write(
    tx: Tx,
    actor: Actor,
    { wallet, customer, now }: OwnedAt,
    changed: Wallet,
    { metricIds = null, known = null, rule }: ChangedParts = {},
  ): Promise<void> {
    const { changes, snapshots, walletRules } = this.needs;
    const before = await snapshots.take(tx, actor, 'wallet', wallet);
    await walletRepository.updateRow(tx, changed).catch(refuseTakenCode);
    if (metricIds !== null) await walletRepository.replaceMetrics(tx, changed, rowsOf(changed, metricIds));
    await scheduleExpiration(tx, actor, changed, customer);
    await walletRules.write(tx, actor, { wallet: changed, customer, now }, known, rule);
    await changes.announce(tx, actor, { type: 'wallet.updated', wallet: changed, customer, before });
  }

  /** Terminates wallets, whose customers the caller has locked. */
  async endAll(tx: Tx, actor: Actor, ended: readonly Wallet[], now: Date): Promise<void> {
    if (ended.length === 0) return;
    const customerIds = [...new Set(ended.map(({ customerId }) => customerId))];
    const owners = await this.needs.customers.getMany(tx, actor, customerIds);
    for (const wallet of ended) {
      const customer = expectPresent(owners.get(wallet.customerId), 'the customer of a wallet');
      await this.end(tx, actor, { wallet, customer, now });
    }
  }

  private async end(tx: Tx, actor: Actor, { wallet, customer, now }: OwnedAt): Promise<Wallet> {
    const { changes, snapshots } = this.needs;
    const before = await snapshots.take(tx, actor, 'wallet', wallet);
    const terminated: Wallet = {
      ...wallet,
      status: 'terminated',
      terminatedAt: now,
      expiresWithDrafts: false,
      updatedAt: now,
    };
    await walletRepository.updateRow(tx, terminated);
    await this.needs.walletRules.endOf(tx, actor, wallet, now);
    await scheduleExpiration(tx, actor, terminated, customer);
    await changes.announce(tx, actor, { type: 'wallet.terminated', wallet: terminated, customer, before });
    return terminated;
  }

  /** @throws AppError `wallet_not_found`; `walletId: wallet_is_terminated`; kind `notAllowed`, `test_clock_advancing`. */
  private async lockActive(tx: Tx, actor: Actor, id: string): Promise<OwnedAt> {
    const locked = await this.lock(tx, actor, id);
    if (locked.wallet.status === 'terminated') throw invalid({ walletId: ['wallet_is_terminated'] });
    return locked;
  }

  private async lock(tx: Tx, actor: Actor, id: string): Promise<OwnedAt> {
    const { customerLocks, testClocks } = this.needs;
    const { customerId } = await this.read(tx, actor, id);
    const [locked] = await customerLocks.lockWithIdleClocks(tx, actor, [customerId]);
    const customer = expectPresent(locked, 'the customer of a wallet');
    const now = await testClocks.now(tx, actor, customer.testClockId);
    // Read again: whoever had the lock before may have changed the wallet.
    return { wallet: await this.read(tx, actor, id), customer, now };
  }

  /** @throws AppError `wallet_not_found`. */
  private async read(tx: Tx, { organizationId }: Actor, id: string): Promise<Wallet> {
    const [wallet] = isUuid(id) ? await walletRepository.findMany(tx, organizationId, [id]) : [];
    if (wallet === undefined) throw notFound('wallet');
    return wallet;
  }

  /** The ids of the metrics that a wallet is to be limited to; null: they stay. Reports unknown ones. */
  private async metricIds(
    tx: Tx,
    actor: Actor,
    errors: FieldErrors,
    { appliesTo }: WalletMembers,
  ): Promise<string[] | null> {
    if (appliesTo === undefined || appliesTo === null) return null;
    const codes = [...new Set(appliesTo.billableMetricCodes ?? [])];
    if (codes.length === 0) return [];
    const found = await this.needs.billableMetrics.findByCodes(tx, actor, codes);
    if (found.length < codes.length) errors.add('appliesTo', 'invalid_limitations');
    return found.map(({ id }) => id);
  }

  /** @throws AppError `billing_entity_not_found`. */
  private async billingEntityId(
    tx: Tx,
    actor: Actor,
    code: string | null | undefined,
  ): Promise<string | null> {
    if (code === undefined || code === null) return null;
    return (await this.needs.billingEntities.get(tx, actor, { code })).id;
  }
}

/** A generated code, with the instant behind it if an active wallet has it. Source: wallets.md §1. */
function freeCode(code: string, active: readonly Wallet[], now: Date): string {
  return active.some((wallet) => wallet.code === code)
    ? `${code}_${String(Math.floor(now.getTime() / 1000))}`
    : code;
}

function rowsOf({ organizationId, id: walletId }: Wallet, metricIds: readonly string[]) {
  return metricIds.map((billableMetricId) => ({ organizationId, walletId, billableMetricId }));
}
