import type { DocumentFacts } from '../../facts/document-facts.js';
import type { FileFormat } from '../../files/document-file.table.js';

/** What a rendering thread receives. */
export interface RenderingTask {
  readonly facts: DocumentFacts;
  /** The most lines that the PDF lists. */
  readonly mostLines: number;
  /** The only file to make; default: all. */
  readonly only?: 'xml' | null;
}

export interface RenderedFile {
  readonly format: FileFormat;
  readonly content: Uint8Array;
  /** The characters that no font has, `U+1F9FF`: the file shows these codes in their place. */
  readonly missingCharacters: readonly string[];
}

/** What a rendering thread answers: the files, or why they could not be made. */
export type RenderingResult = { readonly files: readonly RenderedFile[] } | { readonly failure: string };

/** What a thread is given when it starts. */
export interface ThreadPriority {
  /** True if it leaves scarce processors to other threads. */
  readonly yields: boolean;
}
