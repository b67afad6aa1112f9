import { describe, expect, test } from '@jest/globals';
import { isPublicAddress, parseTarget } from './address-rules.js';

describe('an address', () => {
  test.each([
    ['0.0.0.0', 'unspecified'],
    ['10.255.255.255', 'private'],
    ['100.64.0.1', 'carrier-grade NAT'],
    ['100.127.255.255', 'carrier-grade NAT'],
    ['127.0.0.1', 'loopback'],
    ['168.63.129.16', 'metadata'],
    ['169.254.169.254', 'metadata'],
    ['172.16.0.0', 'private'],
    ['172.31.255.255', 'private'],
    ['192.0.0.8', 'protocol assignments'],
    ['192.168.0.1', 'private'],
    ['198.19.255.255', 'benchmarks'],
    ['203.0.113.9', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::ffff:8.8.8.8', 'IPv4-mapped, which says nothing of where it leads'],
    ['::7f00:1', 'IPv4-compatible'],
    ['64:ff9b::7f00:1', 'IPv4 by NAT64'],
    ['100::1', 'discarded'],
    ['2001:0:1::1', 'Teredo'],
    ['2001:db8::1', 'documentation'],
    ['2002:7f00:1::', 'IPv4 by 6to4'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', 'metadata'],
    ['fe80::1', 'link-local'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['example.com', 'no address'],
  ])('%s is not public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each([
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.0.1',
    '172.32.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00::1',
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('a URL', () => {
  test.each([
    ['https://example.com', 'https://example.com/'],
    ['http://example.com:80/a?b=c', 'http://example.com/a?b=c'],
    ['https://example.com:8443/a@b', 'https://example.com:8443/a@b'],
    ['HTTPS://EXAMPLE.com/?u=a@b', 'https://example.com/?u=a@b'],
    ['http://0x7f.1/', 'http://127.0.0.1/'],
  ])('%s is read as %s', (text, url) => {
    expect(parseTarget(text)?.href).toBe(url);
  });

  test.each([
    ['', 'empty'],
    ['example.com', 'relative'],
    ['/hook', 'relative'],
    ['//example.com', 'without a scheme'],
    ['https:example.com', 'without slashes'],
    ['https:///example.com', 'with three of them'],
    ['https:\\\\example.com', 'with the wrong ones'],
    ['ftp://example.com', 'of another scheme'],
    ['file:///etc/passwd', 'of a file'],
    ['https://user@example.com', 'with a user'],
    ['https://user:secret@example.com', 'with a password'],
    ['https://@example.com', 'with an empty user'],
    ['https://example.com:22/', 'on the port of another service'],
    ['https://example.com:0/', 'on no port'],
    ['https://example.com:99999/', 'on a port that does not exist'],
    ['https://exa mple.com', 'with a blank'],
    [' https://example.com', 'after a blank'],
    ['https://example.com/\n', 'with a line break'],
  ])('%p is refused: it is %s', (text) => {
    expect(parseTarget(text)).toBeNull();
  });
});
