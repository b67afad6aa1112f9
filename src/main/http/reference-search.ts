/** The parts of Swagger UI that the search uses; its collections are those of Immutable. */
interface System {
  readonly React: {
    readonly createElement: (kind: string, properties: object | null, ...children: unknown[]) => unknown;
  };
  readonly layoutSelectors: { readonly currentFilter: () => unknown };
  readonly layoutActions: { readonly updateFilter: (text: string) => void };
}

interface Operations {
  readonly filter: (keep: (operation: Collection) => boolean) => Operations;
  readonly size: number;
}

interface Collection {
  readonly get: (name: string) => unknown;
  readonly getIn: (path: readonly string[]) => unknown;
}

interface Group extends Collection {
  readonly set: (name: 'operations', operations: Operations) => Group;
}

interface Groups {
  readonly map: (change: (group: Group, name: string) => Group) => Groups;
  readonly filter: (keep: (group: Group) => boolean) => Groups;
}

/**
 * A plugin of Swagger UI: a search box that keeps the operations whose method, path, name, summary or group has every typed word. That of
 * Swagger UI knows the names of groups alone. The page receives the text of this function, so that it may use nothing outside of itself.
 */
export function referenceSearch({ React, layoutSelectors, layoutActions }: System): readonly unknown[] {
  const operationsOf = (group: Group) => group.get('operations') as Operations;
  const opsFilter = (groups: Groups, phrase: string) => {
    const words = phrase.toLowerCase().split(/\s+/);
    return groups
      .map((group, name) => {
        const about = `${name} ${String(group.getIn(['tagDetails', 'description']))}`;
        return group.set(
          'operations',
          operationsOf(group).filter((one) => {
            const members = [one.get('method'), one.get('path'), one.getIn(['operation', 'operationId'])];
            const text = [about, ...members, one.getIn(['operation', 'summary'])].join(' ').toLowerCase();
            return words.every((word) => text.includes(word));
          }),
        );
      })
      .filter((group) => operationsOf(group).size > 0);
  };
  const SearchBox = () => {
    const typed = layoutSelectors.currentFilter();
    const box = React.createElement('input', {
      className: 'operation-filter-input',
      type: 'search',
      placeholder: 'Search operations, for example: void',
      'aria-label': 'Search operations',
      value: typeof typed === 'string' && typed !== 'true' ? typed : '',
      onChange: ({ target }: { target: { value: string } }) => {
        layoutActions.updateFilter(target.value);
      },
    });
    return React.createElement('div', { className: 'filter wrapper' }, box);
  };
  const { SwaggerUIBundle } = globalThis as unknown as {
    SwaggerUIBundle: { plugins: { DownloadUrl: unknown } };
  };
  return [
    // The page would have only this plugin otherwise.
    SwaggerUIBundle.plugins.DownloadUrl,
    { fn: { opsFilter }, wrapComponents: { FilterContainer: () => SearchBox } },
  ];
}
