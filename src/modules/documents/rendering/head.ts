import type { DocumentContent, LabelledText, Party } from '../composing/document-content.js';
import type { Logo } from '../facts/issuer-details.js';
import { isDrawablePng } from './drawable-png.js';
import { type Place, type Sheet, writeText } from './sheet.js';
import { PANEL, RULE, STYLES } from './styles.js';

const LOGO_SIZE: [number, number] = [170, 46];
const MOST_COLUMNS = 5;
const COLUMN_GAP = 16;

/** Writes everything above the lines: logo, title, facts, parties and what is due. */
export function writeHead(sheet: Sheet, content: DocumentContent): void {
  writeTitle(sheet, content);
  writeFacts(sheet, content.facts);
  writeParties(sheet, content.parties);
  writeHighlight(sheet, content);
}

function writeTitle(sheet: Sheet, { brand, logo, title }: DocumentContent): void {
  const { pages } = sheet;
  const top = pages.y;
  const half = (pages.width - COLUMN_GAP) / 2;
  const brandHeight =
    logo !== null && drawLogo(sheet, logo)
      ? LOGO_SIZE[1]
      : writeText(sheet, brand, STYLES.brand, { x: pages.left, y: top, width: half });
  const right = { x: pages.left + half + COLUMN_GAP, width: half, align: 'right' } as const;
  const titleHeight = writeText(sheet, title, STYLES.title, { ...right, y: top - 3 });
  pages.y = top + Math.max(brandHeight, titleHeight) + 14;
  pages.rule(RULE);
  pages.y += 14;
}

/** @returns false if the picture cannot be drawn; a damaged logo must not keep an invoice from its customer. */
function drawLogo({ pdf, pages }: Sheet, { contentType, bytes }: Logo): boolean {
  const picture = Buffer.from(bytes);
  if (contentType === 'image/png' && !isDrawablePng(picture)) return false;
  try {
    pdf.image(picture, pages.left, pages.y, { fit: LOGO_SIZE });
    return true;
  } catch {
    return false;
  }
}

function writeFacts(sheet: Sheet, facts: readonly LabelledText[]): void {
  writeColumns(sheet, Math.min(facts.length, MOST_COLUMNS), facts, ({ label, text }, place) => {
    const labelHeight = writeText(sheet, label, STYLES.label, place);
    return labelHeight + writeText(sheet, text, STYLES.fact, { ...place, y: place.y + labelHeight + 1 });
  });
  sheet.pages.y += 16;
}

function writeParties(sheet: Sheet, parties: readonly Party[]): void {
  writeColumns(sheet, Math.max(parties.length, 2), parties, ({ label, name, lines }, place) => {
    let height = writeText(sheet, label, STYLES.label, place) + 2;
    height += writeText(sheet, name, STYLES.partyName, { ...place, y: place.y + height }) + 1;
    for (const line of lines)
      height += writeText(sheet, line, STYLES.partyLine, { ...place, y: place.y + height });
    return height;
  });
  sheet.pages.y += 20;
}

/** Writes items side by side, in columns of equal width, and moves below the highest. */
function writeColumns<Item>(
  { pages }: Sheet,
  columns: number,
  items: readonly Item[],
  write: (item: Item, place: Place) => number,
): void {
  const width = (pages.width - (columns - 1) * COLUMN_GAP) / columns;
  const heights = items.map((item, index) =>
    write(item, { x: pages.left + index * (width + COLUMN_GAP), y: pages.y, width }),
  );
  pages.y += Math.max(0, ...heights);
}

function writeHighlight(sheet: Sheet, { highlight }: DocumentContent): void {
  const { pdf, pages, typesetter } = sheet;
  const padding = 14;
  const inner = pages.width - 2 * padding;
  const remarkHeight = typesetter.lineHeight(STYLES.highlightRemark);
  const textHeight = typesetter.lineHeight(STYLES.highlightLabel) + typesetter.lineHeight(STYLES.highlight);
  const remarks = highlight.remarks;
  const height = Math.max(textHeight, remarks.length * remarkHeight) + 2 * padding - 6;
  pages.reserve(height);
  const top = pages.y;
  pdf.roundedRect(pages.left, top, pages.width, height, 8).fillColor(PANEL).fill();
  const x = pages.left + padding;
  const labelHeight = writeText(sheet, highlight.label, STYLES.highlightLabel, {
    x,
    y: top + padding - 4,
    width: inner / 2,
  });
  writeText(sheet, highlight.amount, STYLES.highlight, {
    x,
    y: top + padding - 4 + labelHeight,
    width: inner,
  });
  const remarksTop = top + height - padding + 1 - remarks.length * remarkHeight;
  remarks.forEach((remark, index) => {
    const place = { x: x + inner / 2, y: remarksTop + index * remarkHeight, width: inner / 2 };
    writeText(sheet, remark, STYLES.highlightRemark, { ...place, align: 'right' });
  });
  pages.y = top + height + 20;
}
