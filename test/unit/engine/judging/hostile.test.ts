import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { judge, NO_CONTEXT } from '#engine/judging/judge.ts';

type Case = [claim: string, passage: string];

function leavesOpen(cases: readonly Case[]): void {
  for (const [claim, passage] of cases) {
    test(claim, () => assert.equal(judge(claim, passage).relationship, 'unresolved', passage));
  }
}

describe('words of the passage that do not make the claim true', () => {
  leavesOpen([
    ['Helen Marsh is chief executive.', 'Present: Helen Marsh (chair), Raj Patel (chief executive).'],
    ['The pharmacy accepts cheques.', 'Neither the surgery nor the pharmacy accepts cheques.'],
    ['She joined as a shift supervisor.', 'She joined as a warehouse assistant and was promoted to shift supervisor.'],
    [
      'Ada Noll joined as a shift supervisor.',
      'Ada Noll joined as a warehouse assistant and was promoted to shift supervisor.',
    ],
    ['The manager is a judge.', 'The manager, whose wife is a judge, was late.'],
    ['The fee was cut by 12 pounds.', 'The fee was cut from 30 to 12 pounds.'],
    ['The branches have a ramp.', 'Half of the branches have a ramp.'],
    ['Refrigerate Corvalin.', 'Do not refrigerate Corvalin.'],
    [
      'Corvalin may be used during breast-feeding.',
      'Corvalin may be used during breast-feeding only if the benefit outweighs the risk.',
    ],
    ['Deliveries are free.', 'Deliveries within Austria are free.'],
    ['Nine cyclists died in 2023.', 'Nine cyclists died in 2023 and 2024.'],
    ['The bridge could be demolished.', 'The mayor denied that the bridge could be demolished.'],
    ['The shop is open on Sundays.', 'The shop is open on Sundays, unless it snows.'],
    ['The pool is open all year.', 'The pool is open all year; it is not open in August.'],
    ['Members may enter.', 'Members may enter; those under 18 may not.'],
    ['Ada Noll is the director of the firm.', 'Ada Noll is a director of the firm.'],
    ['The firm opened 40 shops.', 'The firm opened 40 shops in Norway.'],
    ['The drug was approved.', 'The drug was approved in Canada.'],
  ]);
});

describe('what narrows a kind, an object or a name is not always harmless', () => {
  leavesOpen([
    ['Ada Noll is a director.', 'Ada Noll is a former director and actor.'],
    ['Ada Noll is an actor.', 'Ada Noll is a former director and actor.'],
    ['Gulls is a film.', 'Gulls is an upcoming film.'],
    ['The statue is a lion.', 'The statue is a stone lion.'],
    ['Ada Noll is a mayor.', 'Ada Noll is a candidate for mayor.'],
    ['Gulls is software.', 'Gulls is a company making software.'],
    ['Ada Noll is a doctor.', 'Ada Noll is a nurse.'],
    ['Ada Noll is an artist.', 'Ada Noll is a former painter.'],
    ['Ada Noll is a worker.', 'Ada Noll is the wife of a miner.'],
    ['Orley is an opponent of the sale of alcohol.', 'Orley is an opponent of the sale of alcohol to minors.'],
    ['Ada Noll is a critic of Islam.', 'Ada Noll is a critic of Islam taught in schools.'],
    ['Ada Noll is the queen.', 'Ada Noll is the daughter of the king and the queen.'],
    ['The Ouse is the border of Kent.', 'The Ouse is the border between Kent and the county of Essex.'],
    ['The Ouse is the county of Essex.', 'The Ouse is the border of Kent and the county of Essex.'],
    ['Ada Noll released an album.', 'Ada Noll planned to release a third album.'],
    ['Ada Noll released an album.', 'Ada Noll released a fake album.'],
    ['Members may bring a dog.', 'Members may bring a small dog.'],
    ['The firm sold a building.', 'The firm sold a share of a building.'],
    ['The University won the case.', 'The University of Orley won the case.'],
    ['The shop is open in Paris.', 'The shop is open in Paris, Texas.'],
    ['The shops are in Leeds.', 'The shops are in Leeds, York and Hull.'],
    ['Honeybees need bare soil.', 'Wild bees, unlike honeybees, need bare soil.'],
    ['New accounts get 5 GB.', 'New accounts get 5 GB or 20,000 requests a month free of charge.'],
    ['The operators are retrained.', 'Nobody believes it: the operators are retrained.'],
    ['The operators are retrained.', 'The rumour is false: the operators are retrained.'],
    ['The shop is open.', 'Please note that the shop is open only on Mondays.'],
    ['The boat is in dock.', 'The boat is in dock and is replaced by the Corran, which only holds in May.'],
  ]);
});

