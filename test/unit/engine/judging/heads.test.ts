import { describe } from 'node:test';
import { testRelationship } from './judging-fixtures.ts';

describe('a thing that only says which other thing is meant', () => {
  testRelationship('nothing', [
    ['The mission was published in 2015.', 'The mission statement was published in 2015.'],
    ['The museum opened in 1990.', 'The museum café opened in 1990.'],
    ['The museum opened in 1990.', "The museum's café opened in 1990."],
    ['The lift is kept at the desk.', 'The lift key is kept at the desk.'],
    ['The mill died in 1990.', 'The man who sold the mill died in 1990.'],
    ['The court clerk was sold in 1950.', "The court clerk's desk was sold in 1950."],
    ['Names must be returned at the exit.', 'Name tags must be returned at the exit.'],
    ['Ada Noll designed the hospital in 1990.', 'Ada Noll designed the hospital garden in 1990.'],
    ['The law covers dogs.', 'The law covers dog owners.'],
    ['The parliament voted on the minister.', "The parliament voted on the minister's plan."],
    ['The company was founded by Noll.', "The company was founded by Noll's brother."],
    ['The Orr Museum burned down in 2003.', 'The north wing of the Orr Museum burned down in 2003.'],
    ['The Orr Museum is in Bergen.', 'The Orr Museum has a branch in Bergen.'],
    ['Ada Noll is the director of the museum.', 'Ada Noll is the assistant to the director of the museum.'],
    ['Ada Noll was the secretary of the bank.', 'Ada Noll was secretary to the founder of the bank.'],
    ['The mayor opened the pool.', 'The mayor-elect opened the pool.'],
    ['The letter was sent to the manager.', 'The letter was sent to the deputy manager.'],
    ["The club's captain won the prize.", "The club's former captain, Tom Hale, won the prize."],
  ]);
  testRelationship('supports', [
    ['The museum café opened in 1990.', 'The museum café opened in 1990.'],
    ['Ada Noll was a painter.', 'Eva Noll, sister of the painter Ada Noll, wrote novels. Ada Noll was a painter.'],
    ['The form must be signed by the deputy manager.', 'The form must be signed by the deputy manager.'],
  ]);
});

describe('names of others', () => {
  testRelationship('nothing', [
    ['Tom Hale owned the mill until 1950.', 'The Hale family owned the mill until 1950.'],
    ['Tom Hale was sold in 1930.', 'The Hale estate was sold in 1930.'],
    ['Leeds was founded in 1904.', 'Leeds University was founded in 1904.'],
    ['Ada Noll won the cup in 1990.', 'Ada Noll School won the cup in 1990.'],
    ['Noll moved to Leeds in 1990.', 'Noll Industries moved to Leeds in 1990.'],
    ['Orr was flooded in 1930.', 'Upper Orr was flooded in 1930.'],
    ['Orr was flooded in 1930.', 'Orr-on-Sea was flooded in 1930.'],
    ['Ada Noll left Hull in 1912.', 'The Ada Noll left Hull in 1912.'],
    ['Ada Noll was recorded in Leeds in 1990.', 'The album Ada Noll was recorded in Leeds in 1990.'],
    ['Tom Hale moved to York in 1930.', 'Tom Hale Jr moved to York in 1930.'],
  ]);
  testRelationship('supports', [
    ['Ada Noll moved to Leeds in 1990.', 'The painter Ada Noll moved to Leeds in 1990.'],
    ['The album Ada Noll was recorded in Leeds.', 'The album Ada Noll was recorded in Leeds.'],
    [
      'Tom Hale moved to York in 1930.',
      'In the spring Tom Hale moved to York. That was in 1930. Tom Hale moved to York in 1930.',
    ],
  ]);
});
