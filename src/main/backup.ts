// Backs up and restores a server: `tollgate backup TARGET`, `tollgate restore SOURCE`.
await import('./process/resolve-once.js');
const { runBackupProgram } = await import('./backup/backup-commands.js');

process.exitCode = await runBackupProgram(process.argv.slice(2), process.env, {
  print: console.log,
  say: console.error,
});
