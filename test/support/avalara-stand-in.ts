import { Big, roundAt, sum, ZERO } from '../../src/core/money/decimal.js';
import { type Body, JsonStandIn, type StandInAnswer, type StandInCall } from './json-stand-in.js';

/** A tax of a region; the rate is a fraction. */
interface Levy {
  readonly taxName: string;
  readonly taxType: string;
  readonly rate: string;
}

/** A recorded transaction. */
export interface AvalaraDocument {
  /** Counts how often it was replaced. */
  readonly version: number;
  readonly status: 'Committed' | 'Cancelled';
  readonly model: Body;
  readonly totalTax: number;
}

const COLORADO: Levy = { taxName: 'CO STATE TAX', taxType: 'Sales', rate: '0.07' };
const REQUIRED = ['type', 'companyCode', 'date', 'customerCode', 'currencyCode', 'addresses', 'lines'];

const LONGEST_CODE = 50;
const MOST_LINES = 1_000;

/**
 * Speaks the protocol of AvaTax REST v2, as far as this server uses it: credentials, companies, estimates, recorded transactions that a repetition
 * replaces, and voids. Source: integrations.md §16.
 */
export class AvalaraStandIn extends JsonStandIn {
  readonly accountId = '2000000001';
  readonly licenseKey = 'B1C2D3E4';
  /** Companies of the account, by code. */
  readonly companies = new Map([['NORTH', 7]]);
  /** Recorded transactions by type and code. */
  readonly documents = new Map<string, AvalaraDocument>();
  /** Codes of transactions that are part of a filed return. */
  readonly locked = new Set<string>();
  /** Taxes by region and tax code, `CO P0000000`; else by region. */
  readonly rates = new Map<string, readonly Levy[]>([['CO', [COLORADO]]]);
  /** Customers who are exempt, by code. */
  readonly exempt = new Set<string>();
  /** Tax codes that are not taxed. */
  readonly untaxed = new Set<string>();
  /** What is rounded: each line, or the document, whose lines then add up to it. */
  rounding: 'line' | 'document' = 'line';
  /** Decimal places of amounts in the answers. */
  decimals = 2;
  private lastId = 70;

  static start(): Promise<AvalaraStandIn> {
    return new AvalaraStandIn().listen();
  }

  /** The tax of all recorded transactions that are not cancelled. */
  get netTax(): string {
    const committed = [...this.documents.values()].filter(({ status }) => status === 'Committed');
    return sum(committed.map(({ totalTax }) => new Big(totalTax))).toFixed();
  }

  protected answer({ method, path, headers, body }: StandInCall): StandInAnswer {
    const credentials = Buffer.from(`${this.accountId}:${this.licenseKey}`).toString('base64');
    const isKnown = headers.authorization === `Basic ${credentials}`;
    const { pathname, searchParams } = new URL(path, 'http://avalara');
    if (pathname === '/api/v2/utilities/ping') return done({ authenticated: isKnown, version: '24.6.1' });
    if (!isKnown) return errorOf(401, 'AuthenticationException');
    if (!/^Tollgate; .+; rest; v2; .+$/.test(String(headers['x-avalara-client'])))
      return errorOf(400, 'ClientHeaderMissing');
    if (method === 'GET' && pathname === '/api/v2/companies')
      return this.findCompanies(searchParams.get('$filter') ?? '');
    const [, company = '', code = ''] =
      /^\/api\/v2\/companies\/(.+)\/transactions\/(.+)\/void$/.exec(pathname) ?? [];
    if (code !== '')
      return this.void(decodeURIComponent(company), code, searchParams.get('documentType'), body);
    if (searchParams.get('$include') !== 'Lines,Details') return errorOf(400, 'DetailsExpected');
    if (pathname === '/api/v2/transactions/create') return this.create(body);
    if (pathname === '/api/v2/transactions/createoradjust')
      return body.adjustmentReason === 'Other'
        ? this.create(body.createTransactionModel)
        : errorOf(400, 'ValueRequiredError');
    return errorOf(404, 'NotFound');
  }

  private findCompanies(filter: string): StandInAnswer {
    const code = /^companyCode eq '(.+)'$/.exec(filter)?.[1]?.replaceAll("''", "'") ?? '';
    const id = this.companies.get(code);
    return done({ value: id === undefined ? [] : [{ id, companyCode: code }] });
  }

