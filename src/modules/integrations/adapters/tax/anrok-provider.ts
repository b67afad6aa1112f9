import type { Clock } from '../../../../platform/clock.js';
import type { Fields } from '../../../../platform/outgoing/received-fields.js';
import type { CalledConnection, ExternalIds } from '../calls/called-connection.js';
import { IntegrationRefusal, invalidAnswer } from '../calls/integration-refusal.js';
import type { JsonCall, JsonCalls } from '../calls/json-calls.js';
import { anrokErrorIn, readAnrokReport, readAnrokTaxes } from './anrok-answer.js';
import { transactionBody } from './anrok-model.js';
import {
  type ProvidedTaxes,
  type ReportedDocument,
  TAX_TIMEOUT_MS,
  type TaxProvider,
  type TaxRequest,
} from './tax-provider.js';

const LIVE_URL = 'https://api.anrok.com';
const TRANSACTIONS = '/v1/seller/transactions';

/** Later dates are refused (a day of leeway): they are sent as the latest one. Source: integrations.md §9. */
const MOST_DAYS_AHEAD = 30;
const DAY_MS = 86_400_000;

/**
 * A sale of nothing, which a check asks about. Its address stands for the billing entity's (integrations.md §9), which may be blank:
 * whether Anrok knows the address changes no outcome, as it refuses one with a status that lets in.
 */
const CHECKED_SALE = {
  currencyCode: 'USD',
  customerAddress: { country: 'US', region: 'CA', city: 'San Francisco', postalCode: '94105' },
  lineItems: [{ id: 'check', productExternalId: 'tollgate_check', amount: 0, quantity: 1 }],
} as const;

/** Statuses that refuse the sale of a check: who gets one has been let in. Source: integrations.md §9. */
const LETS_IN: ReadonlySet<number | null> = new Set([400, 409]);

/** A document is part of a filed return, so that it cannot change. */
const FROZEN = 'transactionFrozenForFiling';

/** Errors of a void that say that there is nothing to take back. Source: integrations.md §9. */
const VOIDED_ALREADY: ReadonlySet<string> = new Set(['transactionIdNotFound', 'duplicateTransactionId']);

/** Calls the API of Anrok. A document is repeated under its id, which replaces it. Source: integrations.md §9. */
export class AnrokProvider implements TaxProvider {
  /** @param baseUrl of the API; null for the live one. */
  constructor(
    private readonly calls: JsonCalls,
    private readonly clock: Clock,
    private readonly baseUrl: string | null,
  ) {}

  async check(connection: CalledConnection): Promise<ExternalIds> {
    const today = this.dayAfter(0);
    try {
      await this.ask(connection, '/createEphemeral', {
        accountingDate: today,
        taxDate: today,
        ...CHECKED_SALE,
      });
    } catch (error) {
      if (!(error instanceof IntegrationRefusal) || !LETS_IN.has(error.status)) throw error;
    }
    return {};
  }

  async estimate(
    connection: CalledConnection,
    request: TaxRequest,
    timeoutMs?: number,
  ): Promise<ProvidedTaxes> {
    const body = transactionBody(request, this.dayAfter(MOST_DAYS_AHEAD));
    return readAnrokTaxes(await this.ask(connection, '/createEphemeral', body, timeoutMs), request);
  }

  async commit(connection: CalledConnection, request: TaxRequest): Promise<ProvidedTaxes> {
    return readAnrokTaxes(await this.record(connection, request), request);
  }

  async refund(connection: CalledConnection, request: TaxRequest): Promise<ReportedDocument> {
    return readAnrokReport(await this.record(connection, request), request);
  }

  async void(connection: CalledConnection, { document: { id } }: TaxRequest): Promise<ReportedDocument> {
    try {
      await this.takeBack(connection, `/id:${encodeURIComponent(id)}/void`, {});
    } catch (error) {
      if (!(error instanceof IntegrationRefusal) || error.errorCode !== FROZEN) throw error;
      const newTransactionId = `${id}_voided`;
      await this.takeBack(connection, '/createNegation', { originalTransactionId: id, newTransactionId });
    }
    return { transactionId: id, taxAmount: null };
  }

  private async takeBack(connection: CalledConnection, path: string, body: Fields): Promise<void> {
    try {
      const { isEmpty, object } = await this.calls.send(this.callOf(connection, path, body), anrokErrorIn);
      if (!isEmpty && object === null) throw invalidAnswer('The answer is no JSON object.');
    } catch (error) {
      if (!(error instanceof IntegrationRefusal) || !VOIDED_ALREADY.has(error.errorCode)) throw error;
    }
  }

  private record(connection: CalledConnection, request: TaxRequest): Promise<Fields> {
    const body = transactionBody(request, this.dayAfter(MOST_DAYS_AHEAD));
    return this.ask(connection, '/createOrUpdate', { id: request.document.id, ...body });
  }

  private ask(connection: CalledConnection, path: string, body: Fields, timeoutMs?: number): Promise<Fields> {
    return this.calls.ask(this.callOf(connection, path, body, timeoutMs), anrokErrorIn);
  }

  private callOf(
    connection: CalledConnection,
    path: string,
    body: Fields,
    timeoutMs: number = TAX_TIMEOUT_MS,
  ): JsonCall {
    const headers = { authorization: `Bearer ${connection.secrets['apiKey'] ?? ''}` };
    const url = `${this.baseUrl ?? LIVE_URL}${TRANSACTIONS}${path}`;
    return { connection, url, headers, body, timeoutMs };
  }

  private dayAfter(days: number): string {
    return new Date(this.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
  }
}
