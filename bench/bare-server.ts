// The least that an Express server can do: the cost of a call of the product is reported as a multiple of it. `calls.ts`
// starts it, and is sent its URL.
import type { AddressInfo } from 'node:net';
import express from 'express';

// The process that started this one has ended.
process.once('disconnect', () => {
  process.exit();
});

const app = express();
app.get('/api/v1/bare', (_request, response) => {
  response.json({ answer: 'bare' });
});
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