describe('names, dates and kinds that only look alike', () => {
  leavesOpen([
    ['Ada Bell resigned.', 'Bell resigned. Carl Bell had hired him.'],
    ['John Paul Jones was born in 1946.', 'John Paul (born 3 January 1946) is a singer.'],
    ['Michael B. Jordan is an actor.', 'Michael Carl Jordan is an actor.'],
    ['The museum is open in March.', 'The museum was open on 3 March 2010.'],
    ['Gulls was released in 2004.', 'Gulls is a 2004 film festival.'],
    ['Gulls was released in 2004.', 'Gulls is a remake of a 2004 film.'],
    ['Gulls was published in 2004.', 'Gulls is a 2004 film.'],
    ['Gulls was founded in 1200.', 'Gulls is a man from Orley founded in 1200.'],
    ['Gulls was born in Kent.', 'Gulls is a film by Ada Noll born in Kent.'],
    ['Gulls opened in 1962.', 'Gulls is a play by Ada Noll, who opened in 1962.'],
    ['Noll is a dancer.', 'Ada Ray, a rival of the singer known as Noll, is a dancer.'],
    ['Gulls premiered in 2007.', 'Gulls is a film by Lo. Terns is a film by Ray. The film premiered in 2007.'],
    ['Gulls premiered in 2007.', 'Terns is a film by Ray. The film premiered in 2007.'],
    ['Ada Noll left in 2007.', 'Ada Noll is a poet. Carl Ray is a painter. She left in 2007.'],
  ]);
});

describe('denials that nothing denies', () => {
  leavesOpen([
    ['Ada Noll failed to win the cup.', 'Ada Noll tried to win the cup.'],
    ['Ada Noll has never won the cup.', 'Ada Noll won a cup.'],
    ['The bridge has yet to open.', 'The bridge opened once for tests.'],
    ['Ada Noll never won the cup.', 'Ada Noll almost won the cup.'],
    ['The bridge has never been closed.', 'The bridge was partly closed.'],
    ['Gulls was not released in Kent.', 'Gulls was released.'],
  ]);
});

describe('true claims that only seem to be contradicted', () => {
  leavesOpen([
    ['The journey takes more than four hours.', 'The journey takes more than three hours.'],
    ['The tenant may terminate after 12 months.', 'The tenant may not terminate during the first 12 months.'],
    ['The maximum dose is 2 g.', 'The maximum dose for kidney patients is 1 g.'],
    ['The team has won four cups.', 'The team has won six cups.'],
    ['Up to 20 people may attend.', 'Up to 30 people may attend.'],
  ]);
});

describe('one slot filled otherwise', () => {
  const cases: [kind: string, claim: string, passage: string][] = [
    ['figure', 'The deposit is £200.', 'The deposit is £150.'],
    ['date', 'The bridge was opened in 1991.', 'The bridge was opened in 1989.'],
    ['date', 'The bridge was opened in 1991.', 'The bridge was opened on 9 November 1989.'],
    ['date', 'Ada Noll was born in March.', 'Ada Noll was born on 3 May 1950.'],
    ['date', 'Gulls was released in 2010.', 'Gulls is a 2004 film.'],
    ['name', 'Gandhi was directed by Steven Spielberg.', 'Gandhi was directed by Richard Attenborough.'],
    ['name', 'Lyon is the capital of France.', 'Paris is the capital of France.'],
    ['negation', 'Aspirin does not cause ulcers.', 'Aspirin causes ulcers.'],
    ['negation', 'Ada Noll failed to win the cup.', 'Ada Noll won the cup in 1990.'],
    ['negation', 'The bridge has yet to be opened.', 'The bridge was opened in 1989.'],
    ['negation', 'The price includes VAT.', 'The price does not include VAT.'],
  ];
  for (const [kind, claim, passage] of cases) {
    test(`${kind}: ${claim} (${passage})`.slice(0, 80), () => {
      const { relationship, clash } = judge(claim, passage);
      assert.equal(relationship, 'contradicts');
      assert.equal(clash?.kind, kind);
    });
  }
});

