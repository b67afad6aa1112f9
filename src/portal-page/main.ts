// The page of the customer portal. Source: portal.md.
import { Api } from './api.js';
import { tokenOf } from './portal-formats.js';
import { Page } from './page.js';

/** Opens the portal of the token in the address. Without one, the server answers that the link is not valid. */
function open(): void {
  void new Page(new Api(tokenOf(location.hash) ?? '')).show();
}

window.addEventListener('hashchange', open);
open();
