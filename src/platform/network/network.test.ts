import { describe, expect, test } from '@jest/globals';
import { isLoopback } from './loopback.js';
import { networkOf } from './network-of.js';
import { TrustedProxies } from './trusted-proxies.js';

test.each([
  ['127.0.0.1', true],
  ['localhost', true],
  ['::1', true],
  ['[::1]', true],
  ['0.0.0.0', false],
  ['::', false],
  ['127.evil.example', false],
  ['10.0.0.1', false],
])('%s is this machine: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});

test.each([
  ['10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001::9', '2001:db8:1:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['', ''],
])('requests of %s count for %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

/** One header of each kind by which proxies say from whom they have a request. */
const HEADERS = {
  'x-forwarded-for': '203.0.113.9',
  forwarded: 'for=203.0.113.9',
  'x-real-ip': '203.0.113.9',
  'x-client-ip': '203.0.113.9',
  'true-client-ip': '203.0.113.9',
  'cf-connecting-ip': '203.0.113.9',
  'fastly-client-ip': '203.0.113.9',
  'x-cluster-client-ip': '203.0.113.9',
  'x-forwarded': 'for=203.0.113.9',
  'x-original-forwarded-for': '203.0.113.9',
  'x-envoy-external-address': '203.0.113.9',
  via: '1.1 203.0.113.9',
};

describe('the address of a caller', () => {
  const addressOf = (trusted: string, remoteAddress: string, forwarded?: string) =>
    TrustedProxies.read(trusted)?.addressOf({
      socket: { remoteAddress },
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    });

  test.each(Object.keys(HEADERS))(
    'the address of a caller is not what %s says from an address that is not trusted',
    (name) => {
      const headers = { [name]: HEADERS[name as keyof typeof HEADERS] };
      const received = { socket: { remoteAddress: '198.51.100.1' }, headers };
      for (const trusted of [TrustedProxies.NONE, TrustedProxies.read('10.0.0.0/8')])
        expect(trusted?.addressOf(received)).toBe('198.51.100.1');
    },
  );

  test.each(Object.keys(HEADERS).filter((name) => name !== 'x-forwarded-for'))(
    'the address of a caller is not what %s says from a trusted proxy, which may have passed it on',
    (name) => {
      const headers = { [name]: HEADERS[name as keyof typeof HEADERS] };
      const received = { socket: { remoteAddress: '10.0.0.1' }, headers };
      expect(TrustedProxies.read('10.0.0.0/8')?.addressOf(received)).toBe('10.0.0.1');
    },
  );

  test.each<[string, string, string | undefined, string]>([
    ['10.0.0.0/8', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['10.0.0.0/8', '::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['10.0.0.0/8', '10.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    ['10.0.0.0/8', '10.0.0.1', '203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['10.0.0.0/8', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['10.0.0.1, 2001:db8::/32', '2001:db8::1', '2001:db9::7', '2001:db9::7'],
    ['10.0.0.1', '10.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
    ['10.0.0.1', '10.0.0.1', '[2001:db9::7]:4711', '2001:db9::7'],
    ['10.0.0.1', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['10.0.0.1', '10.0.0.1', '203.0.113.9, nonsense', '10.0.0.1'],
    ['10.0.0.1', '10.0.0.1', undefined, '10.0.0.1'],
    ['1', '10.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    ['2', '10.0.0.1', '1.1.1.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['2', '10.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['0', '10.0.0.1', '203.0.113.9', '10.0.0.1'],
  ])(
    'the address of a caller with %s trusted, from %s with %s, is %s',
    (trusted, remote, forwarded, expected) => {
      expect(addressOf(trusted, remote, forwarded)).toBe(expected);
    },
  );

  test.each([
    '',
    'proxy.example',
    '10.0.0.0/33',
    '10.0.0',
    '2001:db8::/129',
    '21',
    '-1',
    '10.0.0.1,',
    '10.0.0.1/',
  ])('%j names no proxies', (text) => {
    expect(TrustedProxies.read(text)).toBeNull();
  });
});
