/** Members of coordinations, and what is named in passing: what is split, what stays whole, and the spans. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { claimsOf, splits, staysWhole } from '#test/support/claims-of.ts';

describe('verbs that share their object or agent are split', () => {
  splits([
    ['She wrote and directed two plays.', ['She wrote two plays.', 'She directed two plays.']],
    [
      'She wrote, produced and directed two plays.',
      ['She wrote two plays.', 'She produced two plays.', 'She directed two plays.'],
    ],
    ['He has written and produced many songs.', ['He has written many songs.', 'He has produced many songs.']],
    ['The firm developed and sold the drug.', ['The firm developed the drug.', 'The firm sold the drug.']],
    [
      'The drug was tested and approved by the agency of the state.',
      ['The drug was tested by the agency of the state.', 'The drug was approved by the agency of the state.'],
    ],
    [
      'She wrote and published more than 50 very short histories of the sea.',
      [
        'She wrote more than 50 very short histories of the sea.',
        'She published more than 50 very short histories of the sea.',
      ],
    ],
    [
      'She wrote and directed the film The Tower.',
      ['She wrote The Tower.', 'She directed The Tower.', 'The Tower is a film.'],
    ],
    [
      'The film was written and directed by Ada Stone.',
      ['The film was written by Ada Stone.', 'The film was directed by Ada Stone.'],
    ],
    ['She was born and raised in Hull.', ['She was born in Hull.', 'She was raised in Hull.']],
    ['The firm may design and build boats.', ['The firm may design boats.', 'The firm may build boats.']],
    [
      'Ada Stone was born in Leeds and raised in Hull.',
      ['Ada Stone was born in Leeds.', 'Ada Stone was raised in Hull.'],
    ],
  ]);
});

describe('verbs stay together if a phrase behind the object may be of the last alone', () => {
  staysWhole([
    'He built and sold the house to Karl Weiss in 1990.',
    'The firm developed and sold the drug in 2010.',
    'The firm developed and sold the drug of the year in 2010.',
    'The firm developed and sold the drug each year.',
    'The firm developed and sold the drug that year.',
    'The firm developed and sold the drug twice.',
    'The firm developed and sold the drug three times.',
    'The firm developed and sold it in 2010.',
    'The drug was tested and approved by the agency in 2010.',
    'The drug was tested and approved by the agency for children.',
    'He has written and produced songs for many singers.',
    'She was born and raised in Hull in 1950.',
    'The bill was drafted and signed by Ada Stone on 5 May 2010.',
  ]);
});

describe('verbs stay together before a date that is resolved, and a second statement', () => {
  splits([
    ['The firm developed and sold the drug last year.', ['The firm developed and sold the drug in 2025.']],
    ['The firm developed and sold the drug yesterday.', ['The firm developed and sold the drug on 20 November 2026.']],
    [
      'The firm developed and sold the drug, starting with Leeds.',
      ['The firm developed and sold the drug.', 'The firm started with Leeds.'],
    ],
  ]);
});

describe('verbs that are denied, told or done together stay together', () => {
  staysWhole([
    'She did not write and direct two plays.',
    'She has never written and directed plays.',
    'She said that she wrote and directed the play.',
    'The team developed, and sold, the drug.',
    'The board jointly wrote and directed the play.',
  ]);
});

describe('roles of one person are split', () => {
  splits([
    [
      'She is a former columnist with the Tarn Herald and the author of three novels.',
      ['She is a former columnist with the Tarn Herald.', 'She is the author of three novels.'],
    ],
    [
      'He was a teacher in Leeds and a member of the council.',
      ['He was a teacher in Leeds.', 'He was a member of the council.'],
    ],
    [
      'Ada Stone is a sniper and former member of the Tarn Guard.',
      ['Ada Stone is a sniper.', 'Ada Stone is a former member of the Tarn Guard.'],
    ],
    [
      'She is the founder and CEO of Osier Works.',
      ['She is the founder of Osier Works.', 'She is the CEO of Osier Works.'],
    ],
    [
      'Ada Stone is an award-winning writer, director and producer who has lived in York.',
      [
        'Ada Stone is an award-winning writer.',
        'Ada Stone is a director.',
        'Ada Stone is a producer.',
        'Ada Stone has lived in York.',
      ],
    ],
  ]);
});

describe('what somebody is known for is split from what the person is', () => {
  splits([
    [
      'Ada Stone is an actress and singer, best known for her songs.',
      ['Ada Stone is an actress.', 'Ada Stone is a singer.', 'Ada Stone is best known for her songs.'],
    ],
    [
      'He is remembered for his adventure novels, such as The Paper Tree.',
      [
        'He is remembered for his adventure novels.',
        'He is remembered for The Paper Tree.',
        'The Paper Tree is an adventure novel.',
      ],
    ],
    [
      'He wrote several books about his journeys, including Old Marrow.',
      ['He wrote several books about his journeys.', 'He wrote Old Marrow.'],
    ],
    [
      'She directed more than 50 films, including The Tower and Old Marrow.',
      [
        'She directed more than 50 films.',
        'She directed The Tower.',
        'The Tower is a film.',
        'She directed Old Marrow.',
        'Old Marrow is a film.',
      ],
    ],
  ]);
});

describe('roles that may belong to what stands before them stay whole', () => {
  staysWhole([
    'He is a friend of the author and the editor of the paper.',
    'He was the founder and a member of the club.',
    'He is the only teacher in Leeds and a member of the council.',
    'He is not a teacher in Leeds and a member of the council.',
    'Ada Stone is the Director of Tarn News and Current Affairs.',
    'He is the British, Commonwealth and world champion.',
    'From 1971 to 1976, he was a secretary in Leeds and a member of the council from 1971 to 1990.',
  ]);
});

describe('members with phrases of their own are split', () => {
  splits([
    [
      'He is remembered for his bridges, his letters to the king, and his garden.',
      [
        'He is remembered for his bridges.',
        'He is remembered for his letters to the king.',
        'He is remembered for his garden.',
      ],
    ],
    [
      'He is known for his strong nerves, love of order, and dry humour.',
      ['He is known for his strong nerves.', 'He is known for his love of order.', 'He is known for his dry humour.'],
    ],
    // The list stands inside a phrase, which holds for all of it.
    [
      'He is known for his fear of heights, dogs, and crowds.',
      [
        'He is known for his fear of heights.',
        'He is known for his fear of dogs.',
        'He is known for his fear of crowds.',
      ],
    ],
    [
      'She was featured in The Tarn Times, The Osier Post, and many other papers.',
      [
        'She was featured in The Tarn Times.',
        'She was featured in The Osier Post.',
        'She was featured in many other papers.',
      ],
    ],
  ]);
});

describe('members that may share what follows, and fixed names, stay whole', () => {
  staysWhole([
    'Her designs are inspired by her travels and her love for art.',
    'The town lies between the river, the hills to the north, and the sea.',
    'He worked for Johnson and Johnson in Leeds.',
    'Ada Stone was inducted into the Rock and Roll Hall of Fame in 2000.',
    'She works at the Centre for Sea and Society.',
    'Kubo and Merak merged in 2010.',
  ]);
});

describe('what a name is said to be in passing is a claim', () => {
  splits([
    [
      'She played Queen Anne in the Netflix series The Tower.',
      ['She played Queen Anne in The Tower.', 'The Tower is a Netflix series.'],
    ],
    [
      'She appeared in the films The Paper Tree and Old Marrow.',
      [
        'She appeared in The Paper Tree.',
        'The Paper Tree is a film.',
        'She appeared in Old Marrow.',
        'Old Marrow is a film.',
      ],
    ],
    [
      'She has released two albums, This Time (1997) and Old Marrow (2000).',
      [
        'She has released two albums.',
        'She has released This Time.',
        'This Time is an album.',
        'This Time was released in 1997.',
        'She has released Old Marrow.',
        'Old Marrow is an album.',
        'Old Marrow was released in 2000.',
      ],
    ],
    [
      'She has acted in films such as The Paper Tree, and television shows such as Tarn Street.',
      [
        'She has acted in films.',
        'She has acted in The Paper Tree.',
        'The Paper Tree is a film.',
        'She has acted in television shows.',
        'She has acted in Tarn Street.',
        'Tarn Street is a television show.',
      ],
    ],
    ['She is married to sculptor Tom Reed.', ['She is married to Tom Reed.', 'Tom Reed is a sculptor.']],
    [
      'It was signed by the German engineer Karl Weiss.',
      ['It was signed by Karl Weiss.', 'Karl Weiss was a German engineer.'],
    ],
    ['He crossed the oldest bridge Tarn Bridge.', ['He crossed Tarn Bridge.', 'Tarn Bridge was the oldest bridge.']],
    // Either of two classes may be meant.
    [
      'He has appeared in several films and television shows including Tarn Street and Old Marrow.',
      [
        'He has appeared in several films.',
        'He has appeared in several television shows.',
        'He has appeared in Tarn Street.',
        'He has appeared in Old Marrow.',
      ],
    ],
    [
      'Tom Reed was the founder of Osier Works, a fashion house in Hull, and has led the Tarn Trust since 2014.',
      [
        'Tom Reed was the founder of Osier Works.',
        'Osier Works was a fashion house in Hull.',
        'Tom Reed has led the Tarn Trust since 2014.',
      ],
    ],
  ]);
  staysWhole([
    'She never appeared in films such as The Paper Tree.',
    // Who says so would be lost.
    'It is told that the monk Aldo founded the church.',
    'According to the Herald, she was taught by the sculptor Tom Reed.',
    'The firm was founded by his brother Tom Reed.',
    // A person may be described by what follows.
    'He was a friend of Ada Stone, a painter from Leeds.',
  ]);
});

describe('life dates in brackets are claims', () => {
  splits([
    [
      'Ada Stone (1950–2010) was a painter.',
      ['Ada Stone was born in 1950.', 'Ada Stone died in 2010.', 'Ada Stone was a painter.'],
    ],
    [
      'Ada Stone (1990–2008) was a painter.',
      ['Ada Stone was born in 1990.', 'Ada Stone died in 2008.', 'Ada Stone was a painter.'],
    ],
    [
      'Ada Stone (1890–2005) was a painter who painted the king.',
      [
        'Ada Stone was born in 1890.',
        'Ada Stone died in 2005.',
        'Ada Stone was a painter.',
        'Ada Stone painted the king.',
      ],
    ],
    [
      'Ada Stone (born Ada Reed on 5 May 1950) is a painter.',
      ['Ada Stone was born Ada Reed.', 'Ada Stone was born on 5 May 1950.', 'Ada Stone is a painter.'],
    ],
    ['Ada Stone (born 1950) is a painter.', ['Ada Stone was born in 1950.', 'Ada Stone is a painter.']],
    ['Ada Stone (née Reed, born 1950) is a painter.', ['Ada Stone was born in 1950.', 'Ada Stone is a painter.']],
    [
      'Ada Stone (January 9, 1913 – April 22, 1994) was the mayor of Hull.',
      [
        'Ada Stone was born on January 9, 1913.',
        'Ada Stone died on April 22, 1994.',
        'Ada Stone was the mayor of Hull.',
      ],
    ],
    [
      'Juan Corrada del Rio (1919-2007) was a politician.',
      [
        'Juan Corrada del Rio was born in 1919.',
        'Juan Corrada del Rio died in 2007.',
        'Juan Corrada del Rio was a politician.',
      ],
    ],
  ]);
});

describe('years in brackets that may be no life stay in their sentence', () => {
  // Bridges, wars and valleys have years too.
  staysWhole([
    'The Tarn Bridge (1901-1987) was a bridge in Leeds.',
    'The Battle of the Somme (1 July 1916 – 18 November 1916) was a battle in France.',
  ]);
  // So have terms of office.
  staysWhole([
    'Karl Weiss (1990–2000) was the mayor of Hull.',
    'Karl Weiss (1990–2007) was a painter.',
    'Karl Weiss (1880–1996) was a painter.',
    'Karl Weiss (2010–1990) was a painter.',
    'Karl Weiss (1950-present) is a painter.',
    'Karl Weiss (1950–) is a painter.',
    'Karl Weiss (1950–1980) was the mayor of Hull.',
    'Karl Weiss (1950–1980) was a king.',
    'Karl Weiss (1950–1980) was the first teacher of the school.',
    'Karl Weiss (1950–1980) was a German vice-president.',
    'Minister Karl Weiss (2010–2014) was a critic of the plan.',
    'Minister Karl Weiss (1980–2014) was a critic.',
    'The minister Karl Weiss (1980–2014) was a critic.',
    'Prime Minister Karl Weiss (1980–2014) was a critic.',
    'King Karl (1950–1980) was a critic.',
    'President Karl Weiss (5 May 1950 – 4 May 1980) was a critic.',
    'Karl Weiss (5 May 2010 – 4 May 2014) was the mayor of Hull.',
    'Karl Weiss (in office 5 May 1950 – 4 May 1980) was a critic.',
  ]);
});

describe('years that may be a term stay in each of the claims', () => {
  splits([
    [
      'Karl Weiss (1950–1980) was a painter and a king.',
      ['Karl Weiss (1950–1980) was a painter.', 'Karl Weiss (1950–1980) was a king.'],
    ],
  ]);
});

describe('a birth that is doubted or denied stays in its sentence', () => {
  staysWhole([
    'Ada Stone (reportedly born 1950) is a painter.',
    'Ada Stone (probably born in 1950) is a painter.',
    'Ada Stone (Probably born in 1950) is a painter.',
    'Ada Stone (not born in 1950) is a painter.',
    'Ada Stone (Mayor, born 1950) is a painter.',
    'Ada Stone (never, born in 1950) is a painter.',
    'Ada Stone (said to be born in 1950) is a painter.',
    'Ada Stone (not born 5 May 1950 – 4 May 2010) was a painter.',
  ]);
});

describe('spans of members', () => {
  const cases: [text: string, expected: string[]][] = [
    ['She wrote and directed two plays.', ['She wrote and directed two plays', 'directed two plays']],
    [
      'He was a teacher in Leeds and a member of the council.',
      ['He was a teacher in Leeds', 'a member of the council'],
    ],
    [
      'She appeared in the films The Paper Tree and Old Marrow.',
      ['She appeared in the films The Paper Tree', 'films The Paper Tree', 'Old Marrow', 'Old Marrow'],
    ],
    [
      'Ada Stone (1950–2010) was a painter.',
      ['Ada Stone (1950', 'Ada Stone (1950–2010', 'Ada Stone (1950–2010) was a painter'],
    ],
  ];
  for (const [text, expected] of cases)
    test(text, () => {
      const spans = claimsOf(text).map(({ original_span }) => original_span);
      assert.deepEqual(spans, expected);
    });
});
