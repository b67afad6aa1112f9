import type { Config } from './config.js';

/** How a person runs a command of this program where it runs: in the image it is installed, in a clone npm runs it. */
export function ownCommand(
  { isInImage }: Pick<Config, 'isInImage'>,
  command: 'admin' | 'verify',
  args = '',
): string {
  if (isInImage) return `tollgate ${command} ${args}`.trimEnd();
  return args === '' ? `npm run ${command}` : `npm run ${command} -- ${args}`;
}
