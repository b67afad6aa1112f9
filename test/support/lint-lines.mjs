// Lints files with a line put before them: reads [[file, line], …] and prints the rules that each broke, as JSON.
import { ESLint } from 'eslint';
import { readFileSync } from 'node:fs';

const eslint = new ESLint();
const broken = [];
for (const [filePath, line] of JSON.parse(process.argv[2])) {
  const [{ messages }] = await eslint.lintText(`${line}\n${readFileSync(filePath, 'utf8')}`, { filePath });
  broken.push(messages.map(({ ruleId }) => ruleId));
}
console.log(JSON.stringify(broken));
