/** Converts between the double's events and the messages of EventStoreDB's protocol. */

import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import statusPb from '@eventstore/db-client/generated/status_pb.js';
import type { AppendReq, BatchAppendReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { Metadata, status } from '@grpc/grpc-js';
import anyPb from 'google-protobuf/google/protobuf/any_pb.js';
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js';
import { type Expected, type LoggedEvent, MAX_APPEND_BYTES, type Outcome, type ProposedEvent } from './event-log.ts';

type Identifier = ReturnType<AppendReq.Options['getStreamIdentifier']>;

const TICKS_PER_MILLISECOND = 10_000n;

/** The stream's name in an identifier. */
export function nameOf(identifier: Identifier): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');
}

/** The identifier of a stream. */
export function identifierOf(name: string) {
  const identifier = new sharedPb.StreamIdentifier();
  identifier.setStreamName(Buffer.from(name).toString('base64'));
  return identifier;
}

/** The expected revision of an append call. */
export function expectedOf(options: AppendReq.Options): Expected {
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasAny()) return 'any';
  return options.hasStreamExists() ? 'stream_exists' : Number(options.getRevision());
}

/** The expected revision of an append on a batch-append stream. */
export function expectedOfBatch(options: BatchAppendReq.Options): Expected {
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasAny()) return 'any';
  return options.hasStreamExists() ? 'stream_exists' : Number(options.getStreamPosition());
}

/** The event in a proposed message. */
export function proposedOf(message: AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage): ProposedEvent {
  return {
    id: message.getId()?.getString() ?? '',
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: Buffer.from(message.getData_asU8()),
    metadata: Buffer.from(message.getCustomMetadata_asU8()),
  };
}

export function eventMessage(event: LoggedEvent): ReadResp {
  const recorded = new streamsPb.ReadResp.ReadEvent.RecordedEvent();
  const id = new sharedPb.UUID();
  id.setString(event.id);
  recorded.setId(id);
  recorded.setStreamIdentifier(identifierOf(event.stream));
  recorded.setStreamRevision(String(event.revision));
  recorded.setCommitPosition(String(event.position));
  recorded.setPreparePosition(String(event.position));
  recorded.getMetadataMap().set('type', event.type);
  recorded.getMetadataMap().set('content-type', event.contentType);
  recorded.getMetadataMap().set('created', String(BigInt(event.created) * TICKS_PER_MILLISECOND));
  recorded.setData(event.data);
  recorded.setCustomMetadata(event.metadata);
  const read = new streamsPb.ReadResp.ReadEvent();
  read.setEvent(recorded);
  read.setCommitPosition(String(event.position));
  const response = new streamsPb.ReadResp();
  response.setEvent(read);
  return response;
}

export function confirmationMessage(id: string): ReadResp {
  const confirmation = new streamsPb.ReadResp.SubscriptionConfirmation();
  confirmation.setSubscriptionId(id);
  const response = new streamsPb.ReadResp();
  response.setConfirmation(confirmation);
  return response;
}

export function checkpointMessage(position: number): ReadResp {
  const checkpoint = new streamsPb.ReadResp.Checkpoint();
  checkpoint.setCommitPosition(String(position));
  checkpoint.setPreparePosition(String(position));
  const response = new streamsPb.ReadResp();
  response.setCheckpoint(checkpoint);
  return response;
}

export function caughtUpMessage(): ReadResp {
  const response = new streamsPb.ReadResp();
  response.setCaughtUp(new streamsPb.ReadResp.CaughtUp());
  return response;
}

export function streamNotFoundMessage(name: string): ReadResp {
  const missing = new streamsPb.ReadResp.StreamNotFound();
  missing.setStreamIdentifier(identifierOf(name));
  const response = new streamsPb.ReadResp();
  response.setStreamNotFound(missing);
  return response;
}

