import { transformSync } from '@swc/core';

/** Transpiles a source as the build does, without checking types. */
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
