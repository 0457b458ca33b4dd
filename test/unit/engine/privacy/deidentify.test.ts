import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAnswer } from '#engine/judging/model/check-answer.ts';
import { buildQuestion } from '#engine/judging/model/question.ts';
import { createDeidentifier, hideIn } from '#engine/privacy/deidentify.ts';
import { passesLuhn } from '#engine/privacy/identity-numbers.ts';
import { unchanged } from '#engine/text/rewritten-text.ts';
import fc from '#test/support/property.ts';

function hidden(text: string, persons = false): string {
  return hideIn(createDeidentifier({ personsIn: persons ? [text] : null }), text);
}

const HIDDEN: [text: string, hidden: string][] = [
  ['Write to Jo.Doe+x@mail.example.org, please.', 'Write to [EMAIL_1], please.'],
  ['Call +44 20 7946 0958 or (555) 010-4477.', 'Call [PHONE_1] or [PHONE_2].'],
  ['Tel: 020 7946 0958; fax 7946 0959', 'Tel: [PHONE_1]; fax [PHONE_2]'],
  ['Phone 0151/23456789 in Munich.', 'Phone [PHONE_1] in Munich.'],
  ['Ring 06 12 34 56 78 or 01.42.68.53.00 or 06-12 34 56 78.', 'Ring [PHONE_1] or [PHONE_2] or [PHONE_1].'],
  ['Ring 06-12345678, 09 1234567 or 03-1234-5678.', 'Ring [PHONE_1], [PHONE_2] or [PHONE_3].'],
  ['Ring (02) 9876 5432 in Sydney.', 'Ring [PHONE_1] in Sydney.'],
  ['Paid with 4111 1111 1111 1111 today.', 'Paid with [CARD_1] today.'],
  ['To DE89 3704 0044 0532 0130 00 by Monday.', 'To [ACCOUNT_1] by Monday.'],
  ['From account number 12345678 to sort code 12-34-56.', 'From account number [ACCOUNT_1] to sort code [ACCOUNT_2].'],
  ['Her SSN is 123-45-6789.', 'Her SSN is [IDENTITY_NUMBER_1].'],
  ['NI: QQ 12 34 56 C was AB 12 34 56 C.', 'NI: QQ 12 34 56 C was [IDENTITY_NUMBER_1].'],
  ['Passport no. X1234567 expired.', 'Passport no. [IDENTITY_NUMBER_1] expired.'],
  ['NHS number 943 476 5919 was used.', 'NHS number [IDENTITY_NUMBER_1] was used.'],
  ['MRN 0045123 in 2024.', 'MRN [IDENTITY_NUMBER_1] in 2024.'],
  ['Lives at 12b Old Mill Lane, Flat 3 in Kent.', 'Lives at [ADDRESS_1] in Kent.'],
  ['Send it to 221 Baker Street, NW1 6XE.', 'Send it to [ADDRESS_1], [ADDRESS_2].'],
  ['Wohnt in der Hauptstraße 12a, 12 rue de la Paix.', 'Wohnt in der [ADDRESS_1], [ADDRESS_2].'],
  ['Born on 3 May 1980 in Oslo.', 'Born on [BIRTH_DATE_1] in Oslo.'],
  ['DOB: 1980-05-03, seen on 2024-01-02.', 'DOB: [BIRTH_DATE_1], seen on 2024-01-02.'],
];

for (const [text, expected] of HIDDEN) {
  test(`hidden: ${text}`, () => assert.equal(hidden(text), expected));
}

const KEPT = [
  'Sales rose from 1,234,567 to 2,345,678 units between 2019-2024.',
  'The ferry of 3 May 1980 carried 400 passengers; it was born in 1867.',
  'In 1990 High Street shops closed, and 12 people came to Main.',
  'Version 10.2.3.4 and ISBN 978-3-16-148410-0 and EN 12464.',
  'At 10.30 on 24.03.2025 the index stood at 12345.678.',
  'The order number 4111 1111 1111 1112 is no card.',
  'They may call on 24 March 2025 at 12:00.',
  'From 03 05 2024 at 06 30 to 01.02.2025, and in 03 2024-2025.',
  'It measured 0.06 12345678 times, in 2006-12345678 and 106 12 34 56 78.',
];

for (const text of KEPT) test(`kept: ${text}`, () => assert.equal(hidden(text), text));

