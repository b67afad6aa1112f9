import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../../platform/api/context.js';
import { defineLoader } from '../../../platform/api/loader.js';
import { InvoiceCustomSectionType } from '../../invoice-custom-sections/invoice-custom-section.schema.js';
import type { InvoiceCustomSection } from '../../invoice-custom-sections/invoice-custom-section.table.js';
import type { BillingEntityService } from '../records/billing-entity.service.js';

/** Adds to custom sections of invoices whether the default billing entity has selected them. */
@Resolver(() => InvoiceCustomSectionType)
export class CustomSectionBillingEntitiesResolver {
  /** Whether the default billing entity has selected a section, by the section's id. */
  private readonly applications = defineLoader<string, boolean>(
    async ({ db, actor }, sectionIds) => {
      const { selectedCustomSections } = await this.billingEntities.getDefault(db, actor);
      const selected = new Set(selectedCustomSections.map(({ sectionId }) => sectionId));
      return new Map(sectionIds.map((id) => [id, selected.has(id)]));
    },
    () => false,
  );

  constructor(private readonly billingEntities: BillingEntityService) {}

  @FieldResolver(() => Boolean, {
    deprecationReason: 'Since 2026-11-29: use BillingEntity.selectedInvoiceCustomSections.',
    description: 'Whether the default billing entity has selected the section.',
  })
  appliedToOrganization(@Root() { id }: InvoiceCustomSection, @Ctx() context: Context): Promise<boolean> {
    return context.load(this.applications, id);
  }
}
