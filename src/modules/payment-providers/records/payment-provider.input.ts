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

/** Settings of an account at Adyen. The key and the merchant account are needed once; all are kept when omitted. */
export interface SentAdyenSettings {
  readonly apiKey?: string | null;
  readonly merchantAccount?: string | null;
  /** The beginning of the addresses of a live account; null for one for tests. */
  readonly livePrefix?: string | null;
  /** Signs the messages of Adyen, which are refused without it; hexadecimal digits. */
  readonly hmacKey?: string | null;
}

/** A new connection to a payment provider. */
export interface CreatePaymentProvider {
  readonly type: string;
  readonly name?: string | null;
  readonly code?: string | null;
  readonly successRedirectUrl?: string | null;
  readonly stripe?: SentStripeSettings | null;
  readonly gocardless?: SentGocardlessSettings | null;
  readonly adyen?: SentAdyenSettings | null;
}

/** Changes of a connection; omitted members stay as they are. */
export interface UpdatePaymentProvider extends Omit<CreatePaymentProvider, 'type'> {
  readonly id: string;
}
