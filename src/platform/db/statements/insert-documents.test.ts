import { describe, expect, test } from '@jest/globals';
import { outboxMessages } from '../../activity/activity.table.js';
import { Dialect } from '../writing/dialect.js';
import { insertsOfDocuments } from './insert-documents.js';

const message = (id: string, object: Record<string, unknown>): typeof outboxMessages.$inferSelect => ({
  ...{ id, organizationId: 'organization', webhookType: 'invoice.created', objectType: 'invoice' },
  ...{ objectId: id, object, externalCustomerId: null, createdAt: new Date('2027-03-01T00:00:00Z') },
});

/** The parameters of each statement: the ids of the rows, and their documents. */
function inserted(messages: readonly ReturnType<typeof message>[]): [string[], unknown[]][] {
  const dialect = new Dialect();
  return [...insertsOfDocuments(outboxMessages, 'object', messages)].map((statement) => {
    const [rows, documents] = dialect.sqlToQuery(statement).params as [string, string];
    const ids = (JSON.parse(rows) as { id: string; object?: unknown }[]).map(({ id, object }) => {
      expect(object).toBeUndefined();
      return id;
    });
    return [ids, JSON.parse(documents) as unknown[]];
  });
}

describe('inserts of documents', () => {
  test('inserts of documents have the documents in the order of the rows', () => {
    const objects = [{ text: 'a "quoted" \\ text' }, {}, { list: [null, 1.5] }];
    const messages = objects.map((object, index) => message(String(index), object));
    expect(inserted(messages)).toEqual([[['0', '1', '2'], objects]]);
  });

  test('inserts of documents are several statements for more than one can hold, and none for no rows', () => {
    const object = { text: 'x'.repeat(9_000_000) };
    const ids = inserted(['a', 'b', 'c'].map((id) => message(id, object))).map(([own]) => own);
    expect(ids).toEqual([['a'], ['b'], ['c']]);
    expect(inserted([])).toEqual([]);
  });
});
