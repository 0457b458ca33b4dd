/** The `evidence` command line. Results go to standard output, everything else to standard error. */
import { Command, CommanderError, Option } from 'commander';
import { BASE_PROFILES, MODES } from '#contracts/vocabulary.ts';
import { DEFAULT_MODEL } from '../models/known-models.ts';
import { EXIT, startFailure } from '../start-failure.ts';
import { VERSION } from '../version.ts';
import { addAuditCommands } from './audit-commands.ts';
import { listDeadLetters, retryDeadLetters } from './commands/dead-letters.ts';
import { rotateMaster } from './commands/keys.ts';
import { addLibrary, indexedWords, listLibrary, removeFromLibrary } from './commands/library.ts';
import { login } from './commands/login.ts';
import { eraseMember } from './commands/member.ts';
import { checkModel, listModels, pullModel, removeModel, useModel } from './commands/model.ts';
import { createOrganization } from './commands/organization.ts';
import { rebuild } from './commands/rebuild.ts';
import { replay } from './commands/replay.ts';
import { checkSources } from './commands/sources.ts';
import { verify } from './commands/verify.ts';
import { FORMATS } from './commands/verify-files.ts';
import { listDeliveries, testWebhook } from './commands/webhooks.ts';
import { processContext } from './context.ts';
import { addDataCommands } from './data-commands.ts';
import { misspelledVariables } from './misspelled.ts';
import { printableLine } from './printable.ts';
import { CommandError, UsageError } from './usage-error.ts';

const context = processContext();
/** Of a command that ended as it should. */
let exitCode: number = EXIT.done;
process.exitCode = await run(process.argv.slice(2));

