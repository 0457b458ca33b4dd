/** The engine's questions in each provider's format, answered by models that read the text and by models that lie. */
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import type { LanguageModel } from '#contracts/ports/language-model.ts';
import { type CheckedAnswer, checkAnswer } from '#engine/judging/model/check-answer.ts';
import { groundingQuestion, readGrounding } from '#engine/judging/model/grounding.ts';
import { buildQuestion } from '#engine/judging/model/question.ts';
import { createModelClient } from '#platform/models/client.ts';
import { MODEL_PROVIDERS, OPERATOR_WIRE } from '#platform/models/providers.ts';
import { openDirectDispatcher } from '#platform/outbound/direct-dispatcher.ts';
import { anthropic } from '#test/doubles/models/anthropic.ts';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import type { Format, Said } from '#test/doubles/models/format.ts';
import { google } from '#test/doubles/models/google.ts';
import { openModelServer } from '#test/doubles/models/server.ts';

const CLAIM = 'The Halvorsen ferry opened in 1987.';
const OPENED = 'The Halvorsen ferry opened in 1987, a year late.';
const QUESTION = buildQuestion({
  claim: CLAIM,
  context: '',
  passages: [
    { text: 'Tolls were raised twice.', title: 'Roads', date: null },
    { text: OPENED, title: 'Ferries', date: '1999-02-01' },
  ],
})!;

const SERVERS = {
  operator: { wire: OPERATOR_WIRE, format: chatCompletions('ollama') },
  openai: { wire: MODEL_PROVIDERS.openai, format: chatCompletions('openai') },
  anthropic: { wire: MODEL_PROVIDERS.anthropic, format: anthropic },
  google: { wire: MODEL_PROVIDERS.google, format: google },
  mistral: { wire: MODEL_PROVIDERS.mistral, format: chatCompletions('mistral') },
} as const;

interface ShownPassage {
  id: string;
  text: string;
}

/** The passages in a prompt, as a model would find them. */
function passagesIn(prompt: string): ShownPassage[] {
  const fence = /<<<passage (P\d+) [0-9a-f]{16}>>>\n(?:Title: .*\n)?(?:Date: .*\n)?([\s\S]*?)\n<<<end passage/g;
  return [...prompt.matchAll(fence)].map(([, id, text]) => ({ id: id!, text: text! }));
}

type Labels = (passage: ShownPassage) => { label: string; quotes: string[] };

function says(labels: Labels): (understood: { prompt: string }) => Said {
  return ({ prompt }) => {
    const passages = passagesIn(prompt).map((passage) => ({ passage: passage.id, ...labels(passage) }));
    return { text: JSON.stringify({ passages, joined: [] }) };
  };
}

const reads: Labels = ({ text }) => {
  if (text.includes('did not')) return { label: 'contradicts', quotes: [text] };
  return text.includes('1987') ? { label: 'supports', quotes: [text] } : { label: 'neither', quotes: [] };
};

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function openModel(
  { wire, format }: { wire: (typeof SERVERS)[keyof typeof SERVERS]['wire']; format: Format },
  answering: (understood: { prompt: string }) => Said,
): Promise<LanguageModel> {
  const server = await openModelServer({ format, says: answering });
  const dispatcher = await openDirectDispatcher();
  closing.push(
    () => server.close(),
    () => dispatcher.destroy(),
  );
  return createModelClient({ wire, baseUrl: server.url, credential: 'k', dispatcher: async () => dispatcher });
}

const occasion = { organization_id: 'org_1', signal: new AbortController().signal };

async function check(server: keyof typeof SERVERS, labels: Labels): Promise<CheckedAnswer> {
  const model = await openModel(SERVERS[server], says(labels));
  const outcome = await model.ask({ model: 'small-1', ...QUESTION.request }, occasion);
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return checkAnswer(QUESTION, outcome.answer);
}

describe('questions to language models', () => {
  for (const server of Object.keys(SERVERS) as (keyof typeof SERVERS)[]) {
    test(`${server}: the answers of a model that reads the text count`, async () => {
      const checked = await check(server, reads);
      assert.ok(checked.ok);
      const found = checked.passages.map(({ relationship, quotes }) => [
        relationship,
        ...quotes.map(({ text }) => text),
      ]);
      assert.deepEqual(found, [['context'], ['supports', OPENED]]);
    });
  }

  test('the answers of a model that lies do not count', async () => {
    const liars: Labels[] = [
      ({ text }) => ({ label: 'supports', quotes: [text] }),
      ({ text }) => ({ label: 'contradicts', quotes: [text] }),
      ({ text }) => ({ ...reads({ id: '', text }), quotes: ['The ferry is known to have opened in 1987.'] }),
      ({ text }) => ({ label: text.includes('Tolls') ? 'supports' : 'neither', quotes: [OPENED, text] }),
    ];
    for (const liar of liars) {
      const checked = await check('operator', liar);
      const labels = checked.ok ? checked.passages.map(({ relationship }) => relationship) : [];
      assert.ok(!labels.includes('supports') && !labels.includes('contradicts'), JSON.stringify(checked));
    }
  });

  test('a grounding model gets its own prompt, and its probabilities are read', async () => {
    const model = await openModel(SERVERS.operator, ({ prompt }) => {
      const [, document, claim] = /^Document: (.*)\nClaim: (.*)$/.exec(prompt) ?? [];
      const isCarried = document?.includes('1987') === true && claim === CLAIM;
      const firstToken = [[isCarried ? 'Yes' : 'No', -0.1] as const, [isCarried ? 'No' : 'Yes', -2.4] as const];
      return { text: isCarried ? 'Yes' : 'No', firstToken };
    });
    const question = groundingQuestion('grounding', CLAIM, { text: OPENED, title: 'Ferries' })!;
    const answers = [];
    for (const request of [question.claim, question.negation]) {
      const outcome = await model.ask({ model: 'bespoke-minicheck', ...request }, occasion);
      assert.ok(outcome.ok);
      answers.push(readGrounding('grounding', outcome.answer, outcome.first_token));
    }
    assert.deepEqual(
      answers.map((answer) => answer?.says),
      ['yes', 'no'],
    );
    assert.ok(answers.every((answer) => answer!.probability! > 0.9));
  });
});
