/** The `evidence` command line. Results go to standard output, everything else to standard error. */
import { Command, CommanderError, Option } from 'commander';
import { BASE_PROFILES, MODES } from '#contracts/vocabulary.ts';
import { DEFAULT_MODEL } from '../models/known-models.ts';
import { EXIT, startFailure } from '../start-failure.ts';
import { VERSION } from '../version.ts';
import { exportAudit, verifyAudit } from './commands/audit.ts';
import { listDeadLetters, retryDeadLetters } from './commands/dead-letters.ts';
import { rotateMaster } from './commands/keys.ts';
import { addLibrary } from './commands/library.ts';
import { checkModel, listModels, pullModel, removeModel, useModel } from './commands/model.ts';
import { createOrganization } from './commands/organization.ts';
import { rebuild } from './commands/rebuild.ts';
import { replay } from './commands/replay.ts';
import { checkSources } from './commands/sources.ts';
import { verify } from './commands/verify.ts';
import { listDeliveries, testWebhook } from './commands/webhooks.ts';
import { processContext } from './context.ts';
import { printableLine } from './printable.ts';
import { CommandError, UsageError } from './usage-error.ts';

const context = processContext();
process.exitCode = await run(process.argv.slice(2));

/** Returns the exit code. */
async function run(args: readonly string[]): Promise<number> {
  try {
    await program().parseAsync(args, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    context.progress.clear();
    // Commander has already printed the error, or the requested help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.configuration;
    const { message, exitCode } = failure(error);
    for (const line of message.split('\n')) context.note(`evidence: ${printableLine(line)}`);
    return exitCode;
  }
}

function failure(error: unknown): { message: string; exitCode: number } {
  if (error instanceof UsageError) return { message: error.message, exitCode: EXIT.configuration };
  if (error instanceof CommandError) return { message: error.message, exitCode: EXIT.failed };
  const { code, message } = error as { code?: unknown; message: string };
  if (code === 'operation_refused' || code === 'operation_failed') return { message, exitCode: EXIT.failed };
  return startFailure(error, null);
}

/** Collects the values of an option that may be repeated. */
function collected(value: string, before: string[]): string[] {
  return [...before, value];
}

function program(): Command {
  const evidence = new Command('evidence')
    .description('Verifies texts against evidence. Works beside a running service as well as without one.')
    .version(VERSION)
    .exitOverride()
    .addHelpText(
      'after',
      `
The data folder is ./data, or what EVIDENCE_DATA_DIR says.
Exit codes: 0 done, 1 failed, 2 wrong usage or configuration, 3 the data folder is in use.`,
    );

  evidence
    .command('verify [FILE...]')
    .description('verify texts (plain or Markdown; - is standard input) and print a report')
    .option('--library <DIR>', 'add this folder of documents to the library first')
    .option('--profile <NAME>', `${BASE_PROFILES.join(', ')}, or a policy of the organization`)
    .addOption(new Option('--mode <MODE>', 'how much effort').choices(MODES))
    .option('--question <TEXT>', 'what the text answers; context, never itself a claim')
    .option('--claim <TEXT>', 'verify this one claim as it stands, instead of files')
    .option('--model-url <URL>', 'ask a language model of this server (/v1 of Ollama or alike) about what is left open')
    .option('--model <NAME>', 'the model, as that server names it; its key stands in EVIDENCE_MODEL_KEY')
    .option('--no-web', 'look into the library only: ask nobody outside for evidence')
    .addOption(new Option('--json', 'one JSON object per text on standard output').conflicts('html'))
    .option('--html <OUT>', 'write the report as a web page to this file as well')
    .action((files, options) => verify(files, options, context));

  evidence
    .command('replay <VERIFICATION_ID>')
    .description('show the history of a verification and its result at any point of it')
    .option('--revision <N>', 'up to this event')
    .option('--time <TIME>', 'up to this time (RFC 3339)')
    .option('--json', 'everything as JSON')
    .action((id, options) => replay(id, options, context));

  evidence
    .command('rebuild <VIEW>')
    .description('build a view anew from the event log, beside the live one, and switch to it')
    .option('--json', 'the outcome as JSON')
    .action((view, options) => rebuild(view, options, context));

  evidence
    .command('library')
    .description('the documents that texts are checked against')
    .command('add <DIR>')
    .description('add the .txt, .md and .html documents of a folder; changed ones are replaced')
    .option('--prune', 'remove documents that were added from a folder of this name and are gone', false)
    .option('--json', 'the outcome as JSON')
    .action(async (folder, options) => {
      const report = await context.withOperations((operations) => addLibrary(operations, folder, options, context));
      if (options.json) context.out(`${JSON.stringify(report)}\n`);
    });

  evidence
    .command('org')
    .description('organizations')
    .command('create <NAME>')
    .description('make an organization and print the key of its owner')
    .option('--json', 'the outcome as JSON')
    .action((name, options) => createOrganization(name, options, context));

  evidence
    .command('keys')
    .description('the keys that seal what is stored')
    .command('rotate-master')
    .description('wrap every key by EVIDENCE_MASTER_KEY that EVIDENCE_MASTER_KEY_PREVIOUS still wraps')
    .option('--json', 'the outcome as JSON')
    .action((options) => rotateMaster(options, context));

  const audit = evidence.command('audit').description('who did what: a chain of records for each organization');
  audit
    .command('export <FILE>')
    .description('check the chains against the event log and write them to a file, with a signed checkpoint')
    .option('--organization <ID>', 'of this organization alone')
    .option('--json', 'the outcome as JSON')
    .action((file, options) => exportAudit(file, options, context));
  audit
    .command('verify <FILE>')
    .description(
      'find the first record of an export that was changed, dropped, reordered, inserted or cut off; offline',
    )
    .option('--public-key <HEX>', 'the key that must have signed it; otherwise the one that the file names')
    .option('--earlier <FILE>', 'an earlier export, or a kept answer of GET …/audit-events: nothing of it may be gone')
    .option('--json', 'the outcome as JSON')
    .action((file, options) => verifyAudit(file, options, context));

  const deadLetters = evidence.command('dead-letters').description('stages that were given up on');
  deadLetters
    .command('list')
    .description('what the event log says about them, newest first')
    .option('--json', 'the list as JSON')
    .action((options) => listDeadLetters(options, context));
  deadLetters
    .command('retry [VERIFICATION_ID...]')
    .description('start verifications again that failed for it, as a new run')
    .option('--all', 'all that can be restarted')
    .option('--json', 'the outcomes as JSON')
    .action((ids, options) => retryDeadLetters(ids, options, context));

  const webhooks = evidence.command('webhooks').description('what is sent to webhooks');
  webhooks
    .command('deliveries <ID>')
    .description('the attempts to deliver messages to a webhook, newest first')
    .option('--json', 'the list as JSON')
    .action((id, options) => listDeliveries(id, options, context));
  webhooks
    .command('test <ID>')
    .description('send a test message to a webhook, and wait for what comes of it')
    .option('--json', 'the attempt as JSON')
    .action((id, options) => testWebhook(id, options, context));

  evidence
    .command('sources')
    .description('the outside sources that are asked for evidence')
    .command('check')
    .description('ask each one question whose answer is known; needs the network, and may cost a search')
    .option('--organization <ID>', "with this organization's search provider; otherwise the default one's")
    .option('--json', 'what came as JSON')
    .action((options) => checkSources(options, context));

  const model = evidence
    .command('model')
    .description('NLI models, which read on this machine what the judge leaves open');
  model
    .command('pull')
    .argument('[ID]', 'OWNER/NAME on the hub', DEFAULT_MODEL)
    .description('download a model from the Hugging Face hub (HF_ENDPOINT, HF_TOKEN), check it and use it')
    .option('--revision <REVISION>', 'branch, tag or commit', 'main')
    .option('--no-check', 'leave it without calibration; it is not used before "evidence model check"')
    .option('--json', 'what was pulled as JSON')
    .action((id, options) => pullModel(id, options, context));
  model
    .command('list')
    .description('the models that were pulled, and others that are known by name')
    .option('--json', 'the list as JSON')
    .action((options) => listModels(options, context));
  model
    .command('use <ID>')
    .description('the model that the service uses from its next start; "none" for none')
    .action((id) => useModel(id, context));
  model
    .command('check [MODEL]')
    .description('measure a model (OWNER/NAME or a folder; the one in use) and keep its calibration beside it')
    .option('--data <DIR>', "articles with known verdicts instead of the project's own; may be repeated", collected, [])
    .option('--json', 'the figures as JSON')
    .action((target, options) => checkModel(target, options, context));
  model
    .command('remove <ID>')
    .description('delete a model')
    .action((id) => removeModel(id, context));

  return evidence;
}
