import { type ClassType, InputType, ObjectType } from 'type-graphql';
import { Id, Of } from './fields.js';

type TypeOfMember = Parameters<typeof Of>[0];

/**
 * Declares what a mutation answers: one record. Members without a description get one from their name and type.
 * @param member the name of the record in it.
 */
export function payloadOf(name: string, member: string, type: TypeOfMember, description?: string): ClassType {
  @ObjectType(name)
  class Payload {}
  Of(type, description)(Payload.prototype, member);
  return Payload;
}

/** Declares what a mutation answers that deletes a record: the record as it was, and its id. */
export function deletedPayloadOf(
  name: string,
  member: string,
  type: TypeOfMember,
  description?: string,
): ClassType {
  const Payload = payloadOf(name, member, type, description);
  Id()(Payload.prototype, 'deletedId');
  return Payload;
}

/** An input that only says which record is meant. */
export interface IdInput {
  readonly id: string;
}

/** Declares an input with the id of a record. @param said descriptions of the input and of its id. */
export function idInput(
  name: string,
  said: { readonly description?: string; readonly id?: string } = {},
): ClassType<IdInput> {
  const { description, id } = said;
  @InputType(name, { ...(description !== undefined && { description }) })
  class Input implements IdInput {
    @Id(id) readonly id!: string;
  }
  return Input;
}
