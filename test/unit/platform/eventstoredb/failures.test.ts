import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  AccessDeniedError,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  StreamNotFoundError,
  TimeoutError,
  UnavailableError,
  UnknownError,
} from '@eventstore/db-client';
import { EventStoreError } from '#contracts/ports/event-store.ts';
import {
  type EventStoreProblemError,
  isMissingStream,
  isSlowConsumer,
  lastingFailure,
  unavailable,
} from '#platform/eventstoredb/failures.ts';

const raw = (code: number) => Object.assign(new Error('raw'), { code });
const code = (error: unknown) => (lastingFailure(error, 'reading $all') as EventStoreError | null)?.code ?? null;

describe("failures of EventStoreDB's client", () => {
  it('are temporary: its own classes, plain errors, errors without a code', () => {
    const passing = [new UnavailableError(), new UnknownError(), new TimeoutError(), raw(14), raw(2), raw(13), raw(4)];
    for (const error of [...passing, new Error('no code'), 'a string', undefined]) {
      assert.equal(code(error), null);
      assert.equal(unavailable(error).code, 'unavailable');
    }
    assert.match(unavailable(raw(14)).message, /gRPC code 14/);
  });

  it('are permanent if another attempt would end the same way', () => {
    assert.equal(code(MaxAppendSizeExceededError.fromMaxAppendSize(1)), 'append_too_large');
    assert.equal(code(StreamDeletedError.fromStreamName('s')), 'append_invalid');
    assert.equal(code(new InvalidArgumentError('x')), 'append_invalid');
    assert.equal(code(raw(3)), 'append_invalid');
    for (const error of [new AccessDeniedError(), raw(7), raw(16)]) assert.equal(code(error), 'unavailable');
    const own = new EventStoreError('append_too_large', 'own');
    assert.equal(lastingFailure(own, 'reading $all'), own);
  });

  it('name the missing permission, and what is wrong with a certificate', () => {
    const said = (error: unknown) => lastingFailure(error, 'reading $all') as EventStoreProblemError;
    assert.match(said(new AccessDeniedError()).message, /denies this account reading \$all/);
    assert.match(said(raw(16)).message, /password/);
    const untrusted = Object.assign(new Error('Last error: Error: self-signed certificate in certificate chain.'), {
      code: 14,
    });
    assert.equal(said(untrusted).problem, 'certificate_untrusted');
    assert.equal(
      said(new Error('x', { cause: Object.assign(new Error('y'), { code: 'CERT_HAS_EXPIRED' }) })).problem,
      'certificate_expired',
    );
  });

  it('distinguish missing streams and slow consumers', () => {
    assert.ok(isMissingStream(new StreamNotFoundError(undefined, 's')));
    assert.ok(!isMissingStream(new UnknownError()));
    assert.ok(isSlowConsumer(new TimeoutError()) && isSlowConsumer(raw(10)));
    assert.ok(!isSlowConsumer(raw(14)) && !isSlowConsumer(new Error('no code')));
  });

  it('never repeat what the server said', () => {
    assert.doesNotMatch(unavailable(new Error('customer text')).message, /customer/);
  });
});
