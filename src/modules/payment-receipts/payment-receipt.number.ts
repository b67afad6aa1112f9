const DIGITS = 6;

/** The seventh customer's first receipt: "ACM-4F2A-007-RCPT-000001". Source: payments.md §10. */
export function receiptNumber(customerSlug: string, sequence: number): string {
  return `${customerSlug}-RCPT-${String(sequence).padStart(DIGITS, '0')}`;
}
