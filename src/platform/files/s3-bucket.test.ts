import { expect, test } from '@jest/globals';
import { readS3Url } from './s3-bucket.js';

const place = {
  accessKeyId: 'key',
  secretAccessKey: 'se/cret',
  region: 'us-east-1',
  bucketUrl: 'https://storage.example/documents',
};

test.each([
  ['s3://key:se%2Fcret@storage.example/documents', place],
  ['s3://key:se%2Fcret@storage.example/documents/', place],
  ['s3://key:se%2Fcret@storage.example/documents?region=eu-central-1', { ...place, region: 'eu-central-1' }],
  [
    's3://key:se%2Fcret@127.0.0.1:9000/documents?tls=off',
    { ...place, bucketUrl: 'http://127.0.0.1:9000/documents' },
  ],
  ['https://key:secret@storage.example/documents', null],
  ['s3://storage.example/documents', null],
  ['s3://key:secret@storage.example', null],
  ['s3://key:secret@storage.example/documents/2027', null],
  ['s3://key:secret@storage.example/documents?tls=maybe', null],
  ['s3://key:secret@storage.example/documents?acl=public', null],
  ['documents', null],
])('%s', (text, read) => {
  expect(readS3Url(text)).toEqual(read);
});
