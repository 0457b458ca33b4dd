/** Which statements are taken for checkable, and why the others aren't. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { extract } from '#engine/extraction/extract.ts';

const claimsOf = (content: string) =>
  extract({ content, question: '', requestedAt: '2024-05-15T10:00:00Z', direct: false }).claims;

const GROUPS: { name: string; reason: string | null; texts: string[] }[] = [
  {
    name: 'a view, a wish or a norm is an opinion',
    reason: 'opinion',
    texts: [
      'I think the film is great.',
      'Taxes should be lower.',
      'They should close the road whenever it snows.',
      'Every student should read this book.',
      'Safety should come first.',
      'We need to invest in our schools.',
      'This is a bold plan.',
      'Walking by the sea is the nicest way to relax.',
      'The layout strikes me as cramped.',
      'It is hard to imagine a better host.',
      'Few painters deserve more attention.',
      "We've got to mend the roof.",
      'Somebody needs to look after the hall.',
      'Good lighting is vital.',
    ],
  },
  {
    name: 'a guess about what will be is a prediction',
    reason: 'prediction',
    texts: [
      'Sea levels will rise next century.',
      'Nothing like it will ever be built again.',
      'The neighbours will be pleased.',
      'We will bring freedom to all.',
      'One day the town will have a tram.',
    ],
  },
  { name: 'a question', reason: 'question', texts: ['Who built the bridge?'] },
  {
    name: 'what only urges or asks for the floor',
    reason: 'instruction',
    texts: [
      'Do come early, before the coaches do.',
      "Let's meet at noon.",
      'So please, bring a friend.',
      'Well, let me finish the point.',
    ],
  },
  {
    name: 'what the speaker feels or does in private, and talk to the listener',
    reason: 'first_person_experience',
    texts: [
      'I saw the bridge on Monday.',
      'I was surprised by the ending.',
      'We stand for something.',
      'You missed a splendid evening.',
      'You asked for a summary in January 2025.',
      'You learn a lot from gardening.',
    ],
  },
  {
    name: 'a statement of fact is checkable',
    reason: null,
    texts: [
      'The minister said that taxes should be lower.',
      'The bridge opened in 1937.',
      'Ada Stone is best known for her strong voice.',
      'Francis I of Kent reigned for years.',
      'We found that lenses break.',
      'Make It or Leave It is a film.',
      'Do Knot was released in March 2011.',
      'There is no evidence for the link.',
      'The ship hit the *Imo* in the harbour.',
      'It lay on the wrong side of the channel.',
      'It is the loudest mower of the range.',
      'Once everyone is happy, the editor closes the ticket.',
      'You voted against the bill 98 times.',
      'We have cut the fares.',
      'We have the lowest fares in the region.',
      "We've got 12 buses.",
      'We have until midnight.',
      'Price is the most important argument for most buyers.',
      'The council is going to close the road.',
      'On a new disk the whole thing is over in no time.',
      'They insist on having their logo on every tool.',
      'Well, let me remind you that the shop was sold.',
      'You know, the old buses run on gas.',
      'I mean, the mayor received a letter from the drivers.',
      'They are using cheap timber.',
      'She inherited the worst deficit since the war.',
      'The harvest is the best on record.',
    ],
  },
  {
    name: 'a plan, a rule, an announcement and a consequence are checkable',
    reason: null,
    texts: [
      'No jobs will be lost.',
      'Garlic water will cure influenza.',
      'The shop will hand over the first bikes in May.',
      'Members will have to pay for parking.',
      'She will not start until he has gone.',
      'A household with two cars would pay more.',
      'In either case we will bear the postage.',
      'You can borrow a wheelchair free of charge.',
      'You must not eat for four hours beforehand.',
      'Should a fault come up, the motor stops.',
      'Creams should not be used for 7 days before the test.',
      'The gel should harden overnight.',
      'The lifts should be usable again before December.',
    ],
  },
  {
    name: 'an instruction is checkable, as leaflets and manuals prescribe',
    reason: null,
    texts: [
      'Take two tablets daily.',
      'Take Corvalin on an empty stomach.',
      'Do not refrigerate.',
      'Do not open the valve.',
      'If you hold the bond, talk to your bank before you sell.',
      'Mix it at 300 revolutions per minute.',
      'If you are ill, tell your manager by half past nine.',
      'Keep small children below, as nobody under eight may use the stairs.',
      'Do not count on a refund: tickets cannot be returned.',
    ],
  },
  {
    name: 'a first-person statement of fact is checkable',
    reason: null,
    texts: [
      'I voted against the bill.',
      'I have appointed four judges.',
      'My administration created the department.',
      'We run three release trains a week.',
      'Our insurer will not cover the damage.',
    ],
  },
];

describe('checkability', () => {
  for (const { name, reason, texts } of GROUPS) {
    describe(name, () => {
      for (const text of texts) {
        test(text, () => {
          const reasons = claimsOf(text).map((claim) => claim.not_checkable_reason);
          assert.ok(reasons.length > 0);
          assert.deepEqual(new Set(reasons), new Set([reason]));
        });
      }
    });
  }

  test('a fact beside a guess is a checkable claim of its own', () => {
    const claims = claimsOf('The owners will be pleased, and the firm cut its bill by 40 percent.');
    assert.deepEqual(
      claims.map(({ original_span, checkable }) => [original_span, checkable]),
      [
        ['The owners will be pleased', false],
        ['the firm cut its bill by 40 percent', true],
      ],
    );
  });

  test('a sentence that presents the text itself makes no claim', () => {
    assert.deepEqual(claimsOf('Here comes a short guide.'), []);
  });

  const AROUND = ['…', '...', ' …', ' --', ' -', '—', ', and the …', ' and…'];
  for (const marks of AROUND) {
    test(`a complete clause is checkable, though its text ends in "${marks}"`, () => {
      const claims = claimsOf(`Vaccines cause autism${marks}`);
      assert.deepEqual(
        claims.map(({ checkable }) => checkable),
        [true],
      );
    });
  }

  test('a complete clause is checkable, though dots stand before it', () => {
    assert.equal(claimsOf('…vaccines cause autism.')[0]!.checkable, true);
  });
});
