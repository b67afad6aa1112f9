import {
  type ArrivedCall,
  type ScriptedAnswer,
  type ScriptedCall,
  ScriptedServer,
} from './scripted-answers.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- documents are asserted on, not computed with
type Members = any;

/** A document with what is booked on it. Amounts are hundredths. */
interface Document {
  readonly sent: Members;
  readonly id: string;
  readonly subTotal: number;
  readonly tax: number;
  status: string;
  due: number;
  readonly payments: Members[];
  readonly allocations: Members[];
}

const CLIENT = { id: 'client', secret: 'secret' };
const MINUTES_30 = 1_800;

/** Scopes of custom connections: those made since 29 April 2026, and those made before. */
const GRANULAR = [
  'accounting.invoices',
  'accounting.payments',
  'accounting.contacts',
  'accounting.settings.read',
];
const BROAD = ['accounting.transactions', 'accounting.contacts', 'accounting.settings.read'];

/** The scopes that a path needs, one of them. */
const NEEDED: Record<string, readonly string[]> = {
  Organisation: ['accounting.settings.read'],
  Items: ['accounting.settings.read'],
  Accounts: ['accounting.settings.read'],
  TaxRates: ['accounting.settings.read'],
  Contacts: ['accounting.contacts'],
  Invoices: ['accounting.invoices', 'accounting.transactions'],
  CreditNotes: ['accounting.invoices', 'accounting.transactions'],
  Payments: ['accounting.payments', 'accounting.transactions'],
};

/** Xero's identity server and Accounting API (integrations.md §12, §16), with the checks that Xero makes. */
export class XeroStandIn {
  /** Scopes that the custom connection may ask for. */
  scopes: readonly string[] = GRANULAR;
  /** What each document's total is answered with beside what it is, in hundredths: Xero rounds otherwise than we do. */
  surplus = 0;
  readonly items: Members[] = [{ Code: 'SAAS', Name: 'Team', SalesDetails: { AccountCode: '200' } }];
  readonly contacts = new Map<string, Members>();
  readonly invoices = new Map<string, Document>();
  readonly creditNotes = new Map<string, Document>();
  /** Calls that arrived with their effect: `PUT /Invoices`; those for tokens as `token`. */
  readonly log: string[] = [];
  /** What callers must not do. */
  readonly faults: string[] = [];
  private readonly tokens = new Map<string, { readonly scopes: readonly string[]; endsAt: number }>();
  private readonly answers = new Map<string, { readonly text: string; readonly answer: ScriptedAnswer }>();
  private ids = 0;

  private constructor(
    private readonly server: ScriptedServer,
    private readonly now: () => Date,
  ) {}

  /** @param now decides when tokens end. */
  static async start(now: () => Date): Promise<XeroStandIn> {
    // The server has no calls before its address is known.
    const server = await ScriptedServer.start((call) => standIn.receive(call));
    const standIn = new XeroStandIn(server, now);
    return standIn;
  }

  /** Credentials of a connection. */
  get access() {
    return { settings: { clientId: CLIENT.id }, secrets: { clientSecret: CLIENT.secret } };
  }

  get addresses() {
    return { identity: this.server.url, api: this.server.url };
  }

