// The program: `npm start`, or `node dist/main/main.js [--role=api|worker|all]`.
import { once } from 'node:events';
import { createLogger } from '../platform/log.js';
import { readConfig } from './config.js';
import { greeting } from './greeting.js';
import { startServer } from './server.js';
import { StartError } from './start-error.js';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

try {
  await run();
} catch (error) {
  reportFailure(error);
}
process.exit();

/** Serves until a signal asks for the end, or a part fails that the server cannot do without. */
async function run(): Promise<void> {
  const config = readConfig(process.env, process.argv.slice(2));
  const log = createLogger(config.logLevel);
  const end = new AbortController();
  const fail = (error: unknown) => {
    reportFailure(error);
    end.abort();
  };
  for (const signal of STOP_SIGNALS) {
    // Ctrl-C arrives twice, from the terminal and from npm: asking again changes nothing.
    process.on(signal, () => {
      end.abort();
    });
  }
  // Ends in order as well: our Postgres would outlive a mere crash. Unhandled rejections come here too.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody caught ends the server');
    fail(error);
  });

  try {
    const server = await startServer(config, { log, say: console.log, onFailure: fail, signal: end.signal });
    console.log(greeting(config, server));
    if (!end.signal.aborted) await once(end.signal, 'abort');
    console.log('Stopping.');
    await server.stop();
  } catch (error) {
    // A start that was called off has stopped what it had started.
    if (error !== end.signal.reason) throw error;
  }
}

function reportFailure(error: unknown): void {
  // The operator can mend a StartError by its message; of anything else a developer needs the stack.
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
