import type { Structure } from './structure.js';

/** Space around the pages' content, in points. */
export const MARGIN = 46;
const FOOT_HEIGHT = 20;

/** The vertical position on the pages, which are filled from top to bottom. */
export class Pages {
  y = MARGIN;

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

  /** Begins a page unless the height fits on this one. @returns true if it began one. */
  reserve(height: number): boolean {
    if (this.fits(height)) return false;
    this.pdf.addPage();
    this.y = MARGIN;
    return true;
  }

  rule(color: string, thickness = 0.5, from = this.left): void {
    this.structure.artifact(() => {
      this.pdf.moveTo(from, this.y).lineTo(this.right, this.y);
      this.pdf.lineWidth(thickness).strokeColor(color).stroke();
    });
  }
}