  /** The next answers, first one first; those for tokens too. */
  get script(): ScriptedCall[] {
    return this.server.script;
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  /** Deletes all idempotency keys, as Xero does after some minutes. */
  dropKeys(): void {
    this.answers.clear();
  }

  /** Ends all tokens before their time. */
  revokeTokens(): void {
    this.tokens.clear();
  }

  /** Makes the custom connection one of before 29 April 2026. */
  useFormerScopes(): void {
    this.scopes = BROAD;
  }

  /** Books a document that somebody else has made. @param total in hundredths. */
  addInvoice(number: string, total: number): string {
    const sent = { Type: 'ACCREC', InvoiceNumber: number, LineItems: [] };
    const id = this.newId();
    this.invoices.set(id, { ...emptyDocument(sent, id), subTotal: total, due: total });
    return id;
  }

  /** A document as the API shows it, by our number. */
  invoice(number: string): Members {
    const found = [...this.invoices.values()].find(({ sent }) => sent.InvoiceNumber === number);
    return found === undefined ? null : this.shown('Invoices', found);
  }

  private receive(call: ArrivedCall): ScriptedAnswer {
    const { method, url, headers, text } = call;
    if (url.pathname === '/connect/token') return this.giveToken(call);
    const [, resource = '', id = '', part = ''] = url.pathname.replace('/api.xro/2.0', '').split('/');
    const token = this.tokens.get((headers['authorization'] ?? '').replace('Bearer ', ''));
    if (token === undefined || token.endsAt <= this.now().getTime())
      return { status: 401, body: { Title: 'Unauthorized', Detail: 'TokenExpired' } };
    if (!(NEEDED[resource] ?? []).some((scope) => token.scopes.includes(scope)))
      return { status: 403, body: { Title: 'Forbidden', Detail: 'insufficient_scope' } };
    if (method === 'GET') return this.read(resource, decodeURIComponent(id), url);
    if (method === 'DELETE') return this.removeAllocation(decodeURIComponent(id), url);
    const { 'idempotency-key': key = '' } = headers;
    if (key === '' || key.length > 128) this.faults.push(`A ${method} has the idempotency key "${key}".`);
    const known = this.answers.get(key);
    // A refusal is answered again for some minutes, whatever the key is sent with by then.
    if (known !== undefined && known.text !== text && known.answer.status < 400)
      return refused('Idempotency-Key is reused with another body');
    const answer = known?.answer ?? this.write(`${method} ${resource}`, [decodeURIComponent(id), part], text);
    this.answers.set(key, { text, answer });
    return answer;
  }

  private giveToken({ headers, text }: ArrivedCall): ScriptedAnswer {
    const credentials = Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64');
    if (headers['authorization'] !== `Basic ${credentials}`)
      return { status: 400, body: { error: 'invalid_client' } };
    const form = new URLSearchParams(text);
    if (form.get('grant_type') !== 'client_credentials')
      return { status: 400, body: { error: 'unsupported_grant_type' } };
    const scopes = (form.get('scope') ?? '').split(' ');
    if (!scopes.every((scope) => this.scopes.includes(scope)))
      return { status: 400, body: { error: 'invalid_scope' } };
    this.log.push('token');
    const token = `token-${this.newId()}`;
    this.tokens.set(token, { scopes, endsAt: this.now().getTime() + MINUTES_30 * 1_000 });
    return { status: 200, body: { access_token: token, expires_in: MINUTES_30, token_type: 'Bearer' } };
  }

  private read(resource: string, id: string, url: URL): ScriptedAnswer {
    this.log.push(`GET /${resource}`);
    if (resource === 'Organisation')
      return { status: 200, body: { Organisations: [{ OrganisationID: 'books', Name: 'Books' }] } };
    if (resource === 'Items') return { status: 200, body: { Items: this.items } };
    if (resource === 'Accounts')
      return {
        status: 200,
        body: {
          Accounts: [
            { Code: '090', Name: 'Bank', Status: 'ACTIVE' },
            { Code: '091', Name: 'Closed', Status: 'ARCHIVED' },
            { Name: 'No code', Status: 'ACTIVE' },
          ],
        },
      };
    if (resource === 'TaxRates')
      return { status: 200, body: { TaxRates: [{ Name: '20 %', TaxType: 'OUTPUT2', Status: 'ACTIVE' }] } };
    if (resource === 'Contacts') {
      const found = [...this.contacts.values()].find(
        ({ ContactID, ContactNumber }) => ContactID === id || ContactNumber === id,
      );
      return found === undefined ? { status: 404 } : { status: 200, body: { Contacts: [found] } };
    }
    const list = resource === 'Invoices' ? this.invoices : this.creditNotes;
    const numbers = url.searchParams.get('InvoiceNumbers')?.split(',');
    const found = [...list.values()].filter((document) =>
      numbers === undefined
        ? document.id === id || document.sent.CreditNoteNumber === id
        : numbers.includes(document.sent.InvoiceNumber),
    );
    if (found.length === 0 && numbers === undefined) return { status: 404 };
    return { status: 200, body: { [resource]: found.map((each) => this.shown(resource, each)) } };
  }

  private write(action: string, [id = '', part]: readonly string[], text: string): ScriptedAnswer {
    const body: Members = JSON.parse(text);
    this.log.push(`${action.replace(' ', ' /')}${part === '' ? '' : `/${part}`}`);
    if (action === 'PUT Contacts') return this.putContact(body.Contacts[0], this.newId());
    if (action === 'POST Contacts') return this.putContact(body.Contacts[0], id);
    if (action === 'PUT Invoices') return this.putDocument('Invoices', body.Invoices[0]);
    if (action === 'PUT CreditNotes' && part === '')
      return this.putDocument('CreditNotes', body.CreditNotes[0]);
    if (action === 'PUT CreditNotes') return this.allocate(id, body.Allocations[0]);
    if (action === 'PUT Payments') return this.pay(body.Payments);
    return this.voidInvoice(id, body);
  }

  private putContact(sent: Members, id: string): ScriptedAnswer {
    const isTaken = [...this.contacts.values()].some(
      ({ ContactID, Name }) => ContactID !== id && Name.toLowerCase() === sent.Name.toLowerCase(),
    );
    if (isTaken)
      return refused(
        `The contact name ${sent.Name} is already assigned to another contact. It must be unique.`,
      );
    if (Object.values(sent).some((value) => value === '' || value === null))
      this.faults.push('A contact has a blank member.');
    const contact = { ...this.contacts.get(id), ...sent, ContactID: id };
    this.contacts.set(id, contact);
    return { status: 200, body: { Contacts: [contact] } };
  }

  private putDocument(resource: 'Invoices' | 'CreditNotes', sent: Members): ScriptedAnswer {
    const list = resource === 'Invoices' ? this.invoices : this.creditNotes;
    const member = resource === 'Invoices' ? 'InvoiceNumber' : 'CreditNoteNumber';
    if ([...list.values()].some((known) => known.sent[member] === sent[member]))
      return refused('Invoice # must be unique.');
    if (!this.contacts.has(sent.Contact?.ContactID)) return refused('A contact must be specified.');
    const problems = sent.LineItems.flatMap((line: Members) => this.problemsOf(line));
    if (problems.length > 0) return refused(...problems);
    const document = emptyDocument(sent, this.newId());
    list.set(document.id, document);
    return { status: 200, body: { [resource]: [this.shown(resource, document)] } };
  }

  private problemsOf({ Quantity, UnitAmount, ItemCode, TaxType, TaxAmount, Description }: Members): string[] {
    const isWhole = (amount: number) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6;
    const isKnown = this.items.some(({ Code }) => Code === ItemCode);
    return [
      ...(Quantity === 1 && isWhole(UnitAmount) && isWhole(TaxAmount) ? [] : ['The line amount is wrong.']),
      ...(isKnown ? [] : [`Item code '${ItemCode}' is not valid`]),
      ...(TaxType === 'NONE' && TaxAmount !== 0 ? ['The tax amount must be 0.'] : []),
      ...(typeof Description === 'string' && Description !== '' ? [] : ['Description is required.']),
    ];
  }

  private allocate(id: string, { Invoice, Amount, Date: date }: Members): ScriptedAnswer {
    const note = this.creditNotes.get(id);
    const invoice = this.invoices.get(Invoice.InvoiceID);
    const amount = Math.round(Amount * 100);
    if (note === undefined || invoice === undefined) return { status: 404 };
    if (amount > note.due || amount > invoice.due) return refused('The amount exceeds what is outstanding.');
    note.due -= amount;
    invoice.due -= amount;
    const made = { AllocationID: this.newId(), Amount, Date: date, Invoice: { InvoiceID: invoice.id } };
    note.allocations.push(made);
    invoice.allocations.push(made);
    return { status: 200, body: { Allocations: [made] } };
  }

  private removeAllocation(noteId: string, url: URL): ScriptedAnswer {
    this.log.push('DELETE /CreditNotes/Allocations');
    const note = this.creditNotes.get(noteId);
    const made = note?.allocations.find(({ AllocationID }) => url.pathname.endsWith(`/${AllocationID}`));
    const invoice = this.invoices.get(made?.Invoice.InvoiceID);
    if (note === undefined || invoice === undefined) return { status: 404 };
    for (const document of [note, invoice]) {
      document.due += Math.round(made.Amount * 100);
      document.allocations.splice(document.allocations.indexOf(made), 1);
    }
    return { status: 200, body: { AllocationID: made.AllocationID, IsDeleted: true } };
  }

  private pay(payments: Members[]): ScriptedAnswer {
    const targets = payments.map(({ Invoice, CreditNote }) =>
      Invoice === undefined
        ? this.creditNotes.get(CreditNote.CreditNoteID)
        : this.invoices.get(Invoice.InvoiceID),
    );
    const made = payments.map((payment) => ({ ...payment, PaymentID: this.newId() }));
    for (const [index, { Amount, Account }] of payments.entries()) {
      const target = targets[index];
      if (target === undefined) return { status: 404 };
      if (Account?.Code === undefined) return refused('Account code is required.');
      if (Math.round(Amount * 100) > target.due)
        return refused('Payment amount exceeds the amount outstanding on this document');
      target.due -= Math.round(Amount * 100);
      target.payments.push(made[index]);
    }
    return { status: 200, body: { Payments: made } };
  }

  private voidInvoice(id: string, { Status }: Members): ScriptedAnswer {
    const invoice = this.invoices.get(id);
    if (invoice === undefined) return { status: 404 };
    if (Status !== 'VOIDED' || invoice.status === 'VOIDED')
      return refused('Invoice not of valid status for modification');
    if (invoice.payments.length + invoice.allocations.length > 0)
      return refused('Invoice has payments or allocations and cannot be voided');
    invoice.status = 'VOIDED';
    return { status: 200, body: { Invoices: [this.shown('Invoices', invoice)] } };
  }

  private shown(resource: string, { sent, id, status, due, ...document }: Document): Members {
    const { subTotal, tax, payments, allocations } = document;
    return {
      ...sent,
      [resource === 'Invoices' ? 'InvoiceID' : 'CreditNoteID']: id,
      Status: status,
      SubTotal: subTotal / 100,
      TotalTax: tax / 100,
      Total: (subTotal + tax + this.surplus) / 100,
      [resource === 'Invoices' ? 'AmountDue' : 'RemainingCredit']: due / 100,
      Payments: payments,
      Allocations: allocations,
    };
  }

  private newId(): string {
    this.ids += 1;
    return `00000000-0000-4000-8000-${String(this.ids).padStart(12, '0')}`;
  }
}

function emptyDocument(sent: Members, id: string): Document {
  const sumOf = (member: string) =>
    sent.LineItems.reduce((sum: number, line: Members) => sum + Math.round(line[member] * 100), 0);
  const subTotal: number = sumOf('UnitAmount');
  const tax: number = sumOf('TaxAmount');
  const booked = { payments: [], allocations: [] };
  return { sent, id, subTotal, tax, status: 'AUTHORISED', due: subTotal + tax, ...booked };
}

function refused(...messages: string[]): ScriptedAnswer {
  return {
    status: 400,
    body: {
      ErrorNumber: 10,
      Type: 'ValidationException',
      Message: 'A validation exception occurred',
      Elements: [{ ValidationErrors: messages.map((Message) => ({ Message })) }],
    },
  };
}
