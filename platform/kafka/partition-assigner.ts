/**
 * Assigns the partitions of a stage's topic to processes. The members of every stage's group are ordered by process, so
 * that a verification, which has the same partition in all topics, is handled by the same process at every stage and
 * finds what the previous stage cached. Kafka's own assigners order by member ids that are random in each group.
 */
import { AssignerProtocol, type PartitionAssigner } from 'kafkajs';

const { MemberMetadata, MemberAssignment } = AssignerProtocol;
const VERSION = 0;

/** `instance` identifies this process in all groups. */
export function assignByInstance(instance: string): PartitionAssigner {
  return ({ cluster }) => ({
    name: 'ByInstanceAssigner',
    version: VERSION,

    async assign({ members, topics }) {
      const ids = members
        .map(({ memberId, memberMetadata }) => ({ memberId, instance: instanceOf(memberMetadata) }))
        .toSorted((a, b) => compare(a.instance, b.instance) || compare(a.memberId, b.memberId))
        .map(({ memberId }) => memberId);
      return ids.map((memberId, place) => {
        const assignment = Object.fromEntries(
          topics.map((topic) => {
            const partitions = cluster.findTopicPartitionMetadata(topic).map(({ partitionId }) => partitionId);
            return [topic, partitions.filter((partition) => partition % ids.length === place)];
          }),
        );
        const userData = Buffer.alloc(0);
        return { memberId, memberAssignment: MemberAssignment.encode({ version: VERSION, assignment, userData }) };
      });
    },

    protocol({ topics }) {
      const metadata = MemberMetadata.encode({ version: VERSION, topics, userData: Buffer.from(instance) });
      return { name: this.name, metadata };
    },
  });
}

function instanceOf(metadata: Buffer): string {
  return MemberMetadata.decode(metadata)?.userData?.toString() ?? '';
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
