// Begins with the test files that run longest, so that no worker is left alone with one at the end. A fresh clone knows no
// durations, and the sizes of files, which Jest takes instead, say little about tests that start programs.
import Sequencer from '@jest/test-sequencer';

const LONG = /[/\\]test[/\\](?:bombs|faults|simulation|integration)[/\\]/;

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const [long, others] = [[], []];
    for (const test of super.sort(tests)) (LONG.test(test.path) ? long : others).push(test);
    return [...long, ...others];
  }
}
