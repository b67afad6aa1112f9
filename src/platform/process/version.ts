import { readFileSync } from 'node:fs';
import path from 'node:path';

const manifest = path.resolve(import.meta.dirname, '../../../package.json');

/** The version of this server, from `package.json`. */
export const VERSION = (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
