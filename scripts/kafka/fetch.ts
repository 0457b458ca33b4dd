/** Fetches Apache Kafka for tests and trials with Maven into a cache folder outside the repository. */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, mustRun } from '../cache.ts';

/** The version that docker-compose.yml runs, and the last one of the line before, which many still run. */
export const KAFKA_VERSIONS = ['4.4.0', '3.9.1'] as const;
export type KafkaVersion = (typeof KAFKA_VERSIONS)[number];

interface Artifact {
  group: string;
  artifact: string;
  version: string;
}

const KAFKA = { group: 'org.apache.kafka', artifact: 'kafka_2.13' };
/** Kafka leaves it to its users where its log goes. */
const LOGGING: Record<KafkaVersion, Artifact> = {
  '4.4.0': { group: 'org.apache.logging.log4j', artifact: 'log4j-slf4j-impl', version: '2.24.3' },
  '3.9.1': { group: 'org.slf4j', artifact: 'slf4j-reload4j', version: '1.7.36' },
};

/** Returns the broker's Java class path; fetches Kafka the first time. Throws UnavailableError. */
export async function kafkaClassPath(version: KafkaVersion): Promise<string> {
  await mustRun('java', ['-version'], 'Java is not installed');
  const folder = cacheFolder(`kafka-${version}`);
  const lib = join(folder, 'lib');
  if (!existsSync(join(lib, `${KAFKA.artifact}-${version}.jar`))) await fetchInto(folder, lib, version);
  return join(lib, '*');
}

async function fetchInto(folder: string, lib: string, version: KafkaVersion): Promise<void> {
  await mustRun('mvn', ['--version'], 'Maven is not installed');
  // Several processes may fetch at the same time, each into its own folder; the first one to finish renames its folder.
  const work = join(folder, `fetching-${process.pid}`);
  await mkdir(work, { recursive: true });
  try {
    await writeFile(join(work, 'pom.xml'), pom([{ ...KAFKA, version }, LOGGING[version]]));
    const args = ['-q', '-B', '-f', join(work, 'pom.xml'), 'dependency:copy-dependencies'];
    await mustRun('mvn', [...args, '-DincludeScope=runtime', '-DoutputDirectory=lib'], 'Maven could not fetch Kafka');
    await rename(join(work, 'lib'), lib).catch((error) => {
      if (!existsSync(lib)) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function pom(artifacts: readonly Artifact[]): string {
  const dependencies = artifacts.map(
    ({ group, artifact, version }) =>
      `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`,
  );
  return `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>local</groupId><artifactId>kafka</artifactId><version>1</version>
<dependencies>${dependencies.join('\n')}</dependencies></project>
`;
}
