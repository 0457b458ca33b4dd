import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CircuitBreaker } from '#platform/outbound/circuit-breaker.ts';

const ALONE_AFTER_MS = 60_000;

function breaker(options: { aloneAfterMs?: number } = {}) {
  let now = 1_000_000;
  const circuit = new CircuitBreaker({
    failures: 3,
    ofOneCaller: 2,
    openMs: 30_000,
    clock: { now: () => now },
    ...options,
  });
  const failing = (caller: string, times = 1) => {
    for (let i = 0; i < times; i++) circuit.begin(caller)?.('fails');
  };
  return { circuit, failing, pass: (milliseconds: number) => (now += milliseconds) };
}

test('failures of one caller alone leave the circuit closed', () => {
  const { circuit, failing } = breaker();
  failing('a', 10);
  assert.equal(circuit.isOpen(), false);
  failing('b');
  assert.equal(circuit.isOpen(), true);
});

test('a caller that has been alone for a while opens the circuit', () => {
  const { circuit, failing } = breaker({ aloneAfterMs: ALONE_AFTER_MS });
  failing('a', 2);
  assert.equal(circuit.isOpen(), false);
  failing('a');
  assert.equal(circuit.isOpen(), true);
});

test('a caller is not alone until nobody else has called for a while', () => {
  const { circuit, failing, pass } = breaker({ aloneAfterMs: ALONE_AFTER_MS });
  circuit.begin('b')?.('nothing');
  failing('a', 10);
  assert.equal(circuit.isOpen(), false);
  pass(ALONE_AFTER_MS);
  circuit.begin('b')?.('nothing');
  pass(1_000);
  failing('a', 10);
  assert.equal(circuit.isOpen(), false);
  pass(ALONE_AFTER_MS);
  failing('a');
  assert.equal(circuit.isOpen(), true);
});

test('a success resets the count of failures', () => {
  const { circuit, failing } = breaker({ aloneAfterMs: ALONE_AFTER_MS });
  failing('a', 2);
  circuit.begin('a')?.('works');
  failing('a', 2);
  assert.equal(circuit.isOpen(), false);
});
