import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

describe('what must, should, may and need not be done', () => {
  testRelationship('nothing', [
    ['Pupils must wear a helmet.', 'Pupils should wear a helmet.'],
    ['Members can bring a pass.', 'Members must bring a pass.'],
    ['Members must bring a guest.', 'Members may bring a guest.'],
    ['Visitors must not book a ticket.', 'Visitors need not book a ticket.'],
    ['The school closed.', 'The board agreed that the school should close.'],
    ['The farm burned in 1801.', 'The farm must have burned in 1801.'],
    ['The museum must close at ten.', 'The museum closes at ten.'],
  ]);
  testRelationship('supports', [
    ['Members have to bring a pass.', 'Members must bring a pass.'],
    ['Visitors need not book a ticket.', 'Visitors need not book a ticket.'],
  ]);
});

describe('what is wanted, laid down or looked into', () => {
  testRelationship('nothing', [
    ['The dam is safe.', 'Engineers checked that the dam is safe.'],
    ['Shops close at ten.', 'The law requires that shops close at ten.'],
    ['The pool was closed.', 'The club ordered that the pool be closed.'],
  ]);
});

describe('the present, said of the past', () => {
  testRelationship('nothing', [
    ['Ada Noll is mayor of Vessex.', 'Ada Noll was mayor of Vessex.'],
    ['The club has 300 members.', 'The club had 300 members.'],
    ['The mill employs 40 workers.', 'The mill employed 40 workers.'],
    ['The bank is owned by the state.', 'The bank was owned by the state.'],
    ['The fee is 12 euros.', 'The fee was 12 euros.'],
  ]);
  testRelationship('supports', [['Ada Noll was mayor of Vessex.', 'Ada Noll was mayor of Vessex.']]);
});

describe('a verb that says little', () => {
  testRelationship('nothing', [
    ['The report includes a map of the caves.', 'The report mentions a map of the caves.'],
    ['Noll took the night train to York.', 'Noll missed the night train to York.'],
    ['Noll gave a speech on taxes in Hull.', 'Noll heard a speech on taxes in Hull.'],
    ['Ida Kern got the prize for drama.', 'Ida Kern refused the prize for drama.'],
    ['The recipe contains three eggs.', 'The recipe calls for three eggs.'],
  ]);
  testRelationship('supports', [['Ida Kern got the prize for drama.', 'Ida Kern received the prize for drama.']]);
});
