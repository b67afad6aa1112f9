import type {
  ColumnTitles,
  DocumentContent,
  Line,
  LineDetail,
  Section,
  Sum,
} from '../../composing/document-content.js';
import { type Sheet, writeLines, writePart } from './document-sheet.js';
import type { TextLine, TextStyle } from '../text/shaped-text.js';
import { HAIRLINE, RULE, STYLES } from './styles.js';

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
    let width = typesetter.width(titles[name], asNumber(STYLES.head));
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

interface Cell {
  readonly column: Column;
  readonly lines: readonly TextLine[];
}

interface RowOptions {
  readonly below?: () => void;
  readonly role?: 'TD' | 'TH';
}

interface DrawingOptions {
  readonly indent?: number;
  readonly within?: (column: ColumnName, write: () => void) => void;
}

class SectionWriter {
  constructor(
    private readonly sheet: Sheet,
    private readonly columns: readonly Column[],
    private readonly titles: ColumnTitles,
  ) {}

  write(section: Section, heightBelow: number): void {
    this.sheet.structure.part('Sect', () => {
      this.writeSection(section, heightBelow);
    });
  }

  private writeSection(section: Section, heightBelow: number): void {
    const { pages, structure } = this.sheet;
    // A heading is not left alone at the end of a page.
    pages.reserve(HEADING_HEIGHT + this.firstHeight(section, heightBelow));
    this.writeTitle(section);
    structure.part('Table', () => {
      this.writeColumnTitles();
      section.lines.forEach((line, index) => {
        if (index > 0) pages.rule(HAIRLINE);
        const isLast = index === section.lines.length - 1;
        this.writeLine(line, section, isLast ? this.heightAfter(line, section) + heightBelow : 0);
      });
      if (section.subTotal !== null) this.writeSubTotal(section, section.subTotal);
    });
    pages.y += SECTION_GAP;
  }

  /** The height of the first line, and of what is to stand on the same page if it is the last, too. */
  private firstHeight(section: Section, heightBelow: number): number {
    const [line, ...others] = section.lines;
    if (line === undefined) return 0;
    const height = this.lineHeight(line);
    const whole = height + this.heightAfter(line, section) + heightBelow;
    return others.length === 0 && this.isTogether(whole) ? whole : Math.min(height, 120);
  }

  private isTogether(height: number): boolean {
    return height + HEADING_HEIGHT < this.sheet.pages.height;
  }

  private writeSubTotal(section: Section, { label, amount }: Sum): void {
    const { pages } = this.sheet;
    if (pages.reserve(this.heightOf(STYLES.line) + 2 * PADDING)) this.repeatHeading(section);
    pages.rule(RULE);
    pages.y += PADDING;
    this.writeRow({ description: label, amount }, SUB_TOTAL);
    pages.y += PADDING;
  }

  private writeTitle({ title, remarks }: Section): void {
    const { pages, typesetter } = this.sheet;
    const place = () => ({ x: pages.left, y: pages.y, width: pages.width });
    pages.y += writePart(this.sheet, 'H2', title, STYLES.section, place());
    for (const remark of remarks) {
      const lines = typesetter.lines(remark, STYLES.sectionRemark, pages.width).slice(0, 1);
      const height = this.sheet.structure.part('P', () =>
        writeLines(this.sheet, lines, STYLES.sectionRemark, place()),
      );
      pages.y += height;
    }
  }

  private writeColumnTitles(): void {
    const { pages } = this.sheet;
    pages.y += 5;
    this.writeRow(this.titles, STYLES.head, { role: 'TH' });
    pages.y += 3;
    pages.rule(RULE);
  }

  /** Writes the heading once more, on a further page. */
  private repeatHeading(section: Section): void {
    this.sheet.structure.artifact(() => {
      this.writeTitle(section);
      this.writeColumnTitles();
    });
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
    const isTogether = this.isTogether(height + heightAfter);
    if (pages.reserve(height + (isTogether ? heightAfter : 0))) this.repeatHeading(section);
    pages.y += PADDING;
    this.writeRow(line, STYLES.line, {
      below: () => {
        for (const remark of line.remarks) this.drawRow({ description: remark }, STYLES.remark);
        for (const detail of line.details) this.writeDetail(detail, section);
      },
    });
    pages.y += PADDING;
  }

  private writeDetail(detail: LineDetail, section: Section): void {
    const { pages } = this.sheet;
    const row = { ...detail, taxRate: '' };
    if (pages.reserve(this.rowHeight(row, STYLES.remark, INDENT) + PADDING)) {
      this.repeatHeading(section);
      pages.y += PADDING;
    }
    this.drawRow(row, STYLES.remark, { indent: INDENT });
  }

  private rowHeight(row: Row, style: TextStyle, indent = 0): number {
    return (
      Math.max(...this.cells(row, style, indent).map(({ lines }) => lines.length), 1) * this.heightOf(style)
    );
  }

  /** Writes a row of the table. @param options.below writes what belongs to the description and stands under the row. */
  private writeRow(row: Row, style: TextStyle, options: RowOptions = {}): void {
    const { below, role = 'TD' } = options;
    const { structure } = this.sheet;
    structure.part('TR', () => {
      const scope = role === 'TH' ? ({ scope: 'Column' } as const) : {};
      const parts = new Map(this.columns.map(({ name }) => [name, structure.begin(role, scope)]));
      const within = (name: ColumnName, write: () => void) => {
        const part = parts.get(name);
        if (part !== undefined) structure.within(part, write);
      };
      this.drawRow(row, style, { within });
      if (below !== undefined) within('description', below);
    });
  }

  /** Draws the texts of a row, each within a part; by default within the current one. */
  private drawRow(row: Row, style: TextStyle, options: DrawingOptions = {}): void {
    const { indent = 0, within } = options;
    const { pages } = this.sheet;
    const { y } = pages;
    const cells = this.cells(row, style, indent);
    for (const { column, lines } of cells) {
      const { name, x, width } = column;
      const write = () => {
        if (name === 'description') writeLines(this.sheet, lines, style, { x: x + indent, y, width });
        else writeLines(this.sheet, lines, asNumber(style), { x, y, width, align: 'right' });
      };
      if (within === undefined) write();
      else within(name, write);
    }
    pages.y += Math.max(...cells.map(({ lines }) => lines.length), 1) * this.heightOf(style);
  }

  private cells(row: Row, style: TextStyle, indent: number): Cell[] {
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
