/** A file as it is served. */
export interface ServedFile {
  readonly name: string;
  readonly contentType: string;
  /** Whether browsers show the file or save it. */
  readonly disposition: 'inline' | 'attachment';
  readonly content: Uint8Array;
}
