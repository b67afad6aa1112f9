type Attributes = Readonly<Record<string, string | boolean>>;

/** Creates an element. Texts are never read as HTML. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string | null)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(attribute, '');
    else if (value !== false) made.setAttribute(attribute, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** A button that is disabled while its work runs. */
export function button(
  label: string,
  work: (pressed: HTMLButtonElement) => Promise<void> | void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, label);
  made.addEventListener('click', () => {
    made.disabled = true;
    void Promise.resolve(work(made)).finally(() => {
      made.disabled = false;
    });
  });
  return made;
}

/** A paragraph in subdued color. */
export function quietText(text: string): HTMLElement {
  return element('p', { class: 'quiet' }, text);
}

/** A section with a heading, which names it for screen readers. */
export function section(
  id: string,
  heading: string,
  ...children: readonly (Node | string | null)[]
): HTMLElement {
  const title = element('h2', { id: `${id}-title` }, heading);
  return element('section', { id, 'aria-labelledby': title.id }, title, ...children);
}

/** A table whose cells carry the heading of their column, which phones show beside each. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly (Node | string)[])[],
): HTMLTableElement {
  const head = element('tr', {}, ...headings.map((heading) => element('th', { scope: 'col' }, heading)));
  const body = rows.map((cells) =>
    element(
      'tr',
      {},
      ...cells.map((cell, column) => element('td', { 'data-label': headings[column] ?? '' }, cell)),
    ),
  );
  return element('table', {}, element('thead', {}, head), element('tbody', {}, ...body));
}
