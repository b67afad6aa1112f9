import { button, element, quietText, section } from './elements.js';
import { nameOf } from './portal-formats.js';
import { GENERATE_CHECKOUT_URL, type PaymentMethod, SET_DEFAULT_PAYMENT_METHOD } from './operations.js';
import type { PageContext } from './page-context.js';
import { leaveFor } from './return-address.js';

/**
 * The payment methods; where its link allows it, the customer chooses the default one, and registers others at its payment
 * provider.
 */
export class PaymentMethodsSection {
  constructor(
    private readonly page: PageContext,
    private readonly offers: { readonly checkout: boolean; readonly otherDefault: boolean },
  ) {}

  draw(nodes: readonly PaymentMethod[]): HTMLElement {
    const { words } = this.page;
    const listed = element('ul', {}, ...nodes.map((method) => this.method(method)));
    const shown = section('methods', words.methods, nodes.length === 0 ? quietText(words.none) : listed);
    if (this.offers.checkout)
      shown.append(
        button(words.addMethod, () =>
          this.page.attempt(async () => {
            const { portalGenerateCheckoutUrl } = await this.page.api.send<{
              portalGenerateCheckoutUrl: { checkoutUrl: string };
            }>(GENERATE_CHECKOUT_URL);
            leaveFor(portalGenerateCheckoutUrl.checkoutUrl);
          }),
        ),
      );
    return shown;
  }

  /** A method that the provider does not describe is known by the day on which it was added. */
  private method({ id, isDefault, createdAt, ...instrument }: PaymentMethod): HTMLElement {
    const { words, formats } = this.page;
    const name = nameOf(instrument) ?? words.method(formats.instant(createdAt));
    if (isDefault)
      return element(
        'li',
        {},
        element('span', {}, name),
        element('span', { class: 'state paid' }, words.isDefault),
      );
    if (!this.offers.otherDefault) return element('li', {}, element('span', {}, name));
    const makeDefault = button(
      words.makeDefault,
      () =>
        this.page.attempt(async () => {
          await this.page.api.send(SET_DEFAULT_PAYMENT_METHOD, { id });
          await this.page.reload('saved', '#methods button');
        }),
      { class: 'quiet', 'aria-label': `${words.makeDefault}: ${name}` },
    );
    return element('li', {}, element('span', {}, name), makeDefault);
  }
}
