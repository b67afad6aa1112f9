// Loaded before a program (`node --import`): writing the file that FILE_FAULT names fails with the error code that it names, kills the
// program (SIGKILL), or never ends (HANG).
import fs from 'node:fs/promises';
import { writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { file, how, pidFile } = JSON.parse(process.env.FILE_FAULT);
const { open } = fs;

fs.open = async (path, flags, ...rest) => {
  if (flags === 'r' || !path.includes(file)) return open(path, flags, ...rest);
  if (pidFile !== undefined) writeFileSync(pidFile, String(process.pid));
  if (how === 'SIGKILL') process.kill(process.pid, how);
  if (how === 'HANG') await new Promise((resolve) => setTimeout(resolve, 1e9));
  const handle = await open(path, flags, ...rest);
  handle.writeFile = () => Promise.reject(Object.assign(new Error(`${how}: write`), { code: how }));
  return handle;
};
syncBuiltinESMExports();
