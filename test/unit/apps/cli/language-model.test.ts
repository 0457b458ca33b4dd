/** How a language model is named on the command line, and what `evidence model find` prints. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLanguageModels, modelAddress } from '#apps/cli/commands/language-model.ts';
import type { CommandContext } from '#apps/cli/context.ts';
import { pageOf } from '#apps/cli/terminal.ts';
import type { FoundServer } from '#platform/models/local-servers.ts';

test('a model is named by its server on this machine, or by URL and name', () => {
  assert.deepEqual(modelAddress('ollama/llama3.1:8b', undefined), {
    url: 'http://127.0.0.1:11434/v1',
    name: 'llama3.1:8b',
  });
  assert.deepEqual(modelAddress('lmstudio/qwen/qwen3-8b', undefined), {
    url: 'http://127.0.0.1:1234/v1',
    name: 'qwen/qwen3-8b',
  });
  assert.deepEqual(modelAddress('https://models.example/v1/', 'large'), {
    url: 'https://models.example/v1',
    name: 'large',
  });
  assert.equal(modelAddress('Xenova/nli-deberta-v3-xsmall', undefined), null);
  assert.throws(() => modelAddress('https://models.example/v1', undefined), /name the model beside the URL/);
  assert.throws(() => modelAddress('ollama/llama3.1:8b', 'again'), /only a URL is followed/);
});

async function printed(found: FoundServer[]): Promise<string> {
  let text = '';
  const page = pageOf({ isTTY: false, columns: 80 } as NodeJS.WriteStream);
  const context = { page, out: (more: string) => (text += more), note: (line: string) => (text += `${line}\n`) };
  await findLanguageModels({}, context as unknown as CommandContext, async () => found);
  return text;
}

test('each model that was found stands beside the command that uses it', async () => {
  const text = await printed([
    { id: 'ollama', name: 'Ollama', url: 'http://127.0.0.1:11434/v1', models: ['llama3.1:8b'] },
    { id: 'vllm', name: 'vLLM', url: 'http://127.0.0.1:8000/v1', models: [] },
  ]);
  assert.match(text, /^Ollama {2}http:\/\/127\.0\.0\.1:11434\/v1\n {2}evidence model use ollama\/llama3\.1:8b\n/);
  assert.match(text, /it has no models yet/);
});

test('who has no server learns where was looked', async () => {
  assert.match(await printed([]), /no language model server .*\nlooked for Ollama \(127\.0\.0\.1:11434\), LM Studio/);
});
