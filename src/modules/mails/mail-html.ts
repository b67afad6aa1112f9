import { escapedHtml as escaped } from '../../platform/text/escaped-html.js';
import { DARK, LIGHT } from '../../platform/colors/palette.js';
import { inkOn, readable } from '../../platform/colors/readable-color.js';
import type { MailContent, MailLink, MailLogo, MailRow } from './mail-content.js';

/**
 * The frame of every e-mail: one column of at most 600 pixels, light or dark as the reader has it. Programs that drop the style
 * sheet show the inline styles, which are the light ones; tables and widths are for those that render as Word does.
 */
export function htmlOf(content: MailContent): string {
  const { language, brand, summary } = content;
  return [
    `<!doctype html><html lang="${escaped(language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escaped(brand)}</title><style>${STYLE_SHEET}</style></head>`,
    `<body class="page" style="margin:0;padding:0;background:${LIGHT.page};${FONT}">`,
    `<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0">${escaped(summary)}${FILLER}</div>`,
    `<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${LIGHT.page}">`,
    '<tr><td class="edge" align="center" style="padding:32px 12px">',
    '<!--[if mso]><table role="presentation" width="600"><tr><td><![endif]-->',
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:${WIDTH}px;text-align:left">`,
    `<tr><td class="card" style="background:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:8px;padding:36px 40px">`,
    ...matterOf(content),
    '</td></tr>',
    footerOf(content.footer ?? []),
    '</table><!--[if mso]></td></tr></table><![endif]--></td></tr></table></body></html>',
  ].join('');
}

const WIDTH = 600;
const FONT = `font-family:-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;font-size:15px;line-height:1.55;color:${LIGHT.text}`;

const STYLE_SHEET = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (max-width:480px){.edge{padding:0!important}.card{padding:24px 20px!important;border-radius:0!important;border-width:0 0 1px!important}.foot{padding:20px!important}}',
  '@media (prefers-color-scheme:dark){',
  `.page{background:${DARK.page}!important}`,
  `.card{background:${DARK.card}!important;border-color:${DARK.line}!important}`,
  `.text{color:${DARK.text}!important}.quiet{color:${DARK.quiet}!important}.line{border-color:${DARK.line}!important}`,
  `.link{color:${DARK.accent}!important}.button{background:${DARK.accent}!important;color:${DARK.onAccent}!important}.own{border-color:${DARK.line}!important}`,
  '.plate{background:#ffffff!important;padding:8px 12px!important}',
  '}',
].join('');

/** Keeps lists of e-mails from going on with the greeting after the summary. */
const FILLER = '&#847;&zwnj;&nbsp;'.repeat(60);

function matterOf(content: MailContent): string[] {
  const {
    brand,
    logo = null,
    color = null,
    paragraphs,
    rows = [],
    link,
    links = [],
    note,
    regards,
  } = content;
  const [linkStyle, button] = [linkIn(color), buttonIn(color)];
  return [
    headOf(brand, logo),
    ...paragraphs.map((text) => paragraph(escaped(text))),
    ...(rows.length === 0 ? [] : [tableOf(rows, linkStyle)]),
    ...(link === undefined
      ? []
      : [`<p style="margin:24px 0 16px">${anchor(link, button.style, button.name)}</p>`]),
    ...links.map((further) => paragraph(anchor(further, linkStyle, 'link'))),
    ...(note === undefined ? [] : [`<p class="quiet" style="${QUIET};margin:0 0 16px">${escaped(note)}</p>`]),
    paragraph(`${escaped(regards)}<br>${escaped(brand)}`, 'margin:24px 0 0'),
  ];
}

const QUIET = `font-size:13px;color:${LIGHT.quiet}`;
const BUTTON =
  'display:inline-block;padding:12px 22px;border-radius:6px;font-weight:600;text-decoration:none';

/** Links in the color of the sender, darkened until they are readable on white; in the dark they have that of the program. */
function linkIn(color: string | null): string {
  return `color:${color === null ? LIGHT.accent : readable(color, LIGHT.card)}`;
}

/** A button in the color of the sender, light or dark, with letters that are readable on it, and an edge that is seen around a pale one. */
function buttonIn(color: string | null): { readonly style: string; readonly name: string } {
  return color === null
    ? { style: `${BUTTON};background:${LIGHT.accent};color:${LIGHT.onAccent}`, name: 'button' }
    : {
        style: `${BUTTON};background:${color};color:${inkOn(color)};border:1px solid ${readable(color, LIGHT.card)}`,
        name: 'own',
      };
}

/**
 * The name stands below the logo, too: many programs hide pictures until they are asked for. A logo that the page would hide, pale
 * on white or dark on black, stands on a plate.
 */
function headOf(brand: string, logo: MailLogo | null): string {
  const name = `<p class="text" dir="auto" style="margin:0 0 24px;font-size:17px;font-weight:700;color:${LIGHT.text};overflow-wrap:anywhere">${escaped(brand)}</p>`;
  if (logo === null) return name;
  const [plate, style] = logo.isPale ? ['', `background:${DARK.page};padding:8px 12px`] : ['plate', ''];
  return (
    `<p style="margin:0 0 12px"><span class="${plate}" style="display:inline-block;border-radius:6px;line-height:0;${style}">` +
    `<img src="${escaped(logo.url)}" alt="" height="48" style="height:48px;max-width:240px;width:auto;object-fit:contain;border:0"></span></p>${name}`
  );
}

function paragraph(html: string, style = 'margin:0 0 16px'): string {
  return `<p class="text" dir="auto" style="${style};color:${LIGHT.text};overflow-wrap:anywhere">${html}</p>`;
}

function tableOf(rows: readonly MailRow[], linkStyle: string): string {
  const line = `border-top:1px solid ${LIGHT.line}`;
  const cells = rows.map(({ label, value, link }) => {
    const further = link === undefined ? '' : `<br>${anchor(link, `${linkStyle};font-weight:400`, 'link')}`;
    return (
      `<tr><td class="quiet line" style="${line};padding:9px 16px 9px 0;color:${LIGHT.quiet};vertical-align:top">${escaped(label)}</td>` +
      `<td class="text line" align="right" dir="auto" style="${line};padding:9px 0;color:${LIGHT.text};font-weight:600;text-align:right;overflow-wrap:anywhere">${escaped(value)}${further}</td></tr>`
    );
  });
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 8px;border-collapse:collapse">${cells.join('')}</table>`;
}

function footerOf(lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const text = lines.map(escaped).join('<br>');
  return `<tr><td class="foot quiet" dir="auto" style="padding:20px 40px;font-size:12px;line-height:1.5;color:${LIGHT.quiet};overflow-wrap:anywhere">${text}</td></tr>`;
}

function anchor({ label, url }: MailLink, style: string, name: string): string {
  return `<a class="${name}" href="${escaped(url)}" style="${style}">${escaped(label)}</a>`;
}
