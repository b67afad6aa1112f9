/** Where a request comes from; stored with the events that it sends, and with security events. */
export interface Caller {
  readonly address: string | null;
  readonly userAgent: string | null;
}
