// The pages of the customer portal. Source: portal.md.
import { Api, Refusal } from './api.js';
import { button, element, section, table } from './elements.js';
import {
  changesOf,
  Formats,
  type Instrument,
  isDue,
  type Money,
  nameOf,
  stateOf,
  tokenOf,
} from './formats.js';
import { LANGUAGES, type Words, wordsOf } from './words.js';

interface Customer extends Readonly<Record<string, string | null>> {
  readonly applicableTimezone: string;
  readonly language: string;
}

interface Organization {
  readonly name: string;
  readonly logoUrl: string | null;
  readonly email: string | null;
  readonly paymentLinksAvailable: boolean;
  readonly checkoutLinksAvailable: boolean;
}

interface Invoice {
  readonly id: string;
  readonly number: string;
  readonly issuingDate: string;
  readonly paymentDueDate: string;
  readonly paymentStatus: string;
  readonly paymentOverdue: boolean;
  readonly totalAmount: Money;
  readonly totalDueAmount: Money;
  readonly fileUrl: string | null;
}

interface Subscription {
  readonly id: string;
  readonly name: string | null;
  readonly planName: string;
  readonly status: string;
  readonly amount: Money;
  readonly subscriptionAt: string;
  readonly currentPeriodFrom: string | null;
  readonly currentPeriodTo: string | null;
}

interface ChargeUsage {
  readonly name: string;
  readonly units: string;
  readonly amount: Money;
}

interface Usage {
  readonly usage: { readonly amount: Money; readonly chargesUsage: readonly ChargeUsage[] };
  readonly projectedUsage: { readonly projectedAmount: Money };
}

interface Wallet {
  readonly id: string;
  readonly name: string | null;
  readonly code: string;
  readonly creditsBalance: string;
  readonly balance: Money;
}

interface PaymentMethod extends Instrument {
  readonly id: string;
  readonly isDefault: boolean;
  readonly createdAt: string;
}

