import { describe, expect, test } from '@jest/globals';
import { buildSchema, parse } from 'graphql';
import type { ResourceOptions } from '../declaration.js';
import { resource, writtenRows } from '../resource.js';
import type { WrittenRow } from '../route.js';
import { Derivation } from './derivation.js';
import { printOperations } from './print-operations.js';

const SCHEMA = buildSchema(`
  enum Mood { glad sad }
  type PageInfo { totalCount: Int! }
  type Author { id: ID!, code: String!, books: [Book!]! }
  interface Titled { title: String! }
  type Book implements Titled { id: ID!, title: String!, mood: Mood! }
  type AuthorConnection { nodes: [Author!]!, pageInfo: PageInfo! }
  type BookConnection { nodes: [Book!]!, pageInfo: PageInfo! }
  type LentBook { authorId: ID!, bookId: ID!, book: Book! }
  type BookPayload { book: Book!, deletedId: ID }
  type MetadataPayload { metadata: String }
  input AuthorFilter { name: String }
  input BookListFilter { title: TextComparison }
  input TextComparison { contains: String }
  input CreateBookInput { authorId: ID!, shelfId: ID!, title: String! }
  input UpdateBookInput { id: ID!, title: String }
  input DeleteBookInput { id: ID!, reason: String }
  input LendBookInput { id: ID!, authorId: ID!, to: String }
  input MetadataInput { id: ID!, metadata: String }
  input DeleteMetadataInput { code: String, id: ID, key: String }
  type Query {
    author(code: String, id: ID): Author!
    authors(after: String, page: Int, perPage: Int, filter: AuthorFilter, search: String): AuthorConnection!
    book(authorCode: String!, code: String!, mood: Mood, orLost: Boolean): Book!
    books(authorCode: String!, page: Int, perPage: Int, mood: Mood, filter: BookListFilter): BookConnection!
    lentBook(authorCode: String!, id: ID!): LentBook!
  }
  type Mutation {
    createBook(input: CreateBookInput!): BookPayload!
    updateBook(input: UpdateBookInput!): BookPayload!
    deleteBook(input: DeleteBookInput!): BookPayload!
    updateLentBook(input: LendBookInput!): LentBook!
    setAuthorMetadata(input: MetadataInput!): MetadataPayload!
    mergeAuthorMetadata(input: MetadataInput!): MetadataPayload!
    deleteAuthorMetadata(input: DeleteMetadataInput!): MetadataPayload!
  }
`);

const AUTHORS: ResourceOptions = { name: 'Author', path: '/authors/:code' };
const BOOKS: ResourceOptions = { name: 'Book', parent: resource(AUTHORS), path: '/books/:book_code' };
const LENT: ResourceOptions = {
  name: 'LentBook',
  parent: resource(AUTHORS),
  path: '/lent/:svc_id',
  wrapper: 'book',
  fragment: 'RestBook',
};

const FRAGMENTS = {
  RestMeta: 'fragment RestMeta on PageInfo { total_count: totalCount }',
  RestAuthor: 'fragment RestAuthor on Author { svc_id: id }',
  RestBook: 'fragment RestBook on Titled { title }',
};

const derived = (options: ResourceOptions) =>
  new Derivation(SCHEMA, parse(Object.values(FRAGMENTS).join('\n'))).write(resource(options).operations);

describe('an operation is derived from the resource and the schema', () => {
  test.each<[string, ResourceOptions, string[]]>([
    [
      'a list has pages, its filter, and arguments that the resource reads from the query string',
      { ...AUTHORS, list: true, inQuery: { search: 'searchTerm' } },
      [
        'query RestListAuthors($page: Int, $perPage: Int, $filter: AuthorFilter, $searchTerm: String) { body: authors(page: $page, perPage: $perPage, filter: $filter, search: $searchTerm) { authors: nodes { ...RestAuthor } meta: pageInfo { ...RestMeta } } }',
      ],
    ],
    [
      'a list below a record has the parameters of that record, and no filter that only GraphQL can carry',
      { ...BOOKS, list: true, inQuery: { mood: 'bookMood' } },
      [
        'query RestListBooks($code: String!, $page: Int, $perPage: Int, $bookMood: Mood) { body: books(authorCode: $code, page: $page, perPage: $perPage, mood: $bookMood) { books: nodes { ...RestBook } meta: pageInfo { ...RestMeta } } }',
      ],
    ],
    [
      'one record, by its own parameter and those of its parent',
      { ...BOOKS, get: true },
      [
        'query RestGetBook($code: String!, $bookCode: String!) { book(authorCode: $code, code: $bookCode) { ...RestBook } }',
      ],
    ],
    [
      'one record inside another object',
      { ...LENT, get: true },
      [
        'query RestGetLentBook($code: String!, $svcId: ID!) { body: lentBook(authorCode: $code, id: $svcId) { book { ...RestBook } } }',
      ],
    ],
    [
      'a creation below a record, whose lookup selects the ids that the input needs and the record has',
      { ...BOOKS, create: true },
      [
        'query RestFindAuthorOfBook($code: String!) { found: author(code: $code) { authorId: id } }',
        'mutation RestCreateBook($input: CreateBookInput!) { body: createBook(input: $input) { book { ...RestBook } } }',
      ],
    ],
    [
      'two changes share one lookup',
      {
        ...BOOKS,
        update: true,
        delete: { hasBody: true },
        found: { members: ['mood'], arguments: { orLost: true } },
      },
      [
        'query RestFindBook($code: String!, $bookCode: String!) { found: book(authorCode: $code, code: $bookCode, orLost: true) { id mood } }',
        'mutation RestUpdateBook($input: UpdateBookInput!) { body: updateBook(input: $input) { book { ...RestBook } } }',
        'mutation RestDeleteBook($input: DeleteBookInput!) { body: deleteBook(input: $input) { book { ...RestBook } } }',
      ],
    ],
    [
      'a lookup of an object that contains the record',
      { ...LENT, update: true },
      [
        'query RestFindLentBook($code: String!, $svcId: ID!) { found: lentBook(authorCode: $code, id: $svcId) { id: bookId authorId } }',
        'mutation RestUpdateLentBook($input: LendBookInput!) { body: updateLentBook(input: $input) { book { ...RestBook } } }',
      ],
    ],
    [
      'metadata',
      { ...AUTHORS, metadata: true },
      [
        'mutation RestSetAuthorMetadata($input: MetadataInput!) { body: setAuthorMetadata(input: $input) { metadata } }',
        'mutation RestMergeAuthorMetadata($input: MetadataInput!) { body: mergeAuthorMetadata(input: $input) { metadata } }',
        'mutation RestDeleteAuthorMetadata($code: String!) { body: deleteAuthorMetadata(input: { code: $code }) { metadata } }',
        'mutation RestDeleteAuthorMetadataKey($code: String!, $key: String!) { body: deleteAuthorMetadata(input: { code: $code, key: $key }) { metadata } }',
        'query RestFindAuthor($code: String!) { found: author(code: $code) { id } }',
      ],
    ],
    [
      'the JSON in activity entries and webhook messages',
      { ...AUTHORS, represents: 'author' },
      ['query RestRepresentAuthor($id: ID!) { object: author(id: $id) { ...RestAuthor } }'],
    ],
  ])('%s', (_, options, expected) => {
    expect(derived(options)).toEqual(expected);
  });
});

