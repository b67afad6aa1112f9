import { expect, test } from '@jest/globals';
import { resource } from './resource.js';

const row = ({ method, path, operation, lookup, wrapper }: ReturnType<typeof resource>['rows'][number]) =>
  [method, path, operation, lookup, wrapper] as const;

const authors = resource({ name: 'Author', path: '/authors/:code' });

test('the rows of a resource follow from its declaration', () => {
  const { rows } = resource({
    name: 'BookReview',
    path: '/book_reviews/:svc_id',
    list: true,
    listedBelow: [authors],
    get: true,
    create: { mutation: 'submitReview' },
    update: true,
    delete: true,
    actions: { publish: { method: 'POST' }, move: { method: 'PUT', hasBody: true } },
    metadata: true,
    written: [{ method: 'POST', path: '/book_reviews/estimate', operation: 'RestEstimate' }],
  });
  const find = 'RestFindBookReview';
  expect(rows.map(row)).toEqual([
    ['GET', '/book_reviews', 'RestListBookReviews', null, null],
    ['GET', '/authors/:code/book_reviews', 'RestListBookReviews', 'RestFindAuthor', null],
    ['POST', '/book_reviews', 'RestSubmitReview', null, 'book_review'],
    ['POST', '/book_reviews/estimate', 'RestEstimate', null, null],
    ['GET', '/book_reviews/:svc_id', 'RestGetBookReview', null, null],
    ['PUT', '/book_reviews/:svc_id', 'RestUpdateBookReview', find, 'book_review'],
    ['DELETE', '/book_reviews/:svc_id', 'RestDeleteBookReview', find, null],
    ['POST', '/book_reviews/:svc_id/publish', 'RestPublishBookReview', find, null],
    ['PUT', '/book_reviews/:svc_id/move', 'RestMoveBookReview', find, 'book_review'],
    ['POST', '/book_reviews/:svc_id/metadata', 'RestSetBookReviewMetadata', find, null],
    ['PATCH', '/book_reviews/:svc_id/metadata', 'RestMergeBookReviewMetadata', find, null],
    ['DELETE', '/book_reviews/:svc_id/metadata', 'RestDeleteBookReviewMetadata', null, null],
    ['DELETE', '/book_reviews/:svc_id/metadata/:key', 'RestDeleteBookReviewMetadataKey', null, null],
  ]);
});

test('a record below another is created for the parent in the path', () => {
  const { rows } = resource({
    name: 'Book',
    parent: authors,
    path: '/books/:book_code',
    create: true,
    delete: { lookup: 'RestFindBookToDelete', inQuery: ['reason'] },
  });
  expect(rows.map(row)).toEqual([
    ['POST', '/authors/:code/books', 'RestCreateBook', 'RestFindAuthorOfBook', 'book'],
    ['DELETE', '/authors/:code/books/:book_code', 'RestDeleteBook', 'RestFindBookToDelete', null],
  ]);
  expect(rows.map(({ inQuery }) => inQuery)).toEqual([[], ['reason']]);
});
