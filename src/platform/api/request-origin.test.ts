import { describe, expect, test } from '@jest/globals';
import { Socket } from 'node:net';
import { requestOrigin } from './request-origin.js';

const origin = (headers: Record<string, string>) => requestOrigin({ headers, socket: new Socket() });

describe('the origin of a request', () => {
  test.each([
    [{ host: 'localhost:3000' }, 'http://localhost:3000'],
    [{ host: 'billing.example', 'x-forwarded-proto': 'https' }, 'https://billing.example'],
    [{ host: '[::1]:3000' }, 'http://[::1]:3000'],
    [{ host: 'a b' }, null],
    [{ host: 'evil.example/path' }, null],
    [{ host: '"><script>' }, null],
    [{}, null],
  ])('%j is %s', (headers, expected) => {
    expect(origin(headers as Record<string, string>)).toBe(expected);
  });
});