/** Returns the exit code. */
async function run(args: readonly string[]): Promise<number> {
  try {
    await program().parseAsync(args, { from: 'user' });
    return exitCode;
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
    .description('Verifies texts against evidence. Works with a running service as well as without one.')
    .version(VERSION)
    .exitOverride()
    .hook('preAction', () => misspelledVariables(process.env).forEach(context.note))
    .addHelpText(
      'after',
      `
The data folder is ./data unless EVIDENCE_DATA_DIR is set.
Exit codes: 0 done, 1 failed, 2 wrong usage or configuration, 3 the data folder is in use.`,
    );

  evidence
    .command('verify [FILE...]')
    .description(
      'verify texts and documents (plain text, Markdown, PDF, DOCX, HTML; patterns such as "docs/**/*.md"; - is standard input) and print a report',
    )
    .option('--library <DIR>', 'add this folder of documents (text, Markdown, PDF, DOCX, HTML) to the library first')
    .option('--profile <NAME>', `${BASE_PROFILES.join(', ')}, or a policy of the organization`)
    .addOption(new Option('--mode <MODE>', 'how much effort').choices(MODES))
    .option('--question <TEXT>', 'the question that the text answers; context only, never verified itself')
    .option('--claim <TEXT>', 'verify this one claim, unchanged, instead of files')
    .option(
      '--model-url <URL>',
      'ask a language model about undecided claims; URL of its server, such as /v1 of Ollama',
    )
    .option('--model <NAME>', 'name of the model at that server; its API key is read from EVIDENCE_MODEL_KEY')
    .option('--no-web', 'search the library only, no sources outside')
    .addOption(new Option('--json', 'one JSON object per text on standard output').conflicts('html'))
    .option('--html <OUT>', 'also write the report as a web page to this file')
    .option(
      '--fail-on <VERDICTS>',
      'check all files and exit with 1 if a claim has one of these verdicts (comma-separated); 2 if a file could not be checked',
    )
    .addOption(new Option('--format <FORMAT>', 'how a check reports').choices(FORMATS))
    .option('--output <FILE>', 'write the report of a check to this file')
    .option('--baseline <FILE>', 'findings in this file are accepted and do not fail a check')
    .option('--update-baseline', 'accept what is found now')
    .option('--changed-since <REF>', 'check only files that differ from this commit, by git')
    .option('--cache <FILE>', 'remember verdicts in this file; only what has changed is verified again')
    .action(async (files, options) => {
      exitCode = await verify(files, options, context);
    });

  evidence
    .command('login')
    .description('print a link that signs the owner in to the workbench, once, within ten minutes')
    .option('--json', 'the link as JSON')
    .action((options) => login(options, context));

  evidence
    .command('replay <VERIFICATION_ID>')
    .description('show the history of a verification and its result at any point of it')
    .option('--revision <N>', 'up to this event')
    .option('--time <TIME>', 'up to this time (RFC 3339)')
    .option('--json', 'everything as JSON')
    .action((id, options) => replay(id, options, context));

  evidence
    .command('rebuild <VIEW>')
    .description('rebuild a view from the event log beside the live one, then switch to it')
    .option('--json', 'the outcome as JSON')
    .action((view, options) => rebuild(view, options, context));

  const library = evidence.command('library').description('the documents that texts are checked against');
  library
    .command('add <DIR>')
    .description('add the documents of a folder (plain text, Markdown, PDF, DOCX, HTML); changed ones are replaced')
    .option('--prune', 'remove documents added from a folder of this name whose file no longer exists', false)
    .option('--json', 'the outcome as JSON')
    .action(async (folder, options) => {
      const report = await context.withOperations((operations) => addLibrary(operations, folder, options, context));
      context.progress.clear();
      context.out(`${options.json ? JSON.stringify(report) : indexedWords(report)}\n`);
    });
  library
    .command('list')
    .description('list the documents by path: when each was indexed, and its title')
    .option('--json', 'a line of JSON for each document')
    .action((options) => context.withOperations((operations) => listLibrary(operations, options, context)));
  library
    .command('remove <PATH...>')
    .description('remove documents, by their paths as the list shows them')
    .option('--json', 'the outcome as JSON')
    .action((paths, options) =>
      context.withOperations((operations) => removeFromLibrary(operations, paths, options, context)),
    );

  evidence
    .command('org')
    .description('organizations')
    .command('create <NAME>')
    .description('create an organization and print the API key of its owner')
    .option('--json', 'the outcome as JSON')
    .action((name, options) => createOrganization(name, options, context));

  evidence
    .command('member')
    .description('members of organizations')
    .command('erase <ADDRESS_OR_USER_ID>')
    .description('end the membership and destroy the key of the e-mail address; in all organizations, for an address')
    .option('--organization <ID>', 'only in this organization')
    .option('--json', 'the outcome as JSON')
    .action((member, options) => eraseMember(member, options, context));

  evidence
    .command('keys')
    .description('the keys that seal stored data')
    .command('rotate-master')
    .description('wrap all keys that EVIDENCE_MASTER_KEY_PREVIOUS wraps with EVIDENCE_MASTER_KEY instead')
    .option('--json', 'the outcome as JSON')
    .action((options) => rotateMaster(options, context));

  evidence
    .command('mcp')
    .description('serve the tools for agents (Model Context Protocol) over standard input and output')
    .option('--library <DIR>', 'add this folder of documents (text, Markdown, PDF, DOCX, HTML) to the library first')
    .action(async (options) => (await import('./commands/mcp.ts')).serveMcp(options, context));

  addDataCommands(evidence, context);
  addAuditCommands(evidence, context);
  addDeadLetterCommands(evidence);
  addWebhookCommands(evidence);
  addSourceCommands(evidence);
  addModelCommands(evidence);
  return evidence;
}

function addDeadLetterCommands(evidence: Command): void {
  const deadLetters = evidence.command('dead-letters').description('stages that failed for good');
  deadLetters
    .command('list')
    .description('list them from the event log, newest first')
    .option('--json', 'the list as JSON')
    .action((options) => listDeadLetters(options, context));
  deadLetters
    .command('retry [VERIFICATION_ID...]')
    .description('restart verifications that failed because of them, as a new run')
    .option('--all', 'all that can be restarted')
    .option('--json', 'the outcomes as JSON')
    .action((ids, options) => retryDeadLetters(ids, options, context));
}

function addWebhookCommands(evidence: Command): void {
  const webhooks = evidence.command('webhooks').description('messages to webhooks');
  webhooks
    .command('deliveries <ID>')
    .description('list the attempts to deliver messages to a webhook, newest first')
    .option('--json', 'the list as JSON')
    .action((id, options) => listDeliveries(id, options, context));
  webhooks
    .command('test <ID>')
    .description('send a test message to a webhook and wait for the first attempt')
    .option('--json', 'the attempt as JSON')
    .action((id, options) => testWebhook(id, options, context));
}

function addSourceCommands(evidence: Command): void {
  evidence
    .command('sources')
    .description('the outside sources of evidence')
    .command('check')
    .description('ask each source a question with a known answer; needs the network, and may cost a search')
    .option('--organization <ID>', "use this organization's search provider; default: that of the default organization")
    .option('--json', 'the outcomes as JSON')
    .action((options) => checkSources(options, context));
}

function addModelCommands(evidence: Command): void {
  const model = evidence.command('model').description('language models and NLI models, which check undecided claims');
  model
    .command('pull')
    .argument('[ID]', 'OWNER/NAME on the hub', DEFAULT_MODEL)
    .description('download a model from the Hugging Face hub (HF_ENDPOINT, HF_TOKEN), check it and use it')
    .option('--revision <REVISION>', 'branch, tag or commit', 'main')
    .option('--no-check', 'skip the calibration; the model is not used until "evidence model check"')
    .option('--json', 'the outcome as JSON')
    .action((id, options) => pullModel(id, options, context));
  model
    .command('list')
    .description('list the models that were pulled, and others known by name')
    .option('--json', 'the list as JSON')
    .action((options) => listModels(options, context));
  model
    .command('find')
    .description(
      'list the language model servers on this machine (Ollama, LM Studio, llama.cpp, vLLM) and their models',
    )
    .option('--json', 'the list as JSON')
    .action(async (options) => (await import('./commands/language-model.ts')).findLanguageModels(options, context));
  model
    .command('use')
    .argument('<MODEL>', 'ollama/NAME, lmstudio/NAME, llama.cpp/NAME, vllm/NAME, a URL, or OWNER/NAME of an NLI model')
    .argument('[NAME]', 'name of the language model at that URL; its API key is EVIDENCE_MODEL_KEY of the service')
    .description(
      'use a language model from now on, or an NLI model from the next start of the service; "none": no model',
    )
    .option('--json', 'the language model as JSON')
    .action((target, name, options) => useModel(target, name, options, context));
  model
    .command('check')
    .argument('[MODEL]', 'as for "use", or the folder of an NLI model; default: the one in use')
    .argument('[NAME]', 'name of the language model at that URL; its API key is EVIDENCE_MODEL_KEY of this command')
    .description(
      'measure a model on articles with known verdicts; what is found is kept, and a language model is asked accordingly',
    )
    .option(
      '--data <DIR>',
      "folder of articles with known verdicts; may be repeated; default: the project's own",
      collected,
      [],
    )
    .option('--json', 'the figures as JSON')
    .action((target, name, options) => checkModel(target, name, options, context));
  model
    .command('remove <ID>')
    .description('delete a model')
    .action((id) => removeModel(id, context));
}
