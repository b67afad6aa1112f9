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

/** Sends attacks to a server, restarts it when necessary, and reports problems. */
export class Player {
  private readonly slowness = new Slowness();

  private constructor(
    private readonly start: () => Promise<Target>,
    private target: Target,
    private readonly world: BombWorld,
  ) {}

  static async of(world: BombWorld, start: () => Promise<Target>): Promise<Player> {
    return new Player(start, await start(), world);
  }

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

  stop(): Promise<void> {
    return this.target.stop();
  }

  private async playOnce(attack: Attack): Promise<Problem[]> {
    const sent = await sentBy(attack, this.world);
    const observation = await this.target.measure(sent);
    const isAlive = observation.status !== null;
    const afterwards = isAlive ? await this.lookAround() : [];
    if (!isAlive) await this.restart();
    return [...problemsOf(attack, observation, this.slowness.factor), ...afterwards];
  }

  /** Checks that the server is ready and serves another organization as quickly as usual. */
  private async lookAround(): Promise<Problem[]> {
    const { neighbour } = this.world;
    const authorization = `Bearer ${neighbour.key ?? ''}`;
    const ready = await this.look('/ready', {});
    const read = await this.look('/api/v1/taxes', { authorization });
    this.slowness.add(read.tookMs);
    return problemsAfterwards({ ready, read }, this.slowness.factor);
  }

  /** Returns the quickest of a few requests: lasting damage slows down all of them. */
  private async look(path: string, headers: Record<string, string>) {
    let tookMs = Infinity;
    let status: number | null = null;
    for (let time = 0; time < MEASURED_TIMES && tookMs > QUICK_MS; time += 1) {
      const started = performance.now();
      const answer = await this.target.send({ method: 'GET', path, headers });
      tookMs = Math.min(tookMs, performance.now() - started);
      status = answer?.status ?? null;
      if (status !== 200) break;
    }
    return { status, tookMs };
  }

  private async restart(): Promise<void> {
    await this.target.stop();
    this.target = await this.start();
  }
}
