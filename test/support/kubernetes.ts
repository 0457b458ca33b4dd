/** What is in deploy/kubernetes and docker-compose.yml, and the schemas of Kubernetes' API. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

const ROOT = join(import.meta.dirname, '..', '..');
export const FOLDER = join(ROOT, 'deploy/kubernetes');

interface Probe {
  httpGet: { path: string; port: string };
}

interface EnvironmentVariable {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef: { name: string; key: string } };
}

interface Container {
  image: string;
  args: string[];
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  env?: EnvironmentVariable[];
  ports: { name: string; containerPort: number }[];
  livenessProbe: Probe;
  readinessProbe: Probe;
  startupProbe: Probe;
  lifecycle: { preStop: { sleep: { seconds: number } } };
  resources: { requests: Record<string, string>; limits: { cpu: string; memory: string } };
  securityContext: object;
  volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[];
}

interface PodSpec {
  automountServiceAccountToken: boolean;
  enableServiceLinks: boolean;
  terminationGracePeriodSeconds: number;
  securityContext: Record<string, unknown>;
  topologySpreadConstraints: { labelSelector: { matchLabels: Labels } }[];
  containers: Container[];
  volumes: { name: string; emptyDir?: object; configMap?: object }[];
}

type Labels = Record<string, string>;

interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Labels };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own, which is held against the API's schema.
  spec?: any;
}

interface ComposeService {
  build?: string;
  image: string;
  command: string[];
  environment: Record<string, string>;
  tmpfs: string[];
  stop_grace_period: string;
  healthcheck: { test: string[] };
  deploy: { resources: { limits: { cpus: string; memory: string } } };
  ports?: string[];
}

export const kustomization = parse(readFileSync(join(FOLDER, 'kustomization.yaml'), 'utf8'));
export const resources: string[] = kustomization.resources;
export const objects = resources.flatMap((file) => {
  const documents = parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8'));
  assert.ok(Array.isArray(documents));
  for (const { errors, warnings } of documents) assert.deepEqual([...errors, ...warnings], [], file);
  return documents.map((document) => document.toJS() as KubernetesObject);
});
export const ofKind = (kind: string) =>
  new Map(objects.filter((each) => each.kind === kind).map((each) => [each.metadata.name, each]));
export const deployments = ofKind('Deployment');
export const podOf = (name: string): PodSpec => deployments.get(name)!.spec.template.spec;
export const containerOf = (name: string): Container => podOf(name).containers[0]!;

const compose = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
  services: Record<string, ComposeService>;
};
/** The processes of the compose file by role, one of each. */
export const roles = new Map(
  Object.entries(compose.services)
    .filter(([, { build }]) => build !== undefined)
    .map(([, service]) => [/^apps\/([a-z-]+)\.ts$/.exec(service.command.at(-1)!)![1]!, service]),
);

/** Lines `NAME=value` of a file, without comments. */
export function variablesOf(file: string): Record<string, string> {
  const lines = readFileSync(join(FOLDER, file), 'utf8').split('\n');
  const named = lines.filter((line) => line !== '' && !line.startsWith('#'));
  for (const line of named) assert.match(line, /^[A-Z][A-Z0-9_]*=\S*$/);
  return Object.fromEntries(named.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

/** What Kubernetes gives the container, with the Secret as in secrets.example.env. */
export function environmentOf(name: string): Record<string, string> {
  const { envFrom, env = [] } = containerOf(name);
  const generated = new Map<string, string[]>(
    kustomization.configMapGenerator.map((map: { name: string; envs: string[] }) => [map.name, map.envs]),
  );
  const all: Record<string, string> = {};
  for (const { configMapRef, secretRef } of envFrom) {
    if (secretRef !== undefined) assert.equal(secretRef.name, 'evidence-secrets');
    const files = secretRef === undefined ? generated.get(configMapRef!.name) : ['secrets.example.env'];
    assert.ok(files, `no ConfigMap ${configMapRef?.name}`);
    for (const file of files) {
      for (const [variable, value] of Object.entries(variablesOf(file))) {
        assert.ok(!(variable in all), `${variable} is set twice`);
        all[variable] = value;
      }
    }
  }
  for (const { name: variable, value, valueFrom } of env) {
    if (valueFrom !== undefined) assert.ok(valueFrom.secretKeyRef.key in variablesOf('secrets.example.env'), variable);
    all[variable] = value ?? '';
  }
  return all;
}

/** Returns what tells the problems that the schema of this kind has with an object, or '' if it takes it. */
export async function schemaOf({ apiVersion, kind }: KubernetesObject): Promise<(object: KubernetesObject) => string> {
  const { [kind]: Model } = await import(`kubernetes-models/${apiVersion}`);
  assert.ok(Model, `the API has no ${kind} in ${apiVersion}`);
  return (object) => {
    try {
      new Model(object).validate();
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
}

/** The object once for every field in it, which has a value there that fits no schema. */
export function* withOneMisfit(object: KubernetesObject): Generator<[path: string, misfit: KubernetesObject]> {
  const paths: string[][] = [];
  const collect = (value: unknown, path: string[]) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      paths.push([...path, key]);
      collect(inner, [...path, key]);
    }
  };
  collect(object, []);
  for (const path of paths) {
    const misfit = structuredClone(object);
    let at = misfit as unknown as Record<string, Record<string, unknown>>;
    for (const key of path.slice(0, -1)) at = at[key] as typeof at;
    // No field is a list of lists.
    (at as Record<string, unknown>)[path.at(-1)!] = [[[]]];
    yield [path.join('.'), misfit];
  }
}
