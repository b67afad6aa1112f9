// Which custom sections an invoice shows. Source: invoices.md §11, "Custom sections".

/** A section that an owner of invoices has selected. It is kept in the owner's row (docs/adr/0085). */
export interface SelectedSection {
  readonly id: string;
  readonly sectionId: string;
  /** ISO 8601. */
  readonly selectedAt: string;
}

/** What a subscription, a wallet or another source of invoices shows on them; null in its place: nothing was chosen. */
export interface SectionChoice {
  /** True: its invoices have no custom sections on its account. */
  readonly skips: boolean;
  readonly selected: readonly SelectedSection[];
}

/** What applies to sources of invoices that choose nothing. */
export interface GeneralSections {
  readonly customer: SectionChoice;
  /** Those of the billing entity. */
  readonly entity: readonly SelectedSection[];
}

/** The ids of all sections that an invoice might show. */
export function sectionIdsOf(
  sources: readonly (SectionChoice | null)[],
  { customer, entity }: GeneralSections,
): string[] {
  const choices = [...sources, customer].flatMap((choice) => choice?.selected ?? []);
  return [...choices, ...entity].map(({ sectionId }) => sectionId);
}

/**
 * The sections that an invoice shows, by name: each source adds those that it selects; one that selects none adds those of the
 * customer, or else of the billing entity; one that skips sections adds none.
 * @param known the sections that exist, by id. Deleted ones count as not selected.
 */
export function applicableSections<Section extends { readonly id: string; readonly name: string }>(
  sources: readonly (SectionChoice | null)[],
  general: GeneralSections,
  known: ReadonlyMap<string, Section>,
): Section[] {
  const kept = (selected: readonly SelectedSection[]) =>
    selected.flatMap(({ sectionId }) => known.get(sectionId) ?? []);
  const { customer, entity } = general;
  const own = kept(customer.selected);
  const ofCustomer = customer.skips ? [] : own.length > 0 ? own : kept(entity);
  const shown = sources.flatMap((source) => {
    if (source?.skips === true) return [];
    const selected = kept(source?.selected ?? []);
    return selected.length > 0 ? selected : ofCustomer;
  });
  const unique = new Map(shown.map((section) => [section.id, section]));
  return [...unique.values()].sort(byName);
}

/** Sorts by name; sections of the same name by age. */
export function byName(
  a: { readonly id: string; readonly name: string },
  b: { readonly id: string; readonly name: string },
): number {
  return compare(a.name, b.name) || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
