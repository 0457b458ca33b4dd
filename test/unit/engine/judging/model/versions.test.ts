import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JUDGE_CONFIGURATION } from '#engine/judging/configuration.ts';
import { ENTAILMENT_VERSION } from '#engine/judging/entailment/versions.ts';
import {
  judgeConfiguration,
  namesNliModel,
  sharesPassages,
  withoutNamedModel,
} from '#engine/judging/model/versions.ts';

const NLI = `nli+small@2026 (${ENTAILMENT_VERSION})`;

test('a language model is left out of the configuration, whatever its name', () => {
  for (const local of [JUDGE_CONFIGURATION, `${JUDGE_CONFIGURATION}+${NLI}`, 'local-judge-1.0.0']) {
    assert.equal(withoutNamedModel(local), local);
    for (const name of ['reader:8b', 'gemma+lora', '+', 'a++b+', 'org/model (2) + more', 'local-judge']) {
      for (const kind of ['general', 'grounding', 'guardian'] as const) {
        assert.equal(withoutNamedModel(judgeConfiguration(local, { name, kind })), local, name);
      }
    }
  }
});

test('a configuration tells whether an NLI model reads', () => {
  const withReader = (local: string) => judgeConfiguration(local, { name: 'reader:8b', kind: 'general' });
  for (const local of [JUDGE_CONFIGURATION, 'local-judge-1.0.0']) {
    assert.deepEqual([namesNliModel(local), namesNliModel(withReader(local))], [false, false]);
    const both = `${local}+${NLI}`;
    assert.deepEqual([namesNliModel(both), namesNliModel(withReader(both))], [true, true]);
  }
});

test('claims share passages where a model is asked about several at once', () => {
  const withReader = (form?: 'several' | 'passages') =>
    judgeConfiguration(JUDGE_CONFIGURATION, { name: 'reader:8b', kind: 'general', ...(form && { form }) });
  assert.equal(sharesPassages('thorough', withReader('several')), true);
  assert.equal(sharesPassages('triage', withReader('several')), true);
  assert.equal(sharesPassages('fast', withReader('several')), false);
  for (const alone of [withReader('passages'), JUDGE_CONFIGURATION, `${JUDGE_CONFIGURATION}+${NLI}`]) {
    assert.equal(sharesPassages('thorough', alone), false, alone);
  }
});
