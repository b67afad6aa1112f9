/** Settings of an account at Stripe. The key is needed once, and kept when omitted. */
export interface SentStripeSettings {
  readonly secretKey?: string | null;
  readonly supports3ds?: boolean | null;
  readonly requireTermsOfServiceConsent?: boolean | null;
}

/** Settings of an account at GoCardless. Both are kept when omitted; the token is needed once. */
export interface SentGocardlessSettings {
  readonly accessToken?: string | null;
  /** Signs the messages of GoCardless, which are refused without it. */
  readonly webhookSecret?: string | null;
}

/** A new connection to a payment provider. */
export interface CreatePaymentProvider {
  readonly type: string;
  readonly name?: string | null;
  readonly code?: string | null;
  readonly successRedirectUrl?: string | null;
  readonly stripe?: SentStripeSettings | null;
  readonly gocardless?: SentGocardlessSettings | null;
}

/** Changes of a connection; omitted members stay as they are. */
export interface UpdatePaymentProvider extends Omit<CreatePaymentProvider, 'type'> {
  readonly id: string;
}
