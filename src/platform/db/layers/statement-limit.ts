import { invalid } from '../../errors/app-error.js';
import { type Sender, sendingThrough, type Statement } from '../sql-channel.js';
import type { Layer } from './layer.js';

/**
 * Counts the statements of a caller who may disconnect, and limits those outside of transactions: a request reads without a
 * transaction, and one document of GraphQL could ask for any number of reads.
 */
export function withStatementLimit(mostReads: number): Layer {
  return (next, { disconnected, count = { statements: 0 } }) => {
    if (disconnected === undefined) return next;
    let reads = 0;
    const counting = (sender: Sender): Sender => ({
      rows: (statement) => {
        count.statements += 1;
        return sender.rows(statement);
      },
      run: (statement) => {
        count.statements += 1;
        return sender.run(statement);
      },
    });
    const counted = counting(next);
    const limited =
      <Result>(send: (statement: Statement) => Promise<Result>) =>
      (statement: Statement) => {
        reads += 1;
        return reads <= mostReads ? send(statement) : Promise.reject(tooMany(mostReads));
      };
    return {
      rows: limited((statement) => counted.rows(statement)),
      run: limited((statement) => counted.run(statement)),
      begin: (work) => next.begin((inside) => work(sendingThrough(inside, counting))),
    };
  };
}

const tooMany = (mostReads: number) =>
  invalid({}, `A request reads with at most ${mostReads} database statements.`);
