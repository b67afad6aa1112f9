import { type Attack, nameOf, sentBy } from './bomb.js';
import { Slowness } from './slowness.js';
import type { Target } from './target.js';
import { type Problem, problemsAfterwards, problemsOf } from './verdict.js';
import type { BombWorld } from './world.js';

/** A measured problem counts only if it occurs this often: another process may have used the machine. */
const MEASURED_TIMES = 5;
/** Prints progress after so many attacks. */
const PROGRESS = 2_000;
/** A response within this time is never late. */
const QUICK_MS = 50;

/** Sends attacks to a server, starts another one when it has died, and reports problems. */
export class Player {
  private readonly slowness = new Slowness();
  /** Null until an attack is sent to it, and after one of which it has died. */
  private target: Target | null = null;

  constructor(
    private readonly world: BombWorld,
    private readonly start: () => Promise<Target>,
  ) {}

  /** @returns the problems; empty when there are none. */
  async play(attack: Attack): Promise<string[]> {
    let problems: readonly Problem[] = [];
    for (let time = 0; time < MEASURED_TIMES; time += 1) {
      problems = await this.playOnce(attack);
      if (problems.some(({ isMeasured }) => !isMeasured) || problems.length === 0) break;
    }
    return problems.map(({ text }) => text);
  }

  /** Sends attacks one after another. @returns a line for each problem. */
  async playAll(attacks: readonly Attack[]): Promise<string[]> {
    const lines: string[] = [];
    for (const [index, attack] of attacks.entries()) {
      const played = index + 1;
      if (played % PROGRESS === 0) process.stdout.write(`${played} bombs played.\n`);
      const problems = await this.play(attack);
      if (problems.length === 0) continue;
      const line = `${nameOf(attack)}: ${problems.join('; ')}`;
      // Printed at once, because the whole run takes long.
      process.stdout.write(`${line}\n`);
      lines.push(line);
    }
    return lines;
  }

  async stop(): Promise<void> {
    await this.target?.stop();
    this.target = null;
  }

  private async playOnce(attack: Attack): Promise<Problem[]> {
    const sent = await sentBy(attack, this.world);
    this.target ??= await this.start();
    const observation = await this.target.measure(sent);
    const isAlive = observation.status !== null;
    const afterwards = isAlive ? await this.lookAround(this.target) : [];
    if (!isAlive) await this.stop();
    return [...problemsOf(attack, observation, this.slowness.factor), ...afterwards];
  }

  /** Checks that the server is ready and serves another organization as quickly as usual. */
  private async lookAround(target: Target): Promise<Problem[]> {
    const { neighbour } = this.world;
    const authorization = `Bearer ${neighbour.key ?? ''}`;
    const ready = await look(target, '/ready', {});
    const read = await look(target, '/api/v1/taxes', { authorization });
    this.slowness.add(read.tookMs);
    return problemsAfterwards({ ready, read }, this.slowness.factor);
  }
}

/** Returns the quickest of a few requests: lasting damage slows down all of them. */
async function look(target: Target, path: string, headers: Record<string, string>) {
  let tookMs = Infinity;
  let status: number | null = null;
  for (let time = 0; time < MEASURED_TIMES && tookMs > QUICK_MS; time += 1) {
    const started = performance.now();
    const answer = await target.send({ method: 'GET', path, headers });
    tookMs = Math.min(tookMs, performance.now() - started);
    status = answer?.status ?? null;
    if (status !== 200) break;
  }
  return { status, tookMs };
}
