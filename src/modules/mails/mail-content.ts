/** What an e-mail says, without markup: it is written as plain text and as HTML. */
export interface MailContent {
  /** BCP 47. */
  readonly language: string;
  /** The name of the sender, at the top and at the end. */
  readonly brand: string;
  /** Each a paragraph: the greeting, then the matter. */
  readonly paragraphs: readonly string[];
  /** Labelled values, one below the other. */
  readonly rows?: readonly MailRow[];
  /** The address that the recipient is to open. */
  readonly link?: MailLink;
  /** What stands before the name at the end. */
  readonly regards: string;
}

export interface MailRow {
  readonly label: string;
  readonly value: string;
  readonly link?: MailLink;
}

export interface MailLink {
  readonly label: string;
  readonly url: string;
}

export interface MailBody {
  readonly text: string;
  readonly html: string;
}

export function bodyOf(content: MailContent): MailBody {
  return { text: textOf(content), html: htmlOf(content) };
}

function textOf({ paragraphs, rows = [], link, regards, brand }: MailContent): string {
  const lines = rows.map(
    (row) => `${row.label}: ${row.value}${row.link === undefined ? '' : `\n  ${row.link.url}`}`,
  );
  const blocks = [
    ...paragraphs,
    ...(lines.length === 0 ? [] : [lines.join('\n')]),
    ...(link === undefined ? [] : [`${link.label}: ${link.url}`]),
    `${regards}\n${brand}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

const FONT = 'font-family:Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5;color:#1b1b1f';
const BUTTON =
  'display:inline-block;padding:10px 18px;border-radius:6px;background:#1b1b1f;color:#ffffff;text-decoration:none';

function htmlOf({ language, brand, paragraphs, rows = [], link, regards }: MailContent): string {
  const table = rows
    .map(
      (row) =>
        `<tr><td style="padding:4px 16px 4px 0;color:#5c5c66">${escaped(row.label)}</td>` +
        `<td style="padding:4px 0"><strong>${escaped(row.value)}</strong>${row.link === undefined ? '' : ` ${anchor(row.link)}`}</td></tr>`,
    )
    .join('');
  const parts = [
    `<p style="font-weight:bold">${escaped(brand)}</p>`,
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    ...(table === '' ? [] : [`<table role="presentation" style="border-collapse:collapse">${table}</table>`]),
    ...(link === undefined ? [] : [`<p>${anchor(link, BUTTON)}</p>`]),
    `<p>${escaped(regards)}<br>${escaped(brand)}</p>`,
  ];
  return (
    `<!doctype html><html lang="${escaped(language)}"><head><meta charset="utf-8"></head>` +
    `<body style="${FONT}">${parts.join('')}</body></html>`
  );
}

function anchor({ label, url }: MailLink, style?: string): string {
  const styled = style === undefined ? '' : ` style="${style}"`;
  return `<a href="${escaped(url)}"${styled}>${escaped(label)}</a>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Names of customers and entities are any text. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
