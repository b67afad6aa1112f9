import { Field, ID, InputType } from 'type-graphql';

@InputType()
export class EraseCustomerInput {
  @Field(() => ID)
  id!: string;
}
