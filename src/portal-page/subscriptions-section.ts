import { button, element, quietText, section, table } from './elements.js';
import { type Subscription, type Usage, USAGE } from './operations.js';
import type { PageContext } from './page-context.js';

/** The subscriptions; active ones show their usage on request. */
export class SubscriptionsSection {
  constructor(private readonly page: PageContext) {}

  draw(nodes: readonly Subscription[]): HTMLElement {
    const { words } = this.page;
    const cards = nodes.map((subscription) => this.subscription(subscription));
    return section(
      'subscriptions',
      words.subscriptions,
      ...(cards.length === 0 ? [quietText(words.none)] : cards),
    );
  }

  private subscription(subscription: Subscription): HTMLElement {
    const { words, formats } = this.page;
    const { currentPeriodFrom: from, currentPeriodTo: to, name, planName } = subscription;
    const period =
      from === null || to === null
        ? words.starts(formats.instant(subscription.subscriptionAt))
        : words.period(formats.instant(from), formats.instant(to));
    const card = element(
      'article',
      {},
      element('h3', {}, name === null ? planName : `${name} (${planName})`),
      element('p', {}, formats.money(subscription.amount)),
      quietText(period),
    );
    if (subscription.status === 'active')
      card.append(
        button(words.usage, (pressed) =>
          this.page.attempt(async () => {
            const { portal } = await this.page.api.send<{ portal: Usage }>(USAGE, { id: subscription.id });
            pressed.replaceWith(this.usage(portal));
          }),
        ),
      );
    return card;
  }

  private usage({ usage, projectedUsage }: Usage): HTMLElement {
    const { words, formats } = this.page;
    if (usage.chargesUsage.length === 0) return quietText(words.none);
    const rows = usage.chargesUsage.map((used) => [
      used.name,
      formats.number(used.units),
      formats.money(used.amount),
    ]);
    const expected = `${words.projected}: ${formats.money(projectedUsage.projectedAmount)}`;
    return element('div', {}, table([words.charge, words.units, words.amount], rows), quietText(expected));
  }
}
