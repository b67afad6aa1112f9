// The server program. `main.ts` has checked that this version of Node can run it.
import { once } from 'node:events';
import { inspect } from 'node:util';
import { createLogger, describeError } from '../platform/log.js';
import { misspelledVariables, readConfig, requireLastingSettings } from './settings/config.js';
import { greeting } from './http/greeting.js';
import { answerArguments } from './help.js';
import { StartError, StopError } from './settings/start-error.js';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const answer = answerArguments(process.argv.slice(2));
if (answer !== null) {
  console.log(answer);
} else {
  try {
    await run();
  } catch (error) {
    reportFailure(error);
  }
}
process.exit();

/** Runs the server until it receives a stop signal or an essential part fails. */
async function run(): Promise<void> {
  const config = readConfig(process.env, process.argv.slice(2));
  requireLastingSettings(config);
  for (const { found, meant } of misspelledVariables(process.env))
    console.warn(`${found} is not a setting of Tollgate. Did you mean ${meant}?`);
  const log = createLogger(config.logLevel);
  const end = new AbortController();
  const fail = (error: unknown) => {
    reportFailure(error);
    end.abort();
  };
  for (const signal of STOP_SIGNALS) {
    // Ctrl-C arrives twice, from the terminal and from npm; the second signal has no effect.
    process.on(signal, () => {
      end.abort();
    });
  }
  // Also stops in order, since the embedded Postgres would survive a crash. Unhandled rejections arrive here too.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error: stopping the server');
    fail(error);
  });

  try {
    // Imported late: help, and what is wrong with the configuration, wait for none of it.
    const { startServer } = await import('./server.js');
    const server = await startServer(config, {
      log,
      say: console.log,
      warn: console.log,
      onFailure: fail,
      signal: end.signal,
    });
    console.log(greeting(config, server));
    if (!end.signal.aborted) await once(end.signal, 'abort');
    console.log('Stopping.');
    await server.stop();
  } catch (error) {
    // An interrupted start has already stopped the parts that it had started.
    if (error !== end.signal.reason) throw error;
    console.log('Stopping.');
  }
}

function reportFailure(error: unknown): void {
  // The message of a StartError tells the operator what to do; for other errors, a developer needs the stack.
  const isExpected = error instanceof StartError || error instanceof StopError;
  console.error(isExpected ? error.message : inspect(describeError(error), { depth: 10 }));
  process.exitCode = 1;
}