interface InvoicePage {
  readonly nodes: readonly Invoice[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

const CUSTOMER =
  'name firstname lastname legalName taxIdentificationNumber email addressLine1 addressLine2 zipcode city state country ' +
  'documentLocale applicableTimezone language';
const INVOICES = `invoices(first: 10, after: $after) { nodes { id number issuingDate paymentDueDate paymentStatus
  paymentOverdue totalAmount { amount currency } totalDueAmount { amount currency } fileUrl } pageInfo { hasNextPage endCursor } }`;
const FIRST = `query PortalPage($after: String) { portal { customer { ${CUSTOMER} } organization { name logoUrl email
    paymentLinksAvailable checkoutLinksAvailable }
  ${INVOICES}
  subscriptions(first: 50) { nodes { id name planName status amount { amount currency } subscriptionAt currentPeriodFrom
    currentPeriodTo } }
  wallets(first: 50) { nodes { id name code creditsBalance balance { amount currency } } }
  paymentMethods(first: 50) { nodes { id isDefault kind brand lastDigits expiryMonth expiryYear createdAt } } } }`;
const MORE_INVOICES = `query MoreInvoices($after: String) { portal { ${INVOICES} } }`;
const USAGE = `query Usage($id: ID!) { portal {
  usage(subscriptionId: $id) { amount { amount currency }
    chargesUsage { name units amount { amount currency } } }
  projectedUsage(subscriptionId: $id) { projectedAmount { amount currency } } } }`;
const DOWNLOAD =
  'mutation Download($id: ID!) { portalDownloadInvoice(input: { id: $id }) { invoice { fileUrl } } }';
const UPDATE = `mutation Update($input: PortalUpdateCustomerInput!) {
  portalUpdateCustomer(input: $input) { customer { ${CUSTOMER} } } }`;
const TOP_UP = `mutation TopUp($input: PortalTopUpWalletInput!) {
  portalTopUpWallet(input: $input) { walletTransaction { id } } }`;
const PAY = `mutation Pay($id: ID!) {
  portalGeneratePaymentUrl(input: { invoiceId: $id }) { paymentUrl } }`;
const CHECKOUT = 'mutation Checkout { portalGenerateCheckoutUrl { checkoutUrl } }';
const MAKE_DEFAULT = `mutation MakeDefault($id: ID!) {
  portalSetDefaultPaymentMethod(input: { id: $id }) { paymentMethod { id } } }`;

interface First {
  readonly customer: Customer;
  readonly organization: Organization;
  readonly invoices: InvoicePage;
  readonly subscriptions: { readonly nodes: readonly Subscription[] };
  readonly wallets: { readonly nodes: readonly Wallet[] };
  readonly paymentMethods: { readonly nodes: readonly PaymentMethod[] };
}

/** The members that a customer edits: each with its label, and how browsers fill it in. */
const MEMBERS: readonly (readonly [member: string, label: keyof Words, autocomplete: string])[] = [
  ['name', 'name', 'organization'],
  ['firstname', 'firstname', 'given-name'],
  ['lastname', 'lastname', 'family-name'],
  ['legalName', 'legalName', 'organization'],
  ['taxIdentificationNumber', 'taxNumber', 'off'],
  ['email', 'email', 'email'],
  ['addressLine1', 'addressLine1', 'address-line1'],
  ['addressLine2', 'addressLine2', 'address-line2'],
  ['zipcode', 'zipcode', 'postal-code'],
  ['city', 'city', 'address-level2'],
  ['state', 'state', 'address-level1'],
  ['country', 'country', 'country'],
];

class Page {
  private readonly main = element('main', { id: 'portal' });
  private readonly notice = element('p', { id: 'notice', role: 'status', 'aria-live': 'polite' });
  private words: Words = wordsOf(navigator.language);
  private formats = new Formats(navigator.language, 'UTC');
  private isPayable = false;

  constructor(private readonly api: Api) {}

  async show(): Promise<void> {
    document.body.replaceChildren(this.main, this.notice);
    this.say(this.words.loading);
    await this.attempt(async () => {
      const { portal } = await this.api.send<{ portal: First }>(FIRST);
      this.draw(portal);
      this.say('');
    });
  }

  private draw({ customer, organization, invoices, subscriptions, wallets, paymentMethods }: First): void {
    this.words = wordsOf(customer.language);
    this.formats = new Formats(customer.language, customer.applicableTimezone);
    document.documentElement.lang = customer.language;
    document.title = organization.name;
    this.isPayable = organization.paymentLinksAvailable;
    const { checkoutLinksAvailable } = organization;
    const showsMethods = checkoutLinksAvailable || paymentMethods.nodes.length > 0;
    this.main.replaceChildren(
      this.header(organization),
      this.details(customer),
      this.invoices(invoices),
      ...(showsMethods ? [this.methods(paymentMethods.nodes, checkoutLinksAvailable)] : []),
      this.subscriptions(subscriptions.nodes),
      ...(wallets.nodes.length === 0 ? [] : [this.wallets(wallets.nodes)]),
      ...(organization.email === null ? [] : [this.contact(organization.email)]),
    );
  }

  private header({ name, logoUrl }: Organization): HTMLElement {
    const logo = logoUrl === null ? null : element('img', { src: logoUrl, alt: '' });
    return element('header', {}, logo, element('h1', {}, name));
  }

  private contact(email: string): HTMLElement {
    const link = element('a', { href: `mailto:${email}` }, email);
    return element('footer', {}, `${this.words.questions} `, link);
  }

  private details(customer: Customer): HTMLElement {
    const list = element('dl');
    for (const [member, label] of MEMBERS) {
      const value = customer[member] ?? null;
      if (value !== null)
        list.append(element('div', {}, element('dt', {}, this.label(label)), element('dd', {}, value)));
    }
    const shown = section('details', this.words.details, list);
    shown.append(
      button(this.words.edit, () => {
        const form = this.form(customer, shown);
        shown.replaceWith(form);
        form.querySelector('input')?.focus();
      }),
    );
    return shown;
  }

  private form(customer: Customer, shown: HTMLElement): HTMLElement {
    const form = element('form', { novalidate: true });
    for (const [member, label, autocomplete] of MEMBERS) {
      const input = element('input', {
        id: `edit-${member}`,
        name: member,
        value: customer[member] ?? '',
        autocomplete,
        maxlength: member === 'country' ? '2' : '255',
        type: member === 'email' ? 'email' : 'text',
      });
      form.append(this.field(input, this.label(label)));
    }
    form.append(this.field(this.languages(customer['documentLocale'] ?? ''), this.words.language));
    const edited = section('details', this.words.details, form);
    form.append(
      element(
        'div',
        { class: 'actions' },
        element('button', { type: 'submit' }, this.words.save),
        button(
          this.words.cancel,
          () => {
            edited.replaceWith(shown);
            shown.querySelector('button')?.focus();
          },
          { class: 'quiet' },
        ),
      ),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.save(customer, form);
    });
    return edited;
  }

  private languages(chosen: string): HTMLSelectElement {
    const known = Object.keys(LANGUAGES);
    const tags = chosen === '' || known.includes(chosen) ? known : [chosen, ...known];
    const options = tags.map((tag) => {
      const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
      return element('option', { value: tag, lang: tag, selected: tag === chosen }, name);
    });
    const none = element('option', { value: '', selected: chosen === '' }, '–');
    return element('select', { id: 'edit-documentLocale', name: 'documentLocale' }, none, ...options);
  }

  private async save(customer: Customer, form: HTMLFormElement): Promise<void> {
    const entered = Object.fromEntries(
      [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
    );
    entered['country'] = entered['country']?.toUpperCase() ?? '';
    const isCountry = /^([A-Z]{2})?$/.test(entered['country']);
    this.mark(form, isCountry ? [] : ['country']);
    if (!isCountry) return;
    try {
      await this.api.send(UPDATE, { input: changesOf(customer, entered) });
      await this.show();
      this.say(this.words.saved);
      document.querySelector<HTMLElement>('#details button')?.focus();
    } catch (error) {
      // A country that does not exist is refused as a whole request.
      const isRequest = error instanceof Refusal && error.status === 400;
      const members = error instanceof Refusal ? Object.keys(error.details) : [];
      const wrong = isRequest ? ['country'] : members;
      if (wrong.length === 0) this.fail(error);
      else this.mark(form, wrong);
    }
  }

  /** Marks the inputs whose values were refused, and moves to the first. */
  private mark(form: HTMLFormElement, wrong: readonly string[]): void {
    for (const input of form.querySelectorAll<HTMLInputElement>('input, select')) {
      const isWrong = wrong.includes(input.name);
      input.setAttribute('aria-invalid', String(isWrong));
      const hint = form.querySelector(`#${input.id}-hint`);
      if (hint !== null) hint.textContent = isWrong ? this.words.check : '';
    }
    form.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  }

  private field(input: HTMLInputElement | HTMLSelectElement, label: string): HTMLElement {
    const hint = element('span', { id: `${input.id}-hint`, class: 'hint' });
    input.setAttribute('aria-describedby', hint.id);
    return element('p', { class: 'field' }, element('label', { for: input.id }, label), input, hint);
  }

  private invoices(first: InvoicePage): HTMLElement {
    if (first.nodes.length === 0) return section('invoices', this.words.invoices, this.empty());
    const listed = table(this.headings(), this.rowsOf(first));
    const shown = section('invoices', this.words.invoices, listed);
    this.offerMore(shown, listed, first);
    return shown;
  }

  private headings(): string[] {
    const { number, issued, due, total, status, file } = this.words;
    return [number, issued, due, total, status, file];
  }

  private rowsOf({ nodes }: InvoicePage): (Node | string)[][] {
    return nodes.map((invoice) => {
      const state = stateOf(invoice);
      return [
        invoice.number,
        this.formats.date(invoice.issuingDate),
        this.formats.date(invoice.paymentDueDate),
        this.formats.money(invoice.totalAmount),
        element(
          'div',
          { class: 'offers' },
          element('span', { class: `state ${state}` }, this.words[state]),
          this.isPayable && isDue(invoice) ? this.pay(invoice) : null,
        ),
        this.download(invoice),
      ];
    });
  }

  private offerMore(shown: HTMLElement, listed: HTMLTableElement, { pageInfo }: InvoicePage): void {
    if (!pageInfo.hasNextPage) return;
    const more = button(this.words.more, () =>
      this.attempt(async () => {
        const { portal } = await this.api.send<{ portal: { invoices: InvoicePage } }>(MORE_INVOICES, {
          after: pageInfo.endCursor,
        });
        const next = table(this.headings(), this.rowsOf(portal.invoices));
        listed.tBodies[0]?.append(...(next.tBodies[0]?.rows ?? []));
        more.remove();
        this.offerMore(shown, listed, portal.invoices);
      }),
    );
    shown.append(more);
  }

  /** A button that leads to the page on which the invoice is paid. */
  private pay({ id, number, totalDueAmount }: Invoice): HTMLElement {
    const label = `${this.words.pay}: ${number}, ${this.formats.money(totalDueAmount)}`;
    const work = async () => {
      const { portalGeneratePaymentUrl } = await this.api.send<{
        portalGeneratePaymentUrl: { paymentUrl: string };
      }>(PAY, { id });
      location.assign(portalGeneratePaymentUrl.paymentUrl);
    };
    return button(this.words.pay, () => this.attempt(work), { 'aria-label': label, class: 'pay' });
  }

  private methods(nodes: readonly PaymentMethod[], offersCheckout: boolean): HTMLElement {
    const listed = element('ul', {}, ...nodes.map((method) => this.method(method)));
    const shown = section('methods', this.words.methods, nodes.length === 0 ? this.empty() : listed);
    if (offersCheckout)
      shown.append(
        button(this.words.addMethod, () =>
          this.attempt(async () => {
            const { portalGenerateCheckoutUrl } = await this.api.send<{
              portalGenerateCheckoutUrl: { checkoutUrl: string };
            }>(CHECKOUT);
            location.assign(portalGenerateCheckoutUrl.checkoutUrl);
          }),
        ),
      );
    return shown;
  }

  /** A method that the provider does not describe is known by the day on which it was added. */
  private method({ id, isDefault, createdAt, ...instrument }: PaymentMethod): HTMLElement {
    const name = nameOf(instrument) ?? this.words.method(this.formats.instant(createdAt));
    if (isDefault)
      return element(
        'li',
        {},
        element('span', {}, name),
        element('span', { class: 'state paid' }, this.words.isDefault),
      );
    const makeDefault = button(
      this.words.makeDefault,
      () =>
        this.attempt(async () => {
          await this.api.send(MAKE_DEFAULT, { id });
          await this.show();
          this.say(this.words.saved);
          document.querySelector<HTMLElement>('#methods button')?.focus();
        }),
      { class: 'quiet', 'aria-label': `${this.words.makeDefault}: ${name}` },
    );
    return element('li', {}, element('span', {}, name), makeDefault);
  }

  /** A link to the file, or a button that has it made. */
  private download({ id, number, fileUrl }: Invoice): HTMLElement {
    const label = `${this.words.download}: ${number}`;
    const link = (href: string) =>
      element('a', { href, target: '_blank', rel: 'noopener', 'aria-label': label }, this.words.download);
    if (fileUrl !== null) return link(fileUrl);
    return button(
      this.words.download,
      (pressed) =>
        this.attempt(async () => {
          const { portalDownloadInvoice } = await this.api.send<{
            portalDownloadInvoice: { invoice: Pick<Invoice, 'fileUrl'> };
          }>(DOWNLOAD, { id });
          const made = portalDownloadInvoice.invoice.fileUrl;
          if (made === null) {
            this.say(this.words.preparing);
            return;
          }
          const file = link(made);
          pressed.replaceWith(file);
          file.focus();
          file.click();
        }),
      { 'aria-label': label },
    );
  }

  private subscriptions(nodes: readonly Subscription[]): HTMLElement {
    const cards = nodes.map((subscription) => this.subscription(subscription));
    return section(
      'subscriptions',
      this.words.subscriptions,
      ...(cards.length === 0 ? [this.empty()] : cards),
    );
  }

  private subscription(subscription: Subscription): HTMLElement {
    const { currentPeriodFrom: from, currentPeriodTo: to, name, planName } = subscription;
    const period =
      from === null || to === null
        ? this.words.starts(this.formats.instant(subscription.subscriptionAt))
        : this.words.period(this.formats.instant(from), this.formats.instant(to));
    const card = element(
      'article',
      {},
      element('h3', {}, name === null ? planName : `${name} (${planName})`),
      element('p', {}, this.formats.money(subscription.amount)),
      element('p', { class: 'quiet' }, period),
    );
    if (subscription.status === 'active')
      card.append(
        button(this.words.usage, (pressed) =>
          this.attempt(async () => {
            const { portal } = await this.api.send<{ portal: Usage }>(USAGE, { id: subscription.id });
            pressed.replaceWith(this.usage(portal));
          }),
        ),
      );
    return card;
  }

  private usage({ usage, projectedUsage }: Usage): HTMLElement {
    const { charge, units, amount, projected } = this.words;
    if (usage.chargesUsage.length === 0) return this.empty();
    const rows = usage.chargesUsage.map((used) => [
      used.name,
      this.formats.number(used.units),
      this.formats.money(used.amount),
    ]);
    const expected = `${projected}: ${this.formats.money(projectedUsage.projectedAmount)}`;
    return element(
      'div',
      {},
      table([charge, units, amount], rows),
      element('p', { class: 'quiet' }, expected),
    );
  }

  private wallets(nodes: readonly Wallet[]): HTMLElement {
    return section('wallets', this.words.wallets, ...nodes.map((wallet) => this.wallet(wallet)));
  }

  private wallet({ id, name, code, creditsBalance, balance }: Wallet): HTMLElement {
    const input = element('input', {
      id: `credits-${id}`,
      name: 'credits',
      inputmode: 'decimal',
      required: true,
    });
    const submit = element('button', { type: 'submit' }, this.words.topUp);
    const form = element(
      'form',
      { class: 'top-up', novalidate: true },
      this.field(input, this.words.creditsToBuy),
      submit,
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      // Twice would buy twice.
      if (submit.disabled) return;
      submit.disabled = true;
      void this.topUp(id, form, input).finally(() => {
        submit.disabled = false;
      });
    });
    const credits = this.words.credits(this.formats.number(creditsBalance));
    return element(
      'article',
      {},
      element('h3', {}, name ?? code),
      element('p', {}, `${this.formats.money(balance)} (${credits})`),
      form,
    );
  }

  private async topUp(walletId: string, form: HTMLFormElement, input: HTMLInputElement): Promise<void> {
    const paidCredits = input.value.trim().replace(',', '.');
    const isAmount = /^\d{1,15}(\.\d{1,5})?$/.test(paidCredits) && Number(paidCredits) > 0;
    this.mark(form, isAmount ? [] : [input.name]);
    if (!isAmount) return;
    try {
      await this.api.send(TOP_UP, { input: { walletId, paidCredits } });
      await this.show();
      this.say(this.words.bought);
    } catch (error) {
      if (error instanceof Refusal && error.status === 422) this.mark(form, [input.name]);
      else this.fail(error);
    }
  }

  private empty(): HTMLElement {
    return element('p', { class: 'quiet' }, this.words.none);
  }

  private label(name: keyof Words): string {
    const word = this.words[name];
    return typeof word === 'string' ? word : '';
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    const isUnknown = error instanceof Refusal && error.status === 401;
    if (isUnknown) this.main.replaceChildren();
    this.say(isUnknown ? this.words.invalidLink : this.words.failed);
  }

  private say(text: string): void {
    this.notice.textContent = text;
  }
}

/** Opens the portal of the token in the address. Without one, the server answers that the link is not valid. */
function open(): void {
  void new Page(new Api(tokenOf(location.hash) ?? '')).show();
}

window.addEventListener('hashchange', open);
open();
