import type { Caller } from '../../platform/api/context.js';

/** The device that a request came from, as its `User-Agent` names it. Null for what is unknown. */
export interface DeviceInfo {
  readonly user_agent: string | null;
  readonly ip_address: string | null;
  readonly browser: string | null;
  readonly os: string | null;
  readonly device_type: 'desktop' | 'mobile' | 'tablet' | null;
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
    user_agent: agent,
    ip_address: address,
    browser: firstMatch(BROWSERS, agent),
    os,
    device_type: os === null ? null : deviceTypeOf(os, agent ?? ''),
  };
}

function firstMatch(patterns: readonly Pattern[], agent: string | null): string | null {
  if (agent === null) return null;
  return patterns.find(([, pattern]) => pattern.test(agent))?.[0] ?? null;
}

function deviceTypeOf(os: string, agent: string): 'desktop' | 'mobile' | 'tablet' {
  if (/\biPad\b|\bTablet\b/.test(agent)) return 'tablet';
  if (os === 'Android') return /\bMobile\b/.test(agent) ? 'mobile' : 'tablet';
  return os === 'iOS' ? 'mobile' : 'desktop';
}
