import type { MailLogo } from '../../modules/mails/mail-content.js';
import { escapedHtml as escaped } from '../../platform/text/escaped-html.js';
import { DARK, LIGHT, PALETTE_CSS } from '../../platform/colors/palette.js';

interface CardPage {
  readonly language: string;
  readonly brand: string;
  readonly logo: MailLogo | null;
  readonly title: string;
  /** The path of a script of this server. */
  readonly script?: string;
}

const CSS = `${PALETTE_CSS}:root { --plate: transparent; }
@media (prefers-color-scheme: dark) { :root { --plate: ${LIGHT.card}; } }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { box-sizing: border-box; max-width: 30rem; margin: 3rem auto; padding: 2rem; background: var(--card);
  border: 1px solid var(--line); border-radius: .5rem; overflow-wrap: anywhere; }
img { height: 3rem; max-width: 100%; object-fit: contain; padding: .4rem .6rem; border-radius: .375rem; background: var(--plate); }
img.pale { background: ${DARK.page}; }
h1 { font-size: 1.15rem; margin: .75rem 0 1.5rem; text-align: left; }
p { margin: .5rem 0; }
.quiet { color: var(--quiet); }
.amount { font-size: 2rem; font-weight: 700; line-height: 1.2; }
.bad { color: var(--bad); }
button { font: inherit; font-weight: 600; width: 100%; min-height: 2.75rem; margin: 1.25rem 0 .75rem; border: 1px solid var(--accent);
  border-radius: .375rem; background: var(--accent); color: var(--on-accent); cursor: pointer; }
button + button { margin: 0 0 .75rem; background: transparent; color: var(--accent); }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media (max-width: 34rem) { main { margin: 0; border-width: 0 0 1px; border-radius: 0; padding: 1.5rem 1.25rem; } }
`;

/** A page of one card, with the logo and the name of who sends the payer there. @param body HTML. */
export function cardPage({ language, brand, logo, title, script }: CardPage, body: string): string {
  const picture =
    logo === null ? '' : `<img class="${logo.isPale ? 'pale' : ''}" src="${escaped(logo.url)}" alt="">`;
  return `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(`${brand}: ${title}`)}</title>
<link rel="icon" href="data:,">
<style>${CSS}</style>${script === undefined ? '' : `\n<script type="module" src="${script}"></script>`}
</head>
<body><main>
${picture}<h1 dir="auto">${escaped(brand)}</h1>
${body}
</main></body>
</html>
`;
}
