import type { ApolloServerOptions, BaseContext } from '@apollo/server';
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/** The memory for parsed documents. */
const MOST_BYTES = 5_000_000;
/** Bytes that a parsed document takes for a character of its text, with its tokens and their places (measured). */
const BYTES_OF_CHARACTER = 20;

type DocumentStore = NonNullable<ApolloServerOptions<BaseContext>['documentStore']>;

/**
 * Keeps the documents that were used last, parsed and validated, within a limit of memory. Clients that write values into the text
 * send each document once. Apollo's own store measures documents as JSON, which is a quarter of their size in memory.
 */
export class ParsedDocuments implements DocumentStore {
  private readonly kept = new LRUCache<string, DocumentNode>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ loc }) => BYTES_OF_CHARACTER * (1 + (loc?.end ?? 0)),
  });

  /** About the memory that they take. */
  get bytes(): number {
    return this.kept.calculatedSize;
  }

  get(key: string): Promise<DocumentNode | undefined> {
    return Promise.resolve(this.kept.get(key));
  }

  set(key: string, document: DocumentNode): Promise<void> {
    this.kept.set(key, document);
    return Promise.resolve();
  }

  delete(key: string): Promise<boolean> {
    return Promise.resolve(this.kept.delete(key));
  }
}
