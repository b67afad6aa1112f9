import { Query, Resolver } from 'type-graphql';
import { OpenTo } from '../../../platform/api/access/audience.js';
import { VERSION } from '../../../platform/process/version.js';

@Resolver()
export class CurrentVersionResolver {
  @Query(() => String, { description: 'The version of this server. Needs no credentials.' })
  @OpenTo('anyone')
  currentVersion(): string {
    return VERSION;
  }
}