describe('whose statement it is', () => {
  test('a kind belongs to what the beginning says it of', () => {
    const read = (opening: string) =>
      judge('Tumbo has two leaves.', 'The plant has two leaves.', { ...NO_CONTEXT, title: 'Tumbo', opening })
        .relationship;
    assert.equal(read('Tumbo is a plant of the desert.'), 'supports');
    assert.equal(read('Nara is a plant of the desert.'), 'unresolved');
    assert.equal(read('Tumbo is a beetle that lives on a plant.'), 'unresolved');
  });
  const passage = 'A booking may be cancelled until the evening before.';
  const claim = 'A Rolla booking may be cancelled until the evening before.';
  for (const [name, context] of [
    ['title', { title: 'Rolla Carshare: terms of hire' }],
    ['heading', { heading: 'Rolla bookings' }],
    ['file name', { title: 'rolla-terms.txt' }],
    ['first sentence', { opening: 'Rolla is a car club.' }],
  ] as const) {
    test(`the ${name} of the document names it`, () =>
      assert.equal(judge(claim, passage, { ...NO_CONTEXT, ...context }).relationship, 'supports'));
  }
  test('another subject is another statement', () => {
    assert.equal(judge(claim, passage, { ...NO_CONTEXT, title: 'Tarrow Carshare' }).relationship, 'unresolved');
    const about = ['tarrow', 'carshare'];
    const own = 'A booking may be cancelled until the evening before.';
    const read = (title: string) => judge(own, passage, { ...NO_CONTEXT, title, about }).relationship;
    assert.equal(read('Tarrow Carshare: terms'), 'supports');
    assert.equal(read('Rolla: terms'), 'unresolved');
  });
});

describe('what is so of a day is not always so of its year', () => {
  leavesOpen([
    ['The firm did not sell tickets in 1994.', 'The firm did not sell tickets on 3 May 1994.'],
    ['Nobody died in the 1990s.', 'Nobody died in 1994.'],
    ['The firm sold no cars in 1994.', 'The firm sold no cars on 3 May 1994.'],
    ['Noll failed to win in the 1990s.', 'Noll failed to win in 1994.'],
    ['Noll never raced in the 1990s.', 'Noll never raced in 1994.'],
    ['Noll always won in the 1990s.', 'Noll always won in 1994.'],
    ['Only Noll won the cup in the 1990s.', 'Only Noll won the cup in 1994.'],
    ['Few ships sank in the 1990s.', 'Few ships sank in 1994.'],
    ['All tickets were sold in 1994.', 'All tickets were sold on 3 May 1994.'],
    ['Noll lost both races in the 1990s.', 'Noll lost both races in 1994.'],
    ['Noll sold tickets daily in the 1990s.', 'Noll sold tickets daily in 1994.'],
    ['Orley had 900 inhabitants in the 1990s.', 'Orley had 900 inhabitants in 1994.'],
    ['The firm sold 900 cars in 1994.', 'The firm sold 900 cars on 3 May 1994.'],
    ['The price was 5 euros in 1994.', 'The price was 5 euros on 3 May 1994.'],
    ['The mill was the largest in Kent in the 1990s.', 'The mill was the largest in Kent in 1994.'],
    ['The firm made the most cars in the 1990s.', 'The firm made the most cars in 1994.'],
    ['The mill was empty in 1994.', 'The mill was empty on 3 May 1994.'],
    ['The museum was closed in the 1990s.', 'The museum was closed on 3 May 1994.'],
    ['The mill opened in the 1900s.', 'The mill opened in 1948.'],
    ['Noll was born in the 1970s.', 'Noll was born in about 1972.'],
    ['Noll was born in the 1970s.', 'Noll was born in 1972 or 1981.'],
    ['Noll moved to Kent in the early 1970s.', 'Noll moved to Kent in 1978.'],
    ['The bridge was closed from the 1990s.', 'The bridge was closed from 1994.'],
  ]);
});

