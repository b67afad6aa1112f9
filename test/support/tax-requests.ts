import type { CalledConnection } from '../../src/modules/integrations/adapters/calls/called-connection.js';
import type { Pace } from '../../src/modules/integrations/adapters/calls/json-calls.js';
import type {
  ProvidedTaxes,
  TaxLine,
  TaxRequest,
} from '../../src/modules/integrations/adapters/tax/tax-provider.js';

/** Every call has its turn at once. */
export const AT_ONCE: Pace = { inTurn: (_connection, _timeoutMs, send) => send() };

export const NO_ADDRESS = {
  addressLine1: null,
  addressLine2: null,
  city: null,
  state: null,
  zipcode: null,
  country: null,
};

/** An invoice of 100.00 CAD, from a seller in Montréal. */
export const TAX_REQUEST: TaxRequest = {
  requestId: '0190a1b2-0000-7000-8000-00000000000a',
  document: {
    type: 'invoice',
    id: '0190a1b2-0000-7000-8000-000000000001',
    originalId: null,
    date: '2027-05-01',
    taxDate: '2027-05-01',
    currency: 'CAD',
    minorDigits: 2,
    purchaseOrderNumber: null,
  },
  seller: {
    code: 'north',
    legalName: 'North Ltd',
    taxIdentificationNumber: null,
    address: { ...NO_ADDRESS, addressLine1: '1 Rue A', city: 'Montréal', state: 'QC', country: 'CA' },
  },
  customer: {
    id: '0190a1b2-0000-7000-8000-000000000002',
    externalId: 'acme',
    providerId: 'acme',
    name: 'Acme',
    email: null,
    customerType: 'company',
    taxIdentificationNumber: null,
    address: NO_ADDRESS,
  },
  lines: [
    {
      id: 'fee',
      itemCode: 'saas',
      taxCode: null,
      itemType: 'subscription',
      description: 'Team',
      units: '1.0',
      amountCents: 10_000n,
    },
  ],
};

/** What a test says of a request; the rest is that of `TAX_REQUEST`. */
interface Said {
  readonly amounts?: readonly bigint[];
  readonly line?: Partial<TaxLine>;
  readonly document?: Partial<TaxRequest['document']>;
  readonly customer?: Partial<TaxRequest['customer']>;
  readonly seller?: Partial<TaxRequest['seller']>;
  /** Members of the customer's address. */
  readonly to?: Partial<TaxRequest['customer']['address']>;
}

/** A request for lines of these amounts, `fee1`, `fee2`, …, in dollars unless it says otherwise. */
export function taxRequest({
  amounts = [10_000n],
  line,
  document,
  customer,
  seller,
  to,
}: Said = {}): TaxRequest {
  const [first] = TAX_REQUEST.lines;
  if (first === undefined) throw new Error('expected a line');
  return {
    ...TAX_REQUEST,
    document: { ...TAX_REQUEST.document, currency: 'USD', ...document },
    customer: { ...TAX_REQUEST.customer, address: { ...NO_ADDRESS, ...to }, ...customer },
    seller: { ...TAX_REQUEST.seller, ...seller },
    lines: amounts.map((amountCents, index) => ({ ...first, ...line, id: `fee${index + 1}`, amountCents })),
  };
}

/** A connection of a type, for calls. */
export function calledConnection(
  type: CalledConnection['type'],
  over: Partial<CalledConnection>,
): CalledConnection {
  return {
    organizationId: 'organization',
    id: 'connection',
    type,
    settings: {},
    externalIds: {},
    secrets: {},
    signingSecrets: [],
    ...over,
  };
}

/** Taxes as text: those of the document, and of each line its tax and `code rate: amount`. */
export function taxTexts({ taxAmount, lines }: ProvidedTaxes): unknown[] {
  return [
    taxAmount.toFixed(),
    ...lines.map((line) => [
      line.taxAmount.toFixed(),
      ...line.taxes.map(
        ({ code, ratePercent, amount }) => `${code} ${ratePercent.toFixed()}: ${amount.toFixed()}`,
      ),
    ]),
  ];
}
