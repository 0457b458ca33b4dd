/** Statements of a sentence in another language than English, of which no grammar is known. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimsWith } from './listing.ts';

test('a clause that shares its subject is a claim of its own', async () => {
  assert.deepEqual(
    await claimsWith('La línea se inauguró en 2025, y enlaza la estación central con la universidad técnica.', [
      { sentence: 'S1', pieces: ['La línea se inauguró en 2025'], claim: 'La línea se inauguró en 2025.' },
      {
        sentence: 'S1',
        pieces: ['línea', 'enlaza la estación central con la universidad técnica'],
        claim: 'La línea enlaza la estación central con la universidad técnica.',
      },
    ]),
    ['La línea se inauguró en 2025.', 'La línea enlaza la estación central con la universidad técnica.'],
  );
});

test('a quantifier of another statement’s clause belongs to that one', async () => {
  const text = 'Die Beiträge bleiben mindestens bis April 2026 gleich, obwohl die Miete der Halle steigt.';
  assert.deepEqual(
    await claimsWith(text, [
      { sentence: 'S1', pieces: ['Die Beiträge bleiben mindestens bis April 2026 gleich'] },
      { sentence: 'S1', pieces: ['die Miete der Halle steigt'], claim: 'Die Miete der Halle steigt.' },
    ]),
    ['Die Beiträge bleiben mindestens bis April 2026 gleich.', 'Obwohl die Miete der Halle steigt.'],
  );
});

test('what a model leaves out of a sentence is a claim by its own words', async () => {
  assert.deepEqual(
    await claimsWith('La línea 3 llega hasta los huertos municipales, pero la línea 5 acaba en la estación.', [
      { sentence: 'S1', pieces: ['La línea 3 llega hasta los huertos municipales'] },
    ]),
    ['La línea 3 llega hasta los huertos municipales.', 'Pero la línea 5 acaba en la estación.'],
  );
});

test('a negation or condition that a piece leaves out is never lost', async () => {
  const cut: [string, string][] = [
    [
      'Die Brücke ist nicht für Lastwagen von mehr als zwölf Tonnen freigegeben.',
      'für Lastwagen von mehr als zwölf Tonnen freigegeben',
    ],
    ['Es stimmt nicht, dass die Brücke 1990 neu gebaut wurde.', 'die Brücke 1990 neu gebaut wurde'],
    [
      'Si el ayuntamiento paga, la línea llegará en 2027 hasta los huertos.',
      'la línea llegará en 2027 hasta los huertos',
    ],
    ['Según el alcalde, la línea llega desde 2024 hasta los huertos.', 'la línea llega desde 2024 hasta los huertos'],
    ['Nie wszystkie dzieci, które mają bilet, płacą za przejazd.', 'które mają bilet, płacą za przejazd'],
    ['犬は、雨の日には建物に入れません。', '雨の日には建物に入れ'],
  ];
  for (const [text, piece] of cut) {
    assert.deepEqual(await claimsWith(text, [{ sentence: 'S1', pieces: [piece] }]), [text], text);
  }
});

test('words that limit in one language are no such words in another', async () => {
  // "se" is Italian for "if".
  assert.deepEqual(
    await claimsWith('Los huertos se reparten por sorteo en noviembre, y la cuota se paga en enero.', [
      { sentence: 'S1', pieces: ['Los huertos se reparten por sorteo en noviembre'] },
      { sentence: 'S1', pieces: ['la cuota se paga en enero'] },
    ]),
    ['Los huertos se reparten por sorteo en noviembre.', 'La cuota se paga en enero.'],
  );
});

test('a phrase that a Japanese comma sets off is no claim', async () => {
  const text = '9月6日の役員会には、4人の役員のほか、班長9人が出席しました。';
  assert.deepEqual(
    await claimsWith(text, [
      {
        sentence: 'S1',
        pieces: ['9月6日の役員会には', '班長9人が出席しました'],
        claim: '9月6日の役員会には、班長9人が出席しました。',
      },
    ]),
    ['9月6日の役員会には、班長9人が出席しました。', text],
  );
});

test('a word that limits a figure or turns the sense round is kept in every language', async () => {
  const said: [text: string, claim: string][] = [
    ['De brug kostte circa 5 miljoen euro.', 'De brug kostte 5 miljoen euro.'],
    ['Die Brücke kostete circa 5 Millionen Euro.', 'Die Brücke kostete 5 Millionen Euro.'],
    ['El puente apenas resistió la tormenta.', 'El puente resistió la tormenta.'],
  ];
  for (const [text, claim] of said) {
    const pieces = [text.slice(0, -1)];
    assert.deepEqual(await claimsWith(text, [{ sentence: 'S1', pieces, claim }]), [text]);
  }
});

test('whose word it is, or what is denied, is known by the words as they are cut', async () => {
  const cut: [text: string, piece: string][] = [
    ['気象庁によると、台風は来る。', '台風は来る'],
    ['وقال العمدة إن الجسر آمن.', 'الجسر آمن'],
    ['市政府并不同意这项计划。', '同意这项计划'],
    ['この橋は夏でも渡れません。', 'この橋は夏でも渡れ'],
  ];
  for (const [text, piece] of cut)
    assert.deepEqual(await claimsWith(text, [{ sentence: 'S1', pieces: [piece] }]), [text], text);
});

test('what is quoted is no statement without who says it', async () => {
  const quoted: [string, string][] = [
    ['Le maire a expliqué : « Le pont est fermé depuis mardi. »', 'Le pont est fermé depuis mardi.'],
    ['Ministern sade: ”Bron är stängd sedan i tisdags.”', 'Bron är stängd sedan i tisdags.'],
    ['قال الوزير: «لن نغلق الجسر. سنصلح الجسر هذا العام.»', 'سنصلح الجسر هذا العام.'],
    ['市長は「橋は閉めない。今年直す予定です。」と述べた。', '今年直す予定です。'],
  ];
  for (const [text, piece] of quoted)
    assert.deepEqual(await claimsWith(text, [{ sentence: 'S1', pieces: [piece] }]), [text], text);
});
