import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AssignerProtocol, type Cluster, type GroupMember, type Logger } from 'kafkajs';
import { assignByInstance } from '#platform/kafka/partition-assigner.ts';

const PARTITIONS = 7;
const cluster = {
  findTopicPartitionMetadata: () => Array.from({ length: PARTITIONS }, (_, partitionId) => ({ partitionId })),
} as unknown as Cluster;

function assignerOf(instance: string) {
  return assignByInstance(instance)({ cluster, groupId: 'group', logger: {} as Logger });
}

/** The partitions of `topic` by instance, in a group of these instances with the given member ids of Kafka. */
async function assigned(topic: string, members: Record<string, string>): Promise<Map<string, number[]>> {
  const group: GroupMember[] = Object.entries(members).map(([memberId, instance]) => ({
    memberId,
    memberMetadata: assignerOf(instance).protocol({ topics: [topic] }).metadata,
  }));
  const answers = await assignerOf('leader').assign({ members: group, topics: [topic] });
  return new Map(
    answers.map(({ memberId, memberAssignment }) => [
      members[memberId]!,
      AssignerProtocol.MemberAssignment.decode(memberAssignment)!.assignment[topic]!,
    ]),
  );
}

test('a process has the same partitions of every topic, whatever its member ids', async () => {
  const first = await assigned('extract', { a: 'one', b: 'two', c: 'three' });
  const second = await assigned('judge', { x: 'three', y: 'two', z: 'one' });
  assert.deepEqual(new Map([...second].sort()), new Map([...first].sort()));
});

test('every partition has one process, and processes have equal shares', async () => {
  const partitions = await assigned('extract', { a: 'one', b: 'two', c: 'three' });
  const all = [...partitions.values()].flat().sort();
  assert.deepEqual(
    all,
    Array.from({ length: PARTITIONS }, (_, i) => i),
  );
  for (const own of partitions.values()) assert.ok(own.length === 2 || own.length === 3);
});

test('with more processes than partitions, some have none', async () => {
  const members = Object.fromEntries(Array.from({ length: PARTITIONS + 2 }, (_, i) => [`m${i}`, `i${i}`]));
  const partitions = await assigned('extract', members);
  assert.equal([...partitions.values()].filter((own) => own.length === 0).length, 2);
});
