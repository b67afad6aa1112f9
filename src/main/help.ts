import { LIMITS } from '../platform/limits.js';
import { ARGUMENTS, describeSettings } from './settings/config.js';
import { VERSION } from '../platform/process/version.js';

/** @returns the text for `--help` or `--version`; null without these arguments. */
export function answerArguments(args: readonly string[]): string | null {
  if (args.includes('--help')) return help();
  return args.includes('--version') ? VERSION : null;
}

function help(): string {
  const limits = Object.values(LIMITS).map(({ variable, default: preset, unit, meaning }) => ({
    variable,
    fallback: String(preset),
    meaning: `${meaning} (${unit})`,
  }));
  return [
    `Tollgate ${VERSION}: subscription and usage-based billing.`,
    '',
    `Usage: tollgate serve [${ARGUMENTS.join('] [')}], or npm start -- …`,
    '',
    'Settings are environment variables. With their defaults:',
    ...table(describeSettings()),
    '',
    'Limits, also environment variables; the largest …',
    ...table(limits),
  ].join('\n');
}

interface Row {
  readonly variable: string;
  readonly fallback: string;
  readonly meaning: string;
}

function table(rows: readonly Row[]): string[] {
  const widthOf = (texts: readonly string[]) => Math.max(...texts.map((text) => text.length));
  const variables = widthOf(rows.map((row) => row.variable));
  const fallbacks = widthOf(rows.map((row) => row.fallback));
  return rows.map(
    ({ variable, fallback, meaning }) =>
      `  ${variable.padEnd(variables)}  ${fallback.padEnd(fallbacks)}  ${meaning}`,
  );
}
