/**
 * What the scalars of the schema are in TypeScript, for the `scalars` of a graphql-codegen config: decimals as text, so that
 * none is rounded, and amounts of cents as numbers. Where two types stand, a server answers the second.
 */
export const scalars = {
  DateTime: 'string',
  DateTimeMillis: 'string',
  Date: 'string',
  DateOrDateTime: 'string',
  Decimal: { input: 'number | string', output: 'string' },
  SafeInt: 'number',
  EventTimestamp: 'number | string',
  InputPathSegment: 'number | string',
  PrivilegeValue: 'number | boolean | string',
  JSON: 'unknown',
  JSONObject: 'Record<string, unknown>',
};

/** The `config` of graphql-codegen with which its documents suit the client of this package. */
export const codegenConfig = {
  /** The client sends text, and needs no parser. */
  documentMode: 'string',
  useTypeImports: true,
  enumsAsTypes: true,
  skipTypename: true,
  /** A scalar of a newer schema is an error instead of `any`. */
  strictScalars: true,
  scalars,
};
