import os from 'node:os';
import { VERSION } from '../../../../platform/process/version.js';
import { type Fields, isObject } from '../../../../platform/outgoing/received-fields.js';
import type { CalledConnection, ExternalIds } from '../calls/called-connection.js';
import { IntegrationRefusal, invalidAnswer } from '../calls/integration-refusal.js';
import type { JsonCall, JsonCalls } from '../calls/json-calls.js';
import { avalaraErrorIn, readAvalaraReport, readAvalaraTaxes } from './avalara-answer.js';
import { transactionModel, type AvalaraType } from './avalara-model.js';
import {
  type ProvidedTaxes,
  type ReportedDocument,
  TAX_TIMEOUT_MS,
  type TaxProvider,
  type TaxRequest,
} from './tax-provider.js';

const LIVE_URL = 'https://rest.avatax.com';
const SANDBOX_URL = 'https://sandbox-rest.avatax.com';

/** Names this program; a header has printable ASCII characters only. */
const CLIENT = `Tollgate; ${VERSION}; rest; v2; ${os.hostname().replaceAll(/[^\x20-\x7e]/g, '')}`;

/** Lines with the taxes of each jurisdiction. */
const WITH_DETAILS = '?$include=Lines,Details';

/** Errors of a void that say that there is nothing to take back. Source: integrations.md §8. */
const VOIDED_ALREADY: ReadonlySet<string> = new Set(['EntityNotFoundError', 'TransactionAlreadyCancelled']);

/** Characters of a company code that paths of AvaTax do not accept, and how it spells them. Source: integrations.md §8. */
const IN_PATHS: Readonly<Record<string, string>> = {
  '/': '_-ava2f-_',
  '+': '_-ava2b-_',
  '?': '_-ava3f-_',
  '%': '_-ava25-_',
  '#': '_-ava23-_',
};

/** Calls AvaTax REST v2. A document is repeated under its code, which replaces it. Source: integrations.md §8. */
export class AvalaraProvider implements TaxProvider {
  /** @param baseUrl of the API; null for that of the account. */
  constructor(
    private readonly calls: JsonCalls,
    private readonly baseUrl: string | null,
  ) {}

  async check(connection: CalledConnection): Promise<ExternalIds> {
    const { authenticated } = await this.ask(connection, 'GET', '/api/v2/utilities/ping');
    if (authenticated !== true)
      throw new IntegrationRefusal('configuration', 'unauthorized', 'Avalara does not know the account.');
    const code = companyCodeOf(connection);
    const filter = encodeURIComponent(`companyCode eq '${code.replaceAll("'", "''")}'`);
    const { value } = await this.ask(connection, 'GET', `/api/v2/companies?$filter=${filter}`);
    const first: unknown = Array.isArray(value) ? value[0] : null;
    if (!isObject(first))
      throw new IntegrationRefusal('refused', 'company_not_found', `The account has no company ${code}.`);
    const { id } = first;
    if (typeof id !== 'number') throw invalidAnswer('The id of the company is no number.');
    return { company: String(id) };
  }

  async estimate(
    connection: CalledConnection,
    request: TaxRequest,
    timeoutMs: number = TAX_TIMEOUT_MS,
  ): Promise<ProvidedTaxes> {
    const body = modelOf(connection, 'SalesOrder', request);
    const path = `/api/v2/transactions/create${WITH_DETAILS}`;
    return readAvalaraTaxes(await this.ask(connection, 'POST', path, { body, timeoutMs }), request);
  }

  async commit(connection: CalledConnection, request: TaxRequest): Promise<ProvidedTaxes> {
    return readAvalaraTaxes(await this.record(connection, 'SalesInvoice', request), request);
  }

  async refund(connection: CalledConnection, request: TaxRequest): Promise<ReportedDocument> {
    return readAvalaraReport(await this.record(connection, 'ReturnInvoice', request), request);
  }

  async void(connection: CalledConnection, request: TaxRequest): Promise<ReportedDocument> {
    const { id, type } = request.document;
    const company = encodeURIComponent(codeInPath(companyCodeOf(connection)));
    const kind = type === 'credit_note' ? '?documentType=ReturnInvoice' : '';
    const path = `/api/v2/companies/${company}/transactions/${encodeURIComponent(id)}/void${kind}`;
    try {
      const answer = await this.ask(connection, 'POST', path, { body: { code: 'DocVoided' } });
      return readAvalaraReport(answer, request);
    } catch (error) {
      const code = error instanceof IntegrationRefusal ? error.errorCode : null;
      if (code === 'CannotModifyLockedTransaction') return this.oppose(connection, request);
      if (code === null || !VOIDED_ALREADY.has(code)) throw error;
      return { transactionId: null, taxAmount: null };
    }
  }

  /** Records the opposite of a document that is part of a filed return. */
  private async oppose(connection: CalledConnection, request: TaxRequest): Promise<ReportedDocument> {
    const { document, lines } = request;
    const opposite: TaxRequest = {
      ...request,
      document: { ...document, id: `${document.id}_voided`, originalId: document.id },
      lines: lines.map((line) => ({ ...line, amountCents: -line.amountCents })),
    };
    const type = document.type === 'credit_note' ? 'SalesInvoice' : 'ReturnInvoice';
    return readAvalaraReport(await this.record(connection, type, opposite), opposite);
  }

  private record(connection: CalledConnection, type: AvalaraType, request: TaxRequest): Promise<Fields> {
    const createTransactionModel = modelOf(connection, type, request);
    const body = { adjustmentReason: 'Other', createTransactionModel };
    return this.ask(connection, 'POST', `/api/v2/transactions/createoradjust${WITH_DETAILS}`, { body });
  }

  private ask(
    connection: CalledConnection,
    method: 'GET' | 'POST',
    path: string,
    call: Pick<JsonCall, 'body' | 'timeoutMs'> = {},
  ): Promise<Fields> {
    const { settings, secrets } = connection;
    const { accountId, sandbox } = settings;
    const credentials = Buffer.from(`${String(accountId)}:${secrets['licenseKey'] ?? ''}`);
    const url = `${this.baseUrl ?? (sandbox === true ? SANDBOX_URL : LIVE_URL)}${path}`;
    const headers = {
      authorization: `Basic ${credentials.toString('base64')}`,
      'x-avalara-client': CLIENT,
    };
    return this.calls.ask(
      { connection, timeoutMs: TAX_TIMEOUT_MS, ...call, method, url, headers },
      avalaraErrorIn,
    );
  }
}

function modelOf(connection: CalledConnection, type: AvalaraType, request: TaxRequest): Fields {
  return transactionModel(companyCodeOf(connection), type, request);
}

function companyCodeOf({ settings }: CalledConnection): string {
  return String(settings['companyCode']);
}

function codeInPath(code: string): string {
  return code.replaceAll(/[/+?%#]/g, (character) => IN_PATHS[character] ?? character);
}
