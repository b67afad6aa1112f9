import { InputType } from 'type-graphql';
import { Id } from '../../platform/api/fields.js';

@InputType()
export class EraseCustomerInput {
  @Id() id!: string;
}
