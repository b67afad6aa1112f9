/** A request without a complete answer. The message says why, for the log of the user who gave the URL. */
export class OutgoingFailure extends Error {
  constructor(
    message: string,
    options: ErrorOptions & {
      /** True if the failure came before a connection was open, so that the receiver has seen nothing. */
      readonly isBeforeConnection?: boolean;
    } = {},
  ) {
    super(message, options);
    this.name = 'OutgoingFailure';
    this.isBeforeConnection = options.isBeforeConnection ?? false;
  }

  readonly isBeforeConnection: boolean;
}