describe('what somebody makes, plays or sells has a nation of its own', () => {
  leavesOpen([
    ['Ada Noll is Swiss.', 'Ada Noll is a Swiss cheese maker.'],
    ['Ada Noll is a Swiss.', 'Ada Noll is a Swiss cheese maker.'],
    ['Ada Noll is Swiss.', 'Ada Noll is a Swiss cheese and wine maker.'],
    ['Ada Noll is Italian.', 'Ada Noll is an Italian opera singer.'],
    ['Ada Noll is American.', 'Ada Noll is an American football coach.'],
    ['Ada Noll is French.', 'Ada Noll is a French horn player.'],
    ['Ada Noll is Greek.', 'Ada Noll is a Greek yoghurt taster and singer.'],
    ['Ada Noll is Indian.', 'Ada Noll is an Indian Ocean diver.'],
    ['Ada Noll is Persian.', 'Ada Noll is a Persian rug seller.'],
    ['Ada Noll is English.', 'Ada Noll is an English language and literature reader.'],
    ['Ada Noll is Korean.', 'Ada Noll is a Korean pop star.'],
    ['Ada Noll is Spanish.', 'Ada Noll is a Spanish guitar and lute player.'],
    ['Ada Noll is Danish.', 'Ada Noll is a Danish pastry and bread baker.'],
    ['Ada Noll is Turkish.', 'Ada Noll is a Turkish bath attendant.'],
    ['Ada Noll is Chinese.', 'Ada Noll is a Chinese medicine practitioner.'],
    ['Ada Noll is Irish.', 'Ada Noll is an Irish stew, soup and pie cook.'],
    ['Ada Noll is Irish.', 'Ada Noll is an Irish wolfhound breeder.'],
    ['Ada Noll is American.', 'Ada Noll is an American country music singer.'],
    ['Ada Noll is French.', 'Ada Noll is a French film importer.'],
    ['Ada Noll is French.', 'Ada Noll is a French teacher.'],
  ]);
});

describe('what a thing has may show that it is none of its kind', () => {
  leavesOpen([
    ['Ada Noll is a doctor.', 'Ada Noll is a doctor whose licence was revoked.'],
    ['Ada Noll is a doctor.', 'Ada Noll is a doctor whose degree is false.'],
    ['Ada Noll is a doctor.', 'Ada Noll is a doctor whose diploma was forged.'],
    ['Orley is an island.', 'Orley is an island whose existence is doubtful.'],
    ['Orley is an island.', 'Orley is an island whose name comes from a novel.'],
    ['Orley is an island.', 'Orley is an island whose inhabitants are imaginary.'],
    ['Orley is an island.', 'Orley is an island whose reality nobody believes in.'],
    ['Orley is a town.', 'Orley is a town whose charter was withdrawn in 1990.'],
    ['Ada Noll is a mayor.', 'Ada Noll is a mayor whose election was annulled.'],
    ['Ada Noll is a mayor.', 'Ada Noll is a mayor whose term has ended.'],
    ['Ada Noll is a mayor.', 'Ada Noll is a mayor whose term begins in May.'],
    ['Ada Noll is a queen.', 'Ada Noll is a queen whose author is Lind.'],
    ['Ada Noll is a queen.', 'Ada Noll is a queen whose story Lind tells in a novel.'],
    ['Ada Noll is a champion.', 'Ada Noll is a champion whose title was stripped.'],
    ['Gulls is a film.', 'Gulls is a film whose production was cancelled.'],
    ['Gulls is a film.', 'Gulls is a film whose release is planned for May.'],
    ['Gulls is a film.', 'Gulls is a film whose shooting has not begun.'],
    ['Verrucine is a disease.', 'Verrucine is a disease whose symptoms were invented by Lind.'],
    ['Verrucine is a disease.', 'Verrucine is a disease whose discovery was a hoax.'],
    ['Ada Noll is a spy.', 'Ada Noll is a spy whose guilt was disproved.'],
    ['Ada Noll is a spy.', 'Ada Noll is a spy whose part Lind plays.'],
    ['Ada Noll is an heir.', 'Ada Noll is an heir whose claim is disputed.'],
    ['Ada Noll is an owner.', 'Ada Noll is an owner whose house was sold.'],
    ['Ada Noll is a friend.', 'Ada Noll is a woman whose friend is rich.'],
    ['Orley is a country.', 'Orley is a country whose independence is not recognised.'],
    ['Orley is a country.', 'Orley is a country whose independence nobody recognises.'],
  ]);
});