/** The response to an append call. `too_large` is excluded: the call fails with `tooLarge` instead. */
export function appendMessage(outcome: Exclude<Outcome, { kind: 'too_large' }>, expected: Expected) {
  const response = new streamsPb.AppendResp();
  if (outcome.kind === 'wrong_revision') {
    const wrong = new streamsPb.AppendResp.WrongExpectedVersion();
    if (outcome.current === null) wrong.setCurrentNoStream(new sharedPb.Empty());
    else wrong.setCurrentRevision(String(outcome.current));
    if (typeof expected === 'number') wrong.setExpectedRevision(String(expected));
    else if (expected === 'no_stream') wrong.setExpectedNoStream(new sharedPb.Empty());
    else wrong.setExpectedStreamExists(new sharedPb.Empty());
    response.setWrongExpectedVersion(wrong);
    return response;
  }
  const success = new streamsPb.AppendResp.Success();
  if (outcome.revision < 0) success.setNoStream(new sharedPb.Empty());
  else success.setCurrentRevision(String(outcome.revision));
  if (outcome.position === null) success.setNoPosition(new sharedPb.Empty());
  else {
    const position = new streamsPb.AppendResp.Position();
    position.setCommitPosition(String(outcome.position));
    position.setPreparePosition(String(outcome.position));
    success.setPosition(position);
  }
  response.setSuccess(success);
  return response;
}

/** The response to one append on a batch-append stream. */
export function batchMessage(correlationId: string, stream: string, outcome: Outcome, expected: Expected) {
  const response = new streamsPb.BatchAppendResp();
  const id = new sharedPb.UUID();
  id.setString(correlationId);
  response.setCorrelationId(id);
  response.setStreamIdentifier(identifierOf(stream));
  if (outcome.kind === 'too_large') {
    const detail = new sharedPb.MaximumAppendSizeExceeded();
    detail.setMaxappendsize(MAX_APPEND_BYTES);
    response.setError(failure(3, 'MaximumAppendSizeExceeded', detail.serializeBinary()));
  } else if (outcome.kind === 'wrong_revision') {
    const detail = new sharedPb.WrongExpectedVersion();
    if (outcome.current === null) detail.setCurrentNoStream(new emptyPb.Empty());
    else detail.setCurrentStreamRevision(String(outcome.current));
    if (typeof expected === 'number') detail.setExpectedStreamPosition(String(expected));
    else detail.setExpectedNoStream(new emptyPb.Empty());
    response.setError(failure(9, 'WrongExpectedVersion', detail.serializeBinary()));
  } else {
    const success = new streamsPb.BatchAppendResp.Success();
    success.setCurrentRevision(String(outcome.revision));
    if (outcome.position === null) success.setNoPosition(new emptyPb.Empty());
    else {
      const position = new sharedPb.AllStreamPosition();
      position.setCommitPosition(String(outcome.position));
      position.setPreparePosition(String(outcome.position));
      success.setPosition(position);
    }
    response.setSuccess(success);
  }
  return response;
}

/** An error response on a batch-append stream without a gRPC code, as a starting server sends it. */
export function batchUnknownMessage(correlationId: string, stream: string) {
  const response = new streamsPb.BatchAppendResp();
  const id = new sharedPb.UUID();
  id.setString(correlationId);
  response.setCorrelationId(id);
  response.setStreamIdentifier(identifierOf(stream));
  response.setError(failure(2, 'Unknown', new sharedPb.Unknown().serializeBinary()));
  return response;
}

/** The gRPC error of a single append call that is too large. */
export function tooLarge() {
  const metadata = new Metadata();
  metadata.set('exception', 'maximum-append-size-exceeded');
  metadata.set('maximum-append-size', String(MAX_APPEND_BYTES));
  return { code: status.INVALID_ARGUMENT, details: 'Maximum Append Size Exceeded', metadata };
}

function failure(code: number, name: string, detail: Uint8Array) {
  const any = new anyPb.Any();
  any.pack(detail, `event_store.client.${name}`);
  const error = new statusPb.Status();
  error.setCode(code as Parameters<typeof error.setCode>[0]);
  error.setMessage(name);
  error.setDetails(any);
  return error;
}