  private create(model: Body): StandInAnswer {
    const missing = REQUIRED.find((member) => (model[member] ?? '') === '');
    if (missing !== undefined) return errorOf(400, 'ValueRequiredError', `Field ${missing} is required.`);
    if (!this.companies.has(model.companyCode)) return errorOf(404, 'EntityNotFoundError');
    if ((model.code ?? '').length > LONGEST_CODE) return errorOf(400, 'StringLengthError');
    if (model.lines.length === 0 || model.lines.length > MOST_LINES) return errorOf(400, 'LinesOutOfRange');
    const addresses: Body[] = Object.values(model.addresses);
    if (model.addresses.shipTo === undefined && model.addresses.singleLocation === undefined)
      return errorOf(400, 'InvalidAddress');
    if (addresses.some((address) => Object.keys(address).length === 0)) return errorOf(400, 'InvalidAddress');
    if (model.lines.some(({ amount, quantity }: Body) => typeof amount !== 'number' || !(quantity >= 0)))
      return errorOf(400, 'ValueRequiredError', 'Amounts and quantities are numbers.');
    return this.taxed(model);
  }

  private taxed(model: Body): StandInAnswer {
    const lines = this.rounded(model.lines.map((line: Body) => this.taxedLine(model, line)));
    const totalTax = Number(sum(lines.map(({ tax }) => new Big(tax))).toFixed());
    const isRecorded = model.type !== 'SalesOrder';
    const key = `${model.type} ${model.code}`;
    if (isRecorded && this.locked.has(model.code)) return errorOf(400, 'CannotModifyLockedTransaction');
    if (isRecorded) {
      const version = (this.documents.get(key)?.version ?? 0) + 1;
      this.documents.set(key, { version, status: 'Committed', model, totalTax });
    }
    this.lastId += 1;
    const id = isRecorded ? this.lastId : 0;
    return done({ id, code: model.code, status: isRecorded ? 'Committed' : 'Temporary', totalTax, lines });
  }

  private taxedLine({ addresses, customerCode, businessIdentificationNo }: Body, line: Body): Body {
    const to = addresses.shipTo ?? addresses.singleLocation;
    const isAbroad = businessIdentificationNo !== undefined && addresses.shipFrom?.country !== to.country;
    const isExempt = this.exempt.has(customerCode);
    const isItemTaxable = !this.untaxed.has(line.taxCode ?? '');
    const region = to.region ?? to.country;
    const levies = this.rates.get(`${region} ${line.taxCode ?? 'P0000000'}`) ?? this.rates.get(region) ?? [];
    const isTaxed = !isAbroad && !isExempt && isItemTaxable;
    const details = levies.map(({ taxName, taxType, rate }) => ({
      taxName,
      taxType,
      jurisName: region,
      rate: isTaxed || isExempt || !isAbroad ? Number(rate) : 0,
      tax: isTaxed ? Number(new Big(line.amount).times(rate).toFixed()) : 0,
      taxableAmount: isTaxed ? line.amount : 0,
    }));
    return {
      lineNumber: line.number,
      lineAmount: line.amount,
      tax: Number(sum(details.map(({ tax }) => new Big(tax))).toFixed()),
      taxableAmount: isTaxed ? line.amount : 0,
      exemptAmount: isExempt ? line.amount : 0,
      isItemTaxable,
      ...(businessIdentificationNo === undefined ? {} : { businessIdentificationNo }),
      details,
    };
  }

  /** Rounds each line; or the document, by rounding what all lines so far have together. */
  private rounded(lines: readonly Body[]): Body[] {
    let exact = ZERO;
    let given = ZERO;
    return lines.map((line) => {
      exact = exact.plus(line.tax);
      const tax = roundAt(this.rounding === 'line' ? new Big(line.tax) : exact.minus(given), this.decimals);
      given = given.plus(tax);
      return { ...line, tax: Number(tax.toFixed()) };
    });
  }

  private void(company: string, code: string, documentType: string | null, body: Body): StandInAnswer {
    const key = `${documentType ?? 'SalesInvoice'} ${code}`;
    const document = this.documents.get(key);
    if (body.code !== 'DocVoided') return errorOf(400, 'ValueRequiredError');
    if (document === undefined || document.model.companyCode !== originalCode(company))
      return errorOf(404, 'EntityNotFoundError');
    if (document.status === 'Cancelled') return errorOf(400, 'TransactionAlreadyCancelled');
    if (this.locked.has(code)) return errorOf(400, 'CannotModifyLockedTransaction');
    this.documents.set(key, { ...document, status: 'Cancelled' });
    return done({ id: this.lastId, code, status: 'Cancelled', totalTax: 0 });
  }
}

/** A company code as paths spell it, in its own characters. */
function originalCode(inPath: string): string {
  return inPath.replaceAll(/_-ava([0-9a-f]{2})-_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function done(body: Body): StandInAnswer {
  return { status: 200, body };
}

function errorOf(status: number, code: string, message = `Refused: ${code}.`): StandInAnswer {
  const details = [{ code, message, description: message, faultCode: 'Client' }];
  return { status, body: { error: { code: 'BadRequest', message: 'The request was invalid.', details } } };
}
