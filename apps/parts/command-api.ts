/** Registers the command API on a server; returns what its use cases need, for callers in this process. */

import { registerCommandApi } from '#command-api/app.ts';
import type { CommandApiDependencies } from '#command-api/dependencies.ts';
import { createFreeJobs } from '#command-api/documents/counted-jobs.ts';
import type { SubmitDependencies } from '#command-api/documents/submit.ts';
import { createUploadTurns } from '#command-api/documents/upload-turns.ts';
import { createPasswordTurns } from '#command-api/sessions/password-turns.ts';
import { createPasswords, type PasswordCost } from '#command-api/sessions/passwords.ts';
import { createTextSlots } from '#command-api/verification/slots.ts';
import type { TerminalWaiter } from '#command-api/verification/terminal-waiter.ts';
import type { SharedEngine } from '#engine/engine.ts';
import { POLICY_TABLE } from '#engine/judging/configuration.ts';
import type { CatchUp } from '#projectors/catch-up.ts';
import { createClaimWriter } from '#results/claim-writer.ts';
import { POLICY_TABLE_VERSION } from '../registry.ts';
import { chatModels } from './chat-models.ts';
import type { Core } from './core.ts';
import type { HttpServer } from './http-server.ts';
import { engineVersionsOf } from './judging-model.ts';
import { freeAllowanceOf, tariffOf } from './tariff.ts';

/**
 * How long the POST of a review waits for the views. Readers can detect that a view lacks a new verification, but not
 * that it lacks a review.
 */
const PROJECTED_WITHIN_MS = 2_000;

export interface CommandApiPart {
  waiter: TerminalWaiter;
  caughtUp: CatchUp;
  engine: SharedEngine;
  /** Default: the cost for real passwords. */
  passwordCost: PasswordCost | undefined;
}

export function serveCommandApi(
  core: Core,
  { app, routes }: HttpServer,
  { waiter, caughtUp, engine, passwordCost }: CommandApiPart,
): CommandApiDependencies & SubmitDependencies {
  const { configuration, logger, stores, sealer, guard, verifications, models, modelInUse, secrets, payments } = core;
  const { events, operations, vault, blobs, clock, claimWriter, roots } = stores;
  const dependencies: CommandApiDependencies & SubmitDependencies = {
    logger,
    events,
    verifications,
    operations,
    vault,
    blobs,
    sealer,
    clock,
    waiter,
    textSlots: createTextSlots(undefined, roots.of),
    freeJobs: createFreeJobs({ operations, events, blobs, clock }),
    uploadTurns: createUploadTurns(roots.of),
    claimWriter: claimWriter ?? createClaimWriter(sealer),
    projected: async (position) => {
      await caughtUp(position, PROJECTED_WITHIN_MS);
    },
    passwords: createPasswords(secrets.pepper, passwordCost, createPasswordTurns({ shareOf: roots.of })),
    checkSourceUrl: (url) => guard.checkUrl(url),
    checkWebhookUrl: (url) => guard.checkUrl(url),
    chatModels: chatModels(core, engine),
    engineOf: engineVersionsOf(models, modelInUse),
    profiles: { version: POLICY_TABLE_VERSION, rules: POLICY_TABLE },
    secrets,
    roots,
    payments,
    settings: {
      freeAllowance: freeAllowanceOf(configuration, roots),
      syncTimeoutMs: configuration.syncTimeoutMs,
      tariff: tariffOf(configuration),
      publicUrl: configuration.publicUrl ?? null,
      openOrganizations: configuration.openOrganizations,
    },
  };
  registerCommandApi(app, routes, dependencies);
  return dependencies;
}
