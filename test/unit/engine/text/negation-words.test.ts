/** What denies in languages whose words are written without spaces, and what only looks like it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasNegation } from '#engine/text/negation-words.ts';

test('Chinese denials are found within longer words', () => {
  for (const text of [
    '市政府并不同意这项计划。',
    '任何人不得批准这项计划。',
    '未经许可，车辆禁止入内。',
    '该机构无法核实数字。',
  ])
    assert.equal(hasNegation(text, 'zh'), true, text);
  for (const text of ['市政府同意这项计划。', '桥不仅长，而且宽。', '未来五年将建三座桥。', '这座桥非常长。'])
    assert.equal(hasNegation(text, 'zh'), false, text);
});
