// `npm run e-invoice-validator`: fetches the official validator of e-invoices and the rules of Peppol with Maven, for
// test/e-invoices.test.ts. They lie in node_modules/.cache, or in the folder that E_INVOICE_JARS names.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const folder = process.env.E_INVOICE_JARS ?? path.resolve('node_modules/.cache/e-invoice-validator');
/** Apart, since their versions of common packages do not fit together; of the second, its own file is enough. */
const PARTS = [
  { name: 'validator', artifact: ['org.mustangproject', 'validator', '2.16.0'], isAlone: false },
  { name: 'peppol', artifact: ['com.helger.phive.rules', 'phive-rules-peppol', '4.1.2'], isAlone: true },
];

for (const { name, artifact, isAlone } of PARTS) {
  const [groupId, artifactId, version] = artifact;
  const project = mkdtempSync(path.join(os.tmpdir(), 'e-invoice-validator-'));
  writeFileSync(
    path.join(project, 'pom.xml'),
    `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
      <groupId>tollgate</groupId><artifactId>${name}</artifactId><version>1</version><dependencies><dependency>
      <groupId>${groupId}</groupId><artifactId>${artifactId}</artifactId><version>${version}</version>
      </dependency></dependencies></project>`,
  );
  const goal = [
    'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies',
    `-DoutputDirectory=${path.join(folder, name)}`,
    ...(isAlone ? ['-DexcludeTransitive=true'] : []),
  ];
  const { status } = spawnSync('mvn', ['-q', '-B', ...goal], { cwd: project, stdio: 'inherit' });
  rmSync(project, { recursive: true });
  if (status !== 0) {
    console.error('Maven could not fetch the validator.');
    process.exit(1);
  }
}
console.log(`The validator is in ${folder}.`);
