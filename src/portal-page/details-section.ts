import { Refusal } from './api.js';
import { button, element, section } from './elements.js';
import { field, markRefused } from './form-fields.js';
import { changesOf } from './portal-formats.js';
import { type Customer, UPDATE_CUSTOMER } from './operations.js';
import type { PageContext } from './page-context.js';
import { LANGUAGES, type PlainWord } from './words.js';

/** The members that a customer edits: each with its label, and how browsers fill it in. */
const MEMBERS: readonly (readonly [member: string, label: PlainWord, autocomplete: string])[] = [
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

/** The customer's name and address, and, where its link allows it, the form in which it changes them. */
export class DetailsSection {
  constructor(
    private readonly page: PageContext,
    private readonly canBeChanged: boolean,
  ) {}

  draw(customer: Customer): HTMLElement {
    const { words } = this.page;
    const list = element('dl');
    for (const [member, label] of MEMBERS) {
      const value = customer[member] ?? null;
      if (value !== null)
        list.append(element('div', {}, element('dt', {}, words[label]), element('dd', {}, value)));
    }
    const shown = section('details', words.details, list);
    if (!this.canBeChanged) return shown;
    shown.append(
      button(words.edit, () => {
        const form = this.form(customer, shown);
        shown.replaceWith(form);
        form.querySelector('input')?.focus();
      }),
    );
    return shown;
  }

  private form(customer: Customer, shown: HTMLElement): HTMLElement {
    const { words } = this.page;
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
      form.append(field(input, words[label]));
    }
    form.append(field(this.languages(customer['documentLocale'] ?? ''), words.language));
    const edited = section('details', words.details, form);
    form.append(
      element(
        'div',
        { class: 'actions' },
        element('button', { type: 'submit' }, words.save),
        button(
          words.cancel,
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
    markRefused(form, isCountry ? [] : ['country'], this.page.words.check);
    if (!isCountry) return;
    try {
      await this.page.api.send(UPDATE_CUSTOMER, { input: changesOf(customer, entered) });
      await this.page.reload('saved', '#details button');
    } catch (error) {
      // A country that does not exist is refused as a whole request.
      const isRequest = error instanceof Refusal && error.status === 400;
      const members = error instanceof Refusal ? Object.keys(error.details) : [];
      const wrong = isRequest ? ['country'] : members;
      if (wrong.length === 0) this.page.fail(error);
      else markRefused(form, wrong, this.page.words.check);
    }
  }
}
