import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What a stand-in does to one call. `late`: it answers after the effect, when nobody waits any more; `slow`: its answer comes byte by byte
 * and has no end; `as asked`: nothing.
 */
type Fault = 'as asked' | 'hang' | 'close' | 'late' | 'slow' | 'html' | 'cut';

/** How a stand-in answers one call. */
export interface ScriptedAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** How one call is answered: by a status with a body, or by a fault. */
export type ScriptedCall = ScriptedAnswer | Fault;

const PAGE = '<html><body>502 Bad Gateway</body></html>';

/** A request that has arrived whole. */
export interface ArrivedCall {
  readonly method: string;
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly text: string;
}

/** A server on a free port of this machine that stands in for an outside system. */
export class ScriptedServer {
  /** The next answers, first one first. */
  readonly script: ScriptedCall[] = [];

  private constructor(private readonly server: Server) {}

  /** @param answer has the effect of a call, and answers it where the script does not. It is not asked where that has no effect. */
  static async start(answer: (call: ArrivedCall) => ScriptedAnswer): Promise<ScriptedServer> {
    const server = createServer();
    const scripted = new ScriptedServer(server);
    server.on('request', (request, response) => {
      void arrived(request).then((call) => {
        scripted.respond(call, answer, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return scripted;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private respond(
    call: ArrivedCall,
    answer: (call: ArrivedCall) => ScriptedAnswer,
    response: ServerResponse,
  ): void {
    const scripted = this.script.shift();
    if (scripted === undefined || scripted === 'as asked') write(response, answer(call));
    else if (typeof scripted !== 'string') write(response, scripted);
    else if (scripted === 'close') response.destroy();
    else if (scripted === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
    else if (scripted === 'cut') response.writeHead(200).end(JSON.stringify(answer(call).body).slice(0, -5));
    else if (scripted === 'late') answer(call);
    else if (scripted === 'slow') {
      answer(call);
      response.writeHead(200, { 'content-type': 'application/json' });
      const bytes = setInterval(() => response.write(' '), 10);
      response.on('close', () => {
        clearInterval(bytes);
      });
    }
  }
}

async function arrived(request: IncomingMessage): Promise<ArrivedCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return {
    method: request.method ?? '',
    url: new URL(request.url ?? '/', 'http://stand-in'),
    headers: request.headers as Record<string, string>,
    text: Buffer.concat(chunks).toString('utf8'),
  };
}

function write(response: ServerResponse, { status, body, headers }: ScriptedAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? '' : JSON.stringify(body));
}
