// Lints files with a line put before them: reads [[file, line], …] and prints the rules that each broke, as JSON. Rules
// that look at types are left out: they read the whole project first.
import { ESLint } from 'eslint';
import { readFileSync } from 'node:fs';
import tseslint from 'typescript-eslint';

const eslint = new ESLint({ overrideConfig: tseslint.configs.disableTypeChecked });
const broken = [];
for (const [filePath, line] of JSON.parse(process.argv[2])) {
  const [{ messages }] = await eslint.lintText(`${line}\n${readFileSync(filePath, 'utf8')}`, { filePath });
  broken.push(messages.map(({ ruleId }) => ruleId));
}
console.log(JSON.stringify(broken));
