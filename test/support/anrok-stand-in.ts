import { Big, roundAt, sum } from '../../src/core/money/decimal.js';
import { type Body, JsonStandIn, type StandInAnswer, type StandInCall } from './json-stand-in.js';

/** A tax of a place; the rate is a fraction. */
interface Levy {
  readonly juris: string;
  readonly taxName: string;
  readonly taxRate: string;
}

/** A recorded transaction; a negated one keeps its tax, and the negation has the opposite. */
export interface AnrokTransaction {
  readonly body: Body;
  readonly version: number;
  readonly isVoided: boolean;
  readonly tax: number;
}

const DAY_MS = 86_400_000;
const MOST_DAYS_AHEAD = 31;
const PREFIX = '/v1/seller/transactions';

/**
 * Speaks the protocol of Anrok's API 1.1, as far as this server uses it: estimates, recorded transactions that a repetition replaces, voids and
 * negations of frozen ones. Source: integrations.md §16.
 */
export class AnrokStandIn extends JsonStandIn {
  readonly apiKey = 'sk_anrok_key';
  /** Products by their external ids. */
  readonly products = new Set(['saas']);
  readonly transactions = new Map<string, AnrokTransaction>();
  /** Ids of transactions that are part of a filed return. */
  readonly frozen = new Set<string>();
  /** Taxes by region, else by country. */
  readonly rates = new Map<string, readonly Levy[]>([
    ['CA', [{ juris: 'California', taxName: 'Tax', taxRate: '0.0825' }]],
  ]);
  /** The part of amounts that is taxed. */
  taxableShare = '1';
  /** Why nothing is taxed, in place of taxes. */
  notTaxedReason: Body = null;
  /** True if taxes are due, and none is collected. */
  collectsNothing = false;

  private constructor(private readonly now: Date) {
    super();
  }

  /** @param now its current time. */
  static start(now: Date): Promise<AnrokStandIn> {
    return new AnrokStandIn(now).listen();
  }

  /** The tax of all transactions that are not voided. */
  get netTax(): number {
    return [...this.transactions.values()].reduce((net, { isVoided, tax }) => net + (isVoided ? 0 : tax), 0);
  }

  protected answer({ method, path, headers, body }: StandInCall): StandInAnswer {
    if (headers.authorization !== `Bearer ${this.apiKey}`) return text(401, 'Invalid API key.');
    if (method !== 'POST') return text(400, 'Every call is a POST.');
    if (hasBlank(body)) return text(400, 'Texts must not be empty.');
    const id = /^\/id:(.+)\/void$/.exec(path.slice(PREFIX.length))?.[1];
    if (id !== undefined) return this.void(decodeURIComponent(id));
    switch (path) {
      case `${PREFIX}/createEphemeral`:
        return this.create(body, false);
      case `${PREFIX}/createOrUpdate`:
        return typeof body.id === 'string' ? this.create(body, true) : text(400, 'An id is required.');
      case `${PREFIX}/createNegation`:
        return this.negate(body);
      default:
        return text(404, 'Not found.');
    }
  }

  private create(body: Body, isRecorded: boolean): StandInAnswer {
    const refused = this.refusalOf(body);
    if (refused !== null) return refused;
    if (isRecorded && this.frozen.has(body.id)) return conflict('transactionFrozenForFiling');
    const lineItems: Body[] = body.lineItems.map((line: Body) => this.taxedLine(body, line));
    const collected = lineItems.map((line): number => line.taxAmountToCollect);
    const taxAmountToCollect = collected.reduce((total, tax) => total + tax, 0);
    const version = (this.transactions.get(body.id)?.version ?? 0) + 1;
    if (isRecorded)
      this.transactions.set(body.id, { body, version, isVoided: false, tax: taxAmountToCollect });
    const preTaxAmount = sum(body.lineItems.map(({ amount }: Body) => new Big(amount))).toFixed();
    return { status: 200, body: { version, taxAmountToCollect, preTaxAmount, lineItems } };
  }

  private refusalOf({
    accountingDate,
    taxDate,
    currencyCode,
    customerAddress,
    lineItems,
  }: Body): StandInAnswer | null {
    if (!Array.isArray(lineItems) || currencyCode === undefined) return text(400, 'Members are missing.');
    if (lineItems.some(({ amount }) => !Number.isSafeInteger(amount)))
      return text(400, 'An amount is no integer.');
    if (customerAddress?.country === undefined) return conflict('customerAddressCouldNotResolve');
    const unknown = lineItems.find(({ productExternalId }) => !this.products.has(productExternalId));
    if (unknown !== undefined)
      return conflict('productExternalIdUnknown', { productExternalId: unknown.productExternalId });
    const latest = new Date(this.now.getTime() + MOST_DAYS_AHEAD * DAY_MS).toISOString().slice(0, 10);
    return [accountingDate, taxDate].some((date) => date > latest) ? conflict('taxDateTooFarInFuture') : null;
  }

  private taxedLine({ customerAddress, customerTaxIds, shipFromAddress }: Body, { id, amount }: Body): Body {
    const { region, country } = customerAddress;
    const levies = this.rates.get(region) ?? this.rates.get(country) ?? [];
    const isReversed = customerTaxIds !== undefined && shipFromAddress?.country !== country;
    const reason = isReversed ? { type: 'exempt', reason: { type: 'reverseCharge' } } : this.notTaxedReason;
    const taxable = new Big(amount).times(this.taxableShare);
    const jurises = levies.map(({ juris, taxName, taxRate }) => ({
      name: juris,
      notTaxedReason: reason,
      taxes:
        reason === null
          ? [
              {
                taxName,
                taxRate,
                taxableAmount: taxable.toFixed(),
                taxAmount: taxable.times(taxRate).toFixed(),
              },
            ]
          : null,
    }));
    const due = sum(jurises.flatMap(({ taxes }) => taxes ?? []).map(({ taxAmount }) => new Big(taxAmount)));
    const taxAmountToCollect = this.collectsNothing ? 0 : Number(roundAt(due, 0).toFixed());
    return { id, taxAmountToCollect, preTaxAmount: String(amount), jurises };
  }

  private void(id: string): StandInAnswer {
    const transaction = this.transactions.get(id);
    if (transaction === undefined) return conflict('transactionIdNotFound');
    if (this.frozen.has(id)) return conflict('transactionFrozenForFiling');
    this.transactions.set(id, { ...transaction, isVoided: true });
    return { status: 200, body: { version: transaction.version + 1 } };
  }

  private negate({ originalTransactionId, newTransactionId }: Body): StandInAnswer {
    const original = this.transactions.get(originalTransactionId);
    if (original === undefined) return conflict('transactionIdNotFound');
    if (this.transactions.has(newTransactionId)) return conflict('duplicateTransactionId');
    this.transactions.set(newTransactionId, { ...original, version: 1, tax: -original.tax });
    return { status: 200, body: { version: 1 } };
  }
}

function hasBlank(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && value !== null && Object.values(value).some(hasBlank);
}

function conflict(type: string, members: Body = {}): StandInAnswer {
  return { status: 409, body: { type, ...members } };
}

function text(status: number, body: string): StandInAnswer {
  return { status, body, headers: { 'content-type': 'text/plain' } };
}
