import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinWrappedLines } from '#results/page/text/wrapped-lines.ts';
import fc from '#test/support/property.ts';

const LONG = 'A line that its writer broke because it came near the right margin';

test('hard-wrapped lines of a paragraph are joined', () => {
  assert.equal(joinWrappedLines(`${LONG}\nand went on.`), `${LONG} and went on.`);
  assert.equal(joinWrappedLines(`${LONG}\r\nand went on.`), `${LONG}  and went on.`);
});

test('lines that stand on their own stay separate', () => {
  for (const next of ['', '- item', '* item', '1. item', '12) item', '# Heading', '> quote', '| cell |', '    code']) {
    assert.equal(joinWrappedLines(`${LONG}\n${next}\nend`), `${LONG}\n${next}\nend`);
  }
  assert.equal(joinWrappedLines(`# ${LONG}\nText.`), `# ${LONG}\nText.`);
  assert.equal(joinWrappedLines('Short lines\nof a poem\nstay.'), 'Short lines\nof a poem\nstay.');
});

test('offsets into the text stay valid', () => {
  const lines = fc.array(fc.oneof(fc.string(), fc.string({ minLength: 55, maxLength: 80 }), fc.constant(`${LONG}\r`)));
  fc.assert(
    fc.property(lines, (texts) => {
      const content = texts.join('\n');
      const joined = joinWrappedLines(content);
      assert.equal(joined.length, content.length);
      assert.equal(joined.replace(/\s/g, ''), content.replace(/\s/g, ''));
    }),
  );
});
