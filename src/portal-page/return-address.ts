/** Where the tab keeps the address of the portal while it shows a page of the sandbox, which this server serves too. */
const KEPT = 'portal';

/** Leaves the portal for a page of a payment provider. */
export function leaveFor(url: string): void {
  // A foreign page finds its way back by the address of the connection, and may not read what this one keeps.
  if (new URL(url, location.href).origin === location.origin) sessionStorage.setItem(KEPT, location.href);
  location.assign(url);
}

/** The address of the portal that the tab has come from; null if it has not. */
export function portalAddress(): string | null {
  return sessionStorage.getItem(KEPT);
}
