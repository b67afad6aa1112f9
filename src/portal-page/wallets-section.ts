import { Refusal } from './api.js';
import { element, section } from './elements.js';
import { field, markRefused } from './form-fields.js';
import { TOP_UP_WALLET, type Wallet } from './operations.js';
import type { PageContext } from './page-context.js';

/** The wallets with their balances; the customer can buy credits where its link allows it. */
export class WalletsSection {
  constructor(
    private readonly page: PageContext,
    private readonly offersTopUps: boolean,
  ) {}

  draw(nodes: readonly Wallet[]): HTMLElement {
    return section('wallets', this.page.words.wallets, ...nodes.map((wallet) => this.wallet(wallet)));
  }

  private wallet({ id, name, code, creditsBalance, balance }: Wallet): HTMLElement {
    const { words, formats } = this.page;
    const credits = words.credits(formats.number(creditsBalance));
    return element(
      'article',
      {},
      element('h3', {}, name ?? code),
      element('p', {}, `${formats.money(balance)} (${credits})`),
      this.offersTopUps ? this.form(id) : null,
    );
  }

  private form(id: string): HTMLElement {
    const { words } = this.page;
    const input = element('input', {
      id: `credits-${id}`,
      name: 'credits',
      inputmode: 'decimal',
      required: true,
    });
    const submit = element('button', { type: 'submit' }, words.topUp);
    const form = element(
      'form',
      { class: 'top-up', novalidate: true },
      field(input, words.creditsToBuy),
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
    return form;
  }

  private async topUp(walletId: string, form: HTMLFormElement, input: HTMLInputElement): Promise<void> {
    const { words } = this.page;
    const paidCredits = input.value.trim().replace(',', '.');
    const isAmount = /^\d{1,15}(\.\d{1,5})?$/.test(paidCredits) && Number(paidCredits) > 0;
    markRefused(form, isAmount ? [] : [input.name], words.check);
    if (!isAmount) return;
    try {
      await this.page.api.send(TOP_UP_WALLET, { input: { walletId, paidCredits } });
      await this.page.reload('bought');
    } catch (error) {
      if (error instanceof Refusal && error.status === 422) markRefused(form, [input.name], words.check);
      else this.page.fail(error);
    }
  }
}
