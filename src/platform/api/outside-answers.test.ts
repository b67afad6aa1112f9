import { expect, test } from '@jest/globals';
import { OutsideAnswers, runWithAnswers } from './outside-answers.js';

test('an operation that asks something else in each run is refused after ten calls', async () => {
  const answers = new OutsideAnswers();
  const asked: string[] = [];
  const run = () => {
    const key = `call ${asked.length}`;
    return answers.get(key, () => Promise.resolve(asked.push(key)));
  };
  await expect(runWithAnswers(() => Promise.resolve().then(run))).rejects.toMatchObject({
    kind: 'tooManyRequests',
  });
  expect(asked).toHaveLength(10);
});
