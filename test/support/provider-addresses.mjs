// Loaded before a program (`node --import`): lets it call stand-ins of payment providers at STRIPE_STAND_IN and GOCARDLESS_STAND_IN.
import { registerHooks } from 'node:module';

const { STRIPE_STAND_IN, GOCARDLESS_STAND_IN } = process.env;
const REPLACEMENTS = [
  [/stripeUrl = STRIPE_URL/, `stripeUrl = ${JSON.stringify(STRIPE_STAND_IN)}`],
  [/gocardlessUrl = null/, `gocardlessUrl = ${JSON.stringify(GOCARDLESS_STAND_IN)}`],
];

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith('/dist/platform/capabilities/platform-services.js')) return loaded;
    let source = Buffer.from(loaded.source).toString('utf8');
    for (const [pattern, replacement] of REPLACEMENTS) {
      if (!pattern.test(source)) throw new Error(`${url} has no ${pattern}.`);
      source = source.replace(pattern, replacement);
    }
    return { ...loaded, source };
  },
});
