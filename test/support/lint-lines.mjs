// Lints each file with one line put before its text: reads [[file, line], …] and prints the broken rules as JSON. Rules that need
// types are disabled, because they would read the whole project first.
import { ESLint } from 'eslint';
import { readFileSync } from 'node:fs';
import tseslint from 'typescript-eslint';

const eslint = new ESLint({ overrideConfig: tseslint.configs.disableTypeChecked });
const broken = [];
for (const [filePath, line] of JSON.parse(process.argv[2])) {
  const text = `${line}\n${readFileSync(filePath, 'utf8')}`;
  const [{ messages }] = await eslint.lintText(text, { filePath });
  broken.push(messages.map(({ ruleId }) => ruleId));
}
console.log(JSON.stringify(broken));
