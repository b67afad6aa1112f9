import { type Api, Refusal } from './api.js';
import { DetailsSection } from './details-section.js';
import { element } from './elements.js';
import { Formats } from './portal-formats.js';
import { InvoicesSection } from './invoices-section.js';
import { type Organization, type Portal, PORTAL } from './operations.js';
import type { PageContext } from './page-context.js';
import { PaymentMethodsSection } from './payment-methods-section.js';
import { SubscriptionsSection } from './subscriptions-section.js';
import { WalletsSection } from './wallets-section.js';
import { type PlainWord, type Words, wordsOf } from './words.js';

/** Draws the portal of the customer whose token the API sends. */
export class Page implements PageContext {
  private readonly main = element('main', { id: 'portal' });
  private readonly notice = element('p', { id: 'notice', role: 'status', 'aria-live': 'polite' });
  words: Words = wordsOf(navigator.language);
  formats = new Formats(navigator.language, 'UTC');

  constructor(readonly api: Api) {}

  async show(): Promise<void> {
    document.body.replaceChildren(this.main, this.notice);
    this.notify(this.words.loading);
    await this.attempt(async () => {
      const { portal } = await this.api.send<{ portal: Portal }>(PORTAL);
      this.draw(portal);
      this.notify('');
    });
  }

  async reload(notice: PlainWord, focus?: string): Promise<void> {
    await this.show();
    this.notify(this.words[notice]);
    if (focus !== undefined) document.querySelector<HTMLElement>(focus)?.focus();
  }

  async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.fail(error);
    }
  }

  fail(error: unknown): void {
    const isUnknown = error instanceof Refusal && error.status === 401;
    if (isUnknown) this.main.replaceChildren();
    this.notify(isUnknown ? this.words.invalidLink : this.words.failed);
  }

  notify(text: string): void {
    this.notice.textContent = text;
  }

  private draw(portal: Portal): void {
    const { customer, organization, invoices, subscriptions, wallets, paymentMethods } = portal;
    this.words = wordsOf(customer.language);
    this.formats = new Formats(customer.language, customer.applicableTimezone);
    document.documentElement.lang = customer.language;
    document.title = organization.name;
    const { topUpsAvailable, paymentLinksAvailable, checkoutLinksAvailable, email } = organization;
    const showsMethods = checkoutLinksAvailable || paymentMethods.nodes.length > 0;
    const offers = {
      checkout: checkoutLinksAvailable,
      otherDefault: portal.defaultPaymentMethodCanBeChanged,
    };
    const methods = () => new PaymentMethodsSection(this, offers).draw(paymentMethods.nodes);
    this.main.replaceChildren(
      this.header(organization),
      new DetailsSection(this, portal.detailsCanBeChanged).draw(customer),
      new InvoicesSection(this, paymentLinksAvailable).draw(invoices),
      ...(showsMethods ? [methods()] : []),
      new SubscriptionsSection(this).draw(subscriptions.nodes),
      ...(wallets.nodes.length === 0 ? [] : [new WalletsSection(this, topUpsAvailable).draw(wallets.nodes)]),
      ...(email === null ? [] : [this.contact(email)]),
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
}
