import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { makeFolder } from '../files/make-folder.js';
import type { MailTransport } from './mail-message.js';
import { mailOptions } from './mail-options.js';

interface FolderOptions {
  readonly folder: string;
  /** The address of the sender. */
  readonly from: string;
}

/** Writes each e-mail to a folder, as a file that mail programs open. A repeat replaces the file. */
export function folderMail({ folder, from }: FolderOptions): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(message) {
      const { message: content } = await composer.sendMail(mailOptions(message, from));
      makeFolder(folder);
      const file = path.join(folder, `${message.id}.eml`);
      // Under another name first, so that a reader never finds a part of it.
      await writeFile(`${file}.new`, content as Buffer, { mode: 0o600 });
      await rename(`${file}.new`, file);
    },
    async deleteSentTo(addresses) {
      const erased = new Set(addresses.map((address) => address.trim().toLowerCase()));
      const names = await readdir(folder).catch((): string[] => []);
      for (const name of names) {
        const file = path.join(folder, name);
        const [headers = ''] = (await readFile(file, 'utf8')).split(/\r?\n\r?\n/, 1);
        const named = headers.toLowerCase().match(/[^\s<>,;"]+@[^\s<>,;"]+/g) ?? [];
        if (named.some((address) => erased.has(address))) await rm(file, { force: true });
      }
    },
    close: () => {
      composer.close();
    },
  };
}
