import type { Caller } from '../../platform/api/access/caller.js';

export const DEVICE_TYPES = ['desktop', 'mobile', 'tablet'] as const;
export type DeviceType = (typeof DEVICE_TYPES)[number];

/** The device that a request came from, as its `User-Agent` names it. Null for what is unknown. */
export interface DeviceInfo {
  readonly userAgent: string | null;
  readonly ipAddress: string | null;
  readonly browser: string | null;
  readonly os: string | null;
  readonly deviceType: DeviceType | null;
}

type Pattern = readonly [name: string, pattern: RegExp];

/** The first match counts: most browsers also name others, for the sake of old pages. */
const BROWSERS: readonly Pattern[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];

const SYSTEMS: readonly Pattern[] = [
  ['Windows', /\bWindows\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['macOS', /\bMac ?OS X\b|\bMacintosh\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** Characters of a `User-Agent` that are stored; a header can have several thousand. */
const USER_AGENT_LENGTH = 500;

export function deviceInfoOf({ address, userAgent }: Caller): DeviceInfo {
  const agent = userAgent?.slice(0, USER_AGENT_LENGTH) ?? null;
  const os = firstMatch(SYSTEMS, agent);
  return {
    userAgent: agent,
    ipAddress: address,
    browser: firstMatch(BROWSERS, agent),
    os,
    deviceType: os === null ? null : deviceTypeOf(os, agent ?? ''),
  };
}

function firstMatch(patterns: readonly Pattern[], agent: string | null): string | null {
  if (agent === null) return null;
  return patterns.find(([, pattern]) => pattern.test(agent))?.[0] ?? null;
}

function deviceTypeOf(os: string, agent: string): DeviceType {
  if (/\biPad\b|\bTablet\b/.test(agent)) return 'tablet';
  if (os === 'Android') return /\bMobile\b/.test(agent) ? 'mobile' : 'tablet';
  return os === 'iOS' ? 'mobile' : 'desktop';
}
