import type { MailContent } from './mail-content.js';
import { htmlOf } from './mail-html.js';

export interface MailBody {
  readonly text: string;
  readonly html: string;
}

export function bodyOf(content: MailContent): MailBody {
  return { text: textOf(content), html: htmlOf(content) };
}

/** Tells programs that sort and quote e-mails where the matter ends (RFC 3676 §4.3). */
const SIGNATURE_LINE = '-- ';

function textOf(content: MailContent): string {
  const { paragraphs, rows = [], link, links = [], note, regards, brand, footer = [] } = content;
  const lines = rows.map(
    (row) => `${row.label}: ${row.value}${row.link === undefined ? '' : `\n  ${row.link.url}`}`,
  );
  const addresses = [...(link === undefined ? [] : [link]), ...links];
  const blocks = [
    ...paragraphs,
    ...(lines.length === 0 ? [] : [lines.join('\n')]),
    ...addresses.map(({ label, url }) => `${label}: ${url}`),
    ...(note === undefined ? [] : [note]),
    `${regards}\n${brand}`,
    ...(footer.length === 0 ? [] : [[SIGNATURE_LINE, ...footer].join('\n')]),
  ];
  return `${blocks.join('\n\n')}\n`;
}
