import type { DocumentContent, LabelledText, Party } from '../../composing/document-content.js';
import type { Logo } from '../../facts/issuer-details.js';
import { isDrawableJpeg } from '../images/drawable-jpeg.js';
import { isDrawablePng } from '../images/drawable-png.js';
import type { Position } from './pages.js';
import { type Place, type Sheet, writeFlowing, writeLines, writePart } from './document-sheet.js';
import { PANEL, RULE, STYLES } from './styles.js';

/** The band in the accent color at the upper edge of the first page. */
const BAND_HEIGHT = 6;
const LOGO_SIZE: [number, number] = [170, 46];
const MOST_COLUMNS = 5;
const MOST_BRAND_LINES = 3;
const COLUMN_GAP = 16;

/** Writes everything above the lines: logo, title, facts, parties and what is due. */
export function writeHead(sheet: Sheet, content: DocumentContent): void {
  writeTitle(sheet, content);
  writeFacts(sheet, content.facts);
  writeParties(sheet, content.parties);
  writeHighlight(sheet, content);
}

function writeTitle(sheet: Sheet, { brand, logo, title, color }: DocumentContent): void {
  const { pdf, pages, structure, accent } = sheet;
  if (color !== null) {
    structure.artifact(() => {
      pdf.rect(0, 0, pdf.page.width, BAND_HEIGHT).fillColor(color).fill();
    });
  }
  const top = pages.y;
  const half = (pages.width - COLUMN_GAP) / 2;
  const brandHeight =
    logo !== null && drawLogo(sheet, logo, brand)
      ? LOGO_SIZE[1]
      : writeBrand(sheet, brand, { x: pages.left, y: top, width: half });
  const right = { x: pages.left + half + COLUMN_GAP, width: half, align: 'right' } as const;
  const titleStyle = { ...STYLES.title, color: accent };
  const titleHeight = writePart(sheet, 'H1', title, titleStyle, { ...right, y: top - 3 });
  pages.y = top + Math.max(brandHeight, titleHeight) + 14;
  pages.rule(RULE);
  pages.y += 14;
}

/** The beginning of a long name: the whole one stands with the parties. @returns its height. */
function writeBrand(sheet: Sheet, brand: string, place: Place): number {
  const lines = sheet.typesetter.lines(brand, STYLES.brand, place.width).slice(0, MOST_BRAND_LINES);
  return sheet.structure.part('P', () => writeLines(sheet, lines, STYLES.brand, place));
}

/** @returns false if the picture cannot be drawn; a damaged logo must not keep an invoice from its customer. */
function drawLogo({ pdf, pages, structure }: Sheet, { contentType, bytes }: Logo, alt: string): boolean {
  const picture = Buffer.from(bytes);
  if (contentType === 'image/png' ? !isDrawablePng(picture) : !isDrawableJpeg(picture)) return false;
  const { left, y: top } = pages;
  const [width, height] = LOGO_SIZE;
  const draw = () => {
    pdf.image(picture, left, top, { fit: LOGO_SIZE });
  };
  const described = { alt, bbox: [left, top, left + width, top + height] } as const;
  try {
    structure.part(
      'Figure',
      () => {
        structure.content(draw);
      },
      described,
    );
    return true;
  } catch {
    return false;
  }
}

function writeFacts(sheet: Sheet, facts: readonly LabelledText[]): void {
  const { structure } = sheet;
  const writeFact = ({ label, text }: LabelledText, place: Place) =>
    structure.part('LI', () => {
      const labelHeight = writePart(sheet, 'Lbl', label, STYLES.label, place);
      const textPlace = { ...place, y: place.y + labelHeight + 1 };
      return labelHeight + writePart(sheet, 'LBody', text, STYLES.fact, textPlace);
    });
  structure.part('L', () => {
    writeColumns(sheet, factWidths(sheet, facts), facts, writeFact);
  });
  sheet.pages.y += 16;
}