test('names of persons are hidden in clinical texts, other names are not', () => {
  const text =
    'Dr Kari Olsenbakk saw the patient Vestergaard in Oslo. Olsenbakk gave metformin at the Rikshospitalet Clinic of Norway.';
  assert.equal(
    hidden(text, true),
    'Dr [PERSON_1] saw the patient [PERSON_2] in Oslo. [PERSON_1] gave metformin at the Rikshospitalet Clinic of Norway.',
  );
  assert.equal(hidden(text), text);
});

test('two persons with one surname have placeholders of their own', () => {
  const text = 'Kari Olsenbakk met Jan Olsenbakk. Later Olsenbakk left.';
  assert.equal(hidden(text, true), '[PERSON_1] met [PERSON_2]. Later [PERSON_3] left.');
});

test('the same thing gets the same placeholder in every spelling and text', () => {
  const deidentifier = createDeidentifier({ personsIn: null });
  const texts = [
    'Born 3 May 1980, +44 20 7946 0958.',
    'Date of birth: May 3rd, 1980; tel. +442079460958; born 1980-05-03.',
  ].map((text) => hideIn(deidentifier, text));
  assert.deepEqual(texts, [
    'Born [BIRTH_DATE_1], [PHONE_1].',
    'Date of birth: [BIRTH_DATE_1]; tel. [PHONE_1]; born [BIRTH_DATE_1].',
  ]);
  assert.deepEqual(deidentifier.replaced(), [
    { kind: 'birth_date', count: 1 },
    { kind: 'phone', count: 1 },
  ]);
});

test('a quote of what was hidden is put back into the words of the passage', () => {
  const text = 'Write to jo@mail.example about the Halvorsen ferry of 1987.';
  const claim = 'Questions about the Halvorsen ferry of 1987 go to jo@mail.example.';
  const deidentifier = createDeidentifier({ personsIn: null });
  const question = buildQuestion(
    { claim, context: '', passages: [{ text, title: 'Ferry', date: null }] },
    { hide: deidentifier.hide },
  )!;
  assert.ok(!JSON.stringify(question.request).includes('jo@'));
  const { id } = question.shown.find(({ index }) => index === 0)!;
  const quotes = ['Write to [EMAIL_1] about the Halvorsen ferry'];
  const checked = checkAnswer(question, { passages: [{ passage: id, quotes, label: 'supports' }], joined: [] });
  assert.deepEqual(checked.ok && checked.passages[0]!.quotes.map(({ text }) => text), [
    'Write to jo@mail.example about the Halvorsen ferry',
  ]);
  assert.equal(deidentifier.restore('Mail [EMAIL_1] or [EMAIL_7].'), 'Mail jo@mail.example or [EMAIL_7].');
});

test('property: every character shown maps to its origin, and none is lost', () => {
  const piece = fc.oneof(
    fc.constantFrom(...HIDDEN.map(([text]) => text), '[EMAIL_1]', '[PHONE_2]', ' ', '@', '+44 ', '[', '4111'),
    fc.string({ maxLength: 12 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const text = pieces.join('');
      const { starts, ends } = createDeidentifier({ personsIn: null }).hide(unchanged(text));
      const ranges = [...new Set(starts.map((start, at) => `${start}-${ends[at]}`))].map((range) => range.split('-'));
      assert.equal(ranges.map(([start, end]) => text.slice(Number(start), Number(end))).join(''), text);
    }),
  );
});

test('a placeholder that a text has of its own is not mistaken for one of ours', () => {
  const deidentifier = createDeidentifier({ personsIn: null });
  const text = 'As [EMAIL_1] says: jo@mail.example';
  const shown = hideIn(deidentifier, text);
  assert.equal(shown, 'As [LITERAL_1] says: [EMAIL_1]');
  assert.equal(deidentifier.restore(shown), text);
});

test('no text takes long to search', () => {
  const hostile = [
    '1 '.repeat(20_000),
    'a.'.repeat(20_000),
    'A1'.repeat(20_000),
    'tel '.repeat(10_000),
    'Aa '.repeat(15_000),
  ];
  for (const text of hostile) {
    const before = process.threadCpuUsage();
    hidden(text);
    const { user, system } = process.threadCpuUsage(before);
    assert.ok((user + system) / 1_000 < 4_000, text.slice(0, 10));
  }
});

test('the check digit of cards is that of Luhn', () => {
  assert.deepEqual(['79927398713', '4111111111111111', '79927398710', '4111111111111112'].map(passesLuhn), [
    true,
    true,
    false,
    false,
  ]);
});
