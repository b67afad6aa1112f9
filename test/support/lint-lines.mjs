// Lints each file with one line put before its text: reads [[file, line, rule], …] and prints the broken rules as JSON. Rules
// that need types are disabled, because they would read the whole project first. So is the rule about circles, which follows all
// imports, unless it is the one that the line breaks.
import { ESLint } from 'eslint';
import { readFileSync } from 'node:fs';
import tseslint from 'typescript-eslint';

const CIRCLES = 'import-x/no-cycle';
const withCircles = new ESLint({ overrideConfig: tseslint.configs.disableTypeChecked });
const eslint = new ESLint({
  overrideConfig: [tseslint.configs.disableTypeChecked, { rules: { [CIRCLES]: 'off' } }],
});
const broken = [];
for (const [filePath, line, rule] of JSON.parse(process.argv[2])) {
  const text = `${line}\n${readFileSync(filePath, 'utf8')}`;
  const [{ messages }] = await (rule === CIRCLES ? withCircles : eslint).lintText(text, { filePath });
  broken.push(messages.map(({ ruleId }) => ruleId));
}
console.log(JSON.stringify(broken));
