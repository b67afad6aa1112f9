/** The lowest overdue balance of a currency at which an attempt is made. */
export interface SentDunningThreshold {
  readonly currency: string;
  readonly amountCents: bigint;
}

/** Members of a campaign. Omitted members keep their value, or get the default in a new one. */
export interface DunningCampaignMembers {
  readonly code?: string | null;
  readonly name?: string | null;
  readonly description?: string | null;
  readonly bccEmails?: readonly string[] | null;
  readonly daysBetweenAttempts?: number | null;
  readonly maxAttempts?: number | null;
  readonly thresholds?: readonly SentDunningThreshold[] | null;
}

export interface CreateDunningCampaign extends DunningCampaignMembers {
  readonly code: string;
  readonly name: string;
  readonly thresholds: readonly SentDunningThreshold[];
}

export interface UpdateDunningCampaign extends DunningCampaignMembers {
  readonly id: string;
}

/** The campaign of a billing entity; null for none. */
export interface SetBillingEntityDunningCampaign {
  readonly billingEntityId: string;
  readonly dunningCampaignId?: string | null;
}

/** Omitted members keep their value. */
export interface SetCustomerDunning {
  readonly customerId: string;
  /** Null: that of the billing entity. */
  readonly dunningCampaignId?: string | null;
  readonly excluded?: boolean | null;
}
