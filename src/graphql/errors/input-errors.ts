import {
  getNullableType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { AppError, descriptionOf, type FieldError } from '../../platform/errors/app-error.js';
import type { InputError } from './error-schema.js';

type Path = readonly (string | number)[];

/** The field whose arguments caused a failure. */
const causes = new WeakMap<AppError, GraphQLField<unknown, unknown>>();

/** Notes which field a failure comes from, so that its errors can be reported with the paths of its arguments. */
export function noteFailures(field: GraphQLField<unknown, unknown>): void {
  const resolve = field.resolve as GraphQLFieldResolver<unknown, unknown> | undefined;
  if (resolve === undefined) return;
  const note = (error: unknown): never => {
    if (error instanceof AppError && !causes.has(error)) causes.set(error, field);
    throw error;
  };
  field.resolve = (...call): unknown => {
    try {
      const answer = resolve(...call);
      return answer instanceof Promise ? answer.catch(note) : answer;
    } catch (error) {
      return note(error);
    }
  };
}

/** The refused values of a failure, with their paths in the arguments of the field that it comes from. */
export function inputErrorsOf(failure: AppError): readonly InputError[] {
  const field = causes.get(failure) ?? null;
  return failure.fields.map((error) => ({
    path: pathOf(error, field),
    code: error.code,
    message: descriptionOf(error),
  }));
}

/**
 * The path of an error in the arguments of a field. Services name an argument, or a member of `input` or `filter`; what is
 * neither, such as a related record, concerns the whole input.
 */
function pathOf({ path }: FieldError, field: GraphQLField<unknown, unknown> | null): Path {
  const segments = segmentsOf(path);
  if (field === null) return segments;
  const [first, ...others] = segments;
  const argument = field.args.find(({ name }) => name === first);
  if (argument !== undefined) return [argument.name, ...pathIn(argument.type, others)];
  const holder = field.args.find(({ name }) => name === 'input' || name === 'filter');
  return holder === undefined ? [] : [holder.name, ...pathIn(holder.type, segments)];
}

/** The path of an error within a value of a type. */
export function pathWithin(type: GraphQLInputType, { path }: FieldError): Path {
  return pathIn(type, segmentsOf(path));
}

function segmentsOf(path: string): Path {
  return path.split('.').map((segment) => (/^\d+$/.test(segment) ? Number(segment) : segment));
}

/** The part of a path that exists in a type: it ends at the first member that the type lacks. */
function pathIn(type: GraphQLInputType, path: Path): Path {
  const present = getNullableType(type);
  const [first, ...others] = path;
  if (first === undefined) return [];
  if (isListType(present)) return typeof first === 'number' ? [first, ...pathIn(present.ofType, others)] : [];
  if (!isInputObjectType(present)) return [];
  const member = present.getFields()[first];
  return member === undefined ? [] : [first, ...pathIn(member.type, others)];
}
