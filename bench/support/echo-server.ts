/**
 * The reference server: fastify alone. It reads a JSON body and returns the same stored response to every request; PUT /response
 * stores it. It is started like the service, so that both starts load the same runner.
 */
import fastify from 'fastify';

const app = fastify({ bodyLimit: 64 * 1024 * 1024 });
let response = '{}';

app.get('/readyz', () => 'ready');
app.put('/response', (request) => {
  response = JSON.stringify(request.body);
  return 'stored';
});
app.all('/', (_request, reply) => reply.type('application/json').send(response));

const url = await app.listen({ host: process.env.EVIDENCE_HOST ?? '127.0.0.1', port: 0 });
console.log(JSON.stringify({ msg: 'listening', url }));
process.once('SIGTERM', () => void app.close());
