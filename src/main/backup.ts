// Backs up and restores a server: `tollgate backup TARGET`, `tollgate restore SOURCE`.
import { BACKUP_USAGE, backupCommand, restoreCommand } from './backup/backup-commands.js';
import { readConfig } from './config.js';
import { StartError } from './start-error.js';

const COMMANDS = { backup: backupCommand, restore: restoreCommand };

try {
  const [name, ...args] = process.argv.slice(2);
  if (args.includes('--help')) console.log(BACKUP_USAGE);
  else if (name !== 'backup' && name !== 'restore') throw new StartError(BACKUP_USAGE);
  else {
    process.exitCode = await COMMANDS[name](args, {
      config: readConfig(process.env, []),
      print: console.log,
      say: console.error,
    });
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
