import type { IssuerMembers } from '../editing/billing-entity.input.js';

/** Settings of the default billing entity that callers send in an object of their own. */
export interface OrganizationConfiguration {
  readonly invoiceFooter?: string | null;
  readonly documentLocale?: string | null;
  readonly invoiceGracePeriod?: number | null;
}

/** Changes of an organization's default billing entity; omitted members stay as they are. */
export interface UpdateOrganizationSettings extends IssuerMembers {
  readonly documentNumbering?: OrganizationNumbering | null;
  readonly billingConfiguration?: OrganizationConfiguration | null;
  /** The address of the oldest webhook endpoint. */
  readonly webhookUrl?: string | null;
}

/** The numberings of documents, in the words of organizations. */
export const ORGANIZATION_NUMBERINGS = ['per_customer', 'per_organization'] as const;
export type OrganizationNumbering = (typeof ORGANIZATION_NUMBERINGS)[number];
