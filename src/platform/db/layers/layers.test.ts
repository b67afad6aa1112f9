import { describe, expect, test } from '@jest/globals';
import type { Sender, SqlChannel, Statement, Transaction } from '../sql-channel.js';
import { cancelledWithCaller } from './cancellation.js';
import { ConnectionGate } from './connection-gate.js';
import { type Layer, throughLayers } from './layer.js';
import { insideTransaction, withoutNesting } from './nested-connection.js';
import { withinShare } from './connection-share.js';
import { withStatementLimit } from './statement-limit.js';
import { behindWall, onlyOf } from './tenant-wall.js';
import { savingLayers } from './tenant-connections.js';

const [mergingReads, withoutRepeatedReads, keepingCatalogs] = savingLayers() as [Layer, Layer, Layer];
const gate = new ConnectionGate({
  connections: 2,
  connectionsPerOrganization: 2,
  waitingPerOrganization: 2,
  patienceMs: 1_000,
  ownPatienceMs: 1_000,
});

const LAYERS: Record<string, Layer> = {
  behindWall,
  cancelledWithCaller,
  withStatementLimit: withStatementLimit(100),
  withinShare: withinShare(gate),
  withoutNesting,
  mergingReads,
  withoutRepeatedReads,
  keepingCatalogs,
};

/** A channel that answers each statement with its text, and remembers all of them. */
function echo(): { channel: SqlChannel; sent: string[] } {
  const sent: string[] = [];
  const note = (text: string) => void sent.push(text);
  const sender: Sender = {
    rows: ({ text }) => {
      note(text);
      return Promise.resolve([[text]]);
    },
    run: ({ text }) => {
      note(text);
      return Promise.resolve([{ text }]);
    },
  };
  const inside: Transaction = {
    ...sender,
    savepoint: async (work) => {
      note('savepoint');
      return work(inside);
    },
  };
  return {
    sent,
    channel: {
      ...sender,
      begin: async (work) => {
        note('begin');
        return work(inside);
      },
    },
  };
}

const callerWith = (disconnected = new AbortController().signal) => ({
  share: 'a',
  organizationId: 'a',
  preamble: onlyOf('a'),
  disconnected,
  count: { statements: 0 },
});

const statement = (text: string): Statement => ({ text, parameters: [] });
const CHANGE = 'update "books" set "a" = 1';
const READ = 'select "a" from "books"';

describe.each(Object.entries(LAYERS))('the layer %s', (_name, layer) => {
  test('every layer sends statements in the order of the calls, and returns what Postgres answers', async () => {
    const { channel, sent } = echo();
    const through = layer(channel, callerWith());
    expect(await through.rows(statement(READ))).toEqual([[READ]]);
    expect(await through.run(statement(CHANGE))).toEqual([{ text: CHANGE }]);
    const result = await through.begin(async (inside) => {
      const answers = await Promise.all([
        inside.rows(statement(READ)),
        inside.run(statement(CHANGE)),
        inside.rows(statement(READ)),
      ]);
      return [answers, await inside.savepoint((inner) => inner.run(statement('in a savepoint')))];
    });
    expect(result).toEqual([[[[READ]], [{ text: CHANGE }], [[READ]]], [{ text: 'in a savepoint' }]]);
    expect(sent).toEqual([READ, CHANGE, 'begin', READ, CHANGE, READ, 'savepoint', 'in a savepoint']);
  });

  test('every layer passes failures on as rejected promises', async () => {
    const failing = () => Promise.reject(new Error('gone'));
    const through = layer({ rows: failing, run: failing, begin: failing }, callerWith());
    await expect(through.rows(statement(READ))).rejects.toThrow('gone');
    await expect(through.run(statement(CHANGE))).rejects.toThrow('gone');
    await expect(through.begin(() => Promise.resolve())).rejects.toThrow('gone');
  });
});

describe('a layer that refuses a statement rejects its promise, so that statements can be sent together', () => {
  const settle = (sender: Sender) =>
    Promise.allSettled([sender.rows(statement(READ)), sender.run(statement(CHANGE))]);
  const reasons = async (sender: Sender) =>
    (await settle(sender)).map((each) => (each.status === 'rejected' ? String(each.reason) : each.status));

  test('a statement is refused after the most statements of a layer', async () => {
    const through = withStatementLimit(1)(echo().channel, callerWith());
    expect(await reasons(through)).toEqual(['fulfilled', expect.stringContaining('at most 1')]);
  });

  test('a statement is refused inside the transaction of another channel', async () => {
    const through = withoutNesting(echo().channel);
    const refused = await insideTransaction(() => reasons(through));
    expect(refused).toEqual([1, 2].map(() => expect.stringContaining('A transaction is open') as unknown));
  });

  test('a statement is refused in a transaction whose caller has disconnected', async () => {
    const caller = new AbortController();
    const through = throughLayers(Object.values(LAYERS), echo().channel, callerWith(caller.signal));
    const refused = await through.begin((inside) => {
      caller.abort();
      return inside.savepoint(reasons);
    });
    expect(refused).toEqual([1, 2].map(() => expect.stringContaining('disconnected') as unknown));
  });
});

test('the wall and the cancellation reach the driver through all layers above them', async () => {
  const handled: unknown[] = [];
  const { channel } = echo();
  const noting: SqlChannel = {
    rows: (each, handling) => {
      handled.push(handling);
      return channel.rows(each);
    },
    run: (each, handling) => {
      handled.push(handling);
      return channel.run(each);
    },
    begin: (work, handling) => {
      handled.push(handling);
      return channel.begin(work);
    },
  };
  const caller = callerWith();
  const through = throughLayers(Object.values(LAYERS), noting, caller);
  await through.rows(statement(READ));
  await through.run(statement(CHANGE));
  await through.begin(() => Promise.resolve());
  expect(handled).toEqual([1, 2, 3].map(() => ({ preamble: caller.preamble, running: new Set() })));
});
