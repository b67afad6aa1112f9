/** Bytes of a serialized body that an entry stores. Source: logs.md §3. */
const MAX_BYTES = 64_000;

const FILTERED = '"[FILTERED]"';

/** Names of members whose values are never stored; compared in lower case and without `_` and `-`. */
const SECRET = /password|secret|apikey|hmackey|privatekey|authorization|token$|^logo$/;

/**
 * The stored form of a body: compact JSON in which the values of secret members are replaced. Longer JSON becomes a JSON
 * string with its first 64 kB, so that what is stored is JSON in any case. It is read only as far as it is stored, since a
 * body may have megabytes.
 * @returns null if there is no body, or if it is malformed or a number, boolean or null.
 */
export function storedJson(body: string): string | null {
  const compact = withoutSecrets(body.replaceAll('\0', ''));
  const bytes = Buffer.from(compact);
  if (bytes.length > MAX_BYTES) return JSON.stringify(textOf(bytes.subarray(0, MAX_BYTES)));
  return /^["[{]/.test(compact) && isJson(compact) ? compact : null;
}

/** The text of the bytes, without the character that their end cuts. */
function textOf(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Copies the tokens of JSON until they exceed what is stored; a character takes at least one byte. */
function withoutSecrets(json: string): string {
  const copied: string[] = [];
  let length = 0;
  let at = afterBlanks(json, 0);
  while (at < json.length && length <= MAX_BYTES) {
    const token = json.slice(at, endOfToken(json, at));
    at = afterBlanks(json, at + token.length);
    const isSecretName = token.startsWith('"') && json[at] === ':' && isSecret(token);
    copied.push(isSecretName ? `${token}:${FILTERED}` : token);
    length += token.length;
    if (isSecretName) at = afterBlanks(json, endOfValue(json, afterBlanks(json, at + 1)));
  }
  return copied.join('').slice(0, MAX_BYTES + 1);
}

/** True for the JSON text of a name whose value is secret. */
function isSecret(token: string): boolean {
  const name = token.includes('\\') && isJson(token) ? (JSON.parse(token) as string) : token.slice(1, -1);
  return SECRET.test(name.toLowerCase().replace(/[_-]/g, ''));
}

/** The end of a string, or of a run of other characters without blanks; no run is longer than what is stored. */
function endOfToken(json: string, start: number): number {
  if (json.charCodeAt(start) === QUOTE) return endOfString(json, start);
  const most = Math.min(json.length, start + MAX_BYTES + 1);
  let end = start + 1;
  while (end < most && json.charCodeAt(end) !== QUOTE && !isBlank(json.charCodeAt(end))) end += 1;
  return end;
}

/** The end of a string that starts with this quote. */
function endOfString(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (json[quote - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
  return json.length;
}

/** The end of a value: of a string, of what closes an object or list, or of a literal. */
function endOfValue(json: string, start: number): number {
  let depth = 0;
  for (let at = start; at < json.length;) {
    const character = json[at] ?? '';
    if (character === '"') {
      at = endOfString(json, at);
      if (depth === 0) return at;
      continue;
    }
    if ('{['.includes(character)) depth += 1;
    else if (depth === 0 && ',}]'.includes(character)) return at;
    else if ('}]'.includes(character)) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
    at += 1;
  }
  return json.length;
}

const QUOTE = '"'.charCodeAt(0);

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function afterBlanks(json: string, start: number): number {
  let at = start;
  while (isBlank(json.charCodeAt(at))) at += 1;
  return at;
}
