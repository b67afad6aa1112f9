// Source: logs.md §4.
import { expect, test } from '@jest/globals';
import { deviceInfoOf } from './device-info.js';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each<[string, (string | null)[]]>([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36`,
    ['Chrome', 'Windows', 'desktop'],
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36 Edg/130.0`,
    ['Edge', 'Windows', 'desktop'],
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36 OPR/115.0`,
    ['Opera', 'Linux', 'desktop'],
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.7; rv:132.0) Gecko/20100101 Firefox/132.0',
    ['Firefox', 'macOS', 'desktop'],
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    ['Safari', 'macOS', 'desktop'],
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/130.0 Mobile/15E148 Safari/604.1',
    ['Chrome', 'iOS', 'mobile'],
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
    ['Safari', 'iOS', 'tablet'],
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${WEBKIT} Chrome/130.0.0.0 Mobile Safari/537.36`,
    ['Chrome', 'Android', 'mobile'],
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-X910) ${WEBKIT} SamsungBrowser/26.0 Chrome/122.0.0.0 Safari/537.36`,
    ['Samsung Internet', 'Android', 'tablet'],
  ],
  ['curl/8.5.0', [null, null, null]],
  ['node', [null, null, null]],
])('%s', (userAgent, expected) => {
  const { browser, os, deviceType, ...sent } = deviceInfoOf({ address: '10.0.0.1', userAgent });
  expect([browser, os, deviceType]).toEqual(expected);
  expect(sent).toEqual({ userAgent, ipAddress: '10.0.0.1' });
});

test('a caller that sends nothing is unknown, and a long name is cut', () => {
  expect(deviceInfoOf({ address: null, userAgent: null })).toEqual({
    userAgent: null,
    ipAddress: null,
    browser: null,
    os: null,
    deviceType: null,
  });
  expect(deviceInfoOf({ address: null, userAgent: 'x'.repeat(10_000) }).userAgent).toHaveLength(500);
});
