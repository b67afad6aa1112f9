/** A new organization. */
export interface CreateOrganization {
  readonly name: string;
}

/** Changes of an organization; omitted members stay as they are. */
export interface UpdateOrganization {
  readonly auditPeriodDays?: number | null;
  readonly hasSecurityLog?: boolean | null;
  readonly issuesReceipts?: boolean | null;
}
