import type { AlertType } from './alert.table.js';

/** A threshold as it was sent. */
export interface SentThreshold {
  readonly code?: string | null;
  /** Decimal text. */
  readonly value?: string | null;
  readonly recurring?: boolean | null;
}

/** Members that can be set when an alert is created and later. */
export interface AlertMembers {
  readonly code?: string | null;
  readonly name?: string | null;
  readonly billableMetricCode?: string | null;
  readonly thresholds?: readonly SentThreshold[] | null;
}

export interface SentAlert extends AlertMembers {
  readonly alertType?: AlertType | null;
}

/** The subscription, of which the external id counts, or the wallet: one of both. */
export interface SentAlertOwner {
  readonly subscriptionId?: string | null;
  readonly walletId?: string | null;
}

export interface CreateAlert extends SentAlert, SentAlertOwner {}

/** Several alerts of one owner: all are created, or none. */
export interface CreateAlerts extends SentAlertOwner {
  readonly alerts?: readonly SentAlert[] | null;
}

/** Changes of an alert; omitted members stay as they are. */
export interface UpdateAlert extends AlertMembers {
  readonly id: string;
}

export interface TriggeredAlertFilter {
  readonly alertId?: string | null;
  readonly externalSubscriptionId?: string | null;
  readonly walletId?: string | null;
  readonly alertType?: AlertType | null;
}
