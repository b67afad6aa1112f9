import { transformSync } from '@swc/core';

/** A source of the product as it is built. Its types are not checked. */
export function transpile(source: string): string {
  return transformSync(source, {
    swcrc: false,
    module: { type: 'es6' },
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: false, useDefineForClassFields: false },
    },
  }).code;
}
