import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { folderMail } from './folder-mail.js';
import { type MailMessage, MailRefused, type MailTransport } from './mail-message.js';
import { smtpMail } from './smtp-mail.js';

interface Received {
  readonly user: string | undefined;
  readonly from: string | undefined;
  readonly to: readonly string[];
  readonly raw: string;
}

const USER = 'mailer';
const PASSWORD = 'p@ss/word';
const FROM = 'billing@acme.example';

const received: Received[] = [];
let server: SMTPServer;
let port: number;
let transport: MailTransport;

/** Refuses recipients by their names: for good, or for now. */
beforeAll(async () => {
  server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: ({ username, password }, _, answer) => {
      if (username === USER && password === PASSWORD) answer(null, { user: USER });
      else answer(new Error('bad credentials'));
    },
    onRcptTo: ({ address }, _, answer) => {
      const [name] = address.split('@');
      const code = name === 'gone' ? 550 : 451;
      if (name === 'gone' || name === 'busy') answer(Object.assign(new Error('no'), { responseCode: code }));
      else answer();
    },
    onData: (stream, { user, envelope }, answer) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const from = envelope.mailFrom === false ? undefined : envelope.mailFrom.address;
        received.push({ user, from, to: envelope.rcptTo.map(({ address }) => address), raw });
        const isUnwanted = raw.includes('Subject: unwanted');
        if (isUnwanted) answer(Object.assign(new Error('spam'), { responseCode: 554 }));
        else answer();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.server.address() as AddressInfo).port;
  transport = smtpMail({ url: urlWith(PASSWORD), from: FROM });
});
afterAll(async () => {
  transport.close();
  await new Promise<void>((resolve) => {
    server.close(resolve);
  });
});

const urlWith = (password: string) => `smtp://${USER}:${encodeURIComponent(password)}@127.0.0.1:${port}`;

const message = (over: Partial<MailMessage> = {}): MailMessage => ({
  id: '0193a2b4-0000-7000-8000-000000000001',
  fromName: 'Acme',
  replyTo: 'desk@acme.example',
  to: ['ap@whale.example'],
  cc: [],
  bcc: [],
  subject: 'Acme: invoice NOR-1',
  text: 'Hello.\n',
  html: '<p>Hello.</p>',
  date: new Date('2026-05-01T10:00:00Z'),
  attachments: [],
  ...over,
});

/** The headers of a message, long ones in one line. */
const headersOf = (raw: string) => (raw.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ').split('\r\n');

async function sent(over: Partial<MailMessage> = {}): Promise<Received> {
  received.length = 0;
  await transport.send(message(over));
  const [only, ...others] = received;
  if (only === undefined || others.length > 0) throw new Error(`${received.length} messages arrived.`);
  return only;
}

describe('an e-mail over SMTP', () => {
  test('an e-mail over SMTP has sender, recipients, a stable Message-ID, and text as well as HTML', async () => {
    const { user, from, to, raw } = await sent();
    expect([user, from, to]).toEqual([USER, FROM, ['ap@whale.example']]);
    expect(headersOf(raw)).toEqual(
      expect.arrayContaining([
        `From: Acme <${FROM}>`,
        'Reply-To: desk@acme.example',
        'To: ap@whale.example',
        'Subject: Acme: invoice NOR-1',
        'Message-ID: <0193a2b4-0000-7000-8000-000000000001@acme.example>',
        'Date: Fri, 01 May 2026 10:00:00 +0000',
        'Auto-Submitted: auto-generated',
      ]),
    );
    expect(raw).toMatch(/Content-Type: text\/plain/);
    expect(raw).toMatch(/Content-Type: text\/html/);
  });

  test('an e-mail over SMTP is sent to blind copies, which no header names', async () => {
    const { to, raw } = await sent({ cc: ['c@x.org'], bcc: ['hidden@x.org'] });
    expect(to).toEqual(['ap@whale.example', 'c@x.org', 'hidden@x.org']);
    expect(headersOf(raw)).toContain('Cc: c@x.org');
    expect(raw).not.toContain('hidden@x.org');
  });

  test('an e-mail over SMTP carries files', async () => {
    const { raw } = await sent({
      attachments: [{ name: 'NOR-1.pdf', content: new TextEncoder().encode('%PDF-1.7') }],
    });
    expect(raw).toContain('Content-Disposition: attachment; filename=NOR-1.pdf');
    expect(raw).toContain(Buffer.from('%PDF-1.7').toString('base64'));
  });

  test.each<[string, Partial<MailMessage>]>([
    ['the name of the sender', { fromName: 'Acme\r\nBcc: all@evil.example' }],
    ['the subject', { subject: 'Acme\r\nBcc: all@evil.example\r\n\r\nbody' }],
    [
      'the name of a file',
      { attachments: [{ name: 'a\r\nBcc: all@evil.example', content: new Uint8Array() }] },
    ],
  ])('no header begins in %s', async (_, over) => {
    const { to, raw } = await sent(over);
    expect(to).toEqual(['ap@whale.example']);
    expect(raw.split('\r\n').filter((line) => line.startsWith('Bcc'))).toEqual([]);
  });
});

describe('a refusal', () => {
  test.each<[string, Partial<MailMessage>, boolean]>([
    ['of the recipient for good', { to: ['gone@x.org'] }, true],
    ['of the content for good', { subject: 'unwanted' }, true],
    ['for now', { to: ['busy@x.org'] }, false],
  ])('%s: for good is %j', async (_, over, expected) => {
    const refusal: unknown = await transport.send(message(over)).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Error);
    expect(refusal instanceof MailRefused).toBe(expected);
  });

  test('the refusal of one recipient among others is none: the message left', async () => {
    expect((await sent({ to: ['gone@x.org', 'ap@whale.example'] })).to).toEqual(['ap@whale.example']);
  });

  test('the refusal of the credentials of the server is not final: the operator corrects them', async () => {
    const other = smtpMail({ url: urlWith('wrong'), from: FROM });
    const refusal: unknown = await other.send(message()).catch((error: unknown) => error);
    other.close();
    expect([refusal instanceof Error, refusal instanceof MailRefused]).toEqual([true, false]);
  });

  test('the refusal by a server that cannot be reached is not final', async () => {
    const closed = smtpMail({ url: 'smtp://127.0.0.1:1', from: FROM });
    const refusal: unknown = await closed.send(message()).catch((error: unknown) => error);
    closed.close();
    expect([refusal instanceof Error, refusal instanceof MailRefused]).toEqual([true, false]);
  });
});

test('a folder gets one file for each e-mail, also after a repeat', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tollgate-mail-'));
  const written = folderMail({ folder: path.join(folder, 'mail'), from: 'billing@localhost' });
  try {
    await written.send(message());
    await written.send(message());
    const files = await readdir(path.join(folder, 'mail'));
    expect(files).toEqual([`${message().id}.eml`]);
    const raw = await readFile(path.join(folder, 'mail', files[0] ?? ''), 'utf8');
    expect(raw).toContain('From: Acme <billing@localhost>');
    expect(raw).toContain('Subject: Acme: invoice NOR-1');
  } finally {
    written.close();
    await rm(folder, { recursive: true });
  }
});
