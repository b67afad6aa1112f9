import { hasVisibleText } from '../visible-text.js';

/** An element of an XML document; a child that is null is skipped. */
export type XmlNode = string | null | readonly XmlNode[];

/** Writes an element around text. Returns null without visible text, since EN 16931 forbids empty elements. */
export function textElement(
  name: string,
  text: string | null,
  attributes: Readonly<Record<string, string>> = {},
): XmlNode {
  return text === null || !hasVisibleText(text)
    ? null
    : `<${name}${attributesOf(attributes)}>${escapeXml(text)}</${name}>`;
}

/** Writes an element around others. Returns null without any, since EN 16931 forbids empty elements. */
export function element(name: string, ...children: readonly XmlNode[]): XmlNode {
  const content = contentOf(children);
  return content === '' ? null : `<${name}>${content}</${name}>`;
}

/** Writes an element without content, where a schema requires one. */
export function emptyElement(name: string): XmlNode {
  return `<${name}/>`;
}

/** Writes a whole document. */
export function xmlDocument(
  name: string,
  namespaces: Readonly<Record<string, string>>,
  ...children: readonly XmlNode[]
): string {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
  return `${declaration}\n<${name}${attributesOf(namespaces)}>${contentOf(children)}</${name}>\n`;
}

function contentOf(children: readonly XmlNode[]): string {
  return children
    .map((child) => (child === null ? '' : typeof child === 'string' ? child : contentOf(child)))
    .join('');
}

function attributesOf(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Escapes a text, and removes the control characters that XML 1.0 does not allow. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
