import { extractText, getDocumentProxy } from 'unpdf';
import type { Resource } from './builders.js';
import type { SharedServer } from './server.js';

/** The text of a PDF, each run of white space as one space. */
export async function textOf(pdf: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.replace(/\s+/gu, ' ');
}

/** The files that a PDF carries, as text, by name. */
export async function attachmentsOf(pdf: Uint8Array): Promise<Record<string, string>> {
  const proxy = await getDocumentProxy(new Uint8Array(pdf));
  // pdf.js answers null without any, which its types do not say.
  const attached = (await proxy.getAttachments()) as ReadonlyMap<string, unknown> | null;
  const texts: Record<string, string> = {};
  for (const name of attached?.keys() ?? []) {
    texts[name] = new TextDecoder().decode((await proxy.getAttachmentContent(name)) ?? undefined);
  }
  return texts;
}

export interface ReadFile {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** Reads a file as anybody with its address can. */
export async function readFile(url: string): Promise<ReadFile> {
  const response = await fetch(url);
  return { status: response.status, headers: response.headers, bytes: await response.bytes() };
}

type DocumentPayload = Parameters<SharedServer['app']['services']['documentMaking']['run']>[0];

/** Runs the queued jobs that make the files of documents, as a worker does. @returns their number. */
export async function runDocumentJobs({ app, pool }: SharedServer, document: Resource): Promise<number> {
  const queued = await pool.sql<{ payload: DocumentPayload }[]>`
    delete from graphile_worker._private_jobs
    where payload ->> 'documentId' = ${document.svc_id} and task_id = (select id from graphile_worker._private_tasks where identifier = 'make_document')
    returning payload`;
  for (const { payload } of queued) await app.services.documentMaking.run(payload);
  return queued.length;
}
