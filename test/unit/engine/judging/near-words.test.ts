import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

describe('a sentence that ends with an abbreviation', () => {
  testRelationship('supports', [
    [
      'The Tenant receives two keys.',
      'Entry is possible daily from 7 a.m. to 9 p.m. The Tenant receives two keys. A lost key costs £20.',
    ],
  ]);
  testRelationship('nothing', [
    // The abbreviation stands inside the sentence, which is hedged as a whole.
    ['The gate closes at 9 p.m.', 'Perhaps at 9 p.m. the gate closes.'],
  ]);
});

describe('words beside the name that a pronoun stands for', () => {
  testRelationship('nothing', [
    // Of another species of the genus.
    [
      'Ferrandia glauca is the only living species of its family.',
      'Ferrandia minor is a shrub of dry hills. It is the only living species of its family. Ferrandia glauca is a weed.',
    ],
    [
      'On 3 May the Orlan reservoir was 64 per cent full.',
      'The Orlan canal runs past the reservoir. On 3 May it was 64 per cent full.',
    ],
  ]);
});

describe('a place under its kind', () => {
  testRelationship('nothing', [
    ['Marlin has ordered 86 buses.', 'The council of Marlin has ordered 86 buses.'],
    ['Marlin has ordered 86 buses.', 'The twin city of Marlin has ordered 86 buses.'],
    [
      'Skelle was joined to the mainland until 1634.',
      'The lighthouse of Skelle was joined to the mainland until 1634.',
    ],
  ]);
});

describe('other verbs for being', () => {
  testRelationship('nothing', [
    ['Anton Reiss was mayor of Orr from 1931 to 1939.', 'Anton Reiss ran as mayor of Orr from 1931 to 1939.'],
    ['Anton Reiss was the mayor of Orr.', 'Anton Reiss served as deputy to the mayor of Orr.'],
    ['The deficit was 40 million marks.', 'The deficit rose by 40 million marks.'],
    ['The deficit was 40 million marks.', 'The deficit came close to 40 million marks.'],
  ]);
});

describe('a thing that an earlier sentence has introduced', () => {
  testRelationship('nothing', [
    [
      'Cork boards need no vapour barrier.',
      'A vapour barrier keeps moisture out of a wall, a sound barrier keeps noise out. Cork boards need no barrier.',
    ],
    [
      'Season tickets are valid on the replacement buses.',
      'Replacement buses run every ten minutes, night buses every hour. Season tickets are valid on the buses.',
    ],
    [
      'Season tickets are valid on the replacement buses.',
      'Replacement buses run every ten minutes. Season tickets are valid on buses of the county.',
    ],
  ]);
});

describe('what the heading of a passage names', () => {
  testRelationship('supports', [
    [
      'In Quillbox 7, the export window remembers the last folder.',
      'News of the export window.\nThe export window remembers the last folder. Nothing else in Quillbox 7 has changed.',
      'Quillbox 7',
    ],
  ]);
  testRelationship('nothing', [
    [
      'In Quillbox, an editor can change dates but no columns.',
      '## Permissions in Quillbox\nQuillbox has three roles. In Tallyboard, an editor can change dates but no columns.',
    ],
    // The first line is a sentence of its own.
    [
      'In Quillbox, an editor can change dates but no columns.',
      'Quillbox was bought by a rival.\nAt the rival, an editor can change dates but no columns.',
    ],
  ]);
});

describe("the claim's words in their order, interrupted by what may be left out", () => {
  testRelationship('supports', [
    [
      'Captain James Ellery charted the bay in 1797.',
      'Port Ellery was named after Captain James Ellery, who charted the bay in 1797, and not after his brother.',
    ],
  ]);
  testRelationship('nothing', [
    ['Osk circles Halem in 6.2 days.', 'Osk, if the table is right, circles Halem in 6.2 days.'],
    ['Osk circles Halem in 6.2 days.', 'Osk, unless the tables err, circles Halem in 6.2 days.'],
    [
      'Captain James Ellery charted the bay in 1797.',
      'The port was named after the brother of Captain James Ellery, who charted the bay in 1797.',
    ],
    [
      'The red button silences a red alarm for 60 seconds.',
      'The red button silences a red alarm for 60 seconds but only on the ward.',
    ],
    [
      'The red button silences a red alarm for 60 seconds.',
      'Nurses doubt that the red button silences a red alarm for 60 seconds.',
    ],
    ['All pumps are tested in May.', 'All old pumps are tested in May.'],
    ['The president of the club resigned in May.', 'The former president of the club resigned in May.'],
    ['The shop is open in May until noon.', 'The shop is open in May until noon unless it rains.'],
  ]);
});

describe('a report in the other order', () => {
  testRelationship('nothing', [
    [
      'The coastguard said that a second body was recovered from the wreck on Sunday.',
      'A second body was recovered on Sunday from the wreck, a critic of the coastguard said.',
    ],
    [
      'The coastguard did not say that a second body was recovered from the wreck on Sunday.',
      'A second body was recovered on Sunday from the wreck, the coastguard said.',
    ],
    [
      'The coastguard confirmed that a second body was recovered from the wreck on Sunday.',
      'A second body may have been recovered on Sunday from the wreck, the coastguard said.',
    ],
    [
      'Mr Lowry rang the surgery twice on 9 January, the inquest heard.',
      'The inquest heard that Mr Lowry had meant to ring the surgery twice on 9 January.',
    ],
    [
      'Mr Lowry told the inquest that Dr Pell rang the surgery twice.',
      'Mr Lowry rang the surgery twice, Dr Pell told the inquest.',
    ],
  ]);
});

describe('a name before its noun, behind it or as its owner', () => {
  testRelationship('nothing', [
    ['The Stenlille mill takes grain from 90 farms.', 'The shop at Stenlille takes grain from 90 farms.'],
    ['The Stenlille mill takes grain from 90 farms.', 'The owner of the mill at Stenlille takes grain from 90 farms.'],
    ["Orr's highest hill is the peak Orr.", 'The highest hill in Orr is Mount Tey.'],
  ]);
});

describe('an owner in other words', () => {
  testRelationship('supports', [
    [
      'The Orr Museum returned a shield to the heirs of Max Noll.',
      "The Orr Museum returned a shield to Max Noll's heirs.",
    ],
  ]);
  testRelationship('nothing', [
    [
      "On Monday the Orr Museum returned a shield to Max Noll's heirs.",
      'The Orr Museum returned a shield on Monday to a neighbour of Max Noll, whose heirs live abroad.',
    ],
    [
      "On Monday the Orr Museum returned a shield to Max Noll's heirs.",
      'On Monday the Orr Museum returned a shield to the heirs of Karl Noll, a friend of Max Noll.',
    ],
  ]);
});

describe('a pronoun right below the heading', () => {
  testRelationship('supports', [
    [
      'Ludmila Harcas was born in Tresk in 1884.',
      '## Ludmila Harcas\nShe was born in Tresk in 1884. In 1912 she left.',
    ],
    [
      'Orr Brewery sold 48,200 barrels in 2018.',
      'Orr Brewery: the last ten years\nIt sold 48,200 barrels in 2018. Then came the pandemic.',
    ],
  ]);
  testRelationship('nothing', [
    [
      'Orr Brewery sold 48,200 barrels in 2018.',
      'Orr Brewery and its rival\nIt sold 48,200 barrels in 2018. The rival sold more.',
    ],
  ]);
});
