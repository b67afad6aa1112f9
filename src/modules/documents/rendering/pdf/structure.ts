/** What a part of a document is for programs that read it aloud: the standard structure types of PDF. */
export type Role =
  'Figure' | 'H1' | 'H2' | 'L' | 'LBody' | 'LI' | 'Lbl' | 'P' | 'Sect' | 'TD' | 'TH' | 'TR' | 'Table';

export interface PartOptions {
  /** Read in place of a picture. */
  readonly alt?: string;
  /** Of a picture: left, top, right, bottom. */
  readonly bbox?: readonly [number, number, number, number];
  /** Of a heading: what it is the heading of. */
  readonly scope?: 'Column' | 'Row';
}

/** A part of a document, which has parts and content. */
export interface Part {
  readonly role: string;
  readonly element: PDFKit.PDFStructureElement;
}

/**
 * The structure of a tagged PDF. Everything that is drawn is either content of a part or an artifact, such as a line or a heading that
 * is repeated (docs/adr/0152). No content may be open when a page begins.
 */
export class Structure {
  private readonly root: Part;
  private current: Part;
  private isArtifact = false;

  /** @param pdf that is tagged. */
  constructor(private readonly pdf: PDFKit.PDFDocument) {
    this.root = { role: 'Document', element: pdf.struct('Document') };
    pdf.addStructure(this.root.element);
    this.current = this.root;
  }

  /** Begins a part within the current one, writes it, and ends it; within an artifact it only writes. */
  part<Result>(role: Role, write: () => Result, options: PartOptions = {}): Result {
    if (this.isArtifact) return write();
    const part = this.begin(role, options);
    try {
      return this.within(part, write);
    } finally {
      part.element.end();
    }
  }

  /** Begins a part within the current one, which `within` writes, piece by piece, until the current one ends. */
  begin(role: Role, options: PartOptions = {}): Part {
    if (this.isArtifact) return this.current;
    const element = this.pdf.struct(role, options);
    this.current.element.add(element);
    return { role, element };
  }

  within<Result>(part: Part, write: () => Result): Result {
    const outer = this.current;
    this.current = part;
    try {
      return write();
    } finally {
      this.current = outer;
    }
  }

  /** Writes content of the current part. */
  content(write: () => void): void {
    if (this.isArtifact) {
      write();
      return;
    }
    const { role, element } = this.current;
    element.add(this.pdf.markStructureContent(role));
    try {
      write();
    } finally {
      this.pdf.endMarkedContent();
    }
  }

  /** Writes what readers skip. */
  artifact(write: () => void): void {
    if (this.isArtifact) {
      write();
      return;
    }
    this.isArtifact = true;
    this.pdf.markContent('Artifact');
    write();
    this.pdf.endMarkedContent();
    this.isArtifact = false;
  }

  /** Ends the document, before the PDF is ended. */
  end(): void {
    this.root.element.end();
  }
}
