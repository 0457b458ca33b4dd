/** deploy/kubernetes: objects that the API takes, with the roles, settings, ports and probes of docker-compose.yml. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { readConfiguration } from '#apps/configuration.ts';
import { unknownVariables } from '#apps/environment.ts';
import { generateApiKey } from '#common/api-key-format.ts';
import {
  containerOf,
  deployments,
  environmentOf,
  FOLDER,
  kustomization,
  objects,
  ofKind,
  podOf,
  resources,
  roles,
  schemaOf,
  variablesOf,
  withOneMisfit,
} from '#test/support/kubernetes.ts';

test('the kustomization names every manifest, and every file that it names exists', () => {
  const files = readdirSync(FOLDER);
  const manifests = files.filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml');
  assert.deepEqual(resources.toSorted(), manifests.toSorted());
  for (const { envs } of kustomization.configMapGenerator)
    for (const file of envs) assert.ok(files.includes(file), file);
});

test("the API's schema takes every object", async () => {
  for (const object of objects) {
    const problemsOf = await schemaOf(object);
    assert.equal(problemsOf(object), '', `${object.kind} ${object.metadata.name}`);
  }
});

test('every field is one that the API knows', async () => {
  // The schema passes over unknown fields, such as a misspelt probe. Of a known one, it refuses a value of no type.
  for (const object of objects) {
    const problemsOf = await schemaOf(object);
    for (const [path, misfit] of withOneMisfit(object)) {
      assert.notEqual(problemsOf(misfit), '', `${object.kind} ${object.metadata.name}: ${path}`);
    }
  }
});

test('there is a Deployment for each role of the compose file, started alike', () => {
  assert.deepEqual([...deployments.keys()].toSorted(), [...roles.keys()].toSorted());
  const [image] = kustomization.images;
  for (const [role, service] of roles) {
    assert.deepEqual(containerOf(role).args, service.command, role);
    assert.equal(containerOf(role).image, `${image.name}:local`, role);
    assert.ok(service.image.startsWith(`${image.name}:`), role);
  }
});

test('each role has the variables that it has in the compose file', () => {
  for (const [role, { environment }] of roles) {
    assert.deepEqual(Object.keys(environmentOf(role)).toSorted(), Object.keys(environment).toSorted(), role);
  }
});

test('settings are those of the compose file, but where addresses differ', () => {
  const elsewhere = ['EVIDENCE_COMMAND_API_URLS', 'EVIDENCE_QUERY_API_URLS', 'EVIDENCE_LIBRARY_DIR'];
  for (const [role, { environment }] of roles) {
    const own = environmentOf(role);
    for (const [variable, written] of Object.entries(environment)) {
      // The default of `${NAME:-default}`, whose own default may depend on a variable that is not set.
      const [, otherwise] = /^\$\{\w+(?::[-?+](.*))?\}$/.exec(written) ?? [];
      const usual = otherwise === undefined ? written : /[/ $]/.test(otherwise) ? '' : otherwise;
      if (!elsewhere.includes(variable)) assert.equal(own[variable], usual, `${role}: ${variable}`);
    }
  }
});

test('with the Secret filled in, every process is configured as its role', () => {
  const secrets = {
    EVIDENCE_BOOTSTRAP_KEY: generateApiKey('production'),
    EVIDENCE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    EVENTSTORE_URL: 'esdb://user:password@events.example:2113?tls=true',
    MONGODB_URL: 'mongodb://user:password@documents.example/evidence?replicaSet=rs0&tls=true',
  };
  for (const role of roles.keys()) {
    const environment = { ...environmentOf(role), ...(role !== 'gateway' && secrets), EVIDENCE_ROLE: role };
    assert.deepEqual(unknownVariables(environment), [], role);
    const configuration = readConfiguration(environment);
    assert.equal(configuration.mode, role === 'gateway' ? 'gateway' : 'distributed');
    assert.equal(configuration.port, containerOf(role).ports[0]!.containerPort);
  }
});

test('no secret is in a manifest, and the gateway gets none but the token for metrics', () => {
  for (const value of Object.values(variablesOf('secrets.example.env'))) assert.equal(value, '');
  assert.deepEqual([...ofKind('Secret').keys()], []);
  const secret = new Set(Object.keys(variablesOf('secrets.example.env')));
  const known = Object.keys(environmentOf('gateway')).filter((name) => secret.has(name));
  assert.deepEqual(known, ['EVIDENCE_METRICS_TOKEN']);
});

test('every process is probed on the port that it serves', () => {
  for (const [role, { healthcheck }] of roles) {
    const { ports, livenessProbe, readinessProbe, startupProbe } = containerOf(role);
    const [{ name, containerPort }] = ports as [{ name: string; containerPort: number }];
    for (const { httpGet } of [livenessProbe, readinessProbe, startupProbe]) assert.equal(httpGet.port, name, role);
    const asked = `http://127.0.0.1:${containerPort}${readinessProbe.httpGet.path}`;
    assert.ok(healthcheck.test.at(-1)!.includes(`'${asked}'`), role);
    // A restart mends no server that is away, so that is no matter of life.
    assert.deepEqual([livenessProbe.httpGet.path, startupProbe.httpGet.path], ['/healthz', '/healthz'], role);
  }
});

test('every process may use what it may in the compose file, and stops in its time', () => {
  for (const [role, { deploy, stop_grace_period, tmpfs }] of roles) {
    const { limits, requests } = containerOf(role).resources;
    assert.equal(limits.cpu, deploy.resources.limits.cpus, role);
    assert.equal(limits.memory, `${deploy.resources.limits.memory}i`, role);
    assert.deepEqual(Object.keys(requests), ['cpu', 'memory'], role);
    const { seconds } = containerOf(role).lifecycle.preStop.sleep;
    assert.equal(podOf(role).terminationGracePeriodSeconds, seconds + Number.parseInt(stop_grace_period, 10), role);
    const { volumeMounts } = containerOf(role);
    for (const path of tmpfs)
      assert.ok(
        volumeMounts.some(({ mountPath }) => mountPath === path),
        role,
      );
  }
});

test('no process runs as root, writes outside of /tmp, or has a token of the cluster', () => {
  for (const role of roles.keys()) {
    const { automountServiceAccountToken, enableServiceLinks, securityContext, volumes } = podOf(role);
    const { runAsNonRoot, runAsUser, seccompProfile } = securityContext;
    assert.deepEqual(
      { runAsNonRoot, seccompProfile },
      { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    );
    assert.equal(runAsUser, 1000);
    assert.equal(automountServiceAccountToken, false);
    assert.equal(enableServiceLinks, false);
    assert.deepEqual(containerOf(role).securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const writable = containerOf(role).volumeMounts.filter(({ readOnly }) => readOnly !== true);
    assert.deepEqual(writable, [{ name: 'tmp', mountPath: '/tmp' }], role);
    for (const { name } of containerOf(role).volumeMounts)
      assert.ok(
        volumes.some((volume) => volume.name === name),
        name,
      );
  }
});

test('Deployments differ only in role, environment and resources', () => {
  const common = (role: string) => {
    const text = JSON.stringify(deployments.get(role)).replaceAll(`"${role}"`, '"ROLE"');
    const deployment = JSON.parse(text);
    const [container] = deployment.spec.template.spec.containers;
    for (const field of ['args', 'env', 'envFrom', 'resources']) delete container[field];
    return deployment;
  };
  for (const role of roles.keys()) assert.deepEqual(common(role), common('gateway'), role);
});

test('each Deployment has a disruption budget, and selects its own pods alone', () => {
  const budgets = ofKind('PodDisruptionBudget');
  assert.deepEqual([...budgets.keys()].toSorted(), [...roles.keys()].toSorted());
  for (const [name, { spec }] of deployments) {
    const own = { 'app.kubernetes.io/part-of': 'evidence-verification', 'app.kubernetes.io/component': name };
    assert.deepEqual(spec.template.metadata.labels, own);
    assert.deepEqual(spec.selector.matchLabels, own);
    assert.deepEqual(podOf(name).topologySpreadConstraints[0]!.labelSelector.matchLabels, own);
    assert.deepEqual(budgets.get(name)!.spec.selector.matchLabels, own);
    assert.ok(spec.replicas > budgets.get(name)!.spec.maxUnavailable, name);
  }
});

test('the gateway finds the APIs at Services that lead to their pods', () => {
  const services = ofKind('Service');
  assert.deepEqual([...services.keys()].toSorted(), ['command-api', 'gateway', 'query-api']);
  for (const [name, { spec }] of services) {
    assert.deepEqual(spec.selector, deployments.get(name)!.spec.selector.matchLabels);
    assert.deepEqual(spec.ports, [{ name: 'http', port: 8080, targetPort: containerOf(name).ports[0]!.name }]);
  }
  const { EVIDENCE_COMMAND_API_URLS, EVIDENCE_QUERY_API_URLS } = environmentOf('gateway');
  assert.equal(EVIDENCE_COMMAND_API_URLS, 'http://command-api:8080');
  assert.equal(EVIDENCE_QUERY_API_URLS, 'http://query-api:8080');
});

test('only the gateway and Prometheus reach the other processes', () => {
  const { spec } = ofKind('NetworkPolicy').get('behind-the-gateway')!;
  const [rule] = spec.ingress;
  assert.equal(spec.ingress.length, 1);
  assert.deepEqual(rule.from[0].podSelector.matchLabels, deployments.get('gateway')!.spec.selector.matchLabels);
  assert.deepEqual(spec.podSelector.matchExpressions, [
    { key: 'app.kubernetes.io/component', operator: 'NotIn', values: ['gateway'] },
  ]);
  assert.deepEqual(rule.ports, [{ port: 'http' }]);
});
