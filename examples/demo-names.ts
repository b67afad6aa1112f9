/** The names of the demo's records. */
export function customerId(index: number): string {
  return `demo-${index + 1}`;
}

export function subscriptionId(index: number): string {
  return `demo-${index + 1}-subscription`;
}
