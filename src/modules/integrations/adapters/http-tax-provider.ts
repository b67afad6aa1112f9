import type { Clock } from '../../../platform/clock.js';
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.js';
import type { OutgoingHttp } from '../../../platform/outgoing/outgoing-http.js';
import type { OutgoingAnswer } from '../../../platform/outgoing/post.js';
import { keyOfSecret, standardSignature } from '../../../platform/signing/standard-signature.js';
import { readProvidedTaxes, readTransactionId } from './http-tax-answer.js';
import { IntegrationRefusal, invalidAnswer, refusalOfStatus } from './integration-refusal.js';
import type {
  CalledConnection,
  ProvidedTaxes,
  ReportedDocument,
  TaxAddress,
  TaxDocumentName,
  TaxProvider,
  TaxRequest,
} from './tax-provider.js';

/** The version of our protocol. */
const VERSION = 1;

/** Bytes of an answer that are read. Source: integrations.md §5. */
const ANSWER_BYTES = 2_000_000;

/** Longest code and sentence of an error that are kept. */
const CODE_LENGTH = 255;
const MESSAGE_LENGTH = 1_000;

type Fields = Readonly<Record<string, unknown>>;

interface Call {
  readonly action: 'check' | 'estimate' | 'commit' | 'refund' | 'void';
  readonly requestId: string;
  readonly members: Fields;
  readonly timeoutMs?: number | undefined;
}

/** Tax services of organizations, which speak our protocol. Source: integrations.md §10. */
export class HttpTaxProvider implements TaxProvider {
  constructor(
    private readonly outgoing: OutgoingHttp,
    private readonly clock: Clock,
  ) {}

  async check(connection: CalledConnection, requestId: string): Promise<void> {
    await this.send(connection, { action: 'check', requestId, members: {} });
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

  void(
    connection: CalledConnection,
    { requestId, document: { type, id } }: { readonly requestId: string; readonly document: TaxDocumentName },
  ): Promise<ReportedDocument> {
    return this.report(connection, { action: 'void', requestId, members: { document: { type, id } } });
  }

  private async taxesOf(
    connection: CalledConnection,
    request: TaxRequest,
    call: Pick<Call, 'action' | 'timeoutMs'>,
  ): Promise<ProvidedTaxes> {
    const { requestId, lines } = request;
    const answer = await this.send(connection, { ...call, requestId, members: membersOf(request) });
    const ids = lines.map(({ id }) => id);
    return readProvidedTaxes(answerIn(answer), ids);
  }

  /** Reports a document. Of the answer, which may be empty, only the id of the transaction is read. */
  private async report(connection: CalledConnection, call: Call): Promise<ReportedDocument> {
    const answer = await this.send(connection, call);
    return { transactionId: answer.length === 0 ? null : readTransactionId(answerIn(answer)) };
  }

  /** @returns the body of a 2xx answer. @throws IntegrationRefusal for any other answer. */
  private async send({ settings, signingSecrets }: CalledConnection, call: Call): Promise<Buffer> {
    const { action, requestId, members } = call;
    const body = Buffer.from(JSON.stringify({ version: VERSION, action, request_id: requestId, ...members }));
    const { url, timeoutMs: longest } = settings;
    const timeoutMs = Math.min(Number(longest), call.timeoutMs ?? Infinity);
    const now = this.clock.now();
    const keys = signingSecrets.map(keyOfSecret);
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      'idempotency-key': requestId,
      ...standardSignature(keys, { id: requestId, body, sentAt: now }),
    };
    const answer = await this.post(String(url), { headers, body, timeoutMs });
    if (answer.status >= 200 && answer.status < 300) return answer.body;
    throw refusalOfStatus(answer, errorIn(objectIn(answer.body)), now);
  }

  private async post(
    url: string,
    request: {
      readonly headers: Record<string, string>;
      readonly body: Buffer;
      readonly timeoutMs: number;
    },
  ): Promise<OutgoingAnswer> {
    const signal = AbortSignal.timeout(2 * request.timeoutMs);
    try {
      return await this.outgoing.postAlone(url, { ...request, answerBytes: ANSWER_BYTES, signal });
    } catch (error) {
      if (!(error instanceof OutgoingFailure)) throw error;
      const code = error.message.startsWith('timeout') ? 'timeout' : 'network';
      throw new IntegrationRefusal('retriable', code, error.message, { cause: error });
    }
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
function answerIn(body: Buffer): Fields {
  const answer = objectIn(body);
  if (answer === null) throw invalidAnswer('The answer is no JSON object.');
  return answer;
}

/** The object of a body; null if it is none. */
function objectIn(body: Buffer): Fields | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}

/** The error of a refusal: `{"error": {"code": "…", "message": "…"}}`. */
function errorIn(body: Fields | null): { readonly code: string | null; readonly message: string | null } {
  const error = body?.['error'];
  const { code, message } = (typeof error === 'object' && error !== null ? error : {}) as Fields;
  return { code: shortText(code, CODE_LENGTH), message: shortText(message, MESSAGE_LENGTH) };
}

function shortText(value: unknown, most: number): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, most).toWellFormed() : null;
}
