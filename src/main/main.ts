// The entry of the server: `npm start`, or `node_modules/.bin/node dist/main/main.js [--role=api|worker|all]`.
const NODE_MAJOR = 24;

if (Number.parseInt(process.versions.node) >= NODE_MAJOR) {
  // Imported late: on an older Node its imports would fail before the message below could be printed.
  await import('./process/resolve-once.js');
  await import('./program.js');
} else {
  console.error(
    `Tollgate runs on Node ${NODE_MAJOR}, and this is Node ${process.versions.node}. ` +
      'Use npm start, or node_modules/.bin/node, which npm installs.',
  );
  process.exitCode = 1;
}
