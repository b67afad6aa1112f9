import type { ConnectionGate } from './connection-gate.js';
import type { Layer } from './layer.js';

/** Has each statement and transaction wait until the share of the caller has a free connection. Source: docs/adr/0027. */
export function withinShare(gate: ConnectionGate): Layer {
  return (next, { share, disconnected }) => {
    const claimant = gate.claimant(share, disconnected);
    return {
      rows: (statement) => claimant.use(() => next.rows(statement)),
      run: (statement) => claimant.use(() => next.run(statement)),
      begin: (work) => claimant.use(() => next.begin(work)),
    };
  };
}
