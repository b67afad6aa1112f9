import { LIMITS } from '../../platform/limits.js';
import { ARGUMENTS, describeSettings } from './config.js';

/** The page docs/configuration.md, made of the declarations of all settings. `npm run generate` writes it. */
export function configurationPage(): string {
  const settings = describeSettings().map(({ variable, fallback, meaning }) => [
    `\`${variable}\``,
    fallback === '' ? '' : `\`${fallback}\``,
    meaning,
  ]);
  const limits = Object.values(LIMITS).map(({ variable, default: preset, unit, meaning }) => [
    `\`${variable}\``,
    preset.toLocaleString('en-US'),
    `${meaning} (${unit})`,
  ]);
  return `# Configuration

Written by \`npm run generate\` from \`src/main/settings/config.ts\` and \`src/platform/limits.ts\`; \`npm start -- --help\` prints the same.

Settings are environment variables; a \`.env\` file is not read. A start without any has an embedded Postgres and answers this machine
only. A malformed value stops the start with a message that names the variable. docs/operating.md says what production needs, and how
to run several processes.

Arguments: \`${ARGUMENTS.join('`, `')}\`.

## Settings

${table(['Variable', 'Default', 'Meaning'], settings)}

## Limits

A request over a limit is refused with an error that names the limit. Each limit is a setting, too:

${table(['Variable', 'Default', 'The largest …'], limits)}
`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
