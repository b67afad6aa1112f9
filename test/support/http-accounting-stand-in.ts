import { Webhook } from 'standardwebhooks';
import {
  type ArrivedCall,
  type ScriptedAnswer,
  type ScriptedCall,
  ScriptedServer,
} from './scripted-answers.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- messages are asserted on, not computed with
type Message = any;

/**
 * An accounting service that receives our feed (integrations.md §13). It verifies the signature of each message with a library of
 * Standard Webhooks, holds ids constant over tries, requires balanced entries, and drops messages whose id it has had.
 */
export class HttpAccountingStandIn {
  /** Messages that arrived for the first time. */
  readonly messages: Message[] = [];
  /** Messages whose id it has had. */
  readonly repeated: Message[] = [];
  /** The ids of all that arrived, repeated ones too. */
  readonly arrivals: string[] = [];
  /** What the protocol does not allow. */
  readonly faults: string[] = [];

  private constructor(
    private readonly server: ScriptedServer,
    private readonly webhook: Webhook,
  ) {}

  /** @param secret of the connection: `whsec_…`. */
  static async start(secret: string): Promise<HttpAccountingStandIn> {
    // The server has no calls before its address is known.
    const server = await ScriptedServer.start((call) => standIn.receive(call));
    const standIn = new HttpAccountingStandIn(server, new Webhook(secret));
    return standIn;
  }

  get url(): string {
    return `${this.server.url}/books`;
  }

  /** The next answers, first one first. */
  get script(): ScriptedCall[] {
    return this.server.script;
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  /** What is on each account that is not settled: debits less credits of all messages. */
  balances(): Record<string, number> {
    const balances = new Map<string, number>();
    for (const { account, debit_cents, credit_cents } of this.messages.flatMap(entriesOf))
      balances.set(account, (balances.get(account) ?? 0) + debit_cents - credit_cents);
    return Object.fromEntries([...balances].filter(([, balance]) => balance !== 0));
  }

  private receive({ headers, text }: ArrivedCall): ScriptedAnswer {
    try {
      this.webhook.verify(text, headers);
    } catch (error) {
      this.faults.push(String(error));
      return { status: 401 };
    }
    const message: Message = JSON.parse(text);
    const { id, type } = message;
    if (headers['webhook-id'] !== id || headers['idempotency-key'] !== id)
      this.faults.push(`The ids of ${id} differ.`);
    if (!areBalanced(entriesOf(message))) this.faults.push(`The entries of ${type} ${id} do not balance.`);
    const former = this.messages.find((known) => known.id === id);
    if (former !== undefined && former.type !== type) this.faults.push(`${id} is a ${former.type} too.`);
    this.arrivals.push(id);
    (former === undefined ? this.messages : this.repeated).push(message);
    return { status: 200, body: { external_id: `B-${id}` } };
  }
}

interface Entry {
  readonly account: string;
  readonly debit_cents: number;
  readonly credit_cents: number;
}

function entriesOf({ entries }: Message): Entry[] {
  return entries;
}

function areBalanced(entries: readonly Entry[]): boolean {
  const isRow = ({ debit_cents: debit, credit_cents: credit }: Entry) =>
    debit >= 0 && credit >= 0 && debit * credit === 0 && debit + credit > 0;
  const total = entries.reduce((sum, { debit_cents, credit_cents }) => sum + debit_cents - credit_cents, 0);
  return total === 0 && entries.every(isRow);
}
