import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import { InvoiceCustomSectionRelations } from './invoice-custom-section-relations.js';
import {
  AppliedInvoiceCustomSectionResolver,
  InvoiceCustomSectionResolver,
} from './invoice-custom-section.resolver.js';
import { InvoiceCustomSectionService } from './invoice-custom-section.service.js';

/** Texts that invoices show below their sums. */
export const invoiceCustomSectionsCapability = capability({
  services: ({ clock }: PlatformServices) => {
    const customSections = new InvoiceCustomSectionService(clock);
    return { customSections, customSectionRelations: new InvoiceCustomSectionRelations(customSections) };
  },
  resolvers: ({ customSections }) => [
    new InvoiceCustomSectionResolver(customSections),
    new AppliedInvoiceCustomSectionResolver(),
  ],
});

export type InvoiceCustomSectionsServices = ServicesOf<typeof invoiceCustomSectionsCapability>;
