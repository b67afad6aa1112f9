/**
 * True if a request prefers strict handling: `Prefer: handling=strict`. The first `handling` counts; parameters of
 * preferences are ignored. Source: RFC 7240 §2, §4.4.
 */
export function prefersStrict(prefer: string | readonly string[] | undefined): boolean {
  const preferences = String(prefer ?? '')
    .split(',')
    .map((preference) => /^\s*([\w-]+)\s*=\s*"?([^\s";]*)/.exec(preference));
  const handling = preferences.find((preference) => preference?.[1]?.toLowerCase() === 'handling');
  return handling?.[2]?.toLowerCase() === 'strict';
}

/** The longest list of names in a response header, in characters. */
const HEADER_LENGTH = 1_000;

/** Joins names to a header value: percent-encoded except letters, digits and `_.[]-`, and truncated to a maximum length. */
export function headerList(names: readonly string[]): string {
  const encoded = names.map((name) => name.replace(/[^\w.[\]-]/gu, encodeURIComponent));
  let text = '';
  for (const [index, name] of encoded.entries()) {
    const separator = text === '' ? '' : ', ';
    if (text.length + separator.length + name.length > HEADER_LENGTH)
      return `${text}${separator}(${encoded.length - index} more)`;
    text += separator + name;
  }
  return text;
}
