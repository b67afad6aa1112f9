import type { Structure } from '../pdf/structure.js';

/** Space around the pages' content, in points. */
export const MARGIN = 46;
const FOOT_HEIGHT = 20;

/** A place on the pages: the number of a page, from 0, and how far below its upper edge. */
export interface Position {
  readonly index: number;
  readonly y: number;
}

/** The vertical position on the pages, which are filled from top to bottom. */
export class Pages {
  y = MARGIN;
  private index = 0;

  constructor(
    private readonly pdf: PDFKit.PDFDocument,
    private readonly structure: Structure,
  ) {}

  get left(): number {
    return MARGIN;
  }

  get width(): number {
    return this.pdf.page.width - 2 * MARGIN;
  }

  get right(): number {
    return this.pdf.page.width - MARGIN;
  }

  /** The height of a page's content. */
  get height(): number {
    return this.bottom - MARGIN;
  }

  /** Where the content of a page ends. */
  get bottom(): number {
    return this.pdf.page.height - MARGIN - FOOT_HEIGHT;
  }

  /** True if something of this height fits below what is on the page. */
  fits(height: number): boolean {
    return this.y + height <= this.bottom;
  }

  /** Goes to the next page unless the height fits on this one. @returns true if it did. */
  reserve(height: number): boolean {
    if (this.fits(height)) return false;
    this.index += 1;
    // A column beside this one may have been there.
    if (this.index < this.pdf.bufferedPageRange().count) this.pdf.switchToPage(this.index);
    else this.pdf.addPage();
    this.y = MARGIN;
    return true;
  }

  get position(): Position {
    const { index, y } = this;
    return { index, y };
  }

  goTo({ index, y }: Position): void {
    this.pdf.switchToPage(index);
    this.index = index;
    this.y = y;
  }

  rule(color: string, thickness = 0.5, from = this.left): void {
    this.structure.artifact(() => {
      this.pdf.moveTo(from, this.y).lineTo(this.right, this.y);
      this.pdf.lineWidth(thickness).strokeColor(color).stroke();
    });
  }
}
