import { Extensions } from 'type-graphql';
import type { FieldErrors } from '../../errors/field-errors.js';

/** Checks the members of an input that are there, each by itself and without the database. */
export type MemberRules<Input> = (errors: FieldErrors, input: Input) => void;

/**
 * Declares the rules that members of an input have beside their types, so that a request whose types are refused already hears
 * of both (docs/adr/0147). The mutation checks them by itself, too.
 */
export function CheckedBy<Input>(memberRules: MemberRules<Input>): ClassDecorator {
  return Extensions({ memberRules });
}
