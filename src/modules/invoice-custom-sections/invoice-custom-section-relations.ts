import { byName, type SectionChoice, type SelectedSection } from '../../core/invoicing/custom-sections.js';
import type { Context } from '../../platform/api/context.js';
import { defineLoader } from '../../platform/api/loader.js';
import type { InvoiceCustomSectionService } from './invoice-custom-section.service.js';
import type { InvoiceCustomSection } from './invoice-custom-section.table.js';

/** A section that a source of invoices has selected, as both APIs show it. */
export interface AppliedInvoiceCustomSection {
  readonly id: string;
  readonly createdAt: Date;
  readonly invoiceCustomSection: InvoiceCustomSection;
}

/** Loads selected sections. The resolvers of all owners share the loader, so a request reads each section once. */
export class InvoiceCustomSectionRelations {
  private readonly section = defineLoader<string, InvoiceCustomSection | null>(
    ({ db, actor }, ids) => this.sections.getMany(db, actor, ids),
    () => null,
  );

  constructor(private readonly sections: InvoiceCustomSectionService) {}

  /** The selected sections that are not deleted, by name. */
  async selected(context: Context, selected: readonly SelectedSection[]): Promise<InvoiceCustomSection[]> {
    const found = await Promise.all(selected.map(({ sectionId }) => context.load(this.section, sectionId)));
    return found.filter((section) => section !== null).sort(byName);
  }

  /** The sections that a source of invoices has selected and that are not deleted, by name. */
  async applied(context: Context, choice: SectionChoice | null): Promise<AppliedInvoiceCustomSection[]> {
    const applied = await Promise.all(
      (choice?.selected ?? []).map(async ({ id, sectionId, selectedAt }) => {
        const invoiceCustomSection = await context.load(this.section, sectionId);
        return invoiceCustomSection === null
          ? []
          : [{ id, createdAt: new Date(selectedAt), invoiceCustomSection }];
      }),
    );
    return applied.flat().sort((a, b) => byName(a.invoiceCustomSection, b.invoiceCustomSection));
  }
}
