import type { Clock } from '../../../../platform/clock.js';
import type { Fields } from '../../../../platform/outgoing/received-fields.js';
import type { CalledConnection, ExternalIds } from '../calls/called-connection.js';
import { invalidAnswer } from '../calls/integration-refusal.js';
import type { JsonAnswer, JsonCalls } from '../calls/json-calls.js';
import { errorOfProtocol, signedHeaders } from '../calls/own-protocol.js';
import { readProvidedTaxes, readTransactionId } from './http-tax-answer.js';
import type { ProvidedTaxes, ReportedDocument, TaxAddress, TaxProvider, TaxRequest } from './tax-provider.js';

/** The version of our protocol. */
const VERSION = 1;

interface Call {
  readonly action: 'check' | 'estimate' | 'commit' | 'refund' | 'void';
  readonly requestId: string;
  readonly members: Fields;
  readonly timeoutMs?: number | undefined;
}

/** Tax services of organizations, which speak our protocol. Source: integrations.md §10. */
export class HttpTaxProvider implements TaxProvider {
  constructor(
    private readonly calls: JsonCalls,
    private readonly clock: Clock,
  ) {}

  async check(connection: CalledConnection, requestId: string): Promise<ExternalIds> {
    await this.send(connection, { action: 'check', requestId, members: {} });
    return {};
  }

  estimate(connection: CalledConnection, request: TaxRequest, timeoutMs?: number): Promise<ProvidedTaxes> {
    return this.taxesOf(connection, request, { action: 'estimate', timeoutMs });
  }

  commit(connection: CalledConnection, request: TaxRequest): Promise<ProvidedTaxes> {
    return this.taxesOf(connection, request, { action: 'commit' });
  }

  refund(connection: CalledConnection, request: TaxRequest): Promise<ReportedDocument> {
    const { requestId } = request;
    return this.report(connection, { action: 'refund', requestId, members: membersOf(request) });
  }

  void(connection: CalledConnection, { requestId, document }: TaxRequest): Promise<ReportedDocument> {
    const { type, id } = document;
    return this.report(connection, { action: 'void', requestId, members: { document: { type, id } } });
  }

  private async taxesOf(
    connection: CalledConnection,
    request: TaxRequest,
    call: Pick<Call, 'action' | 'timeoutMs'>,
  ): Promise<ProvidedTaxes> {
    const { requestId, lines } = request;
    const { object } = await this.send(connection, { ...call, requestId, members: membersOf(request) });
    const ids = lines.map(({ id }) => id);
    return readProvidedTaxes(answered(object), ids);
  }

  /** Reports a document. Of the answer, which may be empty, only the id of the transaction is read. */
  private async report(connection: CalledConnection, call: Call): Promise<ReportedDocument> {
    const { isEmpty, object } = await this.send(connection, call);
    return { transactionId: isEmpty ? null : readTransactionId(answered(object)), taxAmount: null };
  }

  private send(connection: CalledConnection, call: Call): Promise<JsonAnswer> {
    const { action, requestId, members } = call;
    const body = Buffer.from(JSON.stringify({ version: VERSION, action, request_id: requestId, ...members }));
    const { url, timeoutMs: longest } = connection.settings;
    const headers = signedHeaders(connection, { requestId, body, sentAt: this.clock.now() });
    const timeoutMs = Math.min(Number(longest), call.timeoutMs ?? Infinity);
    return this.calls.send({ connection, url: String(url), headers, body, timeoutMs }, errorOfProtocol);
  }
}

/** The members of a call about a document, as our protocol spells them. */
function membersOf({ document, seller, customer, lines }: TaxRequest): Fields {
  return {
    document: {
      type: document.type,
      id: document.id,
      original_id: document.originalId,
      date: document.date,
      tax_date: document.taxDate,
      currency: document.currency,
      minor_digits: document.minorDigits,
    },
    seller: {
      code: seller.code,
      legal_name: seller.legalName,
      tax_identification_number: seller.taxIdentificationNumber,
      address: addressOf(seller.address),
    },
    customer: {
      svc_id: customer.id,
      external_id: customer.externalId,
      provider_id: customer.providerId,
      name: customer.name,
      email: customer.email,
      customer_type: customer.customerType,
      tax_identification_number: customer.taxIdentificationNumber,
      address: addressOf(customer.address),
    },
    lines: lines.map(({ id, itemCode, itemType, description, units, amountCents }) => ({
      id,
      item_code: itemCode,
      item_type: itemType,
      description,
      units,
      amount_cents: Number(amountCents),
    })),
  };
}

function addressOf({ addressLine1, addressLine2, city, state, zipcode, country }: TaxAddress): Fields {
  return { address_line1: addressLine1, address_line2: addressLine2, city, state, zipcode, country };
}

/** @throws IntegrationRefusal `invalid_answer` for a body that is no object. */
function answered(object: Fields | null): Fields {
  if (object === null) throw invalidAnswer('The answer is no JSON object.');
  return object;
}