describe('what is done for a purpose, or was so and is something else now', () => {
  leavesOpen([
    ['The mill was built.', 'The mill was built to be sold.'],
    ['The mill was opened.', 'The mill was set to be opened.'],
    ['The firm was set.', 'The firm was set to close.'],
    ['The firm was formed.', 'The firm was formed only to sell land.'],
    ['The firm was founded.', 'The firm was founded to fail.'],
    ['The firm was set.', 'The firm was set up to sell land.'],
    ['The mayor was set to leave.', 'The mayor was set up to leave.'],
    ['The bridge was built.', 'The bridge was to be built to carry trains.'],
    ['The shop was open.', 'The shop was open and is closed now.'],
    ['The mill was sold to Lo.', 'The mill was sold to Lo and is not his.'],
    ['The mill was sold to Lo.', 'The mill was sold to Lo and belongs to Ray.'],
    ['The law was passed.', 'The law was passed and is void.'],
    ['The law was passed.', 'The law was passed by the lower house and needs the approval of the king.'],
    ['The deal was agreed.', 'The deal was agreed in principle and awaits a signature.'],
    ['The ban was lifted.', 'The ban was lifted and is in force again.'],
    ['Noll was convicted.', 'Noll was convicted and is innocent.'],
    ['Noll was acquitted.', 'Noll was acquitted and is on trial again.'],
    ['The shop was paid.', 'The shop was paid and returns the money.'],
    ['The vote was won by Lo.', 'The vote was won by Lo and is repeated in May.'],
    ['The results were published.', 'The results were published and are false.'],
    ['The cup was won by Lo.', 'The cup was won by Lo and is denied to him.'],
  ]);
});

describe('what stands above, beside or in front of it', () => {
  leavesOpen([
    ['The tablets are crushed.', 'It is wrong that:\n1. The tablets are crushed.\n2. The tablets are chewed.'],
    ['Dogs must not be left in a car for ten minutes.', 'Dogs must not be left in a car for five minutes.'],
    ['You must not drive for one day.', 'You must not drive for two days.'],
    ['The two hides are free.', 'The two hides (members, guests) are free.'],
    ['The hides are open.', 'The three hides (Mondays, Tuesdays, Fridays) are open.'],
    ['Copies are free.', 'With a pass loans are free and copies are free.'],
    ['If you cancel, the deposit is £50.', 'If you cancel, the deposit is lost and the deposit is £50.'],
    ['On 3 May the owner left.', 'On 3 May the bridge closed and the next day the owner left.'],
    ['There are 20 boys and girls.', 'There are 20 boys, girls, and adults.'],
    ['Gulls was not released in Norway.', 'Gulls was not originally released in Norway. It came out there in 1995.'],
    ['Gulls was released only in Japan.', 'Gulls was originally released only in Japan.'],
  ]);
});

describe('sentences that are cut off', () => {
  leavesOpen([
    ['Guillermo del Toro is a great man.', 'What a great man Guillermo del Toro Gómez is'],
    ['Orley has ten shops.', 'Orley has ten shops, of'],
  ]);
});
