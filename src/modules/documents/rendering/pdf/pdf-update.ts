import { deflateSync } from 'node:zlib';

/** The size of a page, in points. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Where the last part of a file begins, which says what is in it. */
const TAIL_BYTES = 1_024;
const TRAILER = /trailer\s*<<\s*([\s\S]*?)\s*>>\s*startxref\s*(\d+)\s*%%EOF\s*$/;
/** In the table of a file, each entry has as many bytes. */
const ENTRY_BYTES = 20;

/**
 * Adds content under that of each page, in an update after the bytes of the file, which stay as they are (ISO 32000-1, 7.5.6).
 * @param file as pdfkit writes it.
 * @param contentOf the operators of the content, in which readers see no text, in the language of the document.
 * @throws Error for a file of another program.
 */
export function withContentBelow(
  file: Uint8Array,
  contentOf: (size: PageSize, language: string) => string,
): Uint8Array {
  const pdf = new PdfFile(file);
  const language = value(/\/Lang \(([\w-]+)\)/, pdf.catalog);
  const update = new Update(pdf);
  const added = new Map<string, number>();
  for (const page of pdf.pages) {
    const dictionary = pdf.dictionaryOf(page);
    const [, width = '', height = ''] = match(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/, dictionary);
    const name = `${width} ${height}`;
    let stream = added.get(name);
    if (stream === undefined) {
      stream = update.addStream(contentOf({ width: Number(width), height: Number(height) }, language));
      added.set(name, stream);
    }
    const contents = value(/\/Contents (\d+ 0 R)/, dictionary);
    update.put(page, dictionary.replace(contents, `[${String(stream)} 0 R ${contents}]`));
  }
  return update.written();
}

class PdfFile {
  readonly bytes: Buffer;
  readonly trailer: string;
  /** Where the table of objects begins. */
  readonly tableAt: number;
  /** The number of objects. */
  readonly size: number;
  readonly catalog: string;

  constructor(file: Uint8Array) {
    this.bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    const [, trailer = '', tableAt = ''] = match(
      TRAILER,
      this.text(Math.max(0, this.bytes.length - TAIL_BYTES)),
    );
    this.trailer = trailer;
    this.tableAt = Number(tableAt);
    this.size = Number(value(/\/Size (\d+)/, trailer));
    this.catalog = this.dictionaryOf(Number(value(/\/Root (\d+) 0 R/, trailer)));
  }

  /** The numbers of the pages. */
  get pages(): number[] {
    const pages = this.dictionaryOf(Number(value(/\/Pages (\d+) 0 R/, this.catalog)));
    return [...value(/\/Kids \[([^\]]*)\]/, pages).matchAll(/(\d+) 0 R/g)].map(([, number]) =>
      Number(number),
    );
  }

  /** The dictionary of an object, between its brackets. */
  dictionaryOf(number: number): string {
    const table = this.text(this.tableAt, this.tableAt + 32);
    const [start] = match(/^xref\s+0 \d+\s*\n/, table);
    const entryAt = this.tableAt + start.length + number * ENTRY_BYTES;
    const from = Number(value(/^(\d{10}) \d{5} n/, this.text(entryAt, entryAt + ENTRY_BYTES)));
    const to = this.bytes.indexOf('endobj', from);
    return value(/^\d+ 0 obj\s*<<\s*([\s\S]*?)\s*>>\s*(?:stream|$)/, this.text(from, to));
  }

  private text(from: number, to?: number): string {
    return this.bytes.toString('latin1', from, to);
  }
}

/** Objects that are added to a file, or replace some of it. */
class Update {
  private readonly parts: Buffer[];
  private readonly offsets = new Map<number, number>();
  private length: number;
  private size: number;

  constructor(private readonly pdf: PdfFile) {
    this.parts = [pdf.bytes, Buffer.from('\n')];
    this.length = pdf.bytes.length + 1;
    this.size = pdf.size;
  }

  /** @returns its number. */
  addStream(content: string): number {
    const number = this.size++;
    const compressed = deflateSync(Buffer.from(content, 'latin1'));
    const dictionary = `<<\n/Length ${String(compressed.length)}\n/Filter /FlateDecode\n>>`;
    this.offsets.set(number, this.length);
    this.write(`${String(number)} 0 obj\n${dictionary}\nstream\n`, compressed, '\nendstream\nendobj\n');
    return number;
  }

  put(number: number, dictionary: string): void {
    this.offsets.set(number, this.length);
    this.write(`${String(number)} 0 obj\n<<\n${dictionary}\n>>\nendobj\n`);
  }

  written(): Uint8Array {
    const { trailer, tableAt } = this.pdf;
    const entries = [...this.offsets]
      .toSorted(([one], [other]) => one - other)
      .map(([number, at]) => `${String(number)} 1\n${String(at).padStart(10, '0')} 00000 n \n`);
    const changed = trailer.replace(/\/Size \d+/, `/Size ${String(this.size)}\n/Prev ${String(tableAt)}`);
    const start = this.length;
    this.write(`xref\n${entries.join('')}trailer\n<<\n${changed}\n>>\nstartxref\n${String(start)}\n%%EOF\n`);
    return Buffer.concat(this.parts);
  }

  private write(...parts: readonly (Buffer | string)[]): void {
    for (const part of parts) {
      const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
      this.parts.push(bytes);
      this.length += bytes.length;
    }
  }
}

function match(pattern: RegExp, text: string): RegExpExecArray {
  const found = pattern.exec(text);
  if (found === null)
    throw new Error(`This PDF was written by another program: it has no ${pattern.source}.`);
  return found;
}

function value(pattern: RegExp, text: string): string {
  return match(pattern, text)[1] ?? '';
}
