/** Settings of an account at Stripe. The key is needed once, and kept when omitted. */
export interface SentStripeSettings {
  readonly secretKey?: string | null;
  readonly supports3ds?: boolean | null;
  readonly requireTermsOfServiceConsent?: boolean | null;
}

/** A new connection to a payment provider. */
export interface CreatePaymentProvider {
  readonly type: string;
  readonly name?: string | null;
  readonly code?: string | null;
  readonly successRedirectUrl?: string | null;
  readonly stripe?: SentStripeSettings | null;
}

/** Changes of a connection; omitted members stay as they are. */
export interface UpdatePaymentProvider extends Omit<CreatePaymentProvider, 'type'> {
  readonly id: string;
}
