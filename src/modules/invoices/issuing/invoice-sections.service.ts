import {
  applicableSections,
  type GeneralSections,
  sectionIdsOf,
} from '../../../core/invoicing/custom-sections.js';
import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import { newId } from '../../../platform/db/tables/ids.js';
import type { InvoiceCustomSectionService } from '../../invoice-custom-sections/invoice-custom-section.service.js';
import { sectionChoicesOf } from '../composing/invoice-kinds.js';
import type { PlannedInvoice } from '../composing/planned-invoice.js';
import type { InvoiceSection } from '../records/invoice.table.js';

/** Copies custom sections to the invoices that show them. Source: invoices.md §11. */
export class InvoiceSections {
  constructor(private readonly customSections: InvoiceCustomSectionService) {}

  /**
   * Reads the sections that invoices may show, with one statement, or none if nobody has selected any.
   * @returns the sections of each of these invoices.
   */
  async prepare(
    db: Db,
    actor: Actor,
    invoices: readonly PlannedInvoice[],
  ): Promise<(planned: PlannedInvoice) => InvoiceSection[]> {
    const ids = invoices.flatMap((planned) => sectionIdsOf(sectionChoicesOf(planned), generalOf(planned)));
    const known = await this.customSections.getMany(db, actor, ids);
    return (planned) =>
      planned.regenerates?.customSections?.map((section) => ({ ...section, id: newId() })) ??
      applicableSections(sectionChoicesOf(planned), generalOf(planned), known).map(
        ({ code, name, displayName, details }) => ({ id: newId(), code, name, displayName, details }),
      );
  }
}

function generalOf({ customer, billingEntity }: PlannedInvoice): GeneralSections {
  return {
    customer: { skips: customer.skipInvoiceCustomSections, selected: customer.selectedCustomSections },
    entity: billingEntity.selectedCustomSections,
  };
}
