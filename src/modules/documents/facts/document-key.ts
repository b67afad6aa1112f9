/** The kinds of documents that have files. */
export const DOCUMENT_TYPES = ['invoice', 'credit_note', 'payment_receipt'] as const;

export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** Names a document. */
export interface DocumentKey {
  readonly documentType: DocumentType;
  readonly documentId: string;
}

export function isDocumentType(text: string): text is DocumentType {
  return DOCUMENT_TYPES.some((type) => type === text);
}
