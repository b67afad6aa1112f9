import { element } from './elements.js';

/** An input with its label, and a hint that is empty until the value is refused. */
export function field(input: HTMLInputElement | HTMLSelectElement, label: string): HTMLElement {
  const hint = element('span', { id: `${input.id}-hint`, class: 'hint' });
  input.setAttribute('aria-describedby', hint.id);
  return element('p', { class: 'field' }, element('label', { for: input.id }, label), input, hint);
}

/** Marks the inputs whose values were refused, and moves to the first. */
export function markRefused(form: HTMLFormElement, refused: readonly string[], text: string): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('input, select')) {
    const isRefused = refused.includes(input.name);
    input.setAttribute('aria-invalid', String(isRefused));
    const hint = form.querySelector(`#${input.id}-hint`);
    if (hint !== null) hint.textContent = isRefused ? text : '';
  }
  form.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
}