test('the comment above each operation lists the calls that run it', () => {
  const text = printOperations(SCHEMA, [resource({ ...AUTHORS, get: true })], parse(FRAGMENTS.RestAuthor));
  expect(text).toContain('# GET /authors/:code\nquery RestGetAuthor');
});

describe('declarations that do not fit the schema are refused', () => {
  test.each<[string, ResourceOptions, string]>([
    [
      'a path parameter without an argument',
      { ...AUTHORS, path: '/authors/:nickname', get: true },
      'RestGetAuthor: expected an argument named authorNickname or nickname for :nickname.',
    ],
    ['a missing root field', { name: 'Pen', path: '/pens/:code', get: true }, 'Query has no field pen.'],
    [
      'a fragment on another type',
      { ...BOOKS, fragment: 'RestAuthor', create: true },
      'createBook returns nothing that fits the fragment RestAuthor.',
    ],
    [
      'a missing fragment',
      { ...AUTHORS, fragment: 'RestPoet', get: true },
      'There is no fragment RestPoet on a type of the schema.',
    ],
    [
      'a deletion that has a body but does not declare it',
      { ...BOOKS, delete: true },
      'DELETE /authors/:code/books/:book_code: the body can contain reason of DeleteBookInput, so the deletion needs hasBody.',
    ],
    [
      'an argument that the root field of the lookup does not have',
      { ...BOOKS, update: true, found: { arguments: { orSold: true } } },
      'Unknown argument "orSold" on field "Query.book".',
    ],
  ])('%s', (_, options, message) => {
    const fragments = 'fragment RestAuthor on Author { svc_id: id } fragment RestBook on Book { title }';
    expect(() => printOperations(SCHEMA, [resource(options)], parse(fragments))).toThrow(message);
  });

  const AUTHOR = 'query RestAuthorByName($name: String!) { author(code: $name) { id } }';
  test.each<[string, string, WrittenRow[], string]>([
    [
      'a row with a path parameter for which there is no variable',
      AUTHOR,
      [{ method: 'GET', path: '/authors/:code', operation: 'RestAuthorByName' }],
      'GET /authors/:code: RestAuthorByName has no variable for :code.',
    ],
    [
      'two rows with the same method and path',
      AUTHOR,
      [
        { method: 'GET', path: '/authors/:name', operation: 'RestAuthorByName' },
        { method: 'GET', path: '/authors/:name', operation: 'RestAuthorByName' },
      ],
      'Several rows serve GET /authors/:name.',
    ],
    ['an operation that no row uses', AUTHOR, [], 'No row uses the written operation RestAuthorByName.'],
    [
      'a row with a missing operation',
      AUTHOR,
      [
        { method: 'GET', path: '/authors/:name', operation: 'RestAuthorByName' },
        { method: 'GET', path: '/poets', operation: 'RestPoets' },
      ],
      'GET /poets: there is no operation RestPoets.',
    ],
    [
      'an operation that does not fit the schema',
      'query RestAuthorByName($name: String!) { author(code: $name) { age } }',
      [{ method: 'GET', path: '/authors/:name', operation: 'RestAuthorByName' }],
      'Cannot query field "age" on type "Author".',
    ],
  ])('%s', (_, written, rows, message) => {
    expect(() => printOperations(SCHEMA, [writtenRows(...rows)], parse(written))).toThrow(message);
  });
});
