/** Who an e-mail about a document is sent to again. */
export interface ResendMail {
  /** Id of the document. */
  readonly id: string;
  /** In place of the customer's address; absent or empty: that address. */
  readonly to?: readonly string[] | null;
  readonly cc?: readonly string[] | null;
  readonly bcc?: readonly string[] | null;
}

/** The addresses of an e-mail. */
export interface Recipients {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
}
