// The way back from a page of the sandbox to the portal.
import { portalAddress } from './return-address.js';

const address = portalAddress();
const link = document.querySelector<HTMLAnchorElement>('#back');
if (address !== null && link !== null) {
  link.href = address;
  link.textContent = 'Back to the portal';
  link.hidden = false;
}
