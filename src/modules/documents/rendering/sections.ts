import type { ColumnTitles, DocumentContent, Line, Section } from '../composing/document-content.js';
import type { Sheet } from './sheet.js';
import { HAIRLINE, RULE, STYLES } from './styles.js';
import type { TextLine, TextStyle } from './typesetter.js';

type ColumnName = keyof ColumnTitles;

interface Column {
  readonly name: ColumnName;
  readonly x: number;
  readonly width: number;
}

/** The columns of numbers, which are as wide as the widest of their texts, within limits. */
const NUMBERS = ['units', 'unitPrice', 'taxRate', 'amount'] as const satisfies readonly ColumnName[];
const GAP = 16;
const NARROWEST = 34;
const WIDEST = 104;
/** Amounts are not broken, unless they are absurd. */
const WIDEST_AMOUNT = 170;
const INDENT = 12;
/** So that the widest text fits although widths are sums of fractions. */
const ROUNDING = 0.01;
const LINE_NUMBER = asNumber(STYLES.line);
const DETAIL_NUMBER = asNumber(STYLES.remark);
const SUB_TOTAL: TextStyle = { ...STYLES.line, weight: 'semibold' };
const PADDING = 4.5;
const SECTION_GAP = 16;
/** About the height of a heading with its remarks and the titles of the columns. */
const HEADING_HEIGHT = 60;

/**
 * Writes the lines of a document, section by section. Headings are repeated on each page that a section reaches.
 * @param heightBelow of what follows the last line and is not to stand on a page of its own.
 */
export function writeSections(sheet: Sheet, content: DocumentContent, heightBelow: number): void {
  const columns = columnsOf(sheet, content);
  const writer = new SectionWriter(sheet, columns, content.columns);
  content.sections.forEach((section, index) => {
    const isLast = index === content.sections.length - 1;
    writer.write(section, isLast ? heightBelow : 0);
  });
}

function columnsOf({ pages, typesetter }: Sheet, { columns: titles, sections }: DocumentContent): Column[] {
  const lines = sections.flatMap((section) => section.lines);
  const widest = (name: (typeof NUMBERS)[number]) => {
    let width = typesetter.width(titles[name], STYLES.head);
    for (const line of lines) {
      width = Math.max(width, typesetter.width(line[name], LINE_NUMBER));
      if (name === 'taxRate') continue;
      for (const detail of line.details)
        width = Math.max(width, typesetter.width(detail[name], DETAIL_NUMBER));
    }
    if (name === 'amount') {
      for (const { subTotal } of sections)
        width = Math.max(width, typesetter.width(subTotal?.amount ?? '', asNumber(SUB_TOTAL)));
    }
    return Math.min(Math.max(width, NARROWEST), name === 'amount' ? WIDEST_AMOUNT : WIDEST) + ROUNDING;
  };
  const shown = NUMBERS.filter((name) => titles[name] !== '');
  let right = pages.right;
  const numbers = shown.toReversed().map((name): Column => {
    const width = widest(name);
    const x = right - width;
    right = x - GAP;
    return { name, x, width };
  });
  return [{ name: 'description', x: pages.left, width: right - pages.left }, ...numbers.toReversed()];
}

/** A row of texts, by column. */
type Row = Partial<Record<ColumnName, string>>;

class SectionWriter {
  constructor(
    private readonly sheet: Sheet,
    private readonly columns: readonly Column[],
    private readonly titles: ColumnTitles,
  ) {}

  write(section: Section, heightBelow: number): void {
    const { pages, typesetter } = this.sheet;
    const firstLine = section.lines[0];
    // A heading is not left alone at the end of a page.
    const firstHeight = firstLine === undefined ? 0 : this.lineHeight(firstLine);
    pages.reserve(HEADING_HEIGHT + Math.min(firstHeight, 120));
    this.writeHeading(section);
    section.lines.forEach((line, index) => {
      if (index > 0) pages.rule(HAIRLINE);
      const isLast = index === section.lines.length - 1;
      this.writeLine(line, section, isLast ? this.heightAfter(line, section) + heightBelow : 0);
    });
    if (section.subTotal !== null) {
      const height = typesetter.lineHeight(STYLES.line) + 2 * PADDING;
      if (pages.reserve(height)) this.writeHeading(section);
      pages.rule(RULE);
      pages.y += PADDING;
      const { label, amount } = section.subTotal;
      this.writeRow({ description: label, amount }, SUB_TOTAL);
      pages.y += PADDING;
    }
    pages.y += SECTION_GAP;
  }

