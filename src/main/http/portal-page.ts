import { type Response, Router } from 'express';
import { readdirSync, readFileSync } from 'node:fs';
import { PORTAL_PATH } from '../../modules/portal/portal-access.service.js';
import { PALETTE_CSS } from '../../platform/colors/palette.js';
import { recordOperation } from '../../platform/request-scope.js';
import { portalPolicy } from './security-headers.js';

/** Where the build writes the scripts of the page. */
export const BUILT_SCRIPTS = new URL('../../portal-page/', import.meta.url);

/** The document of a page, which its script fills. */
const htmlOf = (title: string, script: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${PORTAL_PATH}/portal.css">
<script type="module" src="${PORTAL_PATH}/${script}.js"></script>
</head>
<body></body>
</html>
`;

const PORTAL_HTML = htmlOf('Portal', 'main');
const ACCOUNT_HTML = htmlOf('Tollgate', 'account');

const CSS = `${PALETTE_CSS}* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem; }
header { display: flex; align-items: center; gap: 1rem; margin-bottom: 1.5rem; }
header img { max-width: 8rem; max-height: 3rem; }
h1, h2, h3, p, dl { margin: 0; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.15rem; margin-bottom: 1rem; }
h3 { font-size: 1rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1.25rem; margin-bottom: 1rem; }
article + article { border-top: 1px solid var(--line); margin-top: 1rem; padding-top: 1rem; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: .75rem 1.5rem; margin-bottom: 1rem; }
dt, .quiet, label { color: var(--quiet); font-size: .9rem; }
dd { margin: 0; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
th, td { vertical-align: baseline; text-align: start; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--quiet); font-size: .9rem; font-weight: 600; }
a { color: var(--accent); }
.state { font-weight: 600; }
.paid { color: var(--good); }
.overdue { color: var(--bad); }
button { font: inherit; min-height: 2.75rem; padding: .4rem 1rem; border: 1px solid var(--accent); border-radius: .375rem;
  background: var(--accent); color: var(--on-accent); cursor: pointer; }
button.quiet, td button, article > button, section > table + button { background: transparent; color: var(--accent); font-size: 1rem; }
button:disabled { opacity: .6; cursor: progress; }
section > button, article > button { margin-top: .75rem; }
.offers { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
td dl { display: block; margin: 0; }
summary { color: var(--accent); cursor: pointer; padding: .6rem 0; }
td button.pay { background: var(--accent); color: var(--on-accent); }
ul { list-style: none; margin: 0; padding: 0; }
li { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .25rem 1rem; padding: .5rem 0;
  border-bottom: 1px solid var(--line); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[tabindex="-1"] { outline: none; }
form { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: .75rem 1.5rem; }
.field { display: grid; gap: .25rem; align-content: start; }
input, select { font: inherit; min-height: 2.75rem; padding: .4rem .6rem; border: 1px solid var(--quiet); border-radius: .375rem;
  background: var(--page); color: var(--text); width: 100%; }
[aria-invalid="true"] { border-color: var(--bad); border-width: 2px; }
.hint { color: var(--bad); font-size: .9rem; }
.actions { grid-column: 1 / -1; display: flex; gap: .75rem; }
.narrow main { max-width: 32rem; padding-top: 3rem; }
.narrow h2 { font-size: 1.35rem; }
.product { font-weight: 700; font-size: 1.15rem; }
form.account { grid-template-columns: 1fr; }
.account button { width: 100%; margin-top: .5rem; }
section p + p { margin-top: .5rem; }
.top-up { margin-top: .75rem; max-width: 30rem; align-items: end; grid-template-columns: 1fr auto; gap: .75rem; }
.top-up button { align-self: start; margin-top: 1.6rem; }
#notice { position: sticky; bottom: 0; margin: 0 auto; max-width: 60rem; padding: .75rem 1rem; background: var(--card);
  border-top: 3px solid var(--accent); }
#notice:empty { display: none; }
@media (max-width: 40rem) {
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  td { display: flex; justify-content: space-between; gap: 1rem; padding: .25rem 0; border: 0; text-align: end; align-items: baseline; }
  .offers { justify-content: end; }
  td::before { content: attr(data-label); color: var(--quiet); font-size: .9rem; text-align: start; }
}
`;

/**
 * The pages of the customer portal, one document whose scripts use the GraphQL API with the token in the fragment of its
 * address, and those that the links of invitations and password resets, and identity providers lead to. They load nothing from elsewhere.
 * @param scripts the folder of the compiled scripts.
 */
export function portalPage(scripts: URL): Router {
  const router = Router();
  const files = new Map(
    readdirSync(scripts)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, readFileSync(new URL(name, scripts), 'utf8')]),
  );
  const policy = portalPolicy();
  const send = (response: Response, type: string, text: string) => {
    recordOperation('page', 'portal');
    // A new version of the server may have others.
    response.set('Cache-Control', 'no-cache').type(type).send(text);
  };
  router.get(PORTAL_PATH, policy, (_request, response) => {
    send(response, 'html', PORTAL_HTML);
  });
  router.get(
    // Older links have the token in the path.
    ['/invitation{/:token}', '/reset-password{/:token}', '/confirm-email', '/single-sign-on'],
    policy,
    (_request, response) => {
      send(response, 'html', ACCOUNT_HTML);
    },
  );
  router.get(`${PORTAL_PATH}/portal.css`, (_request, response) => {
    send(response, 'css', CSS);
  });
  router.get(`${PORTAL_PATH}/:script`, (request, response, next) => {
    const script = files.get(request.params.script);
    if (script === undefined) next();
    else send(response, 'js', script);
  });
  return router;
}
