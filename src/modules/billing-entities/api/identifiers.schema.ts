import { InputType, ObjectType } from 'type-graphql';
import { TypicalItems } from '../../../platform/api/cost.js';
import { Text } from '../../../platform/api/members/fields.js';
import type { SentIdentifier } from '../records/identifiers.js';

const SCHEME =
  'The code of the register, of the published list of electronic address schemes: "0009" for SIRET, "0088" for GLN, "0204" for a Leitweg-ID, "9930" for German VAT numbers.';

export const IDENTIFIERS =
  'Numbers in registers, and addresses in networks of e-invoices; at most 10. Under Peppol the first is where e-invoices are sent. Replaces the whole list.';

@ObjectType({ description: 'A number in a register, or an address in a network of e-invoices.' })
@TypicalItems(2)
export class PartyIdentifier {
  @Text(SCHEME) scheme!: string;
  @Text('The number or address.') value!: string;
}

@InputType({ description: 'A number in a register, or an address in a network of e-invoices.' })
export class PartyIdentifierInput implements SentIdentifier {
  @Text(SCHEME) scheme!: string;
  @Text('The number or address.') value!: string;
}