  private writeHeading({ title, remarks }: Section): void {
    const { pages, typesetter } = this.sheet;
    const [first, ...others] = typesetter.lines(title, STYLES.section, pages.width);
    for (const line of [first, ...others]) {
      if (line === undefined) continue;
      typesetter.write(line, STYLES.section, { x: pages.left, y: pages.y });
      pages.y += typesetter.lineHeight(STYLES.section);
    }
    for (const remark of remarks) {
      const [line] = typesetter.lines(remark, STYLES.sectionRemark, pages.width);
      if (line !== undefined) typesetter.write(line, STYLES.sectionRemark, { x: pages.left, y: pages.y });
      pages.y += typesetter.lineHeight(STYLES.sectionRemark);
    }
    pages.y += 5;
    this.writeRow(this.titles, STYLES.head);
    pages.y += 3;
    pages.rule(RULE);
  }

  private lineHeight({ description, remarks }: Line): number {
    const { typesetter } = this.sheet;
    const count = (text: string, style: TextStyle) =>
      typesetter.lines(text, style, this.descriptionWidth).length * typesetter.lineHeight(style);
    return (
      count(description, STYLES.line) +
      remarks.reduce((sum, remark) => sum + count(remark, STYLES.remark), 0) +
      2 * PADDING
    );
  }

  private get descriptionWidth(): number {
    return this.columns[0]?.width ?? 0;
  }

  /** The height of what stands between the description of the last line and the end of its section. */
  private heightAfter({ details }: Line, { subTotal }: Section): number {
    const rows = details.map((detail) => this.rowHeight({ ...detail, taxRate: '' }, STYLES.remark, INDENT));
    const subTotalHeight = subTotal === null ? 0 : this.heightOf(STYLES.line) + 2 * PADDING;
    return rows.reduce((sum, height) => sum + height, 0) + PADDING + subTotalHeight + SECTION_GAP;
  }

  /** @param heightAfter of what is to stand on the same page, if a page is high enough. */
  private writeLine(line: Line, section: Section, heightAfter: number): void {
    const { pages } = this.sheet;
    const height = this.lineHeight(line);
    const isTogether = height + heightAfter + HEADING_HEIGHT < pages.height;
    if (pages.reserve(height + (isTogether ? heightAfter : 0))) this.writeHeading(section);
    pages.y += PADDING;
    this.writeRow(line, STYLES.line);
    for (const remark of line.remarks) this.writeRow({ description: remark }, STYLES.remark);
    for (const detail of line.details) {
      const row = { ...detail, taxRate: '' };
      if (pages.reserve(this.rowHeight(row, STYLES.remark, INDENT) + PADDING)) {
        this.writeHeading(section);
        pages.y += PADDING;
      }
      this.writeRow(row, STYLES.remark, INDENT);
    }
    pages.y += PADDING;
  }

  private rowHeight(row: Row, style: TextStyle, indent = 0): number {
    return (
      Math.max(...this.cells(row, style, indent).map(({ lines }) => lines.length), 1) * this.heightOf(style)
    );
  }

  private writeRow(row: Row, style: TextStyle, indent = 0): void {
    const { pages, typesetter } = this.sheet;
    const height = this.heightOf(style);
    const cells = this.cells(row, style, indent);
    for (const { column, lines } of cells) {
      const isNumber = column.name !== 'description';
      lines.forEach((line, index) => {
        const x = isNumber ? column.x + column.width - line.width : column.x + indent;
        typesetter.write(line, isNumber ? asNumber(style) : style, { x, y: pages.y + index * height });
      });
    }
    pages.y += Math.max(...cells.map(({ lines }) => lines.length), 1) * height;
  }

  private cells(row: Row, style: TextStyle, indent: number): { column: Column; lines: TextLine[] }[] {
    return this.columns.flatMap((column) => {
      const text = row[column.name] ?? '';
      if (text === '') return [];
      const { typesetter } = this.sheet;
      const lines =
        column.name === 'description'
          ? typesetter.lines(text, style, column.width - indent)
          : typesetter.lines(text, asNumber(style), column.width);
      return [{ column, lines }];
    });
  }

  private heightOf(style: TextStyle): number {
    return this.sheet.typesetter.lineHeight(style);
  }
}

function asNumber(style: TextStyle): TextStyle {
  return { ...style, isNumber: true };
}