/** Writes the parties side by side, each over several pages where its texts are long. */
function writeParties(sheet: Sheet, parties: readonly Party[]): void {
  const { pages, structure } = sheet;
  const widths = equalWidths(sheet, Math.max(parties.length, 2));
  const start = pages.position;
  let end = start;
  let x = pages.left;
  parties.forEach(({ label, name, lines }, index) => {
    const place = { x, width: widths[index] ?? 0 };
    pages.goTo(start);
    structure.part('Sect', () => {
      writeFlowing(sheet, 'H2', label, STYLES.label, place);
      pages.y += 2;
      writeFlowing(sheet, 'P', name, STYLES.partyName, place);
      pages.y += 1;
      for (const line of lines) writeFlowing(sheet, 'P', line, STYLES.partyLine, place);
    });
    x += place.width + COLUMN_GAP;
    end = laterOf(end, pages.position);
  });
  pages.goTo(end);
  pages.y += 20;
}

function laterOf(one: Position, other: Position): Position {
  const isLater = other.index > one.index || (other.index === one.index && other.y > one.y);
  return isLater ? other : one;
}

function equalWidths({ pages }: Sheet, columns: number): number[] {
  return Array<number>(columns).fill((pages.width - (columns - 1) * COLUMN_GAP) / columns);
}

/** Columns as wide as their texts, so that no number is broken, and what is left shared; equal ones if they are too wide for a page. */
function factWidths(sheet: Sheet, facts: readonly LabelledText[]): number[] {
  const { pages, typesetter } = sheet;
  const equal = equalWidths(sheet, Math.min(facts.length, MOST_COLUMNS));
  const needed = facts.map(({ label, text }) =>
    Math.max(typesetter.width(label, STYLES.label), typesetter.width(text, STYLES.fact)),
  );
  const left = pages.width - (facts.length - 1) * COLUMN_GAP - needed.reduce((sum, width) => sum + width, 0);
  const isEnough = equal.every((width, index) => (needed[index] ?? 0) <= width);
  return isEnough || left < 0 ? equal : needed.map((width) => width + left / facts.length);
}

/** Writes items side by side, and moves below the highest. */
function writeColumns<Item>(
  { pages }: Sheet,
  widths: readonly number[],
  items: readonly Item[],
  write: (item: Item, place: Place) => number,
): void {
  let x = pages.left;
  const heights = items.map((item, index) => {
    const width = widths[index] ?? 0;
    const height = write(item, { x, y: pages.y, width });
    x += width + COLUMN_GAP;
    return height;
  });
  pages.y += Math.max(0, ...heights);
}

function writeHighlight(sheet: Sheet, { highlight }: DocumentContent): void {
  const { pdf, pages, typesetter, structure } = sheet;
  const padding = 14;
  const inner = pages.width - 2 * padding;
  const remarkHeight = typesetter.lineHeight(STYLES.highlightRemark);
  const textHeight = typesetter.lineHeight(STYLES.highlightLabel) + typesetter.lineHeight(STYLES.highlight);
  const remarks = highlight.remarks;
  const height = Math.max(textHeight, remarks.length * remarkHeight) + 2 * padding - 6;
  pages.reserve(height);
  const top = pages.y;
  structure.artifact(() => {
    pdf.roundedRect(pages.left, top, pages.width, height, 8).fillColor(PANEL).fill();
  });
  const x = pages.left + padding;
  const labelHeight = writePart(sheet, 'P', highlight.label, STYLES.highlightLabel, {
    x,
    y: top + padding - 4,
    width: inner / 2,
  });
  const remarksWidth = Math.max(0, ...remarks.map((each) => typesetter.width(each, STYLES.highlightRemark)));
  const room = inner - Math.min(remarksWidth + COLUMN_GAP, inner / 2);
  const amountWidth = typesetter.width(highlight.amount, STYLES.highlight);
  const size = STYLES.highlight.size * Math.min(1, room / amountWidth);
  writePart(
    sheet,
    'P',
    highlight.amount,
    { ...STYLES.highlight, size, color: sheet.accent },
    {
      x,
      y: top + padding - 4 + labelHeight,
      width: room + 1,
    },
  );
  const remarksTop = top + height - padding + 1 - remarks.length * remarkHeight;
  remarks.forEach((remark, index) => {
    const place = { x: x + inner / 2, y: remarksTop + index * remarkHeight, width: inner / 2 };
    writePart(sheet, 'P', remark, STYLES.highlightRemark, { ...place, align: 'right' });
  });
  pages.y = top + height + 20;
}
